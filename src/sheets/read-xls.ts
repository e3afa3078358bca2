// Reads an xls with SheetJS, which knows how its texts are encoded. SheetJS receives only the records of one sheet. The
// library is large and loaded only if such a file is opened.
import type { CellObject, WorkSheet } from 'xlsx'
import type { Cell } from '#domain/columns.ts'
import { NO_VALUE } from '#domain/rows/fields.ts'
import { createMarks, createCurrencyTest } from './cell-marks.ts'
import {
  cellToAmount,
  roundedByFormat,
  DAYS_TO_1904,
  isDateFormat,
  isDecimalFormat,
  numberToText,
  serialToText,
} from './cells.ts'
import { readCompound } from './compound.ts'
import { limitText } from './limit-text.ts'
import { codeToNumberFormat, type NumberFormat } from './number-format.ts'
import { MAX_COLUMNS, type RowSink, type WorkbookLimits, type WorkbookResult } from './sheet.ts'
import { tidyText } from './tidy-text.ts'
import { type ReducedXls, reduceXls } from './xls-records.ts'
import { BrokenFileError, TooLargeError } from './zip.ts'

type SheetJs = typeof import('xlsx')

/** Passes the sheet's rows to the sink. Never throws, whatever the file contains. */
export async function readXls(
  bytes: Uint8Array<ArrayBuffer>,
  sink: RowSink,
  limits: WorkbookLimits,
): Promise<WorkbookResult> {
  return refuseOnError(async () => {
    const workbook = await openXls(bytes, limits.maxCells, limits.sheet)
    if (typeof workbook === 'string') return { kind: workbook }
    const { reduced, sheet, sheetName } = workbook
    const wantsMoreRows = passRows(sheet, reduced, limits, limitText(sink, limits))
    if (reduced.isCut && wantsMoreRows) return { kind: 'tooLarge' }
    const { sheets, unreadSheetCount, hiddenRows, hiddenColumns, merged, formulas } = reduced
    return { kind: 'sheet', sheetName, sheets, unreadSheetCount, hiddenRows, hiddenColumns, merged, formulas }
  })
}

/** A small sheet to show: numbers with two decimals as amounts, other numbers as counts, dates as days. */
export type XlsCells =
  | { readonly kind: 'sheet'; readonly sheetName: string; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'encrypted' | 'noVisibleSheet' | 'broken' | 'tooLarge' }

/** The cells of the sheet that was open when the workbook was saved. Never throws, whatever the file contains. */
export async function readXlsCells(bytes: Uint8Array<ArrayBuffer>, maxCells: number): Promise<XlsCells> {
  return refuseOnError(async () => {
    const workbook = await openXls(bytes, maxCells)
    if (typeof workbook === 'string') return { kind: workbook }
    const { reduced, sheet, sheetName } = workbook
    if (reduced.isCut) return { kind: 'tooLarge' }
    // Rows and cells can be missing from the arrays, so that `map` would skip them.
    const rows = Array.from(rowsOf(sheet), (cells) =>
      Array.from(cells ?? [], (cell) => (cell ? toCell(cell, reduced.is1904) : '')),
    )
    return { kind: 'sheet', sheetName, rows }
  })
}

/** Runs a reader, and converts errors of the file to a result. */
async function refuseOnError<Result>(
  read: () => Promise<Result>,
): Promise<Result | { readonly kind: 'tooLarge' | 'broken' }> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof TooLargeError) return { kind: 'tooLarge' }
    if (error instanceof BrokenFileError) return { kind: 'broken' }
    throw error
  }
}

async function openXls(bytes: Uint8Array<ArrayBuffer>, maxCells: number, wantedSheet?: string) {
  const file = readCompound(bytes)
  // A workbook with a password is a compound file with a stream of this name, whatever its extension (MS-OFFCRYPTO
  // 2.3.4.4).
  if (file.names.has('encryptedpackage') || file.names.has('encryption')) return 'encrypted'
  const stream = file.stream('workbook') ?? file.stream('book')
  if (!stream) return 'broken'
  const reduced = reduceXls(stream, maxCells, wantedSheet)
  if (typeof reduced === 'string') return reduced
  return { reduced, ...readSheet(await import('xlsx'), reduced.stream) }
}

