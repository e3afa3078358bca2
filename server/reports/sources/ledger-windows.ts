// The ledger of a report's days in the order of its moments, window after window: some thousand transactions each, so that no statement
// is long however many there are, and however few of them belong to the report.
import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Db } from '#server/context.ts'
import { byKeys } from '#server/ledger/rules.ts'
import { placeOf } from '#server/pages.ts'
import type { ReportAsk } from '../source.ts'
import { dayOf, midnightAfter, startOf } from './days.ts'

/** A place in that order. */
export interface Place {
  /** Microseconds since 1970: a Date would round them. */
  readonly us: number
  readonly id: number
  /** The card whose line of the transaction was the last that is done; without it all of its lines are. */
  readonly card?: number
}

export interface LedgerWindow {
  /** True for the transactions of the window, called t. */
  readonly is: RawBuilder<boolean>
  /** Its last transaction and that one's day; undefined of the last window. */
  readonly last: (Place & { readonly day: CalendarDate }) | undefined
}

const TRANSACTIONS_A_WINDOW = 5_000
const GROWTH = 4

/**
 * The windows of `ask.start` to `ask.end`, from that place on. With `firstSize` the first holds as many transactions at most and each
 * is larger than the one before: whoever wants a few rows mostly finds them in it.
 */
export async function* ledgerWindows(
  db: Db,
  ask: ReportAsk,
  from?: Place,
  firstSize = TRANSACTIONS_A_WINDOW,
): AsyncGenerator<LedgerWindow> {
  const largest = ask.statementSize ?? TRANSACTIONS_A_WINDOW
  let after = from
  for (let size = Math.min(firstSize, largest); ; size = Math.min(size * GROWTH, largest)) {
    const begins = beginsAfter(ask, after)
    const last = await lastOf(db, ask, begins, size)
    yield { is: last ? sql<boolean>`${begins} AND (t.posted_at, t.id) <= (${momentOf(last)}, ${last.id}::bigint)` : begins, last }
    if (!last) return
    after = { us: last.us, id: last.id }
  }
} // oxfmt-ignore

function beginsAfter(ask: ReportAsk, after: Place | undefined): RawBuilder<boolean> {
  const days = sql<boolean>`t.owner_id = ${ask.ownerId} AND t.id <= ${ask.upTo}
    AND t.posted_at >= ${startOf(ask.start, ask)} AND t.posted_at < ${midnightAfter(ask.end, ask)}`
  if (!after) return days
  const beyond = after.card === undefined ? sql`>` : sql`>=`
  return sql<boolean>`${days} AND (t.posted_at, t.id) ${beyond} (${momentOf(after)}, ${after.id}::bigint)`
}

export const momentOf = ({ us }: Pick<Place, 'us'>): RawBuilder<Date> =>
  sql<Date>`(timestamptz 'epoch' + ${us}::bigint * interval '1 microsecond')`

function lastOf(db: Db, ask: ReportAsk, begins: RawBuilder<boolean>, size: number) {
  return byKeys(db, async (trx) => {
    const { rows } = await sql<{ place_us: number; id: number; day: CalendarDate }>`
      SELECT ${placeOf(sql`t.posted_at`)}, t.id, ${dayOf(sql`t.posted_at`, ask)} AS day
      FROM ledger_transaction t WHERE ${begins} ORDER BY t.posted_at, t.id OFFSET ${size - 1} LIMIT 1`.execute(trx)
    const [row] = rows
    return row && { us: row.place_us, id: row.id, day: row.day }
  })
}
