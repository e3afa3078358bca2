// Who can sign a batch or an order, and when its signatures suffice. The database counts them again
// (server/db/migrations/0001-schema/approvals.ts). Rules: docs/rules/approvals.md.
import { m } from '#words/messages.js'
import { type CalendarDate, dateToShortText } from '#domain/calendar.ts'
import { type Cents, centsToText } from '#domain/money.ts'
import { instantToDate } from '#domain/dates.ts'
import { listAnd, listOr, numberToText } from '#words/figures.ts'
import {
  type ApprovalRules,
  approvalSubjectInfo,
  type ApprovalTerms,
  type Deputy,
  isAmountMeasure,
  type Tier,
  type TierMeasure,
  type TierRule,
} from './rules.ts'

/** A valid signature: who signed which tier (its position in the terms). */
export interface Signature {
  readonly userId: number
  readonly tier: number
  /** The absent approver whom a deputy signed for. */
  readonly onBehalfOf?: number | undefined
}

/** Whose signature it is: of the absent approver, if a deputy signed. */
const ownerOf = ({ userId, onBehalfOf }: Signature): number => onBehalfOf ?? userId

/** An approver who is absent now. */
export interface Absent {
  readonly userId: number
  readonly name: string
  readonly groupId: number | null
  readonly hasRecordedFunds: boolean
}

/** The facts about a user who wants to sign. */
export interface Signer {
  readonly userId: number
  readonly groupId: number | null
  /** The user recorded a payment into the funding account, or a return, in the days before (`RECORDER_DAYS`). */
  readonly hasRecordedFunds: boolean
  /** Those whom the user is the deputy of now, without those who made what is signed. */
  readonly deputyFor?: readonly Absent[] | undefined
}

/** Who recorded money of the funding account within these days cannot sign what it pays for. */
export const RECORDER_DAYS = 30

const ANY_APPROVER: readonly Pick<Tier, 'groupId' | 'signers'>[] = [{ groupId: null, signers: 1 }]

const tiersOf = (terms: ApprovalTerms | undefined): readonly Pick<Tier, 'groupId' | 'signers'>[] =>
  terms === undefined || terms.tiers.length === 0 ? ANY_APPROVER : terms.tiers

/** How many signatures there are, and how many are needed. Surplus signatures of a tier do not count. */
export function countSignatures(terms: ApprovalTerms | undefined, signatures: readonly Signature[]) {
  const tiers = tiersOf(terms)
  const missing = tiers.map(({ signers }, tier) =>
    Math.max(0, signers - signatures.filter((signature) => signature.tier === tier).length),
  )
  const needed = tiers.reduce((sum, { signers }) => sum + signers, 0)
  return { needed, signed: needed - missing.reduce((sum, count) => sum + count, 0), missing }
}

/** True if the signatures suffice. Makers and others who can never sign are kept out when a signature is added. */
export function isFullySigned(terms: ApprovalTerms | undefined, signatures: readonly Signature[]): boolean {
  const { needed, signed } = countSignatures(terms, signatures)
  return signed === needed
}

/**
 * The tier that the user would sign, or undefined: a tier of the user's group before one of any approver. In a fixed
 * order, only the first tier with missing signatures.
 */
export function tierToSign(
  terms: ApprovalTerms | undefined,
  signatures: readonly Signature[],
  groupId: number | null,
): number | undefined {
  const { missing } = countSignatures(terms, signatures)
  const open = missing.flatMap((count, tier) => (count > 0 ? [tier] : []))
  const candidates = terms?.inOrder === true ? open.slice(0, 1) : open
  return preferOwnGroup(terms, candidates, groupId)
}

/** The tier that users of this group belong to, whether it is complete or not. */
const tierOfGroup = (terms: ApprovalTerms | undefined, groupId: number | null): number | undefined =>
  preferOwnGroup(terms, [...tiersOf(terms).keys()], groupId)

function preferOwnGroup(terms: ApprovalTerms | undefined, candidates: readonly number[], groupId: number | null) {
  const tiers = tiersOf(terms)
  const groupOf = (tier: number) => tiers[tier]?.groupId
  return (
    candidates.find((tier) => groupId !== null && groupOf(tier) === groupId) ??
    candidates.find((tier) => groupOf(tier) === null)
  )
}

/** What the user's signature would be. */
export interface NextSignature {
  readonly tier: number
  /** Set if the user signs as the deputy of this approver. */
  readonly absent?: Absent | undefined
}

/** The user's own signature if one is missing, otherwise that of an approver whom the user is the deputy of. */
export function signatureToAdd(
  terms: ApprovalTerms | undefined,
  signatures: readonly Signature[],
  { userId, groupId, deputyFor = [] }: Signer,
): NextSignature | undefined {
  const hasSigned = (id: number) => signatures.some((signature) => ownerOf(signature) === id)
  const ownTier = hasSigned(userId) ? undefined : tierToSign(terms, signatures, groupId)
  if (ownTier !== undefined) return { tier: ownTier }
  for (const absent of deputyFor) {
    const tier = tierToSign(terms, signatures, absent.groupId)
    if (tier !== undefined && !hasSigned(absent.userId) && canBeActedFor(terms, absent)) return { tier, absent }
  }
  return undefined
}