function readSheet({ read }: SheetJs, stream: Uint8Array): { sheet: WorkSheet; sheetName: string } {
  try {
    const book = read(stream, {
      type: 'buffer',
      dense: true,
      cellText: false,
      cellHTML: false,
      cellFormula: false,
      cellNF: true,
    })
    const [sheetName = ''] = book.SheetNames
    const sheet = book.Sheets[sheetName]
    if (sheet) return { sheet, sheetName }
  } catch {
    // The library throws many types of errors for damaged files.
  }
  throw new BrokenFileError('the sheet cannot be read')
}

/** Returns true if the sink wants more rows than the sheet has. */
function passRows(
  sheet: WorkSheet,
  { is1904, noValue }: ReducedXls,
  { canBeAmount, currency }: WorkbookLimits,
  sink: RowSink,
): boolean {
  const rows = rowsOf(sheet)
  const isProgrammeCurrency = createCurrencyTest(currency)
  const marks = createMarks()
  const formats = new Map<string, NumberFormat>()
  const formatOf = ({ z }: CellObject): NumberFormat => {
    const code = typeof z === 'string' ? z : 'General'
    const format = formats.get(code) ?? codeToNumberFormat(code)
    formats.set(code, format)
    return format
  }
  const toText = (cell: CellObject, column: number): string => {
    const { t, v } = cell
    if (t !== 'n' || typeof v !== 'number') return cellToText(cell)
    const format = formatOf(cell)
    if (format.isDate) {
      marks.addDate(column)
      return serialToText(v, { is1904, isMonth: format.isMonth })
    }
    if (!canBeAmount(column)) return numberToText(v, format.toText)
    if (format.displayUnit) marks.addDisplayUnit(column, format.displayUnit)
    const amount = cellToAmount(v, format, isProgrammeCurrency)
    marks.addAmount(amount, roundedByFormat(v, format))
    return amount
  }
  const columnsWithoutValue = new Map<number, number[]>()
  for (const position of noValue) {
    const row = Math.floor(position / MAX_COLUMNS)
    columnsWithoutValue.set(row, [...(columnsWithoutValue.get(row) ?? []), position % MAX_COLUMNS])
  }
  for (let rowIndex = 0; rowIndex < rows.length; rowIndex++) {
    const cells = rows[rowIndex]
    // Users prepare formulas in rows below a table. A row with only formulas that have no result counts as empty.
    if (!cells) continue
    const fields = Array.from(cells, (cell, column) => (cell ? toText(cell, column) : ''))
    // Marks formulas that have no result.
    for (const column of columnsWithoutValue.get(rowIndex) ?? []) {
      while (fields.length <= column) fields.push('')
      fields[column] = NO_VALUE
    }
    if (!sink({ rowNumber: rowIndex + 1, fields, marks: marks.takeRowMarks() })) return false
  }
  return true
}

const rowsOf = (sheet: WorkSheet): readonly (readonly (CellObject | undefined)[] | undefined)[] => sheet['!data'] ?? []

/** The text of a cell that contains no number. */
function cellToText({ t, v }: CellObject): string {
  if (t === 'e') return errorNames[Number(v)] ?? '#ERROR!'
  if (t === 'b') return v === true ? 'TRUE' : 'FALSE'
  return typeof v === 'string' ? tidyText(v) : ''
}

function toCell(cell: CellObject, is1904: boolean): Cell {
  const { t, v, z } = cell
  if (t !== 'n' || typeof v !== 'number') return cellToText(cell)
  const format = typeof z === 'string' ? z : 'General'
  if (isDateFormat(format)) return { serial: is1904 ? v + DAYS_TO_1904 : v, withTime: !Number.isInteger(v) }
  return isDecimalFormat(format) ? { amountCents: Math.round(v * 100) } : v
}

const errorNames: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
  0x2b: '#GETTING_DATA',
}
