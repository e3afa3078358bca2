// The effect of a decision in one sentence: what is posted, from where to where, when, and whether it can be undone.
import { client } from '#brand/current.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { textToSchedule } from '#domain/batch/schedule.ts'
import { countToWords } from '#domain/batch/words.ts'
import { instantToText } from '#domain/instants.ts'
import { textToDate } from '#domain/calendar.ts'
import { localToInstant } from '#domain/dates.ts'
import { cents, centsToText, decimalToCents } from '#domain/money.ts'
import type { BatchSummary, SummaryRow } from '#domain/batch/summary.ts'
import { MINUTE_MS } from '#domain/units.ts'
import * as say from '#words/pages/batches/approve.ts'
import { amountOf, isScheduledForLater, restOf, sizeOf } from './rows.ts'

/** `scheduledDate` in the format of the request, or undefined for immediately. */
export function approvalEffect(file: BatchLoadFile, scheduledDate: string | undefined, holdMinutes = 0): string {
  if (holdMinutes > 0 && (scheduledDate === undefined || isDuringHold(scheduledDate, holdMinutes)))
    return say.approvalEffectOnHold(allOf(file), holdMinutes, scheduledDate && scheduleToWords(scheduledDate))
  return scheduledDate === undefined
    ? say.approvalEffect(allOf(file), feeOf(file))
    : say.approvalEffectLater(allOf(file), feeOf(file), scheduleToWords(scheduledDate) ?? say.timeYouChoose)
}

/** Without `scheduledDate`, back to awaiting approval; otherwise a new time. */
export function schedulingEffect(file: BatchLoadFile, scheduledDate: string | undefined, holdMinutes = 0): string {
  const before = hourOf(file)
  if (scheduledDate === undefined) return say.unscheduledEffect(sizeOf(file), before)
  const at = isDuringHold(scheduledDate, holdMinutes)
    ? say.whenHoldEnds(instantToText(new Date(Date.now() + holdMinutes * MINUTE_MS).toISOString(), client))
    : scheduleToWords(scheduledDate)
  return say.rescheduledEffect(allOf(file), feeOf(file), at ?? say.timeYouChoose, before)
}

/** True if the scheduled time is during the hold: the server then processes the batch when its hold ends. */
function isDuringHold(scheduledDate: string, holdMinutes: number): boolean {
  const at = scheduleToInstant(scheduledDate)
  return at !== undefined && at < Date.now() + holdMinutes * MINUTE_MS
}

export const withdrawalEffect = (file: BatchLoadFile): string =>
  file.BATCHLOADFILEAPPROVED ? say.approvedWithdrawalEffect(sizeOf(file)) : say.withdrawalEffect(sizeOf(file))

const hourOf = (file: BatchLoadFile): string => instantToText(file.SCHEDULEDDATE ?? '', client)

const allOf = (file: BatchLoadFile): say.Moving => ({
  loads: countToWords(file.LOADSCOUNT, file.LOADTYPE),
  amount: amountOf(file.LOADSAMOUNT, file.CURRENCY),
  moved: batchKinds[file.LOADTYPE].moves.words,
  retires: file.RETIRE,
})

// Shown even if fee columns are hidden, since the debit is more than the sum of the rows.
const feeOf = (file: BatchLoadFile): say.ExtraFee | undefined =>
  feeBesides(file, decimalToCents(file.LOADSAMOUNT) ?? 0, decimalToCents(file.FEEAMOUNT) ?? 0)

const feeBesides = ({ LOADTYPE, CURRENCY }: BatchLoadFile, amount: number, fee: number): say.ExtraFee | undefined =>
  !batchKinds[LOADTYPE].chargesFee || fee === 0
    ? undefined
    : { fee: `${CURRENCY} ${centsToText(cents(fee))}`, together: `${CURRENCY} ${centsToText(cents(amount + fee))}` }

export const rejectionEffect = (file: BatchLoadFile): string =>
  say.rejectionEffect(countToWords(file.LOADSCOUNT, file.LOADTYPE), file.LOADSCOUNT)

/** `summary` describes the current rows; undefined until they are loaded. */
export function retryEffect(file: BatchLoadFile, summary: BatchSummary<SummaryRow> | undefined): string {
  const { open, changed } = summary ?? {}
  const { CURRENCY: currency, LOADTYPE: type } = file
  return say.retryEffect({
    size: restOf(file),
    moved: batchKinds[type].moves.words,
    retires: file.RETIRE,
    before: isScheduledForLater(file) ? hourOf(file) : undefined,
    fee: open && feeBesides(file, open.amountCents, open.feeCents),
    failing:
      changed && changed.rows > 0
        ? { loads: countToWords(changed.rows, type), amount: `${currency} ${centsToText(changed.amountCents)}` }
        : undefined,
    someAreDone: file.LOADEDCOUNT > 0,
  })
}

export function closingEffect(file: BatchLoadFile): string {
  const open = file.LOADSCOUNT - file.LOADEDCOUNT
  return open === 0 ? say.closingEffect : say.closingEffectOpen(countToWords(open, file.LOADTYPE))
}

/** '2026-11-22 10:00:00' → '22 Nov 2026, 10:00 SGT'; undefined for any other text. */
export function scheduleToWords(scheduledDate: string): string | undefined {
  const at = scheduleToInstant(scheduledDate)
  return at === undefined ? undefined : instantToText(new Date(at).toISOString(), client)
}

function scheduleToInstant(scheduledDate: string): number | undefined {
  const { date, time } = textToSchedule(scheduledDate)
  const day = textToDate(date)
  return day && time.length === 5 ? localToInstant(day, time, client.timeZone) : undefined
}
