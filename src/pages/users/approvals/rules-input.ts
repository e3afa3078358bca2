// The approval rules as typed in the form, and the conversion from and to rules.
import type { Result } from '#contract/operations.ts'
import {
  type ApprovalRules,
  approvalSubjectInfo,
  type ApprovalSubject,
  type Deputy,
  isAmountMeasure,
  MAX_REMINDER_HOURS,
  type TierMeasure,
} from '#domain/approvals/rules.ts'
import { deputyDays } from '#domain/approvals/signing.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays, localToInstant } from '#domain/dates.ts'
import { cents, centsToDecimal, textToCents } from '#domain/money.ts'

export interface TierInput {
  readonly key: number
  readonly subject: ApprovalSubject
  readonly measure: TierMeasure
  readonly above: string
  readonly upTo: string
  /** The ids. Empty for all campaigns. */
  readonly campaignIds: readonly number[]
  readonly signers: string
  /** '' for any approver. */
  readonly groupId: string
}

export interface LimitInput {
  readonly key: number
  readonly userId: string
  readonly amount: string
}

export interface DeputyInput {
  readonly key: number
  readonly userId: string
  readonly deputyId: string
  readonly firstDay: CalendarDate | ''
  readonly lastDay: CalendarDate | ''
  readonly reason: string
}

export interface RulesInput {
  readonly tiers: readonly TierInput[]
  /** The subjects whose tiers sign one after the other. */
  readonly subjectsInOrder: readonly ApprovalSubject[]
  readonly limits: readonly LimitInput[]
  readonly deputies: readonly DeputyInput[]
  /** Hours. Empty for no reminder. */
  readonly reminder: string
  /** '' for no group. */
  readonly escalateTo: string
}

/** The key for a new row of a list. */
export const nextKey = (rows: readonly { readonly key: number }[]): number =>
  Math.max(0, ...rows.map(({ key }) => key)) + 1

interface DeputyTime {
  /** The zone in which the days of a deputy begin and end. */
  readonly timeZone: string
  /** Epoch milliseconds. A deputy whose time has ended by then is left out. */
  readonly now: number
}

export const rulesToInput = (
  { tiers, inOrder, limits, deputies = [], reminder }: ApprovalRules,
  { timeZone, now }: DeputyTime,
): RulesInput => ({
  tiers: tiers.map((tier, key) => ({
    key,
    subject: tier.subject,
    measure: tier.measure,
    above: valueToText(tier.measure, tier.above),
    upTo: tier.upTo === undefined ? '' : valueToText(tier.measure, tier.upTo),
    campaignIds: tier.campaignIds,
    signers: String(tier.signers),
    groupId: tier.groupId === null ? '' : String(tier.groupId),
  })),
  subjectsInOrder: inOrder,
  limits: limits.map((limit, key) => ({
    key,
    userId: String(limit.userId),
    amount: centsToDecimal(cents(limit.cents)),
  })),
  deputies: deputies
    .filter(({ until }) => Date.parse(until) > now)
    .map((deputy, key) => ({
      key,
      userId: String(deputy.userId),
      deputyId: String(deputy.deputyId),
      ...deputyDays(deputy, timeZone),
      reason: deputy.reason,
    })),
  reminder: reminder === undefined ? '' : String(reminder.afterHours),
  escalateTo: String(reminder?.escalateTo ?? ''),
})

const valueToText = (measure: TierMeasure, value: number): string =>
  isAmountMeasure(measure) ? centsToDecimal(cents(value)) : String(value)

/** The amount in minor units, or the count. Undefined if the text is neither. */
export function textToValue(measure: TierMeasure, text: string): number | undefined {
  const trimmed = text.trim()
  // `textToCents` would refuse a zero, but a tier can apply to everything above 0.
  if (/^0+(?:\.0{1,2})?$/.test(trimmed)) return 0
  if (!isAmountMeasure(measure)) return /^[0-9]{1,6}$/.test(trimmed) ? Number(trimmed) : undefined
  const value = textToCents(trimmed)
  return typeof value === 'number' ? value : undefined
}

