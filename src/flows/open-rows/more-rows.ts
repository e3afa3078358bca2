// Reads rows to add to the open rows: pasted from a spreadsheet, or from a corrected file. Uses the same worker and
// checks as for the first file.
import { m } from '#words/messages.js'
import type { SheetExtension } from '#domain/batch/types.ts'
import { type RowRules, toRowType } from '#domain/row-types.ts'
import { messageToText } from '#domain/messages/to-text.ts'
import { createRowReader } from '#domain/rows/packed-rows.ts'
import type { CheckedRow } from '#domain/rows/row-type.ts'
import { createCellReader, type ExtraColumns } from '#domain/rows/extra-columns.ts'
import { withoutCurrencies } from '#rows/plain-amounts.ts'
import type { AnyRows } from '#rows/rows.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { columnsToMessages, readWithEarlierChoice } from '#flows/file-columns.ts'
import { assumedToMessages } from './assumptions.ts'
import { isUserFile } from './generated-file.ts'

export type MoreRowsResult =
  /** `leftOut`: messages about lines that were not read as rows. */
  | { readonly ok: true; readonly rows: readonly CheckedRow[]; readonly leftOut: readonly string[] }
  | { readonly ok: false; readonly text: string; readonly hint?: string | undefined }

/** The accepted formats of a file, and the maximum number of open rows. */
export interface RowLimits {
  readonly accepts: readonly SheetExtension[]
  readonly maxRows: number
}

/** The rows of a file, checked on this device. */
export async function readMoreRows(
  file: File,
  rules: RowRules,
  { accepts, maxRows }: RowLimits,
): Promise<MoreRowsResult> {
  const rowType = toRowType(rules)
  // Pasted rows use the column order of the open rows.
  const isPasted = !isUserFile(file)
  const result = await readWithEarlierChoice(rowType, (columns) =>
    sheetsWorker.readRows(file, { rules, accepts, maxRows, columns, isInFieldOrder: isPasted }),
  )
  const { read, sharedBy: columnsSharedBy } = result
  if (!read.ok) {
    const { message, hint } = read.refusal
    return { ok: false, text: messageToText(message), hint: hint && messageToText(hint) }
  }
  const decoder = new TextDecoder()
  const rows: CheckedRow[] = []
  const rowAt = createRowReader(read.packedRows, (bytes) => decoder.decode(bytes))
  const readExtra = createExtraReader(read.packedRows.extra)
  for (let index = 0; index < read.packedRows.count; index += 1) {
    const row = rowAt(rowType, index)
    if (!row || read.facts.totalsRowNumbers.includes(row.rowNumber)) continue
    rows.push({
      ...withoutCurrencies(rowType, row),
      ...(readExtra && { extra: readExtra(index) }),
    })
  }
  const messages = [...columnsToMessages(rowType, result), ...assumedToMessages(rowType, read.facts)]
  const leftOutTexts = messages.map((each) => messageToText(each))
  if (columnsSharedBy !== undefined) leftOutTexts.unshift(m.rows_columnsAsSharedBy({ name: columnsSharedBy }))
  return { ok: true, rows, leftOut: leftOutTexts }
}

/** Reads the extra columns of a row by its index. Undefined for a file without extra columns. */
function createExtraReader(extra: ExtraColumns | undefined) {
  if (!extra) return undefined
  const cellsAt = createCellReader(extra)
  return (index: number) => ({ headings: extra.headings, cells: cellsAt(index) })
}

/** The reason why `count` rows cannot be added to the open rows. Undefined if they can. */
export function moreRowsRefusal(
  rows: AnyRows,
  count: number,
  { maxRows, itemName }: Pick<RowLimits, 'maxRows'> & { readonly itemName: string },
): string | undefined {
  const currentCount = rows.figures().rows
  if (currentCount + count <= maxRows) return undefined
  const freeRows = Math.max(0, maxRows - currentCount)
  return m.rows_rowLimitReached({
    beginsWithVowel: /^[aeiou]/.test(itemName) ? 'yes' : 'no',
    itemName,
    maxRows,
    room: freeRows,
  })
}
