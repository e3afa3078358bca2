// The effect of a decision in one sentence: what is posted, from where to where, when, and whether a user can undo the
// decision.
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
import { isDuringHold } from '#machines/approval.ts'
import { currentTime } from '#services/clock.ts'
import { withoutLineBreaks } from '#words/figures.ts'
import { isScheduledForLater, remainingSizeOf, sizeOf } from './rows.ts'

/** `scheduledDate` is in the format of the request; undefined means immediately. */
export function approvalEffect(batch: BatchLoadFile, scheduledDate: string | undefined, holdMinutes = 0): string {
  const movement = movementText(batch)
  const mustWaitForHold = scheduledDate === undefined || isBeforeHoldEnd(scheduledDate, holdMinutes)
  if (holdMinutes > 0 && mustWaitForHold)
    return m.batches_approvalEffectOnHold({
      movement,
      minutes: holdMinutes,
      hasEarlierTime: scheduledDate === undefined ? 'no' : 'yes',
      earlierTime: scheduledDate === undefined ? '' : chosenTimeText(scheduledDate),
    })
  if (scheduledDate === undefined) return m.batches_approvalEffect({ movement, fee: feeText(batch) })
  return m.batches_approvalEffectLater({ movement, time: chosenTimeText(scheduledDate), fee: feeText(batch) })
}

/** What a signature covers: batch, rows, total with fees, and time. */
export function batchToSignedWords(batch: BatchLoadFile, scheduledDate: string | undefined): string {
  const totalCents = (decimalToCents(batch.LOADSAMOUNT) ?? 0) + (decimalToCents(batch.FEEAMOUNT) ?? 0)
  return m.batches_signedWords({
    id: batch.BATCHLOADFILEID,
    loads: rowCountToText(batch.LOADSCOUNT, batch.LOADTYPE),
    total: `${batch.CURRENCY} ${centsToText(cents(totalCents))}`,
    hasTime: scheduledDate === undefined ? 'no' : 'yes',
    time: scheduledDate === undefined ? '' : chosenTimeText(scheduledDate),
  })
}

/** The batch gets a new time or, without `scheduledDate`, awaits approval again. */
export function schedulingEffect(batch: BatchLoadFile, scheduledDate: string | undefined, holdMinutes = 0): string {
  const oldTime = scheduledTimeText(batch)
  if (scheduledDate === undefined) return m.batches_unscheduledEffect({ size: sizeOf(batch), time: oldTime })
  const runsAtHoldEnd = isBeforeHoldEnd(scheduledDate, holdMinutes)
  return m.batches_rescheduledEffect({
    movement: movementText(batch),
    time: runsAtHoldEnd ? holdEndText(holdMinutes) : chosenTimeText(scheduledDate),
    oldTime,
    fee: feeText(batch),
  })
}

/** The end of a hold that starts now. */
function holdEndText(holdMinutes: number): string {
  const holdEnd = new Date(currentTime() + holdMinutes * MINUTE_MS).toISOString()
  return m.batches_atHoldEnd({ time: instantToText(holdEnd, client) })
}

/** Milliseconds since 1970. Undefined for as soon as possible, and for a time that does not exist. */
export function toRunTime(scheduledDate: string | undefined): number | undefined {
  const instant = scheduledDate === undefined ? undefined : scheduleToInstant(scheduledDate, client.timeZone)
  return instant === undefined ? undefined : Date.parse(instant)
}

/** True if the chosen time is before the end of a hold that starts now. The batch then runs when the hold ends. */
function isBeforeHoldEnd(scheduledDate: string, holdMinutes: number): boolean {
  const runTime = toRunTime(scheduledDate)
  return runTime !== undefined && isDuringHold(runTime, holdMinutes, currentTime())
}

export const withdrawalEffect = (batch: BatchLoadFile): string =>
  batch.BATCHLOADFILEAPPROVED
    ? m.batches_approvedWithdrawalEffect({ size: sizeOf(batch) })
    : m.batches_withdrawalEffect({ size: sizeOf(batch) })

const scheduledTimeText = (batch: BatchLoadFile): string => instantToText(batch.SCHEDULEDDATE ?? '', client)

const movementText = (batch: BatchLoadFile): string =>
  m.batches_movementEffect({
    loads: rowCountToText(batch.LOADSCOUNT, batch.LOADTYPE),
    amount: withoutLineBreaks(amountToText(batch.LOADSAMOUNT, batch.CURRENCY)),
    moved: batchTypes[batch.LOADTYPE].moves.phrase,
    retires: batch.RETIRE ? 'yes' : 'no',
  })

/** The fee of all rows, as the end of a sentence; '' without a fee. */
const feeText = (batch: BatchLoadFile): string =>
  additionalFeeText(batch, {
    amountCents: decimalToCents(batch.LOADSAMOUNT) ?? 0,
    feeCents: decimalToCents(batch.FEEAMOUNT) ?? 0,
  })

/** Shows the fee even if the client hides fees, because more than the sum of the rows is debited. */
function additionalFeeText(
  { LOADTYPE, CURRENCY }: BatchLoadFile,
  { amountCents, feeCents }: { readonly amountCents: number; readonly feeCents: number },
): string {
  if (!batchTypes[LOADTYPE].chargesFee || feeCents === 0) return ''
  return m.batches_plusFee({
    fee: withoutLineBreaks(`${CURRENCY} ${centsToText(cents(feeCents))}`),
    total: withoutLineBreaks(`${CURRENCY} ${centsToText(cents(amountCents + feeCents))}`),
  })
}

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
      insteadOf: isScheduledForLater(batch) ? m.batches_insteadOfTime({ time: scheduledTimeText(batch) }) : '',
      fee: notLoaded ? additionalFeeText(batch, notLoaded) : '',
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
  const openRowCount = batch.LOADSCOUNT - batch.LOADEDCOUNT
  return openRowCount === 0
    ? m.batches_closingEffect()
    : m.batches_closingEffectOpen({
        loads: rowCountToText(openRowCount, batch.LOADTYPE),
        hasRun: batch.PROCESSED ? 'yes' : 'no',
      })
}

/** '2026-11-22 10:00:00' → '22 Nov 2026, 10:00 SGT'. Until the date and the time are complete: 'the … time you choose'. */
function chosenTimeText(scheduledDate: string): string {
  const instant = scheduleToInstant(scheduledDate, client.timeZone)
  return instant === undefined ? m.batches_timeYouChoose() : instantToText(instant, client)
}
