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

/** A valid signature. */
export interface Signature {
  readonly userId: number
  /** The index of the signed tier in the terms. */
  readonly tier: number
  /** The absent approver whom a deputy signed for. */
  readonly onBehalfOf?: number | undefined
}

/** The approver for whom a signature counts: the absent approver if a deputy signed, otherwise the signer. */
const ownerOf = ({ userId, onBehalfOf }: Signature): number => onBehalfOf ?? userId

/** An approver who is absent now. */
export interface AbsentApprover {
  readonly userId: number
  readonly name: string
  readonly groupId: number | null
  readonly hasRecordedFunds: boolean
}

/** The facts about a user who wants to sign. */
export interface Signer {
  readonly userId: number
  readonly groupId: number | null
  /** True if the user recorded a payment or a return of the funding account within the last `RECORDER_DAYS` days. */
  readonly hasRecordedFunds: boolean
  /** The approvers whose deputy the user is now, without the makers of the batch or order. */
  readonly deputyFor?: readonly AbsentApprover[] | undefined
}

/** For this many days, users who recorded money of the funding account cannot sign what the account pays for. */
export const RECORDER_DAYS = 30

/** Who signs a tier, without the reason for the tier. */
type TierSigners = Pick<Tier, 'groupId' | 'signers'>

const ANY_APPROVER: readonly TierSigners[] = [{ groupId: null, signers: 1 }]

function tiersOf(terms: ApprovalTerms | undefined): readonly TierSigners[] {
  const tiers = terms?.tiers ?? []
  return tiers.length === 0 ? ANY_APPROVER : tiers
}

/**
 * Counts signatures. `needed` and `signed` are totals of all tiers. `missing` has one number for each tier. Surplus
 * signatures of a tier do not count.
 */
export function countSignatures(terms: ApprovalTerms | undefined, signatures: readonly Signature[]) {
  const tiers = tiersOf(terms)
  const missing = tiers.map(({ signers }, tier) => {
    const signedInTier = signatures.filter((signature) => signature.tier === tier).length
    return Math.max(0, signers - signedInTier)
  })
  const needed = tiers.reduce((sum, { signers }) => sum + signers, 0)
  const missingTotal = missing.reduce((sum, count) => sum + count, 0)
  return { needed, signed: needed - missingTotal, missing }
}

/** True if the signatures suffice. Users who can never sign, such as the makers, have been refused earlier. */
export function isFullySigned(terms: ApprovalTerms | undefined, signatures: readonly Signature[]): boolean {
  const { needed, signed } = countSignatures(terms, signatures)
  return signed === needed
}

/**
 * The tier that the user would sign: a tier of the user's group, otherwise a tier of any approver. Undefined if there is
 * none. If the order is fixed, only the first tier with missing signatures can be signed.
 */
export function findNextTier(
  terms: ApprovalTerms | undefined,
  signatures: readonly Signature[],
  groupId: number | null,
): number | undefined {
  const { missing } = countSignatures(terms, signatures)
  const openTiers = [...missing.keys()].filter((tier) => (missing[tier] ?? 0) > 0)
  const candidates = terms?.inOrder === true ? openTiers.slice(0, 1) : openTiers
  return preferOwnGroup(terms, candidates, groupId)
}

/** The tier that users of this group belong to, whether it is complete or not. */
const tierOfGroup = (terms: ApprovalTerms | undefined, groupId: number | null): number | undefined =>
  preferOwnGroup(terms, [...tiersOf(terms).keys()], groupId)

/** The first candidate of the group, otherwise the first candidate of any approver. Candidates are indexes of tiers. */
function preferOwnGroup(terms: ApprovalTerms | undefined, candidates: readonly number[], groupId: number | null) {
  const tiers = tiersOf(terms)
  const findTierOf = (group: number | null) => candidates.find((tier) => tiers[tier]?.groupId === group)
  const ownTier = groupId === null ? undefined : findTierOf(groupId)
  return ownTier ?? findTierOf(null)
}

