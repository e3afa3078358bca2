// Writes an xls (BIFF8) with SheetJS. The library is large and loaded only when it is needed.
import type { CellObject, WorkSheet } from 'xlsx'
import type { Cell } from '#domain/columns.ts'
import { withoutDirectionMarks } from './direction-marks.ts'
import { toSheetName } from './write-xlsx.ts'

export interface XlsSheet {
  readonly name: string
  /** Text stays text, even if it looks like a number. Amounts, counts and days are numbers. */
  readonly rows: readonly (readonly Cell[])[]
  /** Widths of the columns in characters. */
  readonly widths: readonly number[]
}

/** The bytes of a workbook with one sheet. The same rows always give the same bytes. At most 65,536 rows (MS-XLS). */
export async function writeXls({ name, rows, widths }: XlsSheet): Promise<Uint8Array<ArrayBuffer>> {
  const { utils, write } = await import('xlsx')
  const sheet: WorkSheet = { '!cols': widths.map((wch) => ({ wch })) }
  rows.forEach((row, r) => {
    row.forEach((cell, c) => {
      if (cell !== '') sheet[utils.encode_cell({ r, c })] = toCellObject(cell)
    })
  })
  const lastColumn = Math.max(0, ...rows.map(({ length }) => length - 1))
  sheet['!ref'] = utils.encode_range({ r: 0, c: 0 }, { r: Math.max(0, rows.length - 1), c: lastColumn })
  const book = utils.book_new(sheet, toSheetName(name))
  return new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer)
}

function toCellObject(cell: Cell): CellObject {
  if (typeof cell === 'string') return { t: 's', v: withoutDirectionMarks(cell), z: '@' }
  if (typeof cell === 'number') return { t: 'n', v: cell, z: '#,##0' }
  if ('amountCents' in cell) return { t: 'n', v: cell.amountCents / 100, z: '#,##0.00' }
  return { t: 'n', v: cell.serial, z: cell.withTime ? 'dd mmm yyyy, hh:mm' : 'dd mmm yyyy' }
}
