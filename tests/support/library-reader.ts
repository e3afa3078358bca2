// Reads workbooks with SheetJS and converts cells to text by the portal's rules: the reference for the portal's
// readers.
import * as XLSX from 'xlsx'
import { trimFields } from '#domain/rows/row-type.ts'
import { tidyText } from '#sheets/tidy-text.ts'
import { cellToAmount, numberToText, serialToText } from '#sheets/cells.ts'
import { toNumberFormat } from '#sheets/number-format.ts'
import type { RowSink, WorkbookOptions, WorkbookResult } from '#sheets/sheet.ts'

/** A row's number and its fields as texts. */
export type PlainFields = [rowNumber: number, fields: string[]]

/** Limits that no test file reaches. */
export const noLimits: WorkbookOptions = {
  maxInflatedBytes: 1e8,
  maxCells: 1e6,
  maxText: 1e8,
  canBeAmount: (column) => column > 0,
}

/** The rows of the first sheet that are not blank. */
export function rowsByLibrary(bytes: Uint8Array): PlainFields[] {
  const book = XLSX.read(bytes, {
    type: 'array',
    dense: true,
    cellText: false,
    cellHTML: false,
    cellFormula: false,
    cellNF: true,
  })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  const is1904 = book.Workbook?.WBProps?.date1904 === true
  const rows: (readonly (XLSX.CellObject | undefined)[] | undefined)[] = sheet?.['!data'] ?? []
  return rows
    .map((cells, index): PlainFields => [
      index + 1,
      trimFields(Array.from(cells ?? [], (cell, column) => cellToText(cell, column, is1904))),
    ])
    .filter(([, fields]) => fields.length > 0)
}

/** The rows that one of the portal's readers finds, and its result. */
export async function rowsByReader(read: (sink: RowSink) => Promise<WorkbookResult>) {
  const rows: PlainFields[] = []
  const result = await read((row) => {
    const fields = trimFields(row.fields)
    if (fields.length > 0) rows.push([row.rowNumber, fields])
    return true
  })
  return { rows, result }
}

function cellToText(cell: XLSX.CellObject | undefined, column: number, is1904: boolean): string {
  if (!cell) return ''
  const { t: type, v: value, z: formatCode } = cell
  if (type === 'e') return errorNames[Number(value)] ?? '#ERROR!'
  if (type === 'b') return value === true ? 'TRUE' : 'FALSE'
  if (typeof value !== 'number') return typeof value === 'string' ? tidyText(value) : ''
  const format = toNumberFormat(0, typeof formatCode === 'string' ? formatCode : undefined)
  if (format.isDate) return serialToText(value, { is1904 })
  return column === 0 ? numberToText(value, format.toText) : cellToAmount(value, format, {})
}

/** By the codes of errors in an xls. */
const errorNames: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
}
