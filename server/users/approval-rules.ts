// Shows the approval rules of a programme, and changes them. A change always needs two administrators, whatever the
// settings. Rules: docs/rules/approvals.md.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import {
  type ApprovalRules,
  approvalSubjectInfo,
  approvalSubjects,
  deputyRefusal,
  type GroupForRules,
  tierRefusal,
  type UserForRules,
} from '#domain/approvals/rules.ts'
import { nameRules } from '#domain/approvals/signing.ts'
import { confirmationRefusal } from '#domain/users/changes.ts'
import { readRules } from '#server/approvals/rules.ts'
import { toFullName } from '#server/mail/recipients.ts'
import {
  type Db,
  type Handler,
  refuse,
  type Refusal,
  checkRule,
  type SessionContext,
} from '#server/operations/context.ts'
import { refuseCardNumber, refuseParameter, checkParameter } from '#server/operations/refuse-parameter.ts'
import { intersectCampaignLimits } from '#server/operations/scope.ts'
import { refuseWithoutRecentPassword } from '#server/operations/recent-password.ts'
import { lockUserChanges } from './queries.ts'

export const approvalRules: Handler<'approvalRules'> = async ({ db, viewer }) => {
  const names = await readNames(db, viewer.ownerId)
  const proposal = await findProposal(db, viewer.ownerId)
  const refusal = proposal && confirmationRefusalOf(viewer.userId, proposal)
  return {
    rules: await readRules(db, viewer.ownerId),
    proposal: proposal
      ? {
          proposalID: String(proposal.id),
          rules: proposal.rules,
          proposedBy: proposal.proposerName,
          proposedAt: proposal.proposed_at.toISOString(),
          ...(refusal !== undefined && { refusal }),
        }
      : null,
    groups: names.groups.map(({ id, name, permissions }) => ({
      id,
      name,
      canApprove: approvalSubjects.filter((subject) => permissions.includes(approvalSubjectInfo[subject].permission)),
    })),
    approvers: names.approvers.map(({ id, name }) => ({ id, name })),
    campaigns: names.campaigns,
    currency: names.currency,
  }
}

