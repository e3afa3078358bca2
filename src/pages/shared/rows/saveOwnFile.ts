// The operator's own file back with Verdict and Reason as the rows stand now; or those of its rows that are to be fixed.
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
