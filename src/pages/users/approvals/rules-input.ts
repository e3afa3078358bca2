// The rules as typed in the form, and their conversion to rules, with the first row that is not complete.
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

type Data = Result<'approvalRules'>

export interface TierInput {
  readonly key: number
  readonly subject: ApprovalSubject
  readonly measure: TierMeasure
  readonly above: string
  readonly upTo: string
  /** The ids, joined by commas; '' for all campaigns. */
  readonly campaigns: string
  readonly signers: string
  /** '' for any approver. */
  readonly group: string
}

export interface LimitInput {
  readonly key: number
  readonly user: string
  readonly amount: string
}

export interface DeputyInput {
  readonly key: number
  readonly user: string
  readonly deputy: string
  readonly firstDay: CalendarDate | ''
  readonly lastDay: CalendarDate | ''
  readonly reason: string
}

export interface RulesInput {
  readonly tiers: readonly TierInput[]
  readonly inOrder: readonly ApprovalSubject[]
  readonly limits: readonly LimitInput[]
  readonly deputies: readonly DeputyInput[]
  /** Hours; '' for no reminder. */
  readonly reminder: string
  /** '' for no group. */
  readonly escalateTo: string
}

/** What decides on which days a deputy signs, and whether that time is over. */
export interface DeputyTime {
  readonly timeZone: string
  /** Milliseconds since 1970. */
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
    campaigns: tier.campaignIds.join(','),
    signers: String(tier.signers),
    group: tier.groupId === null ? '' : String(tier.groupId),
  })),
  inOrder,
  limits: limits.map((limit, key) => ({ key, user: String(limit.userId), amount: centsToDecimal(cents(limit.cents)) })),
  // Deputies whose time is over are not proposed again.
  deputies: deputies
    .filter(({ until }) => Date.parse(until) > now)
    .map((deputy, key) => ({
      key,
      user: String(deputy.userId),
      deputy: String(deputy.deputyId),
      ...deputyDays(deputy, timeZone),
      reason: deputy.reason,
    })),
  reminder: reminder === undefined ? '' : String(reminder.afterHours),
  escalateTo: String(reminder?.escalateTo ?? ''),
})

const valueToText = (measure: TierMeasure, value: number): string =>
  isAmountMeasure(measure) ? centsToDecimal(cents(value)) : String(value)

/** Undefined for a text that is neither an amount nor a count. Zero is a threshold too. */
export function textToValue(measure: TierMeasure, text: string): number | undefined {
  const trimmed = text.trim()
  if (/^0+(?:\.0{1,2})?$/.test(trimmed)) return 0
  if (!isAmountMeasure(measure)) return /^[0-9]{1,6}$/.test(trimmed) ? Number(trimmed) : undefined
  const value = textToCents(trimmed)
  return typeof value === 'number' ? value : undefined
}

/** Undefined if a value is missing or not readable. */
export function inputToRules(
  { tiers, inOrder, limits, deputies, reminder, escalateTo }: RulesInput,
  { timeZone }: Pick<DeputyTime, 'timeZone'>,
): ApprovalRules | undefined {
  const completeDeputies = deputies.flatMap((deputy) => inputToDeputy(deputy, timeZone) ?? [])
  const afterHours = textToHours(reminder)
  const isComplete =
    tiers.every(
      ({ measure, above, upTo }) =>
        textToValue(measure, above) !== undefined && (upTo.trim() === '' || textToValue(measure, upTo) !== undefined),
    ) &&
    limits.every(({ user, amount }) => user !== '' && textToValue('total', amount) !== undefined) &&
    completeDeputies.length === deputies.length &&
    (reminder.trim() === '' || afterHours !== undefined)
  if (!isComplete) return undefined
  return {
    tiers: tiers.map(({ subject, measure, above, upTo, campaigns, signers, group }) => ({
      subject,
      measure,
      above: textToValue(measure, above) ?? 0,
      ...(upTo.trim() !== '' && { upTo: textToValue(measure, upTo) ?? 0 }),
      campaignIds: campaigns === '' ? [] : campaigns.split(',').map(Number),
      signers: Number(signers),
      groupId: group === '' ? null : Number(group),
    })),
    // The order matters only among several tiers.
    inOrder: inOrder.filter((subject) => tiers.filter((tier) => tier.subject === subject).length > 1),
    limits: limits.map(({ user, amount }) => ({ userId: Number(user), cents: textToValue('total', amount) ?? 0 })),
    ...(completeDeputies.length > 0 && { deputies: completeDeputies }),
    ...(afterHours !== undefined && {
      reminder: { afterHours, escalateTo: escalateTo === '' ? null : Number(escalateTo) },
    }),
  }
}

/** Undefined for a text that is not a number of hours. */
export function textToHours(text: string): number | undefined {
  const hours = /^[1-9][0-9]{0,2}$/.test(text.trim()) ? Number(text.trim()) : undefined
  return hours !== undefined && hours <= MAX_REMINDER_HOURS ? hours : undefined
}

/** From the start of the first day to the end of the last. Undefined if a value is missing. */
function inputToDeputy({ user, deputy, firstDay, lastDay, reason }: DeputyInput, timeZone: string): Deputy | undefined {
  if (user === '' || deputy === '' || firstDay === '' || lastDay === '' || reason.trim() === '') return undefined
  const from = startOfDay(firstDay, timeZone)
  const until = startOfDay(addDays(lastDay, 1), timeZone)
  return { userId: Number(user), deputyId: Number(deputy), from, until, reason: reason.trim() }
}

/** If the clocks skip midnight, the day begins an hour later. */
function startOfDay(day: CalendarDate, timeZone: string): string {
  const at = localToInstant(day, '00:00', timeZone) ?? localToInstant(day, '01:00', timeZone) ?? Date.parse(day)
  return new Date(at).toISOString()
}

/** The groups that can sign this kind of batch or order. */
export const groupsFor = ({ groups }: Pick<Data, 'groups'>, subject: ApprovalSubject) =>
  groups.filter(({ canApprove }) => canApprove.includes(subject))

export const subjectOptions = () =>
  (Object.keys(approvalSubjectInfo) as ApprovalSubject[]).map((value) => ({
    value,
    label: approvalSubjectInfo[value].label,
  }))
