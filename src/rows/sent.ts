// Selects the rows to send to the server, and assigns its results to rows. If a row was edited in the meantime, its
// result is about other values and is dropped.
import type { AnyRows, RowResult } from './rows.ts'

/** The rows of a request, in the order in which they were sent. */
export interface SentRows {
  readonly ids: readonly number[]
  readonly revisions: readonly number[]
}

/** The ids of the rows that the server can check ('toCheck'), or that would be submitted ('toSubmit'). */
export function findSendableIds(rows: AnyRows, which: 'toCheck' | 'toSubmit'): number[] {
  const ids: number[] = []
  for (let id = 0; id < rows.count; id += 1) {
    const isSendable = which === 'toCheck' ? !rows.isUnsendable(id) : rows.isSubmittable(id)
    if (isSendable && !rows.isRemoved(id)) ids.push(id)
  }
  return ids
}

export const toSentRows = (rows: AnyRows, ids: readonly number[]): SentRows => ({
  ids,
  revisions: ids.map((id) => rows.revision(id)),
})

/** Stores the server's results for the sent rows from the index `from` on. Does not notify listeners. */
export function applyResults(
  rows: AnyRows,
  sent: SentRows,
  results: readonly (RowResult | undefined)[],
  from = 0,
): void {
  for (const [index, result] of results.entries()) {
    const id = sent.ids[from + index]
    if (!result || id === undefined) continue
    const isUnchanged = rows.revision(id) === sent.revisions[from + index]
    if (isUnchanged) rows.setResult(id, result)
  }
}
