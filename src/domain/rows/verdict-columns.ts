// The two columns that are added to the user's own file, and are recognised when the file is uploaded again. Their texts
// are the same in every language, so that a file can be uploaded by a user with another language.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'

export const VERDICT_HEADERS = ['Verdict', 'Reason'] as const

/** The number of columns before Verdict and Reason. Undefined if the header does not end with these two. */
export function countBeforeVerdict(header: readonly string[]): number | undefined {
  const countBefore = header.length - VERDICT_HEADERS.length
  const endsWithVerdict = VERDICT_HEADERS.every((name, index) => header[countBefore + index] === name)
  return endsWithVerdict && countBefore > 0 ? countBefore : undefined
}

/** The fields of a line without Verdict and Reason. Text after these two is kept as a surplus field. */
export const withoutVerdict = (fields: readonly string[], countBefore: number): string[] => [
  ...fields.slice(0, countBefore),
  ...fields.slice(countBefore + VERDICT_HEADERS.length),
]

/** The verdicts in the file of an uploaded batch. */
export const rowVerdicts = { waiting: 'Not done', loaded: 'Done', failed: 'Failed' } as const
export type RowVerdict = keyof typeof rowVerdicts

/** The verdicts in a file that is not uploaded yet. `check`: the row has only warnings. */
export const checkVerdicts = {
  removed: 'Removed',
  faulty: 'To fix',
  skipped: 'Skipped',
  valid: 'Valid',
  check: 'Check',
} as const

/** The label of each verdict on screen. */
export const verdictLabels = withTexts<Readonly<Record<RowVerdict, string>>>({
  waiting: textOf(m.rows_notDone),
  loaded: textOf(m.common_done),
  failed: textOf(m.common_failed),
})

/** True if the Verdict says that the row is done. If the file is uploaded again, these rows are skipped. */
export const isDoneVerdict = (field: string | undefined): boolean =>
  field?.trim().toLowerCase() === rowVerdicts.loaded.toLowerCase()
