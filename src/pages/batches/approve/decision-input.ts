// What the user enters for a decision, and the errors of that input.
import { client } from '#brand/current.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { scheduleRefusal, scheduleToText } from '#domain/batch/schedule.ts'
import type { BatchChange, DecisionDetails } from '#flows/pending-changes/batch-changes.ts'
import { blankToUndefined } from '#pages/shared/ReasonField.tsx'

export interface DecisionInput {
  /**
   * When an approved batch runs: immediately or later. For a scheduled batch: back to awaiting approval, or a new time.
   */
  readonly when: 'now' | 'later'
  /** 'yyyy-mm-dd' or ''. */
  readonly date: string
  /** 'HH:mm', five characters, or ''. */
  readonly time: string
  readonly reason: string
  readonly comments: string
}

export const batchToInput = (batch: BatchLoadFile): DecisionInput => ({
  when: 'now',
  date: '',
  time: '',
  reason: '',
  comments: batch.BATCHLOADFILECLOSEDCOMMENTS ?? '',
})

/** The values to send; blank texts are left out. */
export function inputToDetails(decision: BatchChange, input: DecisionInput): DecisionDetails {
  switch (decision) {
    case 'approve':
    case 'unschedule':
      return input.when === 'now' ? {} : { scheduledDate: scheduleToText(input.date, input.time) }
    case 'reject':
      return { reason: blankToUndefined(input.reason) }
    case 'close':
    case 'comments':
      return { comments: blankToUndefined(input.comments) }
    case 'retry':
    case 'withdraw':
      return {}
  }
}

export interface InputError {
  readonly field: 'date' | 'time'
  readonly text: string
}

/**
 * The error of a chosen time: date or time is missing, or the time cannot be chosen, e.g. because it is in the past.
 * `now` is milliseconds since 1970.
 */
export function inputToError(
  decision: BatchChange,
  { when, date, time }: DecisionInput,
  now: number,
): InputError | undefined {
  if ((decision !== 'approve' && decision !== 'unschedule') || when === 'now') return undefined
  const text = scheduleRefusal(date, time, client.timeZone, now)
  if (text === undefined) return undefined
  return { field: date !== '' && time === '' ? 'time' : 'date', text }
}

/** The hours of a day: the time picker has steps of one hour. */
export const hours: readonly string[] = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
