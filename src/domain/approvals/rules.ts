// The approval rules of a programme: which batches and orders need more than one approver. The terms of a batch or order
// are what the rules required at its submission. Rules: docs/rules/approvals.md.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import type { OrderType } from '#domain/order/types.ts'
import type { StoredBatchType } from '#domain/batch/types.ts'
import type { Permission } from '#domain/access/permissions.ts'

interface SubjectInfo {
  readonly label: string
  /** A signer needs this permission. */
  readonly permission: Permission
}
export type ApprovalSubject = StoredBatchType | OrderType

/** The types of batch and order, and who signs them. */
export const approvalSubjectInfo = withTexts<Readonly<Record<ApprovalSubject, SubjectInfo>>>({
  load: { label: textOf(m.common_loads), permission: 'Batch.approve' },
  transfer: { label: textOf(m.approvals_transfers), permission: 'Batch.approve' },
  devalue: { label: textOf(m.reports_devalues), permission: 'Batch.approve' },
  virtual: { label: textOf(m.approvals_virtualOrders), permission: 'Card.approve' },
  physical: { label: textOf(m.approvals_physicalOrders), permission: 'Card.approve' },
})
/** Typed as not empty, as `z.enum` requires. */
export const approvalSubjects = Object.keys(approvalSubjectInfo) as [ApprovalSubject, ...ApprovalSubject[]]

export const tierMeasures = ['total', 'largestRow', 'rows', 'firstTimeCards'] as const
export type TierMeasure = (typeof tierMeasures)[number]
/** True for a measure in minor units. The other measures are counts. */
export const isAmountMeasure = (measure: TierMeasure): boolean => measure === 'total' || measure === 'largestRow'

/** 'Above 50,000.00: 2 of Directors.' */
export interface TierRule {
  readonly subject: ApprovalSubject
  readonly measure: TierMeasure
  /** The lower end of the range, which is outside the range. */
  readonly above: number
  /** The upper end of the range, which is inside the range. Undefined for no upper end. */
  readonly upTo?: number | undefined
  /** Only batches that can contain cards of one of these campaigns. Empty for all. */
  readonly campaignIds: readonly number[]
  readonly signers: number
  /** Null for any approver. */
  readonly groupId: number | null
}

/** Lets a deputy sign for an absent approver, for a limited time. */
export interface Deputy {
  /** The absent approver. */
  readonly userId: number
  readonly deputyId: number
  /** ISO 8601. */
  readonly from: string
  /** ISO 8601: the first moment at which the deputy can no longer sign. */
  readonly until: string
  readonly reason: string
}

/** The users who have to sign get a second e-mail after `afterHours`, and a third one after twice that time. */
export interface Reminder {
  readonly afterHours: number
  /** The group that also gets the last reminder. */
  readonly escalateTo: number | null
}

export interface ApprovalRules {
  readonly tiers: readonly TierRule[]
  /** The types of batch and order whose tiers must be signed in the order of `tiers`. */
  readonly inOrder: readonly ApprovalSubject[]
  /** The highest total that each of these users can sign. Other users have no limit. */
  readonly limits: readonly { readonly userId: number; readonly cents: number }[]
  readonly deputies?: readonly Deputy[] | undefined
  readonly reminder?: Reminder | undefined
}

export const NO_RULES: ApprovalRules = { tiers: [], inOrder: [], limits: [] }

export const MAX_TIERS = 50
export const MAX_SIGNERS = 9
export const MAX_LIMITS = 1000
export const MAX_DEPUTIES = 100
export const MAX_DEPUTY_REASON_LENGTH = 200
export const MAX_REMINDER_HOURS = 720

/** The facts about a batch or an order that the rules compare. */
export interface ApprovalFacts {
  /** Including all fees. */
  readonly totalCents: number
  readonly largestRowCents: number
  readonly rows: number
  /** Cards that were never loaded before. */
  readonly firstTimeCards: number
  /** The campaigns of its cards. Undefined if they can be of any campaign. */
  readonly campaignIds: readonly number[] | undefined
}

/** One group of signatures that a batch or an order needs, with the reason. */
export interface Tier {
  readonly groupId: number | null
  /** The group's name at the submission; '' for any approver. */
  readonly groupName: string
  readonly signers: number
  readonly measure: TierMeasure
  readonly above: number
}

/** What the rules required of a batch or an order when it was submitted. Later rules do not change these terms. */
export interface ApprovalTerms {
  /** At most one tier for each group. Without tiers, the signature of any one approver suffices. */
  readonly tiers: readonly Tier[]
  readonly inOrder: boolean
  /** The users whose limit is below the total of the batch or order. */
  readonly overLimit: readonly number[]
  readonly reminder?: Reminder
}

/**
 * The terms of a batch or an order. Undefined if no rule applies, because one approver then suffices. If several tiers of
 * one group apply, only the tier with the most signers counts.
 */