/** What the user's signature would be. */
export interface NextSignature {
  readonly tier: number
  /** Set if the user signs as the deputy of this approver. */
  readonly absent?: AbsentApprover | undefined
}

/** The user's own signature if it is missing, otherwise the missing signature of an approver whose deputy the user is. */
export function findNextSignature(
  terms: ApprovalTerms | undefined,
  signatures: readonly Signature[],
  { userId, groupId, deputyFor = [] }: Signer,
): NextSignature | undefined {
  const hasSigned = (id: number) => signatures.some((signature) => ownerOf(signature) === id)
  const ownTier = hasSigned(userId) ? undefined : findNextTier(terms, signatures, groupId)
  if (ownTier !== undefined) return { tier: ownTier }
  for (const absent of deputyFor) {
    const tier = findNextTier(terms, signatures, absent.groupId)
    const canSignForAbsent = !hasSigned(absent.userId) && canHaveDeputy(terms, absent)
    if (tier !== undefined && canSignForAbsent) return { tier, absent }
  }
  return undefined
}

/** A deputy can do no more than the absent approver. So an absent approver who could not sign can have no deputy. */
const canHaveDeputy = (terms: ApprovalTerms | undefined, { userId, hasRecordedFunds }: AbsentApprover): boolean =>
  terms?.overLimit.includes(userId) !== true && !hasRecordedFunds

/**
 * The signature that the user could give, as a deputy if necessary, even if its tier is complete already. This decides
 * who can act after the last signature: retry, run ahead of time, choose another schedule.
 */
export function findPossibleSignature(
  terms: ApprovalTerms | undefined,
  signatures: readonly Signature[],
  { userId, groupId, deputyFor = [] }: Signer,
): NextSignature | undefined {
  // An approver for whom a deputy has signed cannot sign any more.
  const hasDeputySigned = signatures.some(({ onBehalfOf }) => onBehalfOf === userId)
  const ownTier = hasDeputySigned ? undefined : tierOfGroup(terms, groupId)
  if (ownTier !== undefined) return { tier: ownTier }
  for (const absent of deputyFor) {
    const tier = tierOfGroup(terms, absent.groupId)
    const hasAbsentSigned = signatures.some((signature) => ownerOf(signature) === absent.userId)
    const canSignForAbsent = !hasAbsentSigned && canHaveDeputy(terms, absent)
    if (tier !== undefined && canSignForAbsent) return { tier, absent }
  }
  return undefined
}

/**
 * Why the user cannot sign. Undefined if the user can. The caller has checked that the batch is undecided and that the
 * user is not its maker.
 */
export function signatureRefusal(
  terms: ApprovalTerms | undefined,
  signatures: readonly Signature[],
  signer: Signer,
): string | undefined {
  if (terms === undefined) return undefined
  if (signatures.some(({ userId }) => userId === signer.userId)) return m.approvals_signedAlready()
  const refusal = eligibilityRefusal(terms, signatures, signer)
  if (refusal !== undefined) return refusal
  if (findNextSignature(terms, signatures, signer) !== undefined) return undefined
  const { missing } = countSignatures(terms, signatures)
  const ownTier = findPossibleSignature(terms, signatures, signer)?.tier
  const isOwnTierOpen = ownTier !== undefined && (missing[ownTier] ?? 0) > 0
  if (!isOwnTierOpen) return m.approvals_groupHasSigned()
  // The tier of the user's group is open. So the order is fixed, and another tier is first.
  const firstOpenTier = terms.tiers[missing.findIndex((count) => count > 0)]
  return m.approvals_othersSignFirst({ group: firstOpenTier === undefined ? '' : tierToText(firstOpenTier) })
}

/**
 * Why the user is not a possible signer of any tier, complete or not. Undefined if the user is. This also decides who can
 * act after the last signature: retry, run ahead of time, choose another schedule.
 */
