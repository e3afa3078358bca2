// The rows that are left out of a submission, as rows of their own: each as it stands, with what was found about it, so that they
// can be mended later.
import { rowsToColumns } from '#domain/rows/columns.ts'
import { markCopies } from '#domain/rows/copies.ts'
import { checkRow } from '#domain/rows/kind.ts'
import type { AnyRowKind } from '#domain/row-kinds.ts'
import { type AnyRows, createRows } from './rows.ts'

/** Rows with errors that were not removed; undefined where there is none. */
export function rowsLeftOut(rows: AnyRows): AnyRows | undefined {
  const kind = rows.kind()
  const left = Array.from({ length: rows.count }, (_, id) => id)
    .filter((id) => rows.isFaulty(id) && !rows.isRemoved(id))
    .map((id) => rows.row(id))
  if (left.length === 0) return undefined
  // Copies of rows that were submitted are none any more.
  const checked = markCopies(
    kind,
    left.map((row) => checkRow(kind, row)),
  )
  const rest = createRows<string, AnyRowKind>(
    rowsToColumns(kind, checked, (text) => new TextEncoder().encode(text)),
    kind,
  )
  left.forEach(({ findings, feeCents, checkedAt, facts }, id) => {
    if (checkedAt === undefined) return
    rest.setAnswer(id, { findings, feeCents, checkedAt, facts, currency: rows.currency() ?? '' })
  })
  return rest
}
