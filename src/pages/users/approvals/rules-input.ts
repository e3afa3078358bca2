// The rules as typed in the form, and their conversion to rules, with the first row that is not complete.
import type { Result } from '#contract/operations.ts'
import {
  type ApprovalRules,
  approvalSubjectInfo,
  type ApprovalSubject,
  isAmountMeasure,
  type TierMeasure,
} from '#domain/approvals/rules.ts'
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

export interface RulesInput {
  readonly tiers: readonly TierInput[]
  readonly inOrder: readonly ApprovalSubject[]
  readonly limits: readonly LimitInput[]
}

export const rulesToInput = ({ tiers, inOrder, limits }: ApprovalRules): RulesInput => ({
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
export function inputToRules({ tiers, inOrder, limits }: RulesInput): ApprovalRules | undefined {
  const isComplete =
    tiers.every(
      ({ measure, above, upTo }) =>
        textToValue(measure, above) !== undefined && (upTo.trim() === '' || textToValue(measure, upTo) !== undefined),
    ) && limits.every(({ user, amount }) => user !== '' && textToValue('total', amount) !== undefined)
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
  }
}

/** The groups that can sign this kind of batch or order. */
export const groupsFor = ({ groups }: Pick<Data, 'groups'>, subject: ApprovalSubject) =>
  groups.filter(({ canApprove }) => canApprove.includes(subject))

export const subjectOptions = () =>
  (Object.keys(approvalSubjectInfo) as ApprovalSubject[]).map((value) => ({
    value,
    label: approvalSubjectInfo[value].label,
  }))
