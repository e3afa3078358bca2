// Card transactions from the ledger: lines of a statement, and the balance by day.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import type { CardTransactionKind } from '#domain/cards/transactions.ts'
import { type CalendarDate, dateToShortText } from '#domain/calendar.ts'
import { instantToDate } from '#domain/dates.ts'
import type { Db } from '#server/operations/context.ts'
import { type DayRange, isWithinDaysSql } from '#server/operations/day-range.ts'
import { isShownTransactionSql, shownAmount } from '#server/ledger/opening-display.ts'
import { descriptionInLanguage } from '#server/operations/programme-names.ts'
import { storedToText } from '#server/stored-text.ts'

export interface TransactionRow {
  readonly id: number
  readonly account_id: number
  readonly posted_at: Date
  /** Null if it was posted when it happened. */
  readonly happened_at: Date | null
  readonly kind: CardTransactionKind
  readonly description: string
  readonly auth_number: string
  readonly merchant_id: string
  readonly amount_cents: number
  readonly balance_after: number
  readonly reversed: boolean
  readonly has_chargeback: boolean
}

/** The description, with the day on which it happened if it was posted later. */
export function rowToDescription({ description, happened_at: happenedAt }: TransactionRow, timeZone: string): string {
  const text = storedToText(description)
  if (!happenedAt) return text
  const date = dateToShortText(instantToDate(happenedAt.getTime(), timeZone))
  return m.cards_happenedBefore({ description: text, date })
}

/** The lines of these accounts, newest first. Without a range, of all days. */
export async function findTransactions(
  db: Db,
  accountIds: readonly number[],
  { range, limit }: { readonly range?: DayRange; readonly limit: number },
): Promise<TransactionRow[]> {
  const isInRange = range ? isWithinDaysSql(sql`t.posted_at`, range) : sql`true`
  const { rows } = await sql<TransactionRow>`
    SELECT t.id, e.account_id, t.posted_at, t.happened_at, t.kind, ${descriptionInLanguage()} AS description, t.auth_number, t.merchant_id, e.running_balance AS balance_after,
           ${shownAmount} AS amount_cents,
           EXISTS (SELECT FROM ledger_transaction r WHERE r.reverses = t.id) AS reversed,
           EXISTS (SELECT FROM chargeback b WHERE b.transaction_id = t.id) AS has_chargeback
    FROM (
      -- In order of time: a late event of the card processor is posted with its own time, before newer entries.
      SELECT e.transaction_id, e.account_id, e.amount_cents, e.balance_after,
             sum(e.amount_cents) OVER (PARTITION BY e.account_id ORDER BY t.posted_at, t.id)::bigint AS running_balance
      FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
      WHERE e.account_id = ANY(${accountIds}::bigint[])
    ) e
    JOIN ledger_transaction t ON t.id = e.transaction_id
    WHERE ${isShownTransactionSql} AND ${isInRange}
    ORDER BY t.posted_at DESC, t.id DESC
    LIMIT ${limit}
  `.execute(db)
  return rows
}

/** The account's balance before a range, in minor units. */
export async function readBalanceBefore(db: Db, accountId: number, { start, timeZone }: DayRange): Promise<number> {
  const { rows } = await sql<{ balance_cents: number }>`
    SELECT coalesce(sum(e.amount_cents), 0)::bigint AS balance_cents
    FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
    WHERE e.account_id = ${accountId} AND t.posted_at < ${start}::date::timestamp AT TIME ZONE ${timeZone}
  `.execute(db)
  return rows[0]?.balance_cents ?? 0
}

/** The change of the account's balance on each day with a change, oldest first. */
export async function readChangesByDay(db: Db, accountId: number, timeZone: string) {
  const { rows } = await sql<{ date: CalendarDate; change_cents: number }>`
    SELECT (t.posted_at AT TIME ZONE ${timeZone})::date AS date, sum(e.amount_cents)::bigint AS change_cents
    FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
    WHERE e.account_id = ${accountId} GROUP BY 1 ORDER BY 1
  `.execute(db)
  return rows
}
