// Some of the rows as rows of their own: each as it stands, with what was found about it, so that they can be mended later.
import { rowsToColumns } from '#domain/rows/columns.ts'
import { markCopies } from '#domain/rows/copies.ts'
import { checkRow } from '#domain/rows/kind.ts'
import type { AnyRowKind } from '#domain/row-kinds.ts'
import { type AnyRows, createRows } from './rows.ts'

/** Rows with errors that were not removed, which a submission leaves out; undefined where there is none. */
export const rowsLeftOut = (rows: AnyRows): AnyRows | undefined =>
  restOf(rows, (id) => rows.isFaulty(id) && !rows.isRemoved(id))?.rows

interface Rest {
  readonly rows: AnyRows
  /** The ids that they had, by those that they have. */
  readonly ids: readonly number[]
}

/** The rows that `keeps` names, removed ones as removed; undefined where there is none. What was done to them cannot be undone. */
export function restOf(rows: AnyRows, keeps: (id: number) => boolean): Rest | undefined {
  const kind = rows.kind()
  const ids = Array.from({ length: rows.count }, (_, id) => id).filter(keeps)
  if (ids.length === 0) return undefined
  const kept = ids.map((id) => rows.row(id))
  const removed = kept.flatMap(({ isRemoved }, id) => (isRemoved ? [id] : []))
  // Copies of rows that are gone are none any more.
  const checked = markCopies(
    kind,
    kept.map((row) => checkRow(kind, row)),
    new Set(removed),
  )
  const rest = createRows<string, AnyRowKind>(
    rowsToColumns(kind, checked, (text) => new TextEncoder().encode(text)),
    kind,
  )
  kept.forEach(({ findings, feeCents, checkedAt, facts }, id) => {
    if (checkedAt === undefined) return
    rest.setAnswer(id, { findings, feeCents, checkedAt, facts, currency: rows.currency() ?? '' })
  })
  for (const id of removed) rest.setRemoved(id, true)
  return { rows: rest, ids }
}
