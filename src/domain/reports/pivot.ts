// A pivot table of a report: campaigns as rows, months as columns, and one of the report's sums in each cell.
import { type ReportColumnName, type ReportTableRow } from './columns.ts'
import type { Report } from './reports.ts'
import { cellToNumber } from './series.ts'

/** The grouping of the sums. */
export type PivotGrouping = 'campaign' | 'month' | 'both'

export interface Pivot {
  /** Campaigns, or months if the grouping is 'month'. */
  readonly rows: readonly { readonly name: string; readonly values: readonly number[]; readonly total: number }[]
  /** The columns, months 'yyyy-mm'; empty unless the grouping is 'both'. */
  readonly months: readonly string[]
  /** The total of each column, in minor units or as a count. */
  readonly totals: readonly number[]
  readonly total: number
}

/** The possible groupings of a report. A report without campaigns, months or sums has none. */
export function possibleGroupings({ columns, sums = [] }: Report): readonly PivotGrouping[] {
  const hasMonth = findMonthColumn(columns) !== undefined
  if (sums.length === 0 || !columns.includes('CAMPAIGN') || !hasMonth) return []
  return ['campaign', 'month', 'both']
}

/** The pivot table of the rows of a report. `measure` is one of the report's sums. */
export function toPivot(
  report: Report,
  rows: readonly ReportTableRow[],
  grouping: PivotGrouping,
  measure: ReportColumnName,
): Pivot {
  const monthColumn = findMonthColumn(report.columns)
  const readMonth = (row: ReportTableRow) => {
    const day = monthColumn === undefined ? '' : toText(row[monthColumn])
    return day.slice(0, 'yyyy-mm'.length)
  }
  const hasMonthColumns = grouping === 'both'
  const months = hasMonthColumns ? [...new Set(rows.map(readMonth))].toSorted() : []
  // Without columns for months, the sums are in a single column.
  const columnCount = Math.max(months.length, 1)
  const sumsByName = new Map<string, number[]>()
  for (const row of rows) {
    const name = grouping === 'month' ? readMonth(row) : toText(row['CAMPAIGN'])
    const values = sumsByName.get(name) ?? Array.from({ length: columnCount }, () => 0)
    const column = hasMonthColumns ? months.indexOf(readMonth(row)) : 0
    values[column] = (values[column] ?? 0) + cellToNumber(measure, row[measure])
    sumsByName.set(name, values)
  }
  const sortedRows = [...sumsByName]
    .map(([name, values]) => ({ name, values, total: sum(values) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const totals = Array.from({ length: columnCount }, (_, column) =>
    sum(sortedRows.map(({ values }) => values[column] ?? 0)),
  )
  return { rows: sortedRows, months, totals, total: sum(totals) }
}

/** The columns that can give the month of a row. The first column that the report has is used. */
const monthColumns: readonly ReportColumnName[] = ['DATE', 'MONTH', 'POSTED', 'EXPIRED', 'ORDERED']
const findMonthColumn = (columns: readonly ReportColumnName[]) =>
  monthColumns.find((column) => columns.includes(column))
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
