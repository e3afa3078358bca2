// The checker's input for a decision, and the reason why it cannot be sent yet.
import { client } from '#brand/current.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { scheduleRefusal, scheduleToText } from '#domain/batch/schedule.ts'
import type { BatchChange, DecisionDetails } from '#flows/pending-changes/batch-changes.ts'
import { blankToUndefined } from '#pages/shared/ReasonField.tsx'

export interface Draft {
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

export const fileToDraft = (file: BatchLoadFile): Draft => ({
  when: 'now',
  date: '',
  time: '',
  reason: '',
  comments: file.BATCHLOADFILECLOSEDCOMMENTS ?? '',
})

/** The values to send; blank texts are left out. */
export function draftToDetails(decision: BatchChange, draft: Draft): DecisionDetails {
  switch (decision) {
    case 'approve':
    case 'unschedule':
      return draft.when === 'now' ? {} : { scheduledDate: scheduleToText(draft.date, draft.time) }
    case 'reject':
      return { reason: blankToUndefined(draft.reason) }
    case 'close':
    case 'comments':
      return { comments: blankToUndefined(draft.comments) }
    case 'retry':
    case 'withdraw':
      return {}
  }
}

export interface DraftFault {
  readonly field: 'date' | 'time'
  readonly text: string
}

/** Requires both date and time, not in the past; `now` in milliseconds since 1970. */
export function draftToFault(decision: BatchChange, { when, date, time }: Draft, now: number): DraftFault | undefined {
  if ((decision !== 'approve' && decision !== 'unschedule') || when === 'now') return undefined
  const text = scheduleRefusal(date, time, client.timeZone, now)
  if (text === undefined) return undefined
  return { field: date !== '' && time === '' ? 'time' : 'date', text }
}

/** The hours of a day: the time picker has steps of one hour. */
export const hours: readonly string[] = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
