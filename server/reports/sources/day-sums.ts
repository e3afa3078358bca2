// Reports that sum the ledger by day. The ledger is read in windows of a few thousand transactions, and the database
// sums each window. If a day spans several windows, their sums are added here.
import type { RawBuilder } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import type { Db } from '#server/operations/context.ts'
import { withIndexLookupsOnly } from '#server/ledger/rules.ts'
import type { ReportQuery, ReportRow, ReportSource } from '../source.ts'
import { type LedgerWindow, ledgerWindows } from './ledger-windows.ts'

/** A row of the SQL statement: a day, the keys of a group within the day, and the group's sums. */
export interface DayGroup {
  readonly day: CalendarDate
}

/** A complete day with its groups, one for each key, ordered by key. */
export interface Day<G> {
  readonly day: CalendarDate
  readonly groups: readonly G[]
}

export interface DaySums<G extends DayGroup> {
  /** One row for each group of the window. A day can be spread over several windows. */
  readonly select: (query: ReportQuery, window: LedgerWindow) => RawBuilder<G>
  readonly keyOf: (group: G) => string
  readonly add: (a: G, b: G) => G
}

/** The days that have transactions, in order. */
export async function* daySums<G extends DayGroup>(
  db: Db,
  query: ReportQuery,
  sums: DaySums<G>,
): AsyncGenerator<Day<G>> {
  const openDays = new Map<CalendarDate, Map<string, G>>()
  for await (const window of ledgerWindows(db, query)) {
    const { rows } = await withIndexLookupsOnly(db, (trx) => sums.select(query, window).execute(trx))
    for (const group of rows as readonly G[]) {
      const groups = openDays.get(group.day) ?? new Map<string, G>()
      const existing = groups.get(sums.keyOf(group))
      groups.set(sums.keyOf(group), existing ? sums.add(existing, group) : group)
      openDays.set(group.day, groups)
    }
    // The last day of the window can continue in the next window.
    const completeDays = [...openDays.keys()].filter((day) => !window.last || day < window.last.day).sort()
    for (const day of completeDays) {
      const groups = [...(openDays.get(day) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
      yield { day, groups: groups.map(([, group]) => group) }
      openDays.delete(day)
    }
  }
}

/** The position where the report continues: a day, and the number of its returned rows. */
interface DayPosition {
  readonly day: CalendarDate
  readonly returnedRows: number
}

/**
 * A report of the days that have transactions. `prepareRowsOf` runs once for each count or page, and returns the
 * function that turns a day into rows.
 */
export function dayReport<G extends DayGroup>(
  sums: DaySums<G>,
  prepareRowsOf: (db: Db, query: ReportQuery) => Promise<(day: Day<G>) => readonly ReportRow[]>,
): ReportSource {
  return {
    async count(db, query) {
      const rowsOf = await prepareRowsOf(db, query)
      let count = 0
      for await (const day of daySums(db, query, sums)) count += rowsOf(day).length
      return count
    },
    async read(db, query, after, limit) {
      const position = (after as DayPosition | undefined) ?? { day: query.start, returnedRows: 0 }
      const { day: firstDay, returnedRows } = position
      const rowsOf = await prepareRowsOf(db, query)
      const found: ReportRow[] = []
      for await (const day of daySums(db, { ...query, start: firstDay }, sums)) {
        const remainingRows = rowsOf(day).slice(day.day === firstDay ? returnedRows : 0)
        const page = remainingRows.slice(0, limit - found.length)
        found.push(...page)
        if (found.length < limit) continue
        const next: DayPosition =
          page.length < remainingRows.length
            ? { day: day.day, returnedRows: (day.day === firstDay ? returnedRows : 0) + page.length }
            : { day: addDays(day.day, 1), returnedRows: 0 }
        return { rows: found, next: next.day > query.end ? undefined : next }
      }
      return { rows: found, next: undefined }
    },
  }
}

/** Adds the named numbers of two groups. All other values are equal in both, and are taken from the first. */
export function addNumbers<G extends object>(a: G, b: G, numbers: readonly (keyof G)[]): G {
  const sum = { ...a }
  for (const key of numbers) sum[key] = ((a[key] as number) + (b[key] as number)) as G[typeof key]
  return sum
}
