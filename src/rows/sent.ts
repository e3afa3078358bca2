// Which rows are sent to the server, and which rows its answers belong to. An answer for a row that was edited
// meanwhile is about other values and is dropped.
import type { AnyRows, RowAnswer } from './rows.ts'

/** In the order in which they are sent. */
export interface SentRows {
  readonly ids: readonly number[]
  readonly revisions: readonly number[]
}

/** Rows that are fit to be checked by the server (`toCheck`), or those that would be submitted. */
export function rowsToSend(rows: AnyRows, which: 'toCheck' | 'toSubmit'): number[] {
  const ids: number[] = []
  for (let id = 0; id < rows.count; id += 1) {
    const isOut = rows.isRemoved(id) || (which === 'toCheck' ? rows.isUnsendable(id) : rows.isFaulty(id))
    if (!isOut) ids.push(id)
  }
  return ids
}

export const asSent = (rows: AnyRows, ids: readonly number[]): SentRows => ({
  ids,
  revisions: ids.map((id) => rows.revision(id)),
})

/** Stores the server's answers, one for each row asked about. Does not announce the change. */
export function applyAnswers(rows: AnyRows, sent: SentRows, answers: readonly (RowAnswer | undefined)[]): void {
  sent.ids.forEach((id, index) => {
    const answer = answers[index]
    if (answer && rows.revision(id) === sent.revisions[index]) rows.setAnswer(id, answer)
  })
}
