// Copies some of the open rows, unchanged and with their findings, so that they can be fixed later.
import { packRows } from '#domain/rows/packed-rows.ts'
import { markDuplicates } from '#domain/rows/duplicates.ts'
import { checkRow } from '#domain/rows/row-type.ts'
import { packCells } from '#domain/rows/extra-columns.ts'
import type { AnyRowType } from '#domain/row-types.ts'
import { type AnyRows, createRows } from './rows.ts'

/** A copy of the rows that a submission leaves out because of errors, without removed rows. Undefined if there are none. */
export const rowsLeftOut = (rows: AnyRows): AnyRows | undefined =>
  copyRows(rows, (id) => rows.isFaulty(id) && !rows.isRemoved(id))?.rows

interface CopiedRows {
  readonly rows: AnyRows
  /** The earlier id of each row, by its id in the copy. */
  readonly ids: readonly number[]
}

/**
 * Copies the rows for which `selects` returns true. Undefined if there are none. Removed rows stay removed. The undo list
 * of the copy starts empty.
 */
export function copyRows(rows: AnyRows, selects: (id: number) => boolean): CopiedRows | undefined {
  const rowType = rows.rowType()
  const ids = Array.from({ length: rows.count }, (_, id) => id).filter(selects)
  if (ids.length === 0) return undefined
  const selectedRows = ids.map((id) => rows.row(id))
  // From here on, ids are those of the copy.
  const removedIds = [...selectedRows.keys()].filter((id) => selectedRows[id]?.isRemoved)
  // Checked again, since rows whose duplicates are not copied are no longer duplicates.
  const checkedRows = markDuplicates(
    rowType,
    selectedRows.map((row) => checkRow(rowType, row)),
    new Set(removedIds),
  )
  const copy = createRows<string, AnyRowType>(
    {
      ...packRows(rowType, checkedRows, (text) => new TextEncoder().encode(text)),
      extra: { headings: rows.extraColumns, text: packCells(ids.map(rows.extraCells)) },
    },
    rowType,
  )
  const currency = rows.currency() ?? ''
  for (const [id, { findings, feeCents, checkedAt, facts }] of selectedRows.entries()) {
    if (checkedAt !== undefined) copy.setResult(id, { findings, feeCents, checkedAt, facts, currency })
  }
  for (const id of removedIds) copy.remove(id)
  return { rows: copy, ids }
}