function eligibilityRefusal(
  terms: ApprovalTerms | undefined,
  signatures: readonly Signature[],
  signer: Signer,
): string | undefined {
  if (terms === undefined) return undefined
  if (terms.overLimit.includes(signer.userId)) return m.approvals_aboveYourLimit()
  if (signer.hasRecordedFunds) return m.approvals_recordedFunds({ days: RECORDER_DAYS })
  const refusal = groupRefusal(terms, signer)
  if (refusal !== undefined) return refusal
  // A user who has signed can act without being able to sign again.
  const hasSigned = signatures.some(({ userId }) => userId === signer.userId)
  const canSign = hasSigned || findPossibleSignature(terms, signatures, signer) !== undefined
  return canSign ? undefined : m.approvals_signatureIsThere()
}

/** Why the signer's group cannot decide. Undefined if it can. A rejection moves no money and has no other condition. */
function groupRefusal(terms: ApprovalTerms, signer: Signer): string | undefined {
  const isOfSigningGroup = findPossibleSignature(terms, [], signer) !== undefined
  return isOfSigningGroup ? undefined : m.approvals_onlyTheseSign({ who: termsToText(terms) })
}

/** '2 of Directors and 1 of Managers' */
const termsToText = ({ tiers }: ApprovalTerms): string => listAnd(tiers.map(tierToText))

/** '2 of Directors'. The messages write small numbers as a `word` and others as a `count`. */
const tierToText = ({ groupId, groupName, signers }: Pick<Tier, 'groupId' | 'groupName' | 'signers'>): string =>
  groupId === null
    ? m.approvals_anyApprovers({ word: signers, count: signers })
    : m.approvals_ofGroup({ word: signers, count: signers, group: groupName })

/** Why the approval rules do not let a user sign, reject or rerun a batch or an order. Undefined if they allow it. */
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
  rerun: eligibilityRefusal(terms, signatures, signer),
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

interface NamedReminder {
  readonly afterHours: number
  /** '' if no other group gets the last reminder. */
  readonly groupName: string
}

interface NamedTier extends TierRule {
  readonly groupName: string
  readonly campaignNames: readonly string[]
}

/** Rules with the names of their groups, users and campaigns, as recorded in the audit trail. */
export interface NamedRules {
  readonly currency: string
  readonly tiers: readonly NamedTier[]
  readonly inOrder: ApprovalRules['inOrder']
  readonly limits: readonly { readonly userName: string; readonly cents: number }[]
  /** Older entries of the audit trail have neither deputies nor a reminder. */
  readonly deputies?: readonly NamedDeputy[] | undefined
  readonly reminder?: NamedReminder | undefined
}

/** The first and the last day of a deputy's time. `until` is the first moment after this time. */
export const deputyDays = ({ from, until }: Pick<Deputy, 'from' | 'until'>, timeZone: string) => ({
  firstDay: instantToDate(Date.parse(from), timeZone),
  lastDay: instantToDate(Date.parse(until) - 1, timeZone),
})

/** The lists in which the names of groups, users and campaigns are looked up. */
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
  ...(reminder ? [reminderToText(reminder)] : []),
]

const reminderToText = ({ afterHours, groupName }: NamedReminder): string =>
  m.approvals_ruleReminder({ hours: afterHours, escalates: groupName === '' ? 'no' : 'yes', group: groupName })

const deputyToText = ({ userName, deputyName, firstDay, lastDay, reason }: NamedDeputy): string =>
  m.approvals_ruleDeputy({
    deputy: deputyName,
    user: userName,
    from: dateToShortText(firstDay),
    until: dateToShortText(lastDay),
    reason,
  })

function ruleToText(tier: NamedTier, currency: string): string {
  const { subject, measure, above, upTo, campaignNames } = tier
  let rule = m.approvals_ruleAbove({
    subject: approvalSubjectInfo[subject].label,
    measure,
    value: thresholdToText(measure, above, currency),
    who: tierToText(tier),
  })
  if (upTo !== undefined) rule = m.approvals_ruleUpTo({ rule, value: thresholdToText(measure, upTo, currency) })
  if (campaignNames.length > 0) rule = m.approvals_ruleCampaigns({ rule, campaigns: listOr(campaignNames) })
  return rule
}