/** A deputy can do no more than the absent approver. */
const canBeActedFor = (terms: ApprovalTerms | undefined, { userId, hasRecordedFunds }: Absent): boolean =>
  terms?.overLimit.includes(userId) !== true && !hasRecordedFunds

/**
 * The signature that the user belongs to, whether its tier is complete or not, if need be as a deputy. For acts that
 * count as the last signature again.
 */
export function signatureOfGroup(
  terms: ApprovalTerms | undefined,
  signatures: readonly Signature[],
  { userId, groupId, deputyFor = [] }: Signer,
): NextSignature | undefined {
  const wasSignedFor = signatures.some(({ onBehalfOf }) => onBehalfOf === userId)
  const ownTier = wasSignedFor ? undefined : tierOfGroup(terms, groupId)
  if (ownTier !== undefined) return { tier: ownTier }
  for (const absent of deputyFor) {
    const tier = tierOfGroup(terms, absent.groupId)
    const hasSigned = signatures.some((signature) => ownerOf(signature) === absent.userId)
    if (tier !== undefined && !hasSigned && canBeActedFor(terms, absent)) return { tier, absent }
  }
  return undefined
}

/**
 * Returns why the user cannot sign, or undefined. Whether the batch is decided, and whether the user is its maker, is
 * checked before, as without rules.
 */
export function signatureRefusal(
  terms: ApprovalTerms | undefined,
  signatures: readonly Signature[],
  signer: Signer,
): string | undefined {
  if (terms === undefined) return undefined
  if (signatures.some(({ userId }) => userId === signer.userId)) return m.approvals_signedAlready()
  const refusal = signerRefusal(terms, signatures, signer)
  if (refusal !== undefined) return refusal
  if (signatureToAdd(terms, signatures, signer) !== undefined) return undefined
  const { missing } = countSignatures(terms, signatures)
  const ownTier = signatureOfGroup(terms, signatures, signer)?.tier
  const isOwnTierOpen = ownTier !== undefined && (missing[ownTier] ?? 0) > 0
  return isOwnTierOpen
    ? othersSignFirst(terms.tiers[missing.findIndex((count) => count > 0)])
    : m.approvals_groupHasSigned()
}

const othersSignFirst = (tier: Tier | undefined): string =>
  m.approvals_othersSignFirst({ group: tier === undefined ? '' : tierToText(tier) })

/**
 * Returns why the user could not have signed in any tier, or undefined. Also for acts that count as the last
 * signature again: a retry, a run ahead of its time and another schedule.
 */
export function signerRefusal(
  terms: ApprovalTerms | undefined,
  signatures: readonly Signature[],
  signer: Signer,
): string | undefined {
  if (terms === undefined) return undefined
  if (terms.overLimit.includes(signer.userId)) return m.approvals_aboveYourLimit()
  if (signer.hasRecordedFunds) return m.approvals_recordedFunds({ days: RECORDER_DAYS })
  const refusal = groupRefusal(terms, signer)
  if (refusal !== undefined) return refusal
  // Who has signed needs no other signature.
  const hasSigned = signatures.some(({ userId }) => userId === signer.userId)
  const canSign = hasSigned || signatureOfGroup(terms, signatures, signer) !== undefined
  return canSign ? undefined : m.approvals_signatureIsThere()
}

/** Returns why users of this group cannot decide, or undefined. Rejecting moves no money, so it needs no more. */
const groupRefusal = (terms: ApprovalTerms | undefined, signer: Signer): string | undefined =>
  terms === undefined || signatureOfGroup(terms, [], signer) !== undefined
    ? undefined
    : m.approvals_onlyTheseSign({ who: termsToText(terms) })

/** '2 of Directors and 1 of Managers' */
const termsToText = ({ tiers }: ApprovalTerms): string => listAnd(tiers.map(tierToText))

const tierToText = ({ groupId, groupName, signers }: Pick<Tier, 'groupId' | 'groupName' | 'signers'>): string => {
  // The texts have words for small numbers.
  const word = signers
  return groupId === null
    ? m.approvals_anyApprovers({ word, count: signers })
    : m.approvals_ofGroup({ word, count: signers, group: groupName })
}

/** Why a user cannot do each of these, as far as approval rules are concerned. */
export interface DecisionRefusals {
  readonly sign?: string | undefined
  readonly reject?: string | undefined
  /** Retry, run ahead of time, choose another schedule. */
  readonly rerun?: string | undefined
}

export const decisionRefusals = (
  terms: ApprovalTerms,
  signatures: readonly Signature[],
  signer: Signer,
): DecisionRefusals => ({
  sign: signatureRefusal(terms, signatures, signer),
  reject: groupRefusal(terms, signer),
  rerun: signerRefusal(terms, signatures, signer),
})

