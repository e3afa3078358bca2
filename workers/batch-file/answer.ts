// The two shapes of the worker's answer, and which memory goes with it.
import type { RowColumns } from '#domain/rows/columns.ts'
import type { RowKind } from '#domain/rows/kind.ts'
import type { ColumnDamage, ReadFacts, ReadRefusal, ReadResult } from '#workers/sheets-api.ts'
import type { Collected } from './collect-rows.ts'
import { refusals } from './refusals.ts'

export const refuse = (refusal: ReadRefusal): ReadResult => ({ ok: false, refusal })

/** The rows with what was noticed about their file; refuses a file without rows, or with too many. */
export function answerRows(
  kind: RowKind,
  collected: Collected | 'tooManyRows',
  maxRows: number,
  facts: Pick<ReadFacts, 'format' | 'encoding' | 'delimiter' | 'sheetName'> & Partial<ReadFacts>,
): ReadResult {
  if (collected === 'tooManyRows') return refuse(refusals.tooManyRows(maxRows))
  const { columns, header, ignoredLines, doneRows } = collected
  if (columns.count === 0) return refuse(doneRows > 0 ? refusals.allDone(doneRows) : refusals.noRows())
  const columnDamage = findDamage(kind, columns, header)
  const noticed = { header, ignoredLines, doneRows, columnDamage }
  return { ok: true, columns, facts: { otherSheets: 0, hiddenRows: 0, formulas: 0, ...facts, ...noticed } }
}

/** The buffers that move to the page instead of being copied. */
export const buffersOf = (result: ReadResult): Transferable[] =>
  result.ok
    ? [
        result.columns.text.buffer,
        result.columns.spans.buffer,
        result.columns.rowNumbers.buffer,
        result.columns.fieldCounts.buffer,
        result.columns.cents.buffer,
        result.columns.findings.buffer,
      ].filter((buffer) => buffer instanceof ArrayBuffer)
    : []

function findDamage(kind: RowKind, columns: RowColumns, header: readonly string[] | undefined): ColumnDamage[] {
  const counts = new Uint32Array(columns.sets.length)
  for (const place of columns.findings) counts[place] = (counts[place] ?? 0) + 1
  return kind.wanted.flatMap(({ name }, index) => {
    let count = 0
    columns.sets.forEach((set, place) => {
      const isDamaged = set.some(({ code, field }) => code === 'identifierDamaged' && field === name)
      if (isDamaged) count += counts[place] ?? 0
    })
    const column = header?.[index] ?? String.fromCharCode(65 + index)
    return count === 0 ? [] : [{ column, count, cure: CURE }]
  })
}

const CURE =
  'A spreadsheet keeps 15 digits of a number and has lost the last ones. Format the column as Text in the source file, ' +
  'export it again and choose that file.'
