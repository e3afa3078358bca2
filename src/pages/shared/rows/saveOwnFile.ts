// Saves the operator's own file with Verdict and Reason for the current rows, or only the rows to fix.
import type { OpenRows } from '#flows/rows/open-rows.ts'
import { rowsToOwnFile } from '#rows/own-file.ts'
import type { Row } from '#rows/rows.ts'
import { saveTable } from '#pages/shared/saveTable.ts'
import { rowWords } from './words.ts'

export function saveOwnFile(
  { rows }: Pick<OpenRows, 'rows'>,
  fileName: string,
  ending: 'csv' | 'xlsx',
  which: 'all' | 'toFix' = 'all',
): Promise<void> {
  const reason = (row: Row) => rowWords(rows.kind(), row)
  const keeps = (row: Row) => which === 'all' || (row.isFaulty && !row.isRemoved)
  const name = fileName.replace(/\.(csv|xlsx?)$/i, '')
  return saveTable(`${name}-${which === 'all' ? 'checked' : 'to-fix'}`, ending, rowsToOwnFile(rows, reason, keeps))
}
