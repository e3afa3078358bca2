// Saves the user's file with the verdict and reason of each current row, or with only the rows to fix. The file is
// downloaded, or written into the file that was opened with the installed portal.
import { m } from '#words/messages.js'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import { rowsToOwnFile } from '#rows/own-file.ts'
import type { Row } from '#rows/rows.ts'
import { saveTable, tableToCsv } from '#pages/shared/saveTable.ts'
import { canWriteBack, writeBack } from '#services/files/opened-handle.ts'
import { notify } from '#services/notices.ts'
import { rowFindingsText } from '#pages/shared/row-editor/words.ts'

interface OwnFileOptions {
  /** The name of the opened file. */
  readonly fileName: string
  readonly extension: 'csv' | 'xlsx'
  readonly rowsToSave?: 'all' | 'toFix'
}

export function saveOwnFile(
  { rows }: Pick<OpenRows, 'rows'>,
  { fileName, extension, rowsToSave = 'all' }: OwnFileOptions,
): Promise<void> {
  const name = fileName.replace(/\.(csv|xlsx?)$/i, '')
  const suffix = rowsToSave === 'all' ? 'checked' : 'to-fix'
  return saveTable(`${name}-${suffix}`, extension, toTable(rows, rowsToSave))
}

/**
 * True if the rows can be saved into their original file. A workbook cannot: it would lose its formats and other
 * sheets.
 */
export function canSaveIntoFile({ file }: OpenRows, fileName: string): boolean {
  const isCsv = /\.csv$/i.test(fileName)
  return file !== undefined && isCsv && canWriteBack(fileName)
}

/** Saves the rows into their original file. If that is impossible, downloads a file instead and explains why. */
export async function saveIntoFile(openRows: OpenRows, fileName: string): Promise<void> {
  const { file, rows } = openRows
  const result = file && (await writeBack(fileName, file, () => tableToCsv(toTable(rows, 'all'))))
  if (result === 'written') {
    notify({ kind: 'success', text: m.rows_savedInto({ fileName }) })
    return
  }
  await saveOwnFile(openRows, { fileName, extension: 'csv' })
  const isChangedByOthers = result === 'changed'
  const text = isChangedByOthers ? m.rows_fileHasChanged({ fileName }) : m.rows_fileNotWritten({ fileName })
  notify({ kind: 'normal', text })
}

function toTable(rows: OpenRows['rows'], rowsToSave: 'all' | 'toFix') {
  const reasonOf = (row: Row) => rowFindingsText(rows.rowType(), row)
  const isToFix = (row: Row) => row.isFaulty && !row.isRemoved
  return rowsToOwnFile(rows, reasonOf, (row) => rowsToSave === 'all' || isToFix(row))
}
