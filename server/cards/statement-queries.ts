// Card transactions from the ledger: lines of a statement, and the balance by day.
import { m } from '#words/messages.js'
import { type RawBuilder, sql } from 'kysely'
import type { CardTransactionType } from '#domain/cards/transactions.ts'
import { type CalendarDate, dateToShortText } from '#domain/calendar.ts'
import { instantToDate } from '#domain/dates.ts'
import type { Db } from '#server/operations/context.ts'
import { type DayRange, isWithinDaysSql } from '#server/operations/day-range.ts'
import { isShownTransactionSql, shownAmount } from '#server/ledger/opening-display.ts'
import { descriptionInLanguage } from '#server/operations/programme-names.ts'
import { storedToText } from '#server/stored-text.ts'
import type { CardRow } from './find-cards.ts'

export interface TransactionRow {
  readonly id: number
  readonly account_id: number
  readonly posted_at: Date
  /** Null if the transaction was posted when it happened. */
  readonly happened_at: Date | null
  readonly kind: CardTransactionType
  readonly description: string
  readonly auth_number: string
  readonly merchant_id: string
  readonly amount_cents: number
  readonly balance_after: number
  readonly reversed: boolean
  readonly has_chargeback: boolean
}

/** The description. If the transaction was posted later than it happened, the day on which it happened is added. */
export function rowToDescription({ description, happened_at: happenedAt }: TransactionRow, timeZone: string): string {
  const text = storedToText(description)
  if (!happenedAt) return text
  const date = dateToShortText(instantToDate(happenedAt.getTime(), timeZone))
  return m.cards_happenedBefore({ description: text, date })
}

/** All lines of these accounts, newest first. */
export function findTransactions(
  db: Db,
  accountIds: readonly number[],
  { limit }: { readonly limit: number },
): Promise<TransactionRow[]> {
  const entries = sql`
    SELECT transaction_id, account_id FROM ledger_entry WHERE account_id = ANY(${accountIds}::bigint[])`
  return readLines(db, entries, { limit })
}

/** The lines of the card in these days, newest first. Older transactions of the card are not read. */
export const findTransactionsInDays = (
  db: Db,
  card: Pick<CardRow, 'id' | 'account_id'>,
  { range, limit }: { readonly range: DayRange; readonly limit: number },
): Promise<TransactionRow[]> => readLines(db, entriesSinceSql(card, range), { range, limit })

/**
 * `entries` is a query of (transaction_id, account_id) that returns every entry of the accounts since some time. No
 * later entry can be left out, because the balances are computed backwards from the current balance.
 */
async function readLines(
  db: Db,
  entries: RawBuilder<unknown>,
  { range, limit }: { readonly range?: DayRange; readonly limit: number },
): Promise<TransactionRow[]> {
  const isInRange = range ? isWithinDaysSql(sql`t.posted_at`, range) : sql`true`
  const { rows } = await sql<TransactionRow>`
    SELECT t.id, e.account_id, t.posted_at, t.happened_at, t.kind, ${descriptionInLanguage()} AS description, t.auth_number, t.merchant_id, e.running_balance AS balance_after,
           ${shownAmount} AS amount_cents,
           EXISTS (SELECT FROM ledger_transaction r WHERE r.reverses = t.id) AS reversed,
           EXISTS (SELECT FROM chargeback b WHERE b.transaction_id = t.id) AS has_chargeback
    FROM (
      -- The running balance is the current balance minus all later entries. Entries are ordered by time and not by id,
      -- because a late event of the card processor is posted with the time of the event, before newer entries.
      SELECT e.transaction_id, e.account_id, e.amount_cents, e.balance_after, (a.balance_cents - coalesce(sum(e.amount_cents) OVER (
               PARTITION BY e.account_id ORDER BY t.posted_at DESC, t.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
             ), 0))::bigint AS running_balance
      FROM (${entries}) found
      JOIN ledger_entry e ON e.transaction_id = found.transaction_id AND e.account_id = found.account_id
      JOIN ledger_transaction t ON t.id = e.transaction_id
      JOIN account a ON a.id = e.account_id
    ) e
    JOIN ledger_transaction t ON t.id = e.transaction_id
    WHERE ${isShownTransactionSql} AND ${isInRange}
    ORDER BY t.posted_at DESC, t.id DESC
    LIMIT ${limit}
  `.execute(db)
  return rows
}

/**
 * SQL for the card's entries since the start of a range. The table of entries has no time. For a single movement, the
 * card and the time are in the transaction. For all other entries, they are in the row of a batch or of an order. The
 * check of the ledger proves that no card has other entries.
 */
function entriesSinceSql(
  { id, account_id: accountId }: Pick<CardRow, 'id' | 'account_id'>,
  { start, timeZone }: DayRange,
) {
  const since = sql`${start}::date::timestamp AT TIME ZONE ${timeZone}`
  const batchEntriesSql = (column: 'card_id' | 'target_card_id') => sql`
    SELECT p.transaction_id, ${accountId}::bigint FROM batch_row r JOIN posted_row p ON p.batch_id = r.batch_id AND p.row_no = r.row_no
    WHERE r.${sql.ref(column)} = ${id} AND r.load_date >= ${since}`
  return sql`
    SELECT id AS transaction_id, ${accountId}::bigint AS account_id FROM ledger_transaction WHERE card_id = ${id} AND posted_at >= ${since}
    UNION ALL ${batchEntriesSql('card_id')}
    UNION ALL ${batchEntriesSql('target_card_id')}
    UNION ALL SELECT p.transaction_id, ${accountId}::bigint FROM card_order_row r
    JOIN paid_order_row p ON p.order_id = r.order_id AND p.row_no = r.row_no WHERE r.card_id = ${id} AND r.issued_at >= ${since}`
}

/** The card's balance before a range, in minor units. */
export async function readBalanceBefore(
  db: Db,
  card: Pick<CardRow, 'id' | 'account_id'>,
  range: DayRange,
): Promise<number> {
  const { rows } = await sql<{ balance_cents: number }>`
    SELECT (a.balance_cents - coalesce((
      SELECT sum(e.amount_cents) FROM (${entriesSinceSql(card, range)}) found
      JOIN ledger_entry e ON e.transaction_id = found.transaction_id AND e.account_id = found.account_id
    ), 0))::bigint AS balance_cents
    FROM account a WHERE a.id = ${card.account_id}
  `.execute(db)
  return rows[0]?.balance_cents ?? 0
}

/** The change of the card's balance on each day with a change, since the start of a range. */
export async function readChangesByDay(db: Db, card: Pick<CardRow, 'id' | 'account_id'>, range: DayRange) {
  const { rows } = await sql<{ date: CalendarDate; change_cents: number }>`
    SELECT (t.posted_at AT TIME ZONE ${range.timeZone})::date AS date, sum(e.amount_cents)::bigint AS change_cents
    FROM (${entriesSinceSql(card, range)}) found
    JOIN ledger_entry e ON e.transaction_id = found.transaction_id AND e.account_id = found.account_id
    JOIN ledger_transaction t ON t.id = e.transaction_id GROUP BY 1
  `.execute(db)
  return rows
}
