// Money into and out of the funding account, and the balance of the account after each movement. A movement is a run of
// a batch or an order, or another transaction.
import { m } from '#words/messages.js'
import { type RawBuilder, sql } from 'kysely'
import { cardTransactionTypes } from '#domain/cards/transactions.ts'
import type { Db } from '#server/operations/context.ts'
import type { LedgerTransactionType } from '#server/db/programme-tables.ts'
import { withIndexLookupsOnly } from '#server/ledger/rules.ts'
import { cursorColumn } from '#server/operations/paging.ts'
import { storedToText } from '#server/stored-text.ts'
import type { ReportQuery, ReportRow, ReportSource } from '../source.ts'
import { balanceBefore } from './balances.ts'
import { addNumbers } from './day-sums.ts'
import { startOf } from './days.ts'
import { type LedgerWindow, ledgerWindows } from './ledger-windows.ts'

/** A run of a batch or an order, or another transaction. All transactions of a run have the same time. */
export interface FundingRun {
  /** The time in microseconds since 1970. */
  readonly cursor_us: number
  readonly posted_at: Date
  readonly batch_id: number | null
  readonly order_id: number | null
  /** The transaction's id, if it belongs to neither a batch nor an order. */
  readonly id: number | null
  readonly kind: LedgerTransactionType
  readonly description: string
  readonly debit_cents: number
  /** The share of the debit that went to the fee income. */
  readonly fee_cents: number
  readonly credit_cents: number
}

interface Position {
  /** The time of the last returned run, in microseconds since 1970. */
  readonly us: number
  /** The number of returned rows with this time. */
  readonly returnedRows: number
  /** The balance before the first row with this time. */
  readonly openingCents: number
}

export const fundMovement: ReportSource = {
  async count(db, query) {
    let count = 0
    for await (const runs of readFundingRuns(db, query)) count += runs.length
    return count
  },
  async read(db, query, after, limit) {
    const from = after as Position | undefined
    // No run has the time 0.
    let position: Position = from
      ? { ...from, returnedRows: 0 }
      : { us: 0, returnedRows: 0, openingCents: await readOpeningBalance(db, query) }
    let balanceCents = position.openingCents
    const found: ReportRow[] = []
    // Several runs can have the same time. So reading starts with all runs that have the time of the last returned run,
    // and the runs that were returned before are skipped.
    for await (const runs of readFundingRuns(db, query, { from, firstSize: limit })) {
      for (const run of runs) {
        const isFirstOfTime = run.cursor_us !== position.us
        if (isFirstOfTime) position = { us: run.cursor_us, returnedRows: 0, openingCents: balanceCents }
        position = { ...position, returnedRows: position.returnedRows + 1 }
        balanceCents += run.credit_cents - run.debit_cents
        const wasReturned = position.us === from?.us && position.returnedRows <= from.returnedRows
        if (!wasReturned) found.push(toReportRow(run, balanceCents))
        if (found.length === limit) return { rows: found, next: position }
      }
    }
    return { rows: found, next: undefined }
  },
}

/**
 * Yields the runs from the time of `from` on, in order. A run whose transactions are in several windows is yielded with
 * the last of these windows.
 */
export async function* readFundingRuns(
  db: Db,
  query: ReportQuery,
  { from, firstSize }: { readonly from?: Position | undefined; readonly firstSize?: number } = {},
): AsyncGenerator<readonly FundingRun[]> {
  /** Runs that may have further transactions in the next window. */
  const openRuns = new Map<string, FundingRun>()
  // No transaction has the id 0, so the windows include all transactions that have the time of `from`.
  const positionBefore = from && { us: from.us, id: 0 }
  for await (const window of ledgerWindows(db, query, { from: positionBefore, firstSize })) {
    const { rows } = await withIndexLookupsOnly(db, (trx) => selectRuns(query, window).execute(trx))
    for (const run of rows) {
      const existing = openRuns.get(keyOf(run))
      openRuns.set(keyOf(run), existing ? addRuns(existing, run) : run)
    }
    const { last } = window
    const isComplete = (run: FundingRun) => !last || run.cursor_us < last.us
    const completeRuns = [...openRuns.values()].filter(isComplete).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    for (const run of completeRuns) openRuns.delete(keyOf(run))
    yield completeRuns
  }
}

