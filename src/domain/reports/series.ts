// Converts the rows of a report to chart data: the categories of the axis, and one series for each value of the split
// column. Amounts stay integer minor units.
import { m } from '#words/messages.js'
import { decimalToCents } from '#domain/money.ts'
import { type ReportColumnName, reportColumns, type ReportTableRow } from './columns.ts'
import type { ReportChart } from './reports.ts'

export interface Series {
  readonly name: string
  /** The value of each category, in minor units or as a count; 0 for a category without rows. */
  readonly values: readonly number[]
}

export interface ChartSeries {
  /** Days 'yyyy-mm-dd', months 'yyyy-mm' or names, in the order of the axis. */
  readonly categories: readonly string[]
  readonly series: readonly Series[]
}

/** Maximum number of series that users can distinguish; the smallest are merged. */
export const MAX_SERIES = 6
const OTHERS_LABEL = m.reports_others()

/** Undefined if nothing can be drawn: there are no rows, or a line would have only one point. */
export function rowsToSeries(chart: ReportChart, rows: readonly ReportTableRow[]): ChartSeries | undefined {
  const categories = findCategories(chart, rows)
  const isLineOfOnePoint = chart.kind === 'line' && categories.length < 2
  if (rows.length === 0 || isLineOfOnePoint) return undefined
  const categoryIndexes = new Map(categories.map((category, index) => [category, index]))
  const sums = new Map<string, number[]>()
  for (const row of rows) {
    const index = categoryIndexes.get(toText(row[chart.by])) ?? 0
    for (const column of chart.values) {
      const name = chart.split ? toText(row[chart.split]) : reportColumns[column].label
      const values = sums.get(name) ?? categories.map(() => 0)
      values[index] = (values[index] ?? 0) + cellToNumber(column, row[column])
      sums.set(name, values)
    }
  }
  const series = [...sums].map(([name, values]) => ({ name, values })).toSorted((a, b) => totalSize(b) - totalSize(a))
  return { categories, series: series.length <= MAX_SERIES ? series : mergeSmallest(series) }
}

/** True if the axis has days or months, not names. */
export const isTimeAxis = ({ by }: ReportChart): boolean => by === 'DATE' || by === 'MONTH'

/** The categories of the axis: days and months in order, names by size. */
function findCategories(chart: ReportChart, rows: readonly ReportTableRow[]): readonly string[] {
  const { by, values } = chart
  const sizes = new Map<string, number>()
  for (const row of rows) {
    const size = values.reduce((sum, column) => sum + Math.abs(cellToNumber(column, row[column])), 0)
    const category = toText(row[by])
    sizes.set(category, (sizes.get(category) ?? 0) + size)
  }
  if (isTimeAxis(chart)) return [...sizes.keys()].toSorted()
  return [...sizes].toSorted(([, sizeOfA], [, sizeOfB]) => sizeOfB - sizeOfA).map(([category]) => category)
}

function mergeSmallest(series: readonly Series[]): readonly Series[] {
  const largest = series.slice(0, MAX_SERIES - 1)
  const others = series.slice(MAX_SERIES - 1)
  const sumAt = (index: number) => others.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)
  const categoryCount = series[0]?.values.length ?? 0
  const values = Array.from({ length: categoryCount }, (_, index) => sumAt(index))
  return [...largest, { name: OTHERS_LABEL, values }]
}

const totalSize = ({ values }: Series): number => values.reduce((sum, value) => sum + Math.abs(value), 0)

/** An amount in minor units, or a count; 0 for anything else. */
export function cellToNumber(column: ReportColumnName, value: unknown): number {
  if (reportColumns[column].format === 'amount') return decimalToCents(toText(value)) ?? 0
  return typeof value === 'number' ? value : 0
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}
