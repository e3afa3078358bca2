// Converts a report's response or csv into the rows and columns of a table.
import type { ReportResponse } from '#contract/reports.ts'
import type { Column } from '#domain/columns.ts'
import { type Cents, centsToText, decimalToCents } from '#domain/money.ts'
import { reportColumns, type ReportColumnName, type ReportTableRow, toReportColumns } from '#domain/reports/columns.ts'
import type { Report } from '#domain/reports/reports.ts'
import type { FileRows } from '#services/lists/useFileRows.ts'
import { numberToText } from '#words/figures.ts'

export interface ReportTable {
  readonly columns: readonly Column<ReportTableRow>[]
  readonly rows: readonly ReportTableRow[]
  /** Number of rows of the whole report; undefined if unknown. */
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

/** The rows of a csv; its header contains the labels of the columns. */
export function fileToTable(
  { columns: reportColumnNames }: Report,
  { header, rows, total, isTruncated }: FileRows,
): ReportTable {
  const namesByLabel = new Map<string, ReportColumnName>(
    reportColumnNames.map((name) => [reportColumns[name].label, name]),
  )
  const columns = header.map((label): Column<ReportTableRow> => {
    const name = namesByLabel.get(label)
    return name === undefined ? { key: label, label, format: 'text' } : { key: name, ...reportColumns[name] }
  })
  const names = columns.map(({ key }) => key)
  return { columns, rows: rows.map((cells, index) => toRow(names, cells, index)), total, truncated: isTruncated }
}

function toRow(names: readonly string[], cells: readonly unknown[], index: number): ReportTableRow {
  const row: Record<string, unknown> = {}
  for (const [column, name] of names.entries()) row[name] = cells[column]
  return { ...row, key: String(index) }
}

export interface ReportSum {
  readonly label: string
  readonly text: string
  readonly isAmount: boolean
}

/** The report's sums; empty if the table has only a part of its rows. */
export function toSums({ sums = [] }: Report, { columns, rows, truncated }: ReportTable): readonly ReportSum[] {
  if (truncated || rows.length === 0) return []
  return sums
    .filter((name) => columns.some(({ key }) => key === name))
    .map((name) => {
      const { label, format } = reportColumns[name]
      const isAmount = format === 'amount'
      let sum = 0
      for (const row of rows) sum += isAmount ? (decimalToCents(toText(row[name])) ?? 0) : Number(row[name] ?? 0)
      return { label, isAmount, text: isAmount ? centsToText(sum as Cents) : numberToText(sum) }
    })
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
