// What a decision will do, in a sentence: what is posted, from where to where, when, and whether it can be taken back.
import { client } from '#brand/current.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { textToSchedule } from '#domain/batch/schedule.ts'
import { countToWords } from '#domain/batch/words.ts'
import { instantToText } from '#domain/columns.ts'
import { localToInstant, textToDate } from '#domain/dates.ts'
import { amountOf, isWaitingForHour, restOf } from './rows.ts'

/** `scheduledDate` as it will be sent, or undefined for at once. */
export function approvalEffect(file: BatchLoadFile, scheduledDate: string | undefined): string {
  const { LOADTYPE: type, CURRENCY: currency } = file
  const { chargesFee, moves } = batchKinds[type]
  const total = amountOf(file.LOADSAMOUNT, currency)
  const hasFee = !client.flags.hideFees && chargesFee
  const fee = hasFee ? ` and a fee of ${amountOf(file.FEEAMOUNT, currency)}` : ''
  const when =
    scheduledDate === undefined
      ? 'as soon as you approve'
      : `at ${scheduleToWords(scheduledDate) ?? 'the time you choose'}`
  return (
    `${countToWords(file.LOADSCOUNT, type)} of ${total} in all${fee} will be ${moves.words}${retires(file)} ${when}. ` +
    'An approval cannot be taken back.'
  )
}

export const rejectionEffect = (file: BatchLoadFile): string =>
  `${file.LOADSCOUNT === 1 ? 'The' : 'None of the'} ${countToWords(file.LOADSCOUNT, file.LOADTYPE)} will ` +
  `${file.LOADSCOUNT === 1 ? 'not ' : ''}be carried out and no money moves. The uploader can open the rows again as a draft. ` +
  'A rejection cannot be taken back.'

export function retryEffect(file: BatchLoadFile): string {
  const hour = isWaitingForHour(file) ? ` instead of at ${instantToText(file.SCHEDULEDDATE ?? '', client)}` : ''
  const done = file.LOADEDCOUNT > 0 ? ' Rows that are done already are left as they are.' : ''
  return `${restOf(file)} will be ${batchKinds[file.LOADTYPE].moves.words}${retires(file)} at once${hour}.${done}`
}

export function closingEffect(file: BatchLoadFile): string {
  const open = file.LOADSCOUNT - file.LOADEDCOUNT
  const rest =
    open === 0
      ? 'All its rows are done.'
      : `${countToWords(open, file.LOADTYPE)} not done will not be carried out any more.`
  return `${rest} A closed batch cannot be opened again; its comments can be changed.`
}

/** '2026-11-22 10:00:00' → '22 Nov 2026, 10:00 SGT'; undefined while it is no date and time. */
export function scheduleToWords(scheduledDate: string): string | undefined {
  const { date, time } = textToSchedule(scheduledDate)
  const day = textToDate(date)
  const at = day && time.length === 5 ? localToInstant(day, time, client.timeZone) : undefined
  return at === undefined ? undefined : instantToText(new Date(at).toISOString(), client)
}

const retires = (file: BatchLoadFile): string => (file.RETIRE ? ', and the cards will be retired for good,' : '')
