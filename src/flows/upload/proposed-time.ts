// The time at which the maker proposes to process a batch. Converts it for the request, and checks what was entered.
import { m } from '#words/messages.js'
import { scheduleRefusal, scheduleToText } from '#domain/batch/schedule.ts'
import type { UploadOptions } from '#machines/upload-steps.ts'

type ProposedTime = Pick<UploadOptions, 'proposesTime' | 'proposedDate' | 'proposedTime'>

/** The proposed time as the request expects it. Undefined if the maker proposes no time. */
export const optionsToProposedDate = ({ proposesTime, proposedDate, proposedTime }: ProposedTime) =>
  proposesTime ? scheduleToText(proposedDate, proposedTime) : undefined

export interface ProposedTimeError {
  readonly field: 'date' | 'time'
  readonly text: string
}

/** The error of the entered time, or undefined. `now` is milliseconds since 1970. */
export function proposedTimeError(
  { proposesTime, proposedDate, proposedTime }: ProposedTime,
  timeZone: string,
  now: number,
): ProposedTimeError | undefined {
  if (!proposesTime) return undefined
  if (proposedDate === '') return { field: 'date', text: m.upload_proposeDateAndTime() }
  if (proposedTime === '') return { field: 'time', text: m.upload_proposeDateAndTime() }
  const text = scheduleRefusal(proposedDate, proposedTime, timeZone, now)
  return text === undefined ? undefined : { field: 'date', text }
}
