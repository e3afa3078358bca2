// What came into the funding account, what left it, and what it held after each: a line for a run of a batch or an order, and for
// whatever else moved it.
import { sql } from 'kysely'
import { cardTransactionTypes } from '#domain/cards/transactions.ts'
import { addDays, type CalendarDate } from '#domain/dates.ts'
import type { Db } from '#server/context.ts'
import type { LedgerKind } from '#server/db/programme-tables.ts'
import { byKeys } from '#server/ledger/rules.ts'
import { placeOf } from '#server/pages.ts'
import type { ReportAsk, ReportRow, ReportSource } from '../source.ts'
import { heldBefore } from './balances.ts'
import { addNumbers, type DayGroup, type DaySums, daySums } from './day-sums.ts'
import { dayOf, startOf } from './days.ts'

interface Run extends DayGroup {
  readonly place_us: number
  readonly posted_at: Date
  readonly kind: LedgerKind
  readonly batch_id: number | null
  readonly order_id: number | null
  /** Of what belongs to neither. */
  readonly id: number | null
  readonly description: string
  readonly debit_cents: number
  readonly credit_cents: number
}

interface Place {
  readonly day: CalendarDate
  /** Lines of the day that are done, and what the account held before its first. */
  readonly done: number
  readonly cents: number
}

export const fundMovement: ReportSource = {
  async count(db, ask) {
    let count = 0
    for await (const { groups } of daySums(db, ask, runs)) count += groups.length
    return count
  },
  async read(db, ask, after, limit) {
    const place = (after as Place | undefined) ?? { day: ask.start, done: 0, cents: await openingOf(db, ask) }
    const found: ReportRow[] = []
    let { cents } = place
    for await (const { day, groups } of daySums(db, { ...ask, start: place.day }, runs)) {
      const begin = cents
      const done = day === place.day ? place.done : 0
      const wanted = limit - found.length
      const lines = groups.map((run) => rowOf(run, (cents += run.credit_cents - run.debit_cents)))
      found.push(...lines.slice(done, done + wanted))
      if (lines.length > done + wanted) return { rows: found, next: { day, done: done + wanted, cents: begin } }
      if (found.length === limit) return { rows: found, next: nextDay(day, cents, ask) }
    }
    return { rows: found, next: undefined }
  },
}

const nextDay = (day: CalendarDate, cents: number, { end }: ReportAsk): Place | undefined =>
  day < end ? { day: addDays(day, 1), done: 0, cents } : undefined

const fundingAccount = (ownerId: number) =>
  sql`(SELECT a.id FROM account a WHERE a.owner_id = ${ownerId} AND a.kind = 'funding' AND a.card_id IS NULL)`

async function openingOf(db: Db, ask: ReportAsk): Promise<number> {
  const { rows } = await byKeys(db, (trx) =>
    sql<{ cents: number }>`
      SELECT h.cents FROM (SELECT ${fundingAccount(ask.ownerId)} AS id) f
      CROSS JOIN ${heldBefore(sql`f.id`, startOf(ask.start, ask), ask)} h`.execute(trx),
  )
  return rows[0]?.cents ?? 0
}

/** A run has one moment, however many parts it was made in. */
const runs: DaySums<Run> = {
  select: (ask, { is }) => sql<Run>`
    SELECT ${dayOf(sql`t.posted_at`, ask)} AS day, ${placeOf(sql`t.posted_at`)}, t.posted_at, t.kind, t.batch_id, t.order_id,
           CASE WHEN t.batch_id IS NULL AND t.order_id IS NULL THEN t.id END AS id, min(t.description) AS description,
           coalesce(-sum(e.amount_cents) FILTER (WHERE e.amount_cents < 0), 0)::bigint AS debit_cents,
           coalesce(sum(e.amount_cents) FILTER (WHERE e.amount_cents > 0), 0)::bigint AS credit_cents
    FROM ledger_transaction t
    CROSS JOIN LATERAL (
      SELECT amount_cents FROM ledger_entry WHERE transaction_id = t.id AND account_id = ${fundingAccount(ask.ownerId)} LIMIT 1
    ) e
    WHERE ${is}
    GROUP BY 1, 2, 3, 4, 5, 6, 7`,
  keyOf: ({ place_us, id, batch_id, order_id, kind }) =>
    [place_us, id ?? 0, batch_id ?? 0, order_id ?? 0].map((number) => String(number).padStart(17, '0')).join() + kind,
  add: (a, b) => addNumbers(a, b, ['debit_cents', 'credit_cents']),
}

const rowOf = (run: Run, balance: number): ReportRow => ({
  POSTED: run.posted_at,
  MOVEMENT: run.kind === 'funding' ? 'Funding' : cardTransactionTypes[run.kind].label,
  REFERENCE: run.description,
  DEBIT: run.debit_cents,
  CREDIT: run.credit_cents,
  BALANCE: balance,
})