export const proposeApprovalRules: Handler<'proposeApprovalRules'> = async (context, { rules }) => {
  const { db, viewer, now } = context
  const passwordRefusal = await refuseWithoutRecentPassword(context)
  if (passwordRefusal) return passwordRefusal
  await lockUserChanges(db, viewer.ownerId)
  const names = await readNames(db, viewer.ownerId)
  const refusal = refuseTiers(rules, names) ?? refuseDeputies(rules, names)
  if (refusal) return refusal
  const earlierProposal = await findProposal(db, viewer.ownerId)
  if (earlierProposal) await closeProposal(db, earlierProposal.id, { withdrawn_at: new Date(now()) })
  const { id } = await db
    .insertInto('approval_rules')
    .values({
      owner_id: viewer.ownerId,
      rules: JSON.stringify(rules),
      proposed_by: viewer.userId,
      proposed_at: new Date(now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  context.setSubject('approvalRules', id)
  context.recordChange({
    before: toAuditValues(await readRules(db, viewer.ownerId), names, context),
    after: toAuditValues(rules, names, context),
  })
  return { proposalID: String(id), resultText: m.approvals_proposed() }
}

export const confirmApprovalRules: Handler<'confirmApprovalRules'> = async (context, { proposalID }) => {
  const proposal = await lockProposal(context, proposalID)
  if ('refusalCode' in proposal) return proposal
  const { db, viewer, now } = context
  const refusal = checkRule(codes.refusedState, () => confirmationRefusalOf(viewer.userId, proposal))
  if (refusal) return refusal
  const names = await readNames(db, viewer.ownerId)
  context.recordChange({
    before: toAuditValues(await readRules(db, viewer.ownerId), names, context),
    after: toAuditValues(proposal.rules, names, context),
  })
  await closeProposal(db, proposal.id, { confirmed_at: new Date(now()), confirmed_by: viewer.userId })
  return { resultText: m.approvals_confirmed() }
}

export const withdrawApprovalRules: Handler<'withdrawApprovalRules'> = async (context, { proposalID }) => {
  const proposal = await lockProposal(context, proposalID)
  if ('refusalCode' in proposal) return proposal
  context.recordValues(toAuditValues(proposal.rules, await readNames(context.db, context.viewer.ownerId), context))
  await closeProposal(context.db, proposal.id, { withdrawn_at: new Date(context.now()) })
  return { resultText: m.approvals_withdrawn() }
}

async function lockProposal(context: SessionContext, proposalID: string): Promise<Proposal | Refusal> {
  const { db, viewer } = context
  context.setSubject('approvalRules', proposalID)
  await lockUserChanges(db, viewer.ownerId)
  const proposal = await findProposal(db, viewer.ownerId)
  if (!proposal || String(proposal.id) !== proposalID) return refuse(codes.notFound, m.approvals_noSuchProposal)
  return proposal
}

interface Proposal {
  readonly id: number
  readonly rules: ApprovalRules
  readonly proposed_by: number | null
  readonly proposed_at: Date
  readonly proposerName: string
}

/** The proposal that waits for its confirmation. There is at most one. */
async function findProposal(db: Db, ownerId: number): Promise<Proposal | undefined> {
  const row = await db
    .selectFrom('approval_rules as r')
    .innerJoin('user_account as u', 'u.id', 'r.proposed_by')
    .select(['r.id', 'r.rules', 'r.proposed_by', 'r.proposed_at', 'u.firstname', 'u.lastname'])
    .where('r.owner_id', '=', ownerId)
    .where('r.confirmed_at', 'is', null)
    .where('r.withdrawn_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, proposerName: toFullName(row.firstname, row.lastname) }
}

const closeProposal = (
  db: Db,
  id: number,
  closingColumns: { readonly withdrawn_at: Date } | { readonly confirmed_at: Date; readonly confirmed_by: number },
) => db.updateTable('approval_rules').set(closingColumns).where('id', '=', id).execute()

/** Passed to `confirmationRefusal` as the id of the changed user, because rules change no user. */
const NO_USER = 0
/** Why the viewer cannot confirm the proposal. As with changes of users, no one confirms their own proposal. */
const confirmationRefusalOf = (viewerId: number, proposal: Proposal): string | undefined =>
  confirmationRefusal({ userId: NO_USER, changedBy: proposal.proposed_by }, viewerId)

interface NamedGroup extends GroupForRules {
  readonly name: string
}

interface Names {
  readonly groups: readonly NamedGroup[]
  readonly approvers: readonly UserForRules[]
  readonly campaigns: readonly { readonly id: number; readonly name: string }[]
  readonly currency: string
}

/** The names that rules can use: the groups, the users who can approve, the campaigns and the currency. */
async function readNames(db: Db, ownerId: number): Promise<Names> {
  const { rows: groups } = await sql<NamedGroup>`
    SELECT g.id, g.name, g.permissions, (
      SELECT count(*)::integer FROM user_account u
      WHERE u.group_id = g.id AND u.deleted_at IS NULL AND u.locked_at IS NULL
    ) AS users
    FROM user_group g WHERE g.owner_id = ${ownerId} ORDER BY g.name, g.id`.execute(db)
  const approvalPermissions = Object.values(approvalSubjectInfo).map(({ permission }) => permission)
  // An approver has one of these permissions: `&&` is true if two arrays have a common element.
  const { rows: approvers } = await sql<ApproverRow>`
    SELECT u.id, concat_ws(' ', nullif(u.firstname, ''), nullif(u.lastname, '')) || ' (' || u.username || ')' AS name,
           g.permissions, u.campaign_ids AS "userCampaigns", g.campaign_ids AS "groupCampaigns"
    FROM user_account u JOIN user_group g ON g.id = u.group_id
    WHERE u.owner_id = ${ownerId} AND u.deleted_at IS NULL
      AND g.permissions && ${approvalPermissions}::text[]
    ORDER BY u.firstname, u.lastname, u.id`.execute(db)
  const campaigns = await db
    .selectFrom('campaign')
    .select(['id', 'name'])
    .where('owner_id', '=', ownerId)
    .orderBy('name')
    .execute()
  const programme = await db
    .selectFrom('programme')
    .select('currency')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return {
    groups,
    approvers: approvers.map(({ userCampaigns, groupCampaigns, ...user }) => ({
      ...user,
      campaignIds: intersectCampaignLimits(userCampaigns, groupCampaigns),
    })),
    campaigns,
    currency: programme?.currency ?? '',
  }
}

interface ApproverRow extends Omit<UserForRules, 'campaignIds'> {
  readonly userCampaigns: readonly number[] | null
  readonly groupCampaigns: readonly number[] | null
}

/** Refuses deputies, or an escalation, that cannot be stored. */
function refuseDeputies(rules: ApprovalRules, { groups, approvers }: Names): Refusal | undefined {
  const { deputies = [], reminder } = rules
  for (const [index, deputy] of deputies.entries()) {
    const path = `rules.deputies.${index}`
    const refusal = checkParameter(path, () => deputyRefusal(deputy, approvers))
    if (refusal) return refusal
    const reasonRefusal = refuseCardNumber(`${path}.reason`, deputy.reason)
    if (reasonRefusal) return reasonRefusal
  }
  const escalateTo = reminder?.escalateTo ?? null
  const isUnknownGroup = escalateTo !== null && !groups.some(({ id }) => id === escalateTo)
  return isUnknownGroup ? refuseParameter('rules.reminder.escalateTo', m.users_noSuchGroup) : undefined
}

/** Refuses tiers, or limits of users, that cannot be stored. */
function refuseTiers({ tiers, limits }: ApprovalRules, { groups, approvers, campaigns }: Names): Refusal | undefined {
  for (const [index, tier] of tiers.entries()) {
    const refusal = checkParameter(`rules.tiers.${index}`, () => tierRefusal(tier, groups))
    if (refusal) return refusal
    const hasUnknownCampaign = !tier.campaignIds.every((id) => campaigns.some((campaign) => campaign.id === id))
    if (hasUnknownCampaign) return refuseParameter(`rules.tiers.${index}.campaignIds`, m.common_thereIsNoSuchCampaign)
  }
  const userIds = limits.map(({ userId }) => userId)
  const isUnknown = (userId: number) => !approvers.some(({ id }) => id === userId)
  if (userIds.some(isUnknown)) return refuseParameter('rules.limits', m.common_thereIsNoSuchUser)
  const hasRepeatedUser = new Set(userIds).size < userIds.length
  return hasRepeatedUser ? refuseParameter('rules.limits', m.approvals_oneLimitEach) : undefined
}

/** The audit trail's record of the rules. */
const toAuditValues = (rules: ApprovalRules, names: Names, { client }: Pick<SessionContext, 'client'>) => ({
  approvalRules: nameRules(rules, names, client.timeZone),
})
