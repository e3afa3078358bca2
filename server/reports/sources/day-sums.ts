// Reports that sum the ledger by day. The ledger is read in windows of a few thousand transactions, and the database
// sums each window. If a day spans several windows, their sums are added here.
import type { RawBuilder } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import type { Db } from '#server/operations/context.ts'
import { withIndexLookupsOnly } from '#server/ledger/rules.ts'
import type { ReportQuery, ReportRow, ReportSource } from '../source.ts'
import { findReportCampaigns, type ReportCampaign } from './campaigns.ts'
import { type LedgerWindow, ledgerWindows } from './ledger-windows.ts'

/** A row of the SQL statement: a group within a day, with its sums. Each report adds its columns. */
export interface DayGroup {
  readonly day: CalendarDate
}

/** A complete day with its groups, one for each key, ordered by key. */
interface Day<G> {
  readonly date: CalendarDate
  readonly groups: readonly G[]
}

/** How a report groups the ledger of a day, and sums each group. */
export interface DayGrouping<G extends DayGroup> {
  /** A query for the groups of a window. If a day is in several windows, each window has a row of its groups. */
  readonly select: (query: ReportQuery, window: LedgerWindow) => RawBuilder<G>
  /** Identifies the group within its day. */
  readonly keyOf: (group: G) => string
  /** Adds the rows of a group from two windows. */
  readonly add: (a: G, b: G) => G
}

/** Yields the days that have transactions, in order. */
export async function* readDaySums<G extends DayGroup>(
  db: Db,
  query: ReportQuery,
  grouping: DayGrouping<G>,
): AsyncGenerator<Day<G>> {
  /** The groups of days that may continue in the next window, by key. */
  const openDays = new Map<CalendarDate, Map<string, G>>()
  for await (const window of ledgerWindows(db, query)) {
    const { rows } = await withIndexLookupsOnly(db, (trx) => grouping.select(query, window).execute(trx))
    for (const group of rows as readonly G[]) {
      const groups = openDays.get(group.day) ?? new Map<string, G>()
      const key = grouping.keyOf(group)
      const existing = groups.get(key)
      groups.set(key, existing ? grouping.add(existing, group) : group)
      openDays.set(group.day, groups)
    }
    // The last day of the window can continue in the next window.
    const { last } = window
    const isComplete = (day: CalendarDate) => last === undefined || day < last.day
    const completeDays = [...openDays.keys()].filter(isComplete).sort()
    for (const date of completeDays) {
      const groups = [...(openDays.get(date)?.values() ?? [])]
      yield { date, groups: groups.sort((a, b) => (grouping.keyOf(a) < grouping.keyOf(b) ? -1 : 1)) }
      openDays.delete(date)
    }
  }
}

/** The position where the report continues: a day, and the number of its returned rows. */
interface DayPosition {
  readonly day: CalendarDate
  readonly returnedRows: number
}

interface CampaignGroup extends DayGroup {
  readonly campaign_id: number
}

/**
 * A report with the sums of each day that has transactions. Within a day, the campaigns are in the order of their
 * names. `toRow` returns the columns after DATE and CAMPAIGN.
 */
export function dayReport<G extends CampaignGroup>(
  grouping: DayGrouping<G>,
  toRow: (group: G) => ReportRow,
): ReportSource {
  const dayToRows = ({ date, groups }: Day<G>, campaigns: readonly ReportCampaign[]): ReportRow[] =>
    campaigns.flatMap(({ id, name }) =>
      groups
        .filter(({ campaign_id }) => campaign_id === id)
        .map((group) => ({ DATE: date, CAMPAIGN: name, ...toRow(group) })),
    )
  return {
    async count(db, query) {
      const campaigns = await findReportCampaigns(db, query)
      let count = 0
      for await (const day of readDaySums(db, query, grouping)) count += dayToRows(day, campaigns).length
      return count
    },
    async read(db, query, after, limit) {
      const position = (after as DayPosition | undefined) ?? { day: query.start, returnedRows: 0 }
      const campaigns = await findReportCampaigns(db, query)
      const found: ReportRow[] = []
      for await (const day of readDaySums(db, { ...query, start: position.day }, grouping)) {
        const returnedRows = day.date === position.day ? position.returnedRows : 0
        const remainingRows = dayToRows(day, campaigns).slice(returnedRows)
        const page = remainingRows.slice(0, limit - found.length)
        found.push(...page)
        if (found.length < limit) continue
        const isDayComplete = page.length === remainingRows.length
        const next: DayPosition = isDayComplete
          ? { day: addDays(day.date, 1), returnedRows: 0 }
          : { day: day.date, returnedRows: returnedRows + page.length }
        return { rows: found, next: next.day > query.end ? undefined : next }
      }
      return { rows: found, next: undefined }
    },
  }
}

/**
 * Adds the values with these keys, which must be numbers. All other values are equal in both groups, and are taken from
 * the first.
 */
export function addNumbers<G extends object>(a: G, b: G, numbers: readonly (keyof G)[]): G {
  const sum = { ...a }
  for (const key of numbers) sum[key] = ((a[key] as number) + (b[key] as number)) as G[typeof key]
  return sum
}
