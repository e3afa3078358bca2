// The two columns that an operator's own file comes back with, and how they are told apart when it is uploaded again.
import * as say from '#words/domain/rows.ts'

export const VERDICT_HEADERS = [say.verdict, say.reason] as const

/** How many fields of each line are the operator's, where the header ends in Verdict and Reason; undefined where it does not. */
export function fieldsBeforeVerdict(header: readonly string[]): number | undefined {
  const at = header.length - VERDICT_HEADERS.length
  return at > 0 && VERDICT_HEADERS.every((name, index) => header[at + index] === name) ? at : undefined
}

/** The fields of a line without its Verdict and Reason. What somebody wrote behind these is a field too many, not lost. */
export const withoutVerdict = (fields: readonly string[], ownFields: number): string[] => [
  ...fields.slice(0, ownFields),
  ...fields.slice(ownFields + VERDICT_HEADERS.length),
]

/** The verdict on a row that was carried out: uploaded again, the file touches only what was not. */
export const DONE_VERDICT = say.done

/** The verdict on a row of a batch that was uploaded, in words by the row's state. */
export const rowVerdicts = { waiting: say.notDone, loaded: DONE_VERDICT, failed: say.failed } as const
export type RowVerdict = keyof typeof rowVerdicts

/** True where the field under Verdict says that the row was carried out already. */
export const isDoneVerdict = (field: string | undefined): boolean =>
  field?.trim().toLowerCase() === DONE_VERDICT.toLowerCase()
