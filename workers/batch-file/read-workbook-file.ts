// A workbook (xlsx, xls) → checked rows of its first visible sheet.
import type { SheetEnding } from '#domain/batch/kinds.ts'
import { readWithSheetJs } from '#sheets/read-with-sheetjs.ts'
import { sniffBytes } from '#sheets/sniff.ts'
import type { ReadBatchFile, ReadResult } from '#workers/sheets-api.ts'
import { answerRows, refuse } from './answer.ts'
import { createRowCollector } from './collect-rows.ts'
import { refusals } from './refusals.ts'

const MAX_MEBIBYTES = 32

export async function readWorkbookFile(request: ReadBatchFile, ending: SheetEnding): Promise<ReadResult> {
  const { file, maxRows } = request
  if (file.size > MAX_MEBIBYTES * 1024 * 1024) return refuse(refusals.tooLarge(MAX_MEBIBYTES))
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kind = sniffBytes(bytes)
  if (kind !== 'zip' && kind !== 'ole') return refuse(refusals.notWhatItSays(ending, kind))
  const collector = createRowCollector(request, maxRows)
  const result = await readWithSheetJs(bytes, (row) => collector.add(row.rowNumber, row.fields))
  if (result.kind === 'encrypted') return refuse(refusals.encrypted())
  if (result.kind === 'noVisibleSheet') return refuse(refusals.noVisibleSheet())
  if (result.kind !== 'sheet') return refuse(refusals.brokenWorkbook())
  const { sheetName, otherSheets, hiddenRows } = result
  return answerRows(collector.finish(), maxRows, { format: ending, sheetName, otherSheets, hiddenRows })
}