/** Adds the parts of a run from two windows. A run with a load counts as a load. */
const addRuns = (a: FundingRun, b: FundingRun): FundingRun => ({
  ...addNumbers(a, b, ['debit_cents', 'fee_cents', 'credit_cents']),
  kind: a.kind === 'load' ? a.kind : b.kind,
})

/** More digits than any of the numbers in a key has. */
const KEY_DIGITS = 17

/** A sort key that begins with the time. Numbers are padded, so that texts have the same order as numbers. */
function keyOf({ cursor_us, id, batch_id, order_id }: FundingRun): string {
  const numbers = [cursor_us, id ?? 0, batch_id ?? 0, order_id ?? 0]
  return numbers.map((number) => String(number).padStart(KEY_DIGITS, '0')).join()
}

/**
 * A query for the runs of a window, or for their parts in the window. An order can have loads and fees in one run. Such
 * a run counts as a load.
 */
const selectRuns = (query: ReportQuery, { inWindow }: LedgerWindow): RawBuilder<FundingRun> => sql<FundingRun>`
  SELECT ${cursorColumn(sql`t.posted_at`)}, t.posted_at, t.batch_id, t.order_id,
         CASE WHEN t.batch_id IS NULL AND t.order_id IS NULL THEN t.id END AS id,
         CASE WHEN bool_or(t.kind = 'load') THEN 'load' ELSE min(t.kind) END AS kind, min(t.description) AS description,
         coalesce(-sum(e.amount_cents) FILTER (WHERE e.amount_cents < 0), 0)::bigint AS debit_cents,
         coalesce(sum(f.amount_cents) FILTER (WHERE e.amount_cents < 0), 0)::bigint AS fee_cents,
         coalesce(sum(e.amount_cents) FILTER (WHERE e.amount_cents > 0), 0)::bigint AS credit_cents
  FROM ledger_transaction t
  -- The change of the funding account.
  CROSS JOIN LATERAL (
    SELECT amount_cents FROM ledger_entry WHERE transaction_id = t.id AND account_id = ${ownerAccount(query, 'funding')} LIMIT 1
  ) e
  -- The change of the fee income.
  LEFT JOIN LATERAL (
    SELECT amount_cents FROM ledger_entry WHERE transaction_id = t.id AND account_id = ${ownerAccount(query, 'fee')} LIMIT 1
  ) f ON true
  WHERE ${inWindow}
  GROUP BY 1, 2, 3, 4, 5`

const ownerAccount = ({ ownerId }: ReportQuery, kind: 'funding' | 'fee') =>
  sql`(SELECT a.id FROM account a WHERE a.owner_id = ${ownerId} AND a.kind = ${kind} AND a.card_id IS NULL)`

/** The balance of the funding account before the first day, in minor units. */
export async function readOpeningBalance(db: Db, query: ReportQuery): Promise<number> {
  const { rows } = await withIndexLookupsOnly(db, (trx) =>
    sql<{ cents: number }>`
      SELECT balance.cents FROM (SELECT ${ownerAccount(query, 'funding')} AS id) funding
      CROSS JOIN ${balanceBefore(sql`funding.id`, startOf(query.start, query), query)} balance`.execute(trx),
  )
  return rows[0]?.cents ?? 0
}

/**
 * The name of a movement. The kind 'funding' is money from the owner. A debit of this kind is money returned to the owner.
 */
export function movementLabel({ kind, debit_cents: debitCents }: Pick<FundingRun, 'kind' | 'debit_cents'>): string {
  if (kind !== 'funding') return cardTransactionTypes[kind].label
  return debitCents > 0 ? m.funding_return() : m.reports_funding()
}

const toReportRow = (run: FundingRun, balance: number): ReportRow => ({
  POSTED: run.posted_at,
  MOVEMENT: movementLabel(run),
  REFERENCE: storedToText(run.description),
  DEBIT: run.debit_cents,
  DEBITFEES: run.fee_cents,
  CREDIT: run.credit_cents,
  BALANCE: balance,
})
