// The two columns that are added to the user's own file, and their recognition when the file is uploaded again.
import { m } from '#words/messages.js'

export const VERDICT_HEADERS = [m.rows_verdict(), m.common_reason()] as const

/**
 * The number of fields per line that are the user's own, if the header ends in Verdict and Reason; otherwise undefined.
 */
export function fieldsBeforeVerdict(header: readonly string[]): number | undefined {
  const at = header.length - VERDICT_HEADERS.length
  return at > 0 && VERDICT_HEADERS.every((name, index) => header[at + index] === name) ? at : undefined
}

/** The fields of a line without its Verdict and Reason. Text after these counts as a surplus field and is not lost. */
export const withoutVerdict = (fields: readonly string[], ownFields: number): string[] => [
  ...fields.slice(0, ownFields),
  ...fields.slice(ownFields + VERDICT_HEADERS.length),
]

/** The verdict of a completed row. If the file is uploaded again, only the other rows are used. */
export const DONE_VERDICT = m.common_done()

/** The verdict of a row of an uploaded batch, in words by the row's state. */
export const rowVerdicts = {
  get waiting() {
    return m.rows_notDone()
  },
  loaded: DONE_VERDICT,
  get failed() {
    return m.common_failed()
  },
} as const
export type RowVerdict = keyof typeof rowVerdicts

/** True if the Verdict says that the row was completed before. */
export const isDoneVerdict = (field: string | undefined): boolean =>
  field?.trim().toLowerCase() === DONE_VERDICT.toLowerCase()
