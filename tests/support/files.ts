// Creates test files from rows, and simplifies the reader's results for comparison.
import * as XLSX from 'xlsx'
import { type CardRowRules, toRowType } from '#domain/row-types.ts'
import { createRowReader } from '#domain/rows/packed-rows.ts'
import { hasValidCheckDigit } from '#domain/cards/identifiers.ts'
import { readRows } from '#workers/batch-file/read.ts'
import type { ReadResult, ReadRows } from '#workers/sheets-api.ts'

export const loadRules = {
  rules: { kind: 'load', identifierType: 1 },
  accepts: ['csv', 'xlsx', 'xls'],
  maxRows: 5000,
} as const satisfies Omit<ReadRows, 'fileName' | 'file'>

/** The row type of these rules. */
export const loadRows = toRowType(loadRules.rules)

/** The n-th card number of the demo programme's range, with a valid check digit. */
export function cardNumber(n: number): string {
  const body = `900001${String(n).padStart(9, '0')}`
  for (let digit = 0; digit < 10; digit++) if (hasValidCheckDigit(`${body}${digit}`)) return `${body}${digit}`
  throw new Error('No valid check digit')
}

export const trackingNumber = (n: number): string => String(100_000_000_000_000 + n)

/** A csv with this many loads. */
export function loadsCsv(count: number, lineEnd = '\n'): string {
  const lines = ['Card Number,Amount']
  for (let index = 0; index < count; index++)
    lines.push(`${cardNumber(index)},${(index % 500) + 1}.${String(index % 100).padStart(2, '0')}`)
  return lines.join(lineEnd) + lineEnd
}

export type Content = string | Uint8Array<ArrayBuffer> | ArrayBuffer

export function readFile(
  fileName: string,
  content: Content,
  rules: Partial<CardRowRules & Omit<ReadRows, 'fileName' | 'file' | 'rules'>> = {},
): Promise<ReadResult> {
  // Most tests read one or two invalid rows, too few to detect that the file contains loads.
  const { accepts = loadRules.accepts, maxRows = loadRules.maxRows, isInFieldOrder = true, ...others } = rules
  const rowType = toRowType({ ...loadRules.rules, ...others })
  return readRows(rowType, { accepts, maxRows, fileName, isInFieldOrder, file: new Blob([content]) })
}

export interface PlainRow {
  readonly row: number
  readonly identifier: string
  readonly to: string
  readonly amount: string
  readonly cents: number
  readonly fields: number
  readonly findings: string[]
}

const decoder = new TextDecoder()

/** All rows of a result; throws if the file was refused. */
export function rowsOf(result: ReadResult): PlainRow[] {
  if (!result.ok) throw new Error(`Refused: ${result.refusal.code}`)
  const rows: PlainRow[] = []
  const rowAt = createRowReader(result.packedRows, (bytes) => decoder.decode(bytes))
  for (let index = 0; index < result.packedRows.count; index++) {
    const row = rowAt(loadRows, index)
    if (!row) throw new Error(`No row ${index}`)
    rows.push({
      row: row.rowNumber,
      identifier: row.values.identifier,
      to: row.values.identifierTo,
      amount: row.values.amount,
      cents: row.cents[0] ?? 0,
      fields: row.fieldCount,
      findings: row.findings.map(({ code }) => code),
    })
  }
  return rows
}

/** The code with which a file was refused; throws if it was accepted. */
export function refusalOf(result: ReadResult): string {
  if (result.ok) throw new Error(`Accepted with ${result.packedRows.count} rows`)
  return result.refusal.code
}

type Value = string | number | boolean | Date | null
export interface SheetOptions {
  readonly bookType?: 'xlsx' | 'biff8' | 'xlsm' | 'xlsb' | 'ods'
  readonly name?: string
  /** The number of hidden sheets before this sheet. */
  readonly hiddenBefore?: number
  readonly hiddenRows?: readonly number[]
  /** Changes the sheet before the workbook is written. */
  readonly change?: (sheet: XLSX.WorkSheet) => void
}

/** A workbook created by SheetJS; an xlsx by default. */
export function workbook(rows: readonly (readonly Value[])[], options: SheetOptions = {}): ArrayBuffer {
  const { bookType = 'xlsx', name = 'Loads', hiddenBefore = 0, hiddenRows = [], change } = options
  // With a separate table of number formats: otherwise SheetJS adds those of files that it read earlier.
  const book = Object.assign(XLSX.utils.book_new(), { SSF: { 0: 'General', 14: 'm/d/yy' } })
  for (let index = 0; index < hiddenBefore; index++) {
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['not', 'this', 'one']]), `Hidden ${index}`)
  }
  const sheet = XLSX.utils.aoa_to_sheet(rows.map((row) => [...row]))
  if (hiddenRows.length > 0) {
    sheet['!rows'] = []
    for (const row of hiddenRows) sheet['!rows'][row - 1] = { hidden: true }
  }
  change?.(sheet)
  XLSX.utils.book_append_sheet(book, sheet, name)
  book.Workbook = { Sheets: book.SheetNames.map((_, index) => ({ Hidden: index < hiddenBefore ? 1 : 0 })) }
  return XLSX.write(book, { type: 'array', bookType, compression: true }) as ArrayBuffer
}
