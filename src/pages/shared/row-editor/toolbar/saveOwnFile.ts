// Saves the user's file with the verdict and reason of each current row, or only the rows to fix: as a download, or
// into the file that was opened with the installed portal.
import { m } from '#words/messages.js'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import { rowsToOwnFile } from '#rows/own-file.ts'
import type { Row } from '#rows/rows.ts'
import { saveTable, tableToCsv } from '#pages/shared/saveTable.ts'
import { canWriteBack, writeBack } from '#services/files/opened-handle.ts'
import { notify } from '#services/notices.ts'
import { rowFindingsText } from '#pages/shared/row-editor/words.ts'

export function saveOwnFile(
  { rows }: Pick<OpenRows, 'rows'>,
  fileName: string,
  extension: 'csv' | 'xlsx',
  rowsToSave: 'all' | 'toFix' = 'all',
): Promise<void> {
  const name = fileName.replace(/\.(csv|xlsx?)$/i, '')
  const suffix = rowsToSave === 'all' ? 'checked' : 'to-fix'
  return saveTable(`${name}-${suffix}`, extension, toTable(rows, rowsToSave))
}

/**
 * True if the rows can be saved into their original file. Only for csv: a workbook would lose its formats and other
 * sheets.
 */
export const canSaveIntoFile = ({ file }: OpenRows, fileName: string): boolean =>
  file !== undefined && /\.csv$/i.test(fileName) && canWriteBack(fileName)

/** Saves the rows into their original file. If that is impossible, downloads a file instead and explains why. */
export async function saveIntoFile(openRows: OpenRows, fileName: string): Promise<void> {
  const { file, rows } = openRows
  const result = file && (await writeBack(fileName, file, () => tableToCsv(toTable(rows, 'all'))))
  if (result === 'written') return void notify({ kind: 'success', text: m.rows_savedInto({ fileName }) })
  await saveOwnFile(openRows, fileName, 'csv')
  notify({
    kind: 'normal',
    text: result === 'changed' ? m.rows_fileHasChanged({ fileName }) : m.rows_fileNotWritten({ fileName }),
  })
}

function toTable(rows: OpenRows['rows'], rowsToSave: 'all' | 'toFix') {
  const reasonOf = (row: Row) => rowFindingsText(rows.rowType(), row)
  return rowsToOwnFile(rows, reasonOf, (row) => rowsToSave === 'all' || (row.isFaulty && !row.isRemoved))
}