export function rulesToTerms(
  rules: ApprovalRules,
  subject: ApprovalSubject,
  facts: ApprovalFacts,
  nameOfGroup: (id: number) => string,
): ApprovalTerms | undefined {
  const tiers = new Map<number | null, Tier>()
  const applicableRules = rules.tiers.filter((rule) => applies(rule, subject, facts))
  for (const { measure, above, signers, groupId } of applicableRules) {
    const otherTier = tiers.get(groupId)
    const isOtherStricter = otherTier !== undefined && otherTier.signers >= signers
    if (isOtherStricter) continue
    // A Map keeps the position of an existing key, so each group has the position of its first tier.
    tiers.set(groupId, { groupId, groupName: groupId === null ? '' : nameOfGroup(groupId), signers, measure, above })
  }
  // Physical orders without a tier need no approval, so neither limits nor reminders apply to them.
  const needsApproval = subject !== 'physical' || tiers.size > 0
  const exceededLimits = rules.limits.filter(({ cents }) => facts.totalCents > cents)
  const overLimit = needsApproval ? exceededLimits.map(({ userId }) => userId) : []
  const reminder = needsApproval ? rules.reminder : undefined
  if (tiers.size === 0 && overLimit.length === 0 && reminder === undefined) return undefined
  const inOrder = rules.inOrder.includes(subject)
  return { tiers: [...tiers.values()], inOrder, overLimit, ...(reminder && { reminder }) }
}

function applies(rule: TierRule, subject: ApprovalSubject, facts: ApprovalFacts): boolean {
  if (rule.subject !== subject) return false
  const value = readMeasure(facts, rule.measure)
  const { above, upTo = Infinity } = rule
  const isInRange = value > above && value <= upTo
  if (!isInRange) return false
  const { campaignIds } = facts
  if (rule.campaignIds.length === 0 || campaignIds === undefined) return true
  return rule.campaignIds.some((campaignId) => campaignIds.includes(campaignId))
}

function readMeasure(facts: ApprovalFacts, measure: TierMeasure): number {
  switch (measure) {
    case 'total':
      return facts.totalCents
    case 'largestRow':
      return facts.largestRowCents
    case 'rows':
    case 'firstTimeCards':
      return facts[measure]
  }
}

/** The facts about a group that decide whether a rule can name it. */
export interface GroupForRules {
  readonly id: number
  readonly permissions: readonly string[]
  /** The number of its users who can log in. */
  readonly users: number
}

/** Why the tier cannot be saved. Undefined if it can. */
export function tierRefusal(rule: TierRule, groups: readonly GroupForRules[]): string | undefined {
  if (rule.upTo !== undefined && rule.upTo <= rule.above) return m.approvals_rangeIsEmpty()
  const { permission } = approvalSubjectInfo[rule.subject]
  const namedGroups = rule.groupId === null ? groups : groups.filter(({ id }) => id === rule.groupId)
  if (namedGroups.length === 0) return m.users_noSuchGroup()
  const signingGroups = namedGroups.filter(({ permissions }) => permissions.includes(permission))
  if (signingGroups.length === 0) return m.approvals_groupCannotApprove()
  const users = signingGroups.reduce((sum, group) => sum + group.users, 0)
  return users < rule.signers ? m.approvals_tooFewUsers({ users }) : undefined
}

/** True if a tier of the rules names the group. The users of such a group can sign what others cannot. */
export const namesGroup = (rules: ApprovalRules, groupId: number): boolean =>
  rules.tiers.some((tier) => tier.groupId === groupId)

/** The facts about a user that decide for whom the user can sign. */
export interface UserForRules {
  readonly id: number
  readonly name: string
  readonly permissions: readonly string[]
  /** Undefined for all campaigns. */
  readonly campaignIds: readonly number[] | undefined
}

/** Refuses a deputy without all rights of the absent approver. Undefined if the deputy can be saved. */
export function deputyRefusal({ userId, deputyId, from, until }: Deputy, users: readonly UserForRules[]) {
  const absent = users.find(({ id }) => id === userId)
  const deputy = users.find(({ id }) => id === deputyId)
  if (!absent || !deputy) return m.common_thereIsNoSuchUser()
  if (userId === deputyId) return m.approvals_ownDeputy()
  if (Date.parse(until) <= Date.parse(from)) return m.approvals_deputyEndsFirst()
  const neededPermissions = Object.values(approvalSubjectInfo)
    .map(({ permission }) => permission)
    .filter((permission) => absent.permissions.includes(permission))
  const hasPermissions = neededPermissions.every((permission) => deputy.permissions.includes(permission))
  const seesSameCampaigns = seesCampaignsOf(deputy, absent)
  if (hasPermissions && seesSameCampaigns) return undefined
  return m.approvals_deputyLacksRights({ deputy: deputy.name, user: absent.name })
}

/** True if the deputy sees every campaign that the absent approver sees. Undefined stands for all campaigns. */
function seesCampaignsOf({ campaignIds: ofDeputy }: UserForRules, { campaignIds: ofAbsent }: UserForRules): boolean {
  if (ofDeputy === undefined) return true
  if (ofAbsent === undefined) return false
  return ofAbsent.every((id) => ofDeputy.includes(id))
}
