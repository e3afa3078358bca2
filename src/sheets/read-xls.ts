// Reads an xls with SheetJS, which knows how an xls encodes texts. SheetJS receives only the records of one sheet. The
// library is large, so it is loaded only if such a file is opened.
import type { CellObject, WorkSheet } from 'xlsx'
import type { Cell } from '#domain/columns.ts'
import { NO_VALUE } from '#domain/rows/fields.ts'
import { DAYS_TO_1904 } from './cells.ts'
import { readCompound } from './compound.ts'
import { limitText } from './limit-text.ts'
import { createNumberReader } from './number-cells.ts'
import { createFormatParser, toNumberFormat } from './number-format.ts'
import { MAX_COLUMNS, type RowSink, type WorkbookOptions, type WorkbookResult } from './sheet.ts'
import { tidyText } from './tidy-text.ts'
import { type ReducedXls, reduceXls } from './xls-records.ts'
import { BrokenFileError, refuseOnError } from './zip.ts'

type SheetJs = typeof import('xlsx')

/** Passes the sheet's rows to the sink. Never throws, whatever the file contains. */
export async function readXls(
  bytes: Uint8Array<ArrayBuffer>,
  sink: RowSink,
  options: WorkbookOptions,
): Promise<WorkbookResult> {
  return refuseOnError(async () => {
    const workbook = await openXls(bytes, options.maxCells, options.sheet)
    if (typeof workbook === 'string') return { kind: workbook }
    const { reduced, sheet, sheetName } = workbook
    const wantsMoreRows = passRows(sheet, reduced, options, limitText(sink, options))
    if (reduced.isCut && wantsMoreRows) return { kind: 'tooLarge' }
    const { sheets, unreadSheetCount, hiddenRows, hiddenColumns, merged, formulas } = reduced
    return { kind: 'sheet', sheetName, sheets, unreadSheetCount, hiddenRows, hiddenColumns, merged, formulas }
  })
}

/** A small sheet to show. Numbers with two decimals are amounts, other numbers are counts, and dates are days. */
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
    const toCellOrEmpty = (cell: CellObject | undefined) => (cell ? toCell(cell, reduced.is1904) : '')
    // Not `map`, which would skip the rows and cells that are missing from the arrays.
    const rows = Array.from(rowsOf(sheet), (cells) => Array.from(cells ?? [], toCellOrEmpty))
    return { kind: 'sheet', sheetName, rows }
  })
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
  { is1904, positionsWithoutValue }: ReducedXls,
  options: WorkbookOptions,
  sink: RowSink,
): boolean {
  const rows = rowsOf(sheet)
  const numbers = createNumberReader({ ...options, is1904 })
  const toFormat = createFormatParser()
  const toText = (cell: CellObject, column: number): string => {
    const number = numberOf(cell)
    if (number === undefined) return cellToText(cell)
    return numbers.toText(number, column, toFormat(GENERAL_ID, codeOf(cell)))
  }
  const columnsWithoutValue = new Map<number, number[]>()
  for (const position of positionsWithoutValue) {
    const row = Math.floor(position / MAX_COLUMNS)
    columnsWithoutValue.set(row, [...(columnsWithoutValue.get(row) ?? []), position % MAX_COLUMNS])
  }
  for (let rowIndex = 0; rowIndex < rows.length; rowIndex++) {
    const cells = rows[rowIndex]
    // A row in which only formulas without a result are counts as empty. Users prepare such rows below a table.
    if (!cells) continue
    const fields = Array.from(cells, (cell, column) => (cell ? toText(cell, column) : ''))
    // SheetJS did not receive the formulas that have no result.
    for (const column of columnsWithoutValue.get(rowIndex) ?? []) {
      while (fields.length <= column) fields.push('')
      fields[column] = NO_VALUE
    }
    if (!sink({ rowNumber: rowIndex + 1, fields, marks: numbers.takeRowMarks() })) return false
  }
  return true
}

const rowsOf = (sheet: WorkSheet): readonly (readonly (CellObject | undefined)[] | undefined)[] => sheet['!data'] ?? []

// SheetJS calls a cell's type `t` ('n' number, 'e' error, 'b' boolean), its value `v`, and its format code `z`.
const numberOf = ({ t, v }: CellObject): number | undefined => (t === 'n' && typeof v === 'number' ? v : undefined)
/** The id of the general format. It applies to a cell for which SheetJS gives no code of a format. */
const GENERAL_ID = 0
const codeOf = ({ z }: CellObject): string | undefined => (typeof z === 'string' ? z : undefined)

/** The text of a cell that contains no number. */
function cellToText({ t, v }: CellObject): string {
  if (t === 'e') return errorNames[Number(v)] ?? '#ERROR!'
  if (t === 'b') return v === true ? 'TRUE' : 'FALSE'
  return typeof v === 'string' ? tidyText(v) : ''
}

function toCell(cell: CellObject, is1904: boolean): Cell {
  const number = numberOf(cell)
  if (number === undefined) return cellToText(cell)
  const { isDate, isPercent, decimals } = toNumberFormat(GENERAL_ID, codeOf(cell))
  if (isDate) return { serial: is1904 ? number + DAYS_TO_1904 : number, withTime: !Number.isInteger(number) }
  const isAmount = decimals === 2 && !isPercent
  return isAmount ? { amountCents: Math.round(number * 100) } : number
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