/** What a batch or an order needs and why: 'Two of Directors, because its total is above SGD 50,000.00'. */
export function termsToSentences({ tiers, inOrder }: ApprovalTerms, currency: string): string[] {
  const sentences = tiers.map((tier) =>
    m.approvals_because({
      who: tierToText(tier),
      measure: tier.measure,
      value: thresholdToText(tier.measure, tier.above, currency),
    }),
  )
  return inOrder && sentences.length > 1 ? [...sentences, m.approvals_inThisOrder()] : sentences
}

/** A threshold: 'SGD 50,000.00', or '500'. */
const thresholdToText = (measure: TierMeasure, value: number, currency: string): string =>
  isAmountMeasure(measure) ? amountToText(value, currency) : numberToText(value)

const amountToText = (amountCents: number, currency: string): string =>
  `${currency} ${centsToText(amountCents as Cents)}`

interface NamedDeputy {
  readonly userName: string
  readonly deputyName: string
  readonly firstDay: CalendarDate
  readonly lastDay: CalendarDate
  readonly reason: string
}

/** Rules with the names of what they refer to, as recorded in the audit trail. */
export interface NamedRules {
  readonly currency: string
  readonly tiers: readonly (TierRule & { readonly groupName: string; readonly campaignNames: readonly string[] })[]
  readonly inOrder: ApprovalRules['inOrder']
  readonly limits: readonly { readonly userName: string; readonly cents: number }[]
  /** With the first and the last day. Older entries of the audit trail have neither of these two. */
  readonly deputies?: readonly NamedDeputy[] | undefined
  readonly reminder?: { readonly afterHours: number; readonly groupName: string } | undefined
}

/** The first and the last day of a deputy's time. */
export const deputyDays = ({ from, until }: Pick<Deputy, 'from' | 'until'>, timeZone: string) => ({
  firstDay: instantToDate(Date.parse(from), timeZone),
  lastDay: instantToDate(Date.parse(until) - 1, timeZone),
})

/** Where rules find the names of what they refer to. */
export interface NameLists {
  readonly groups: readonly NamedItem[]
  readonly approvers: readonly NamedItem[]
  readonly campaigns: readonly NamedItem[]
  readonly currency: string
}
interface NamedItem {
  readonly id: number
  readonly name: string
}

export function nameRules(rules: ApprovalRules, names: NameLists, timeZone: string): NamedRules {
  const nameIn = (list: readonly NamedItem[], id: number | null) => list.find((item) => item.id === id)?.name ?? ''
  return {
    currency: names.currency,
    tiers: rules.tiers.map((tier) => ({
      ...tier,
      groupName: nameIn(names.groups, tier.groupId),
      campaignNames: tier.campaignIds.map((id) => nameIn(names.campaigns, id)),
    })),
    inOrder: rules.inOrder,
    limits: rules.limits.map(({ userId, cents }) => ({ userName: nameIn(names.approvers, userId), cents })),
    deputies: (rules.deputies ?? []).map((deputy) => ({
      userName: nameIn(names.approvers, deputy.userId),
      deputyName: nameIn(names.approvers, deputy.deputyId),
      ...deputyDays(deputy, timeZone),
      reason: deputy.reason,
    })),
    ...(rules.reminder && {
      reminder: {
        afterHours: rules.reminder.afterHours,
        groupName: nameIn(names.groups, rules.reminder.escalateTo),
      },
    }),
  }
}

/** A line for each rule: 'Loads above SGD 50,000.00: two of Directors'. */
export const rulesToLines = ({ tiers, inOrder, limits, deputies = [], reminder, currency }: NamedRules): string[] => [
  ...tiers.map((tier) => ruleToText(tier, currency)),
  ...inOrder.map((subject) => m.approvals_ruleInOrder({ subject: approvalSubjectInfo[subject].label })),
  ...limits.map(({ userName, cents }) =>
    m.approvals_ruleLimit({ user: userName, value: amountToText(cents, currency) }),
  ),
  ...deputies.map(deputyToText),
  ...(reminder
    ? [
        m.approvals_ruleReminder({
          hours: reminder.afterHours,
          escalates: reminder.groupName === '' ? 'no' : 'yes',
          group: reminder.groupName,
        }),
      ]
    : []),
]

const deputyToText = ({ userName, deputyName, firstDay, lastDay, reason }: NamedDeputy): string =>
  m.approvals_ruleDeputy({
    deputy: deputyName,
    user: userName,
    from: dateToShortText(firstDay),
    until: dateToShortText(lastDay),
    reason,
  })

function ruleToText(tier: NamedRules['tiers'][number], currency: string): string {
  const { subject, measure, above, upTo, campaignNames } = tier
  const rule = m.approvals_ruleAbove({
    subject: approvalSubjectInfo[subject].label,
    measure,
    value: thresholdToText(measure, above, currency),
    who: tierToText(tier),
  })
  const inRange =
    upTo === undefined ? rule : m.approvals_ruleUpTo({ rule, value: thresholdToText(measure, upTo, currency) })
  return campaignNames.length === 0
    ? inRange
    : m.approvals_ruleCampaigns({ rule: inRange, campaigns: listOr(campaignNames) })
}
