// Reads the ledger of a report's days in order of time, in windows of a few thousand movements. So no statement takes
// long, even if there are many transactions and few of them belong to the report.
import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Db } from '#server/operations/context.ts'
import { maxMovementsSql } from '#server/ledger/moved-rows.ts'
import { withIndexLookupsOnly } from '#server/ledger/rules.ts'
import { cursorColumn, type SortPosition } from '#server/operations/paging.ts'
import type { ReportQuery } from '../source.ts'
import { dayOf, midnightAfter, startOf } from './days.ts'

/** A position in the order of time and id. */
export interface Position {
  /** Microseconds since 1970, because a Date would round them. */
  readonly us: number
  readonly id: number
  /** The last processed card of the transaction. Undefined if all cards of the transaction are processed. */
  readonly card?: number
}

export interface LedgerWindow {
  /** An SQL condition on the table alias `t` that is true for the transactions of the window. */
  readonly inWindow: RawBuilder<boolean>
  /** The last transaction of the window with its day. Undefined for the last window. */
  readonly last: (Position & { readonly day: CalendarDate }) | undefined
}

const MOVEMENTS_PER_WINDOW = 5_000
/** With `firstSize`, each window is this many times as large as the previous window. */
const GROWTH_FACTOR = 4

interface WindowOptions {
  readonly from?: Position | undefined
  readonly firstSize?: number | undefined
}

/**
 * Yields the windows of the query's days that follow `from`. The first window has `firstSize` movements. A caller that
 * needs few rows passes a small `firstSize`, because the first window then usually has enough rows.
 */
export async function* ledgerWindows(
  db: Db,
  query: ReportQuery,
  { from, firstSize = MOVEMENTS_PER_WINDOW }: WindowOptions = {},
): AsyncGenerator<LedgerWindow> {
  const largestSize = query.statementSize ?? MOVEMENTS_PER_WINDOW
  let after = from
  let size = Math.min(firstSize, largestSize)
  for (;;) {
    const remaining = remainingCondition(query, after)
    const last = await findLastTransaction(db, query, remaining, size)
    if (!last) {
      yield { inWindow: remaining, last }
      return
    }
    const isUpToLast = sql<boolean>`(t.posted_at, t.id) <= (${positionToTime(last)}, ${last.id}::bigint)`
    yield { inWindow: sql<boolean>`${remaining} AND ${isUpToLast}`, last }
    after = { us: last.us, id: last.id }
    size = Math.min(size * GROWTH_FACTOR, largestSize)
  }
}

/** SQL that is true for the transactions of the query's days after the position. */
function remainingCondition(query: ReportQuery, after: Position | undefined): RawBuilder<boolean> {
  const days = sql<boolean>`t.owner_id = ${query.ownerId} AND t.id <= ${query.lastTransactionId}
    AND t.posted_at >= ${startOf(query.start, query)} AND t.posted_at < ${midnightAfter(query.end, query)}`
  if (!after) return days
  // If the transaction still has cards to process, it is part of the window.
  const operator = after.card === undefined ? sql`>` : sql`>=`
  return sql<boolean>`${days} AND (t.posted_at, t.id) ${operator} (${positionToTime(after)}, ${after.id}::bigint)`
}

/** The position after these rows. Undefined if no rows follow, because fewer than `limit` were found. */
export function positionAfter(rows: readonly SortPosition[], limit: number): Position | undefined {
  const last = rows.at(-1)
  if (!last || rows.length < limit) return undefined
  return { us: last.cursor_us, id: last.id }
}

/** SQL for the time of a position. */
export const positionToTime = ({ us }: Pick<Position, 'us'>): RawBuilder<Date> =>
  sql<Date>`(timestamptz 'epoch' + ${us}::bigint * interval '1 microsecond')`

/** The transaction that fills a window of `size` movements. Undefined if fewer movements remain. */
function findLastTransaction(db: Db, query: ReportQuery, remaining: RawBuilder<boolean>, size: number) {
  return withIndexLookupsOnly(db, async (trx) => {
    const { rows } = await sql<{ cursor_us: number; id: number; day: CalendarDate }>`
      SELECT ${cursorColumn(sql`t.posted_at`)}, t.id, ${dayOf(sql`t.posted_at`, query)} AS day FROM (
        SELECT t.posted_at, t.id, sum(${maxMovementsSql}) OVER (ORDER BY t.posted_at, t.id ROWS UNBOUNDED PRECEDING) AS total
        FROM ledger_transaction t WHERE ${remaining} ORDER BY t.posted_at, t.id LIMIT ${size}
      ) t WHERE total >= ${size} ORDER BY t.posted_at, t.id LIMIT 1`.execute(trx)
    const [row] = rows
    return row && { us: row.cursor_us, id: row.id, day: row.day }
  })
}
