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
   * When an approved batch runs: at the time that its maker proposed, immediately, or later. In a change of the schedule,
   * 'now' means back to awaiting approval, and 'later' means a new time.
   */
  readonly when: 'proposed' | 'now' | 'later'
  /** 'yyyy-mm-dd' or ''. */
  readonly date: string
  /** 'HH:mm', five characters, or ''. */
  readonly time: string
  readonly reason: string
  readonly comments: string
}

/** The input when the dialog opens. In an approval, the time that the maker proposed is chosen if it has not passed. */
export function batchToInput(decision: BatchChange, batch: BatchLoadFile): DecisionInput {
  const offersProposal = decision === 'approve' && upcomingProposal(batch) !== undefined
  const comments = batch.BATCHLOADFILECLOSEDCOMMENTS ?? ''
  return { when: offersProposal ? 'proposed' : 'now', date: '', time: '', reason: '', comments }
}

const MORNING = '09:00'

/** The changes of the input after the user has chosen `when`. For 'later', empty fields get the next morning. */
export function chooseWhen(
  when: DecisionInput['when'],
  { date, time }: Pick<DecisionInput, 'date' | 'time'>,
  today: CalendarDate,
): Partial<DecisionInput> {
  const areFieldsEmpty = date === '' && time === ''
  const needsDefaultTime = when === 'later' && areFieldsEmpty
  return needsDefaultTime ? { when, date: addDays(today, 1), time: MORNING } : { when }
}

/** The values to send; blank texts become undefined. */
export function inputToDetails(decision: BatchChange, input: DecisionInput, batch: BatchLoadFile): DecisionDetails {
  switch (decision) {
    case 'approve':
      if (input.when === 'now') return {}
      if (input.when === 'proposed') return { scheduledDate: proposedSchedule(batch) }
      return { scheduledDate: scheduleToText(input.date, input.time) }
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
 * The error of a chosen time: the date or the time is missing, or the time cannot be used, e.g. because it has passed.
 * `now` is milliseconds since 1970.
 */
export function inputToError(
  decision: BatchChange,
  { when, date, time }: DecisionInput,
  batch: BatchLoadFile,
  now: number,
): InputError | undefined {
  if (decision === 'approve' && when === 'proposed') {
    const hasPassed = upcomingProposal(batch, now) === undefined
    return hasPassed ? { field: 'when', text: m.batches_thisDateAndTimeHavePassed() } : undefined
  }
  const hasTimeFields = decision === 'approve' || decision === 'changeSchedule'
  if (!hasTimeFields || when !== 'later') return undefined
  const text = scheduleRefusal(date, time, client.timeZone, now)
  if (text === undefined) return undefined
  const isOnlyTimeMissing = date !== '' && time === ''
  return { field: isOnlyTimeMissing ? 'time' : 'date', text }
}

/** The time that the maker proposed for a batch, in the form of the request. Undefined if the maker proposed none. */
const proposedSchedule = ({ PROPOSEDDATE: proposed }: BatchLoadFile): string | undefined =>
  proposed ? instantToSchedule(proposed, client) : undefined

/** As `proposedSchedule`, but undefined if the time has passed. `now` is milliseconds since 1970. */
export function upcomingProposal(batch: BatchLoadFile, now = currentTime()): string | undefined {
  const { PROPOSEDDATE: proposed } = batch
  if (!proposed) return undefined
  const isInFuture = Date.parse(proposed) > now
  return isInFuture ? proposedSchedule(batch) : undefined
}

/** The hours of a day: the time picker has steps of one hour. */
export const hours: readonly string[] = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
