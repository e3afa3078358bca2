// Converts a report's response or csv into the rows and columns of a table.
import type { ReportResponse } from '#contract/reports.ts'
import type { Column } from '#domain/columns.ts'
import { cents, centsToText, decimalToCents } from '#domain/money.ts'
import { reportColumns, type ReportTableRow, toReportColumns } from '#domain/reports/columns.ts'
import type { Report } from '#domain/reports/reports.ts'
import type { FileRows } from '#services/lists/useFileRows.ts'
import { numberToText } from '#words/figures.ts'

export interface ReportTable {
  readonly columns: readonly Column<ReportTableRow>[]
  readonly rows: readonly ReportTableRow[]
  /** Number of rows of the whole report. Undefined if unknown. */
  readonly total: number | undefined
  /** True if the report has more rows than `rows`. */
  readonly truncated: boolean
  /** The age of the figures in seconds, if they come from a replica of the database. */
  readonly lagSeconds?: number | undefined
}

/** Column headings while the response is pending. */
export const placeholderColumns = ({ columns }: Report): readonly Column<ReportTableRow>[] =>
  columns.map((key) => ({ key, ...reportColumns[key] }))

export function responseToTable({ columns, meta, data, total, truncated, lagSeconds }: ReportResponse): ReportTable {
  return {
    columns: toReportColumns(columns, meta),
    rows: data.map((cells, index) => toRow(columns, cells, index)),
    total,
    truncated,
    lagSeconds,
  }
}

/** The table of a csv. Its header has the labels of the columns. A column with an unknown label has the format 'text'. */
export function fileToTable(report: Report, { header, rows, total, isTruncated }: FileRows): ReportTable {
  const columns = header.map((label): Column<ReportTableRow> => {
    const name = report.columns.find((each) => reportColumns[each].label === label)
    return name === undefined ? { key: label, label, format: 'text' } : { key: name, ...reportColumns[name] }
  })
  const names = columns.map(({ key }) => key)
  return { columns, rows: rows.map((cells, index) => toRow(names, cells, index)), total, truncated: isTruncated }
}

function toRow(names: readonly string[], cells: readonly unknown[], rowIndex: number): ReportTableRow {
  const row: Record<string, unknown> = {}
  for (const [columnIndex, name] of names.entries()) row[name] = cells[columnIndex]
  return { ...row, key: String(rowIndex) }
}

export interface ReportSum {
  readonly label: string
  readonly text: string
  readonly isAmount: boolean
}

/** The report's sums. No sums if the table has only a part of its rows. */
export function toSums({ sums = [] }: Report, { columns, rows, truncated }: ReportTable): readonly ReportSum[] {
  if (truncated || rows.length === 0) return []
  const namesInTable = sums.filter((name) => columns.some(({ key }) => key === name))
  return namesInTable.map((name) => {
    const { label, format } = reportColumns[name]
    const isAmount = format === 'amount'
    const values = rows.map((row) => (isAmount ? cellToCents(row[name]) : Number(row[name] ?? 0)))
    const sum = values.reduce((total, value) => total + value, 0)
    return { label, isAmount, text: isAmount ? centsToText(cents(sum)) : numberToText(sum) }
  })
}

/** 0 for a cell without an amount. */
function cellToCents(cell: unknown): number {
  const amount = typeof cell === 'string' ? decimalToCents(cell) : undefined
  return amount ?? 0
}
