// What a decision will do, in a sentence: what is posted, from where to where, when, and whether it can be taken back.
import { client } from '#brand/current.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { textToSchedule } from '#domain/batch/schedule.ts'
import { countToWords } from '#domain/batch/words.ts'
import { instantToText } from '#domain/instants.ts'
import { textToDate } from '#domain/calendar.ts'
import { localToInstant } from '#domain/dates.ts'
import { cents, centsToText, wireToCents } from '#domain/money.ts'
import type { BatchSummary, SummaryRow } from '#domain/batch/summary.ts'
import { amountOf, isWaitingForHour, restOf, sizeOf } from './rows.ts'

/** `scheduledDate` as it will be sent, or undefined for at once. */
export function approvalEffect(file: BatchLoadFile, scheduledDate: string | undefined): string {
  const when =
    scheduledDate === undefined
      ? 'as soon as you approve'
      : `at ${scheduleToWords(scheduledDate) ?? 'the time you choose'}`
  return `${allOf(file)} ${when}.${feeOf(file)} An approval cannot be undone${scheduledDate === undefined ? '' : ' once its hour has come'}.`
}

/** Taken off its hour: back to awaiting approval, or to another hour. */
export function schedulingEffect(file: BatchLoadFile, scheduledDate: string | undefined): string {
  const hour = instantToText(file.SCHEDULEDDATE ?? '', client)
  if (scheduledDate === undefined)
    return `${sizeOf(file)}: nothing will be carried out at ${hour}. The batch waits for approval again, and no money moves before that.`
  const to = scheduleToWords(scheduledDate) ?? 'the time you choose'
  return `${allOf(file)} at ${to} instead of at ${hour}.${feeOf(file)} The approval is yours then.`
}

export const withdrawalEffect = (file: BatchLoadFile): string =>
  `${sizeOf(file)}: nobody can approve it any more, and no money moves. You can open the rows again as a draft. ` +
  'A withdrawal cannot be undone.'

/** '3 loads of SGD 60.00 in all will be taken from the funding account and put on the cards'. */
const allOf = (file: BatchLoadFile): string =>
  `${countToWords(file.LOADSCOUNT, file.LOADTYPE)} of ${amountOf(file.LOADSAMOUNT, file.CURRENCY)} in all will be ` +
  `${batchKinds[file.LOADTYPE].moves.words}${retires(file)}`

// Said where its columns are hidden, too: what is debited is more than the sum of the rows.
function feeOf(file: BatchLoadFile): string {
  const [amount, fee] = [wireToCents(file.LOADSAMOUNT) ?? 0, wireToCents(file.FEEAMOUNT) ?? 0]
  return batchKinds[file.LOADTYPE].chargesFee ? feeToWords(amount, fee, file.CURRENCY) : ''
}

const feeToWords = (amount: number, fee: number, currency: string): string =>
  fee === 0
    ? ''
    : ` A fee of ${currency} ${centsToText(cents(fee))} is taken besides: ${currency} ${centsToText(cents(amount + fee))} together.`

export const rejectionEffect = (file: BatchLoadFile): string =>
  `${file.LOADSCOUNT === 1 ? 'The' : 'None of the'} ${countToWords(file.LOADSCOUNT, file.LOADTYPE)} will ` +
  `${file.LOADSCOUNT === 1 ? 'not ' : ''}be carried out and no money moves. The uploader can open the rows again as a draft. ` +
  'A rejection cannot be undone.'

/** `summary`: of the rows as they are now; undefined until they are there. */
export function retryEffect(file: BatchLoadFile, summary: BatchSummary<SummaryRow> | undefined): string {
  const hour = isWaitingForHour(file) ? ` instead of at ${instantToText(file.SCHEDULEDDATE ?? '', client)}` : ''
  const done = file.LOADEDCOUNT > 0 ? ' Rows that are done already are left as they are.' : ''
  const { open, changed } = summary ?? {}
  const fee =
    open && batchKinds[file.LOADTYPE].chargesFee ? feeToWords(open.amountCents, open.feeCents, file.CURRENCY) : ''
  const failing =
    changed && changed.rows > 0
      ? ` As the cards are now, ${countToWords(changed.rows, file.LOADTYPE)} of ${file.CURRENCY} ${centsToText(changed.amountCents)} would fail.`
      : ''
  return `${restOf(file)} will be ${batchKinds[file.LOADTYPE].moves.words}${retires(file)} at once${hour}.${fee}${failing}${done}`
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
