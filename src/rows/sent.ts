// Rows on their way to the host and back: which are sent, and on which its answers are put. An answer that comes back for a row
// edited meanwhile is about something else and is left out.
import type { AnyRows, RowAnswer } from './rows.ts'

/** In the order in which they are sent. */
export interface SentRows {
  readonly ids: readonly number[]
  readonly revisions: readonly number[]
}

/** Rows that this machine finds fit to be asked about (`toCheck`), or those that would be submitted. */
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

/** Puts the host's answers on the rows they were asked for, one for each. Does not announce the change. */
export function applyAnswers(rows: AnyRows, sent: SentRows, answers: readonly (RowAnswer | undefined)[]): void {
  sent.ids.forEach((id, index) => {
    const answer = answers[index]
    if (answer && rows.revision(id) === sent.revisions[index]) rows.setAnswer(id, answer)
  })
}
