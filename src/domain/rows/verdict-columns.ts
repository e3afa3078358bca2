// The two columns that are added to the user's own file, and their recognition when the file is uploaded again. Their
// words are part of the file format: they are the same in every language, so that a file can be read in another one.
import { m } from '#words/messages.js'

export const VERDICT_HEADERS = ['Verdict', 'Reason'] as const

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

/** The verdicts in a file, of rows of an uploaded batch. */
export const rowVerdicts = { waiting: 'Not done', loaded: 'Done', failed: 'Failed' } as const
export type RowVerdict = keyof typeof rowVerdicts

/** The verdicts in a file that is not uploaded yet. */
export const checkVerdicts = { removed: 'Removed', faulty: 'To fix', valid: 'Valid', check: 'Check' } as const

/** The verdict on the screen. */
export const verdictWords: Readonly<Record<RowVerdict, string>> = {
  get waiting() {
    return m.rows_notDone()
  },
  get loaded() {
    return m.common_done()
  },
  get failed() {
    return m.common_failed()
  },
}

/** True if the Verdict says that the row was completed before. If the file is uploaded again, only other rows are used. */
export const isDoneVerdict = (field: string | undefined): boolean =>
  field?.trim().toLowerCase() === rowVerdicts.loaded.toLowerCase()
