// Workbooks by way of SheetJS: every xls, and those xlsx that the lean reader does not understand.
// The library is big and loaded only when such a file comes.
import type { CellObject, WorkBook, WorkSheet } from 'xlsx'
import { isDateFormat, numberToAmount, numberToIdentifier, serialToText } from './cells.ts'
import { MAX_COLUMNS, MAX_SHEET_COLUMNS, MAX_SHEET_ROWS, type RowSink, type WorkbookResult } from './sheet.ts'

type SheetJs = typeof import('xlsx')

/**
 * Gives the first visible sheet's rows to the sink. The bytes must be known to be small: SheetJS limits rows, not what it
 * inflates. Throws nothing: a workbook that it cannot open is 'broken' or 'encrypted'.
 */
export async function readWithSheetJs(bytes: Uint8Array, sink: RowSink): Promise<WorkbookResult> {
  const sheetJs = await import('xlsx')
  try {
    const workbook = readFirstVisible(sheetJs, bytes)
    if (!workbook) return { kind: 'noVisibleSheet' }
    const { sheet, sheetName, otherSheets, is1904 } = workbook
    // As far apart as the file says: such arrays are walked by what they hold, not by their length.
    if (isBeyondSheet(sheet['!data'] ?? [])) return { kind: 'tooLarge' }
    giveRows(sheet, is1904, sink)
    const hiddenRows = Object.values(sheet['!rows'] ?? []).filter((row) => row?.hidden).length
    return { kind: 'sheet', sheetName, otherSheets, hiddenRows }
  } catch (error) {
    const isLocked = error instanceof Error && /password|encrypt/i.test(error.message)
    return { kind: isLocked ? 'encrypted' : 'broken' }
  }
}

/** A small workbook as spreadsheet programs write it, for a reader that wants to practise before the first real one comes. */
export async function sampleWorkbook(
  bookType: 'xlsx' | 'biff8',
  rows: readonly (readonly (string | number)[])[],
): Promise<Uint8Array<ArrayBuffer>> {
  const { utils, write } = await import('xlsx')
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Sample')
  return new Uint8Array(write(book, { type: 'array', bookType, bookSST: true, compression: true }) as ArrayBuffer)
}

function readFirstVisible(sheetJs: SheetJs, bytes: Uint8Array) {
  const read = (index: number): WorkBook =>
    sheetJs.read(bytes, { type: 'array', dense: true, cellText: false, cellHTML: false, cellFormula: false, cellNF: true, cellStyles: true, sheets: index }) // prettier-ignore
  const first = read(0)
  const index = visibleIndex(first)
  if (index < 0) return undefined
  const workbook = index === 0 ? first : read(index)
  const sheetName = workbook.SheetNames[index] ?? ''
  const sheet = workbook.Sheets[sheetName]
  if (!sheet) throw new Error('the sheet cannot be read')
  const is1904 = workbook.Workbook?.WBProps?.date1904 === true
  return { sheet, sheetName, otherSheets: workbook.SheetNames.length - 1, is1904 }
}

const visibleIndex = (workbook: WorkBook): number =>
  workbook.SheetNames.findIndex((_, index) => !workbook.Workbook?.Sheets?.[index]?.Hidden)

function isBeyondSheet(rows: readonly (readonly unknown[] | undefined)[]): boolean {
  return rows.length > MAX_SHEET_ROWS || Object.values(rows).some((cells) => (cells?.length ?? 0) > MAX_SHEET_COLUMNS)
}

function giveRows(sheet: WorkSheet, is1904: boolean, sink: RowSink): void {
  const rows: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? []
  for (let r = 0; r < rows.length; r++) {
    const cells = rows[r]
    if (!cells) continue
    const fields = Array.from(cells.slice(0, MAX_COLUMNS), (cell, column) =>
      cell ? cellToText(cell, column, is1904) : '',
    )
    if (cells.length > MAX_COLUMNS) fields[MAX_COLUMNS - 1] = '…'
    if (!sink({ rowNumber: r + 1, fields })) return
  }
}

function cellToText(cell: CellObject, column: number, is1904: boolean): string {
  const { t, v } = cell
  if (t === 'e') return errorNames[Number(v)] ?? '#ERROR!'
  if (t === 'b') return v === true ? 'TRUE' : 'FALSE'
  if (typeof v !== 'number') return typeof v === 'string' ? v : ''
  if (typeof cell.z === 'string' && isDateFormat(cell.z)) return serialToText(v, is1904)
  return column === 0 ? numberToIdentifier(v) : numberToAmount(v)
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
