// Copies some of the open rows, unchanged and with their findings, so that they can be fixed later.
import { packRows } from '#domain/rows/packed-rows.ts'
import { markDuplicates } from '#domain/rows/duplicates.ts'
import { checkRow } from '#domain/rows/kind.ts'
import { packCells } from '#domain/rows/extra-columns.ts'
import type { AnyRowKind } from '#domain/row-kinds.ts'
import { type AnyRows, createRows } from './rows.ts'

/** Rows with errors that were not removed, which a submission leaves out; undefined if there are none. */
export const rowsLeftOut = (rows: AnyRows): AnyRows | undefined =>
  copyRows(rows, (id) => rows.isFaulty(id) && !rows.isRemoved(id))?.rows

interface Rest {
  readonly rows: AnyRows
  /** The former id of each row, indexed by its new id. */
  readonly ids: readonly number[]
}

/**
 * Copies the rows that `selects` returns true for; removed rows stay removed. Undefined if there are none. The undo
 * list of the copy starts empty.
 */
export function copyRows(rows: AnyRows, selects: (id: number) => boolean): Rest | undefined {
  const kind = rows.kind()
  const ids = Array.from({ length: rows.count }, (_, id) => id).filter(selects)
  if (ids.length === 0) return undefined
  const remaining = ids.map((id) => rows.row(id))
  const removed = remaining.flatMap(({ isRemoved }, id) => (isRemoved ? [id] : []))
  // Rows whose duplicates are not copied are no longer duplicates.
  const checked = markDuplicates(
    kind,
    remaining.map((row) => checkRow(kind, row)),
    new Set(removed),
  )
  const rest = createRows<string, AnyRowKind>(
    {
      ...packRows(kind, checked, (text) => new TextEncoder().encode(text)),
      extra: { headings: rows.extraColumns, text: packCells(ids.map(rows.extraCells)) },
    },
    kind,
  )
  remaining.forEach(({ findings, feeCents, checkedAt, facts }, id) => {
    if (checkedAt === undefined) return
    rest.setResult(id, { findings, feeCents, checkedAt, facts, currency: rows.currency() ?? '' })
  })
  for (const id of removed) rest.setRemoved(id, true)
  return { rows: rest, ids }
}
