// The two shapes of the worker's answer, and which memory goes with it.
import { findingBit } from '#domain/batch/findings.ts'
import type { RowColumns } from '#domain/batch/columns.ts'
import type { ColumnDamage, ReadFacts, ReadRefusal, ReadResult } from '#workers/sheets-api.ts'
import type { Collected } from './collect-rows.ts'
import { refusals } from './refusals.ts'

export const refuse = (refusal: ReadRefusal): ReadResult => ({ ok: false, refusal })

/** The rows with what was noticed about their file; refuses a file without rows, or with too many. */
export function answerRows(
  collected: Collected | 'tooManyRows',
  maxRows: number,
  facts: Pick<ReadFacts, 'format' | 'encoding' | 'delimiter' | 'sheetName'> & Partial<ReadFacts>,
): ReadResult {
  if (collected === 'tooManyRows') return refuse(refusals.tooManyRows(maxRows))
  const { columns, header, ignoredLines, doneRows } = collected
  if (columns.count === 0) return refuse(doneRows > 0 ? refusals.allDone(doneRows) : refusals.noRows())
  const columnDamage = findDamage(columns, header)
  const noticed = { header, ignoredLines, doneRows, columnDamage }
  return { ok: true, columns, facts: { otherSheets: 0, hiddenRows: 0, ...facts, ...noticed } }
}

/** The buffers that move to the page instead of being copied. */
export const buffersOf = (result: ReadResult): Transferable[] =>
  result.ok
    ? [
        result.columns.text.buffer,
        result.columns.spans.buffer,
        result.columns.rowNumbers.buffer,
        result.columns.fieldCounts.buffer,
        result.columns.amountCents.buffer,
        result.columns.findings.buffer,
      ].filter((buffer) => buffer instanceof ArrayBuffer)
    : []

function findDamage(columns: RowColumns, header: readonly string[] | undefined): ColumnDamage[] {
  const damaged = findingBit('identifierDamaged')
  let count = 0
  for (const findings of columns.findings) if ((findings & damaged) !== 0) count += 1
  return count === 0 ? [] : [{ column: header?.[0] ?? 'A', count, cure: CURE }]
}

const CURE =
  'A spreadsheet keeps 15 digits of a number and has lost the last ones. Format the column as Text in the source file, ' +
  'export it again and choose that file.'
