// The effect of a decision in one sentence: what is posted, from where to where, when, and whether it can be undone.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchTypes } from '#domain/batch/types.ts'
import { scheduleToInstant } from '#domain/batch/schedule.ts'
import { rowCountToText } from '#domain/batch/words.ts'
import { instantToText } from '#domain/instants.ts'
import { amountToText, cents, centsToText, decimalToCents } from '#domain/money.ts'
import type { BatchSummary, SummaryRow } from '#domain/batch/summary.ts'
import { MINUTE_MS } from '#domain/units.ts'
import { isDuringHold as endsWithHold } from '#machines/approval.ts'
import { currentTime } from '#services/clock.ts'
import { withoutLineBreaks } from '#words/figures.ts'
import { isScheduledForLater, remainingSizeOf, sizeOf } from './rows.ts'

/** `scheduledDate` is in the format of the request; undefined means immediately. */
export function approvalEffect(batch: BatchLoadFile, scheduledDate: string | undefined, holdMinutes = 0): string {
  const runsAfterHold = scheduledDate === undefined || isDuringHold(scheduledDate, holdMinutes)
  const earlierTime = scheduledDate && scheduleToWords(scheduledDate)
  if (holdMinutes > 0 && runsAfterHold)
    return m.batches_approvalEffectOnHold({
      movement: movementText(batch),
      minutes: holdMinutes,
      hasEarlierTime: earlierTime === undefined ? 'no' : 'yes',
      earlierTime: earlierTime ?? '',
    })
  return scheduledDate === undefined
    ? m.batches_approvalEffect({ movement: movementText(batch), fee: feeText(batch) })
    : m.batches_approvalEffectLater({
        movement: movementText(batch),
        time: scheduleToWords(scheduledDate) ?? m.batches_timeYouChoose(),
        fee: feeText(batch),
      })
}

/** What a signature covers: batch, rows, total with fees, and time. */
export function batchToSignedWords(batch: BatchLoadFile, scheduledDate: string | undefined): string {
  const total = (decimalToCents(batch.LOADSAMOUNT) ?? 0) + (decimalToCents(batch.FEEAMOUNT) ?? 0)
  return m.batches_signedWords({
    id: batch.BATCHLOADFILEID,
    loads: rowCountToText(batch.LOADSCOUNT, batch.LOADTYPE),
    total: `${batch.CURRENCY} ${centsToText(cents(total))}`,
    hasTime: scheduledDate === undefined ? 'no' : 'yes',
    time: (scheduledDate && scheduleToWords(scheduledDate)) ?? m.batches_timeYouChoose(),
  })
}

/** Without `scheduledDate`, the batch goes back to awaiting approval; otherwise it gets a new time. */
export function schedulingEffect(batch: BatchLoadFile, scheduledDate: string | undefined, holdMinutes = 0): string {
  const runTime = runTimeText(batch)
  if (scheduledDate === undefined) return m.batches_unscheduledEffect({ size: sizeOf(batch), time: runTime })
  const newTime = isDuringHold(scheduledDate, holdMinutes)
    ? m.batches_atHoldEnd({
        time: instantToText(new Date(currentTime() + holdMinutes * MINUTE_MS).toISOString(), client),
      })
    : scheduleToWords(scheduledDate)
  return m.batches_rescheduledEffect({
    movement: movementText(batch),
    time: newTime ?? m.batches_timeYouChoose(),
    oldTime: runTime,
    fee: feeText(batch),
  })
}

/** Milliseconds since 1970. Undefined for as soon as possible, and for a time that does not exist. */
export function toRunTime(scheduledDate: string | undefined): number | undefined {
  const instant = scheduledDate === undefined ? undefined : scheduleToInstant(scheduledDate, client.timeZone)
  return instant === undefined ? undefined : Date.parse(instant)
}

