// The operator's own file back with Verdict and Reason as the rows stand now; or those of its rows that are to be fixed.
import { setToFindings } from '#domain/batch/findings.ts'
import type { OpenRows } from '#flows/batch.ts'
import { rowsToOwnFile } from '#flows/batch-own-file.ts'
import type { BatchRow } from '#flows/batch-rows.ts'
import { saveTable } from './saveTable.ts'
import { findingWords } from './words.ts'

export function saveOwnFile(
  { rows }: OpenRows,
  fileName: string,
  ending: 'csv' | 'xlsx',
  which: 'all' | 'toFix' = 'all',
): Promise<void> {
  const reason = (row: BatchRow) =>
    setToFindings(row.findings)
      .map((code) => findingWords(code, row, rows.rules()))
      .join(' ')
  const keeps = (row: BatchRow) => which === 'all' || (row.isFaulty && !row.isRemoved)
  const name = fileName.replace(/\.(csv|xlsx?)$/i, '')
  return saveTable(`${name}-${which === 'all' ? 'checked' : 'to-fix'}`, ending, rowsToOwnFile(rows, reason, keeps))
}
