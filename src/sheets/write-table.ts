// Writes a screen's table as a csv or a workbook. Card numbers are masked.
import {
  type Cell,
  type Column,
  columnsOn,
  type Format,
  isNumeric,
  valueToCell,
  valueToExport,
} from '#domain/columns.ts'
import { type Zone } from '#domain/instants.ts'
import { type CsvLines, csvTableLines, writeCsvTable } from './write-csv.ts'
import { writeXlsx, type XlsxSheet } from './write-xlsx.ts'

export interface CsvTable<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly zone: Zone
  /** See CsvTableOptions. Undefined for a file that keeps every comma. */
  readonly dropsFirstComma?: boolean | undefined
}

/** The bytes of a csv with one line per row, its values as `valueToExport` writes them. */
export function tableToCsv<Row>({
  columns,
  rows,
  zone,
  dropsFirstComma = false,
}: CsvTable<Row>): Uint8Array<ArrayBuffer> {
  const fileColumns = columnsOn(columns, 'files')
  return writeCsvTable(
    labelsOf(fileColumns),
    rows.map((row) => rowToFields(fileColumns, row, zone)),
    { textColumns: textColumnsOf(fileColumns), dropsFirstComma },
  )
}

/** The lines of a report's csv one by one, because a report can be too large for memory. */
export function reportToLines<Row>(
  columns: readonly Column<Row>[],
  zone: Zone,
): { readonly first: string; readonly toLine: (row: Row) => string } {
  const fileColumns = columnsOn(columns, 'files')
  const { first, toLine }: CsvLines = csvTableLines(labelsOf(fileColumns), {
    textColumns: textColumnsOf(fileColumns),
    dropsFirstComma: true,
  })
  return { first, toLine: (row) => toLine(rowToFields(fileColumns, row, zone)) }
}

/** The bytes of a workbook with one sheet. Amounts, counts and dates are numbers in it, everything else is text. */
export function tableToXlsx<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  zone: Zone,
  name: string,
): Uint8Array<ArrayBuffer> {
  const { toCells, toSheet } = tableToSheet(columns, zone)
  const cells = rows.map(toCells)
  return writeXlsx({ ...toSheet(cells), name, rows: cells })
}

/**
 * Functions that convert a table to a sheet. `toCells` converts a row. `toSheet` returns the other properties of the
 * sheet, with columns that are wide enough for the cells.
 */
export function tableToSheet<Row>(columns: readonly Column<Row>[], zone: Zone) {
  const fileColumns = columnsOn(columns, 'files')
  return {
    toCells: (row: Row): Cell[] => fileColumns.map(({ key, format }) => valueToCell(row[key], format, zone)),
    toSheet: (cells: readonly (readonly Cell[])[]): Omit<XlsxSheet, 'name' | 'rows'> => ({
      header: labelsOf(fileColumns),
      widths: fileColumns.map(({ label, width }, index) => width ?? widthOf(label, cells, index)),
      textColumns: indexesOf(fileColumns, ({ format }) => isText(format)),
      timeZoneLabel: zone.timeZoneLabel,
    }),
  }
}

// A month is left out, so that a spreadsheet program reads '2027-06' as the first day of the month.
const textColumnsOf = (fileColumns: readonly { readonly format: Format }[]): number[] =>
  indexesOf(fileColumns, ({ format }) => isText(format) && format !== 'month')

function indexesOf<C>(columns: readonly C[], isWanted: (column: C) => boolean): number[] {
  const indexes: number[] = []
  for (const [index, column] of columns.entries()) {
    if (isWanted(column)) indexes.push(index)
  }
  return indexes
}

const labelsOf = (fileColumns: readonly { readonly label: string }[]): string[] => fileColumns.map(({ label }) => label)

const rowToFields = <Row>(fileColumns: readonly Column<Row>[], row: Row, zone: Zone): string[] =>
  fileColumns.map(({ key, format }) => valueToExport(row[key], format, zone))

function isText(format: Format): boolean {
  const isDateOrInstant = format === 'date' || format === 'instant'
  return !isNumeric(format) && !isDateOrInstant
}

/** The width of a column in characters. It fits the longest cell, but is at least 8 and at most 60. */
function widthOf(label: string, cells: readonly (readonly Cell[])[], index: number): number {
  let longest = label.length
  for (const row of cells) longest = Math.max(longest, lengthOf(row[index] ?? ''))
  return Math.min(60, Math.max(8, longest + 2))
}

function lengthOf(cell: Cell): number {
  if (typeof cell === 'string') return cell.length
  if (typeof cell === 'number') return String(cell).length
  // An amount gets group separators and a decimal point.
  if ('amountCents' in cell) return String(cell.amountCents).length * 1.4 + 1
  // An instant is shown as '04 Mar 2026, 10:42 SGT'.
  return cell.withTime ? 22 : 11
}