/** Undefined if a value is missing or cannot be read. */
export function inputToRules(
  { tiers, subjectsInOrder, limits, deputies, reminder, escalateTo }: RulesInput,
  { timeZone }: Pick<DeputyTime, 'timeZone'>,
): ApprovalRules | undefined {
  const completeDeputies = deputies
    .map((deputy) => inputToDeputy(deputy, timeZone))
    .filter((deputy) => deputy !== undefined)
  const afterHours = textToHours(reminder)
  const areDeputiesComplete = completeDeputies.length === deputies.length
  const isReminderValid = reminder.trim() === '' || afterHours !== undefined
  const areTiersAndLimitsComplete = tiers.every(isTierComplete) && limits.every(isLimitComplete)
  if (!areTiersAndLimitsComplete || !areDeputiesComplete || !isReminderValid) return undefined
  // All values were checked, so no amount below falls back to 0.
  return {
    tiers: tiers.map(({ subject, measure, above, upTo, campaignIds, signers, groupId }) => ({
      subject,
      measure,
      above: textToValue(measure, above) ?? 0,
      ...(upTo.trim() !== '' && { upTo: textToValue(measure, upTo) ?? 0 }),
      campaignIds,
      signers: Number(signers),
      groupId: groupId === '' ? null : Number(groupId),
    })),
    inOrder: subjectsInOrder.filter((subject) => hasSeveralTiers({ tiers }, subject)),
    limits: limits.map(({ userId, amount }) => ({ userId: Number(userId), cents: textToValue('total', amount) ?? 0 })),
    ...(completeDeputies.length > 0 && { deputies: completeDeputies }),
    ...(afterHours !== undefined && {
      reminder: { afterHours, escalateTo: escalateTo === '' ? null : Number(escalateTo) },
    }),
  }
}

function isTierComplete({ measure, above, upTo }: TierInput): boolean {
  const isUpToValid = upTo.trim() === '' || textToValue(measure, upTo) !== undefined
  return textToValue(measure, above) !== undefined && isUpToValid
}

const isLimitComplete = ({ userId, amount }: LimitInput): boolean =>
  userId !== '' && textToValue('total', amount) !== undefined

/** The order of signing matters only if the subject has several tiers. */
export const hasSeveralTiers = ({ tiers }: Pick<RulesInput, 'tiers'>, subject: ApprovalSubject): boolean =>
  tiers.filter((tier) => tier.subject === subject).length > 1

/** Undefined for a text that is not a number of hours. */
export function textToHours(text: string): number | undefined {
  const trimmed = text.trim()
  if (!/^[1-9][0-9]{0,2}$/.test(trimmed)) return undefined
  const hours = Number(trimmed)
  return hours <= MAX_REMINDER_HOURS ? hours : undefined
}

/** The deputy signs from the start of the first day to the end of the last. Undefined if a value is missing. */
function inputToDeputy(
  { userId, deputyId, firstDay, lastDay, reason }: DeputyInput,
  timeZone: string,
): Deputy | undefined {
  const hasUsers = userId !== '' && deputyId !== ''
  const hasReason = reason.trim() !== ''
  if (!hasUsers || !hasReason || firstDay === '' || lastDay === '') return undefined
  const from = startOfDay(firstDay, timeZone)
  const until = startOfDay(addDays(lastDay, 1), timeZone)
  return { userId: Number(userId), deputyId: Number(deputyId), from, until, reason: reason.trim() }
}

function startOfDay(day: CalendarDate, timeZone: string): string {
  const midnight = localToInstant(day, '00:00', timeZone)
  // In some zones, the clocks skip midnight on one day of the year. The day then begins an hour later. A zone can also
  // skip a whole day, as Samoa did in 2011. That day begins at midnight UTC here.
  const startMs = midnight ?? localToInstant(day, '01:00', timeZone) ?? Date.parse(day)
  return new Date(startMs).toISOString()
}

/** The groups that can sign this kind of batch or order. */
export const groupsFor = ({ groups }: Pick<Result<'approvalRules'>, 'groups'>, subject: ApprovalSubject) =>
  groups.filter(({ canApprove }) => canApprove.includes(subject))

export const subjectOptions = () =>
  (Object.keys(approvalSubjectInfo) as ApprovalSubject[]).map((value) => ({
    value,
    label: approvalSubjectInfo[value].label,
  }))