function isDuringHold(scheduledDate: string, holdMinutes: number): boolean {
  const runTime = toRunTime(scheduledDate)
  return runTime !== undefined && endsWithHold(runTime, holdMinutes, currentTime())
}

export const withdrawalEffect = (batch: BatchLoadFile): string =>
  batch.BATCHLOADFILEAPPROVED
    ? m.batches_approvedWithdrawalEffect({ size: sizeOf(batch) })
    : m.batches_withdrawalEffect({ size: sizeOf(batch) })

const runTimeText = (batch: BatchLoadFile): string => instantToText(batch.SCHEDULEDDATE ?? '', client)

const movementText = (batch: BatchLoadFile): string =>
  m.batches_movementEffect({
    loads: rowCountToText(batch.LOADSCOUNT, batch.LOADTYPE),
    amount: withoutLineBreaks(amountToText(batch.LOADSAMOUNT, batch.CURRENCY)),
    moved: batchTypes[batch.LOADTYPE].moves.phrase,
    retires: batch.RETIRE ? 'yes' : 'no',
  })

/**
 * The end of a sentence; '' without a fee. The fee is shown even if the client hides fees, because more than the sum of
 * the rows is debited.
 */
const feeText = (batch: BatchLoadFile): string =>
  additionalFeeText(batch, decimalToCents(batch.LOADSAMOUNT) ?? 0, decimalToCents(batch.FEEAMOUNT) ?? 0)

const additionalFeeText = ({ LOADTYPE, CURRENCY }: BatchLoadFile, amount: number, fee: number): string =>
  !batchTypes[LOADTYPE].chargesFee || fee === 0
    ? ''
    : m.batches_plusFee({
        fee: withoutLineBreaks(`${CURRENCY} ${centsToText(cents(fee))}`),
        total: withoutLineBreaks(`${CURRENCY} ${centsToText(cents(amount + fee))}`),
      })

export const rejectionEffect = (batch: BatchLoadFile): string =>
  m.batches_rejectionEffect({ count: batch.LOADSCOUNT, loads: rowCountToText(batch.LOADSCOUNT, batch.LOADTYPE) })

/** `summary` describes the current rows; undefined until they are loaded. */
export function retryEffect(batch: BatchLoadFile, summary: BatchSummary<SummaryRow> | undefined): string {
  const { notLoaded, changed } = summary ?? {}
  const { CURRENCY: currency, LOADTYPE: type } = batch
  const sentences = [
    m.batches_retryEffect({
      size: remainingSizeOf(batch),
      moved: batchTypes[type].moves.phrase,
      retires: batch.RETIRE ? 'yes' : 'no',
      insteadOf: isScheduledForLater(batch) ? m.batches_insteadOfTime({ time: runTimeText(batch) }) : '',
      fee: notLoaded ? additionalFeeText(batch, notLoaded.amountCents, notLoaded.feeCents) : '',
    }),
  ]
  if (changed && changed.rows > 0)
    sentences.push(
      m.batches_wouldFailAtMoment({
        loads: rowCountToText(changed.rows, type),
        amount: `${currency} ${centsToText(changed.amountCents)}`,
      }),
    )
  if (batch.LOADEDCOUNT > 0) sentences.push(m.batches_doneRowsUntouched())
  return sentences.join(' ')
}

export function closingEffect(batch: BatchLoadFile): string {
  const openRows = batch.LOADSCOUNT - batch.LOADEDCOUNT
  return openRows === 0
    ? m.batches_closingEffect()
    : m.batches_closingEffectOpen({
        loads: rowCountToText(openRows, batch.LOADTYPE),
        hasRun: batch.PROCESSED ? 'yes' : 'no',
      })
}

/** '2026-11-22 10:00:00' → '22 Nov 2026, 10:00 SGT'; undefined for any other text. */
export function scheduleToWords(scheduledDate: string): string | undefined {
  const instant = scheduleToInstant(scheduledDate, client.timeZone)
  return instant && instantToText(instant, client)
}
