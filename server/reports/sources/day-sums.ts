// Reports that add the ledger up by day: windows are summed by the database and added to each other here, until a day is whole.
import type { RawBuilder } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import type { Db } from '#server/context.ts'
import { byKeys } from '#server/ledger/rules.ts'
import type { ReportAsk, ReportRow, ReportSource } from '../source.ts'
import { type LedgerWindow, ledgerWindows } from './ledger-windows.ts'

/** What a statement gives: a day, what is told apart within it, and sums. */
export interface DayGroup {
  readonly day: CalendarDate
}

/** A whole day with its groups in the order of `keyOf`, those of equal keys added up. */
export interface Day<G> {
  readonly day: CalendarDate
  readonly groups: readonly G[]
}

export interface DaySums<G extends DayGroup> {
  /** One row a group of the window; a day may come in several windows. */
  readonly select: (ask: ReportAsk, window: LedgerWindow) => RawBuilder<G>
  readonly keyOf: (group: G) => string
  readonly add: (a: G, b: G) => G
}

/** The days on which there was anything, in their order. */
export async function* daySums<G extends DayGroup>(db: Db, ask: ReportAsk, sums: DaySums<G>): AsyncGenerator<Day<G>> {
  const open = new Map<CalendarDate, Map<string, G>>()
  for await (const window of ledgerWindows(db, ask)) {
    const { rows } = await byKeys(db, (trx) => sums.select(ask, window).execute(trx))
    for (const group of rows as readonly G[]) {
      const groups = open.get(group.day) ?? new Map<string, G>()
      const known = groups.get(sums.keyOf(group))
      groups.set(sums.keyOf(group), known ? sums.add(known, group) : group)
      open.set(group.day, groups)
    }
    // The day that the window ends in may go on in the next.
    const whole = [...open.keys()].filter((day) => !window.last || day < window.last.day).sort()
    for (const day of whole) {
      const groups = [...(open.get(day) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
      yield { day, groups: groups.map(([, group]) => group) }
      open.delete(day)
    }
  }
}

/** Where a report by day goes on: a day, and how many of its rows are done. */
interface DayPlace {
  readonly day: CalendarDate
  readonly done: number
}

/** A report with the rows that `toRows` makes of each day on which there was anything. */
export function dayReport<G extends DayGroup>(
  sums: DaySums<G>,
  toRows: (db: Db, ask: ReportAsk) => Promise<(day: Day<G>) => readonly ReportRow[]>,
): ReportSource {
  return {
    async count(db, ask) {
      const rowsOf = await toRows(db, ask)
      let count = 0
      for await (const day of daySums(db, ask, sums)) count += rowsOf(day).length
      return count
    },
    async read(db, ask, after, limit) {
      const { day: first, done } = (after as DayPlace | undefined) ?? { day: ask.start, done: 0 }
      const rowsOf = await toRows(db, ask)
      const found: ReportRow[] = []
      for await (const day of daySums(db, { ...ask, start: first }, sums)) {
        const rest = rowsOf(day).slice(day.day === first ? done : 0)
        const given = rest.slice(0, limit - found.length)
        found.push(...given)
        if (found.length < limit) continue
        const next: DayPlace =
          given.length < rest.length
            ? { day: day.day, done: (day.day === first ? done : 0) + given.length }
            : { day: addDays(day.day, 1), done: 0 }
        return { rows: found, next: next.day > ask.end ? undefined : next }
      }
      return { rows: found, next: undefined }
    },
  }
}

/** Adds the numbers of two groups; all else is the first one's, since it is the same in both. */
export function addNumbers<G extends object>(a: G, b: G, numbers: readonly (keyof G)[]): G {
  const sum = { ...a }
  for (const key of numbers) sum[key] = ((a[key] as number) + (b[key] as number)) as G[typeof key]
  return sum
}
