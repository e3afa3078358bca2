// What the user enters for a decision, and the errors of that input.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import { instantToSchedule, scheduleRefusal, scheduleToText } from '#domain/batch/schedule.ts'
import type { BatchChange, DecisionDetails } from '#flows/pending-changes/batch-changes.ts'
import { currentTime } from '#services/clock.ts'
import { blankToUndefined } from '#pages/shared/ReasonField.tsx'

export interface DecisionInput {
  /**
   * When an approved batch runs: at the time that its maker proposed, immediately, or later. For a scheduled batch: back
   * to awaiting approval, or a new time.
   */
  readonly when: 'proposed' | 'now' | 'later'
  /** 'yyyy-mm-dd' or ''. */
  readonly date: string
  /** 'HH:mm', five characters, or ''. */
  readonly time: string
  readonly reason: string
  readonly comments: string
}

/** The maker's proposal is chosen at first if its time has not passed. */
export const batchToInput = (batch: BatchLoadFile): DecisionInput => ({
  when: openProposal(batch) === undefined ? 'now' : 'proposed',
  date: '',
  time: '',
  reason: '',
  comments: batch.BATCHLOADFILECLOSEDCOMMENTS ?? '',
})

/** What is proposed to an approver who wants another time: the next morning. */
const PROPOSED_TIME = '09:00'

/** The user has chosen when the batch runs. A time that is still empty becomes the next morning. */
export const chooseWhen = (
  when: DecisionInput['when'],
  { date, time }: Pick<DecisionInput, 'date' | 'time'>,
  today: CalendarDate,
): Partial<DecisionInput> =>
  when === 'later' && date === '' && time === '' ? { when, date: addDays(today, 1), time: PROPOSED_TIME } : { when }

/** The values to send; blank texts are left out. */
export function inputToDetails(decision: BatchChange, input: DecisionInput, batch: BatchLoadFile): DecisionDetails {
  switch (decision) {
    case 'approve':
      if (input.when === 'proposed') return { scheduledDate: proposedSchedule(batch) }
      return input.when === 'now' ? {} : { scheduledDate: scheduleToText(input.date, input.time) }
    case 'changeSchedule':
      return input.when === 'later' ? { scheduledDate: scheduleToText(input.date, input.time) } : {}
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
  readonly field: 'when' | 'date' | 'time'
  readonly text: string
}

/**
 * The error of a chosen time: date or time is missing, or the time cannot be chosen, e.g. because it is in the past.
 * `now` is milliseconds since 1970.
 */
export function inputToError(
  decision: BatchChange,
  { when, date, time }: DecisionInput,
  batch: BatchLoadFile,
  now: number,
): InputError | undefined {
  if (decision === 'approve' && when === 'proposed')
    return proposedSchedule(batch, { after: now }) === undefined
      ? { field: 'when', text: m.batches_thisDateAndTimeHavePassed() }
      : undefined
  const choosesTime = (decision === 'approve' || decision === 'changeSchedule') && when === 'later'
  if (!choosesTime) return undefined
  const text = scheduleRefusal(date, time, client.timeZone, now)
  if (text === undefined) return undefined
  const isOnlyTimeMissing = date !== '' && time === ''
  return { field: isOnlyTimeMissing ? 'time' : 'date', text }
}

/**
 * The time that the maker proposed for a batch, in the form of the request. Undefined if there is none, or none after the
 * moment `after` (milliseconds since 1970).
 */
function proposedSchedule({ PROPOSEDDATE: proposed }: BatchLoadFile, { after = 0 } = {}): string | undefined {
  return proposed && Date.parse(proposed) > after ? instantToSchedule(proposed, client) : undefined
}

/** The time that the maker proposed, unless it has passed. */
export const openProposal = (batch: BatchLoadFile): string | undefined =>
  proposedSchedule(batch, { after: currentTime() })

/** The hours of a day: the time picker has steps of one hour. */
export const hours: readonly string[] = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
