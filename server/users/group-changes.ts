// Changes of groups that administrators make in the portal. Some changes wait for a second administrator. The other
// changes take effect immediately. Users who gain rights by such a change are held, like users who get a new group. A
// trigger of the table group_change makes the change in user_group. Rules: docs/rules/users.md, "Groups".
import { m } from '#words/messages.js'
import { isDeepStrictEqual } from 'node:util'
import { codes } from '#contract/codes.ts'
import type { Params } from '#contract/operations.ts'
import { textsToPermissions } from '#domain/access/permission-words.ts'
import { approvalSubjectInfo } from '#domain/approvals/rules.ts'
import { instantToDate } from '#domain/dates.ts'
import { confirmationRefusal } from '#domain/users/changes.ts'
import { groupNameRefusal } from '#domain/users/groups.ts'
import { dayToEnd, endToDay } from '#domain/users/last-day.ts'
import { readRules } from '#server/approvals/rules.ts'
import { type AuditValues, auditChangeToText, changesBetween } from '#server/audit/audit-fields.ts'
import type { GroupValues } from '#server/db/platform-tables.ts'
import { toFullName } from '#server/mail/recipients.ts'
import {
  type Db,
  type Handler,
  refuse,
  type Refusal,
  checkRule,
  type SessionContext,
} from '#server/operations/context.ts'
import { refuseWithoutRecentPassword } from '#server/operations/recent-password.ts'
import { refuseParameter, checkParameter } from '#server/operations/refuse-parameter.ts'
import { campaignsInScope, isWithin } from '#server/operations/scope.ts'
import { type InferResult, sql } from 'kysely'
import { canGrant, findGroupById, type Group } from './groups.ts'
import { findUsersOfGroup, hasUserManagerInOtherGroup, lockUserChanges, type UserRow } from './queries.ts'
import { closeUndoneChanges, findGainedRights, recordUserChange } from './user-changes.ts'

interface GroupChange {
  /** Null for a new group that still waits for the second administrator. */
  readonly groupId: number | null
  /** Null for a new group. */
  readonly before: GroupValues | null
  /** Null for a deleted group. */
  readonly after: GroupValues | null
}

export const saveGroup: Handler<'saveGroup'> = async (context, { group: input }) => {
  const { db, viewer, settings, now } = context
  if (input.groupId !== undefined) context.setSubject('group', input.groupId)
  const passwordRefusal = await refuseWithoutRecentPassword(context)
  if (passwordRefusal) return passwordRefusal
  await lockUserChanges(db, viewer.ownerId)
  const group = input.groupId === undefined ? undefined : await findGroupById(db, viewer.ownerId, input.groupId)
  if (input.groupId !== undefined && !group) return refuse(codes.notFound, m.users_noSuchGroup)
  const after = await inputToValues(context, input, group)
  if ('refusalCode' in after) return after
  const before = group ? groupToValues(group) : null
  const change: GroupChange = { groupId: group?.id ?? null, before, after }
  if (isDeepStrictEqual(before, after)) return refuse(codes.refusedState, m.users_nothingChanged)
  const refusal = await refuseImpossibleChange(context, change)
  if (refusal) return refusal
  const isWaiting = settings.needsSecondAdministrator || !isWithinViewer(viewer, change)
  if (group) await withdrawWaiting(context, group.id)
  if (!isWaiting) await holdUsersWhoGain(context, change)
  const insertedChange = await db
    .insertInto('group_change')
    .values({
      owner_id: viewer.ownerId,
      group_id: change.groupId,
      before: before && JSON.stringify(before),
      after: JSON.stringify(after),
      needs_two: isWaiting,
      proposed_by: viewer.userId,
      proposed_at: new Date(now()),
      applied_at: isWaiting ? null : new Date(now()),
    })
    .returning(['id', 'group_id'])
    .executeTakeFirstOrThrow()
  if (insertedChange.group_id !== null) context.setSubject('group', insertedChange.group_id)
  context.recordChange(toChangedValues(change, context))
  return {
    changeID: String(insertedChange.id),
    ...(insertedChange.group_id !== null && { groupId: String(insertedChange.group_id) }),
    isWaiting,
    resultText: isWaiting ? m.users_groupChangeProposed() : m.users_groupSaved(),
  }
}

/** Only a group without users can be deleted. No one loses or gains anything, so no second administrator is needed. */
export const deleteGroup: Handler<'deleteGroup'> = async (context, { deleteGroupID }) => {
  const { db, viewer, now } = context
  context.setSubject('group', deleteGroupID)
  await lockUserChanges(db, viewer.ownerId)
  const group = await findGroupById(db, viewer.ownerId, deleteGroupID)
  if (!group) return refuse(codes.notFound, m.users_noSuchGroup)
  const change: GroupChange = { groupId: group.id, before: groupToValues(group), after: null }
  if (!isWithinViewer(viewer, change)) return refuse(codes.refusedState, m.users_groupBeyondViewer)
  if ((await findUsersOfGroup(db, viewer.ownerId, group.id)).length > 0)
    return refuse(codes.refusedState, m.users_groupHasUsers)
  const refusal = await refuseImpossibleChange(context, change)
  if (refusal) return refusal
  await withdrawWaiting(context, group.id)
  await db
    .insertInto('group_change')
    .values({
      owner_id: viewer.ownerId,
      group_id: group.id,
      before: JSON.stringify(change.before),
      after: null,
      needs_two: false,
      proposed_by: viewer.userId,
      proposed_at: new Date(now()),
      applied_at: new Date(now()),
    })
    .execute()
  context.recordChange(toChangedValues(change, context))
  return { resultText: m.users_groupDeleted() }
}

export const pendingGroupChanges: Handler<'pendingGroupChanges'> = async (context) => {
  const { db, viewer, client } = context
  const rows = await selectWaiting(db, viewer.ownerId).orderBy('c.id').execute()
  const campaigns = await db
    .selectFrom('campaign')
    .select(['id', 'name'])
    .where('owner_id', '=', viewer.ownerId)
    .execute()
  const campaignName = (id: number) =>
    campaigns.find((campaign) => campaign.id === id)?.name ?? m.users_campaign({ id })
  const changes = rows.map((row) => {
    const refusal = confirmationRefusalOf(viewer, row)
    return {
      changeID: String(row.id),
      ...(row.group_id !== null && { groupId: String(row.group_id) }),
      name: (row.before ?? row.after)?.name ?? '',
      proposedBy: toFullName(row.firstname, row.lastname),
      proposedAt: row.proposed_at.toISOString(),
      changes: changesBetween(toChangedValues(rowToChange(row), context)).map((change) =>
        auditChangeToText(change, { zone: client, campaignName }),
      ),
      ...(refusal !== undefined && { refusal }),
    }
  })
  return { changes }
}

export const confirmGroupChange: Handler<'confirmGroupChange'> = async (context, { changeID }) => {
  const waitingChange = await lockWaiting(context, changeID)
  if ('refusalCode' in waitingChange) return waitingChange
  const { db, viewer, now } = context
  const viewerRefusal = checkRule(codes.refusedState, () => confirmationRefusalOf(viewer, waitingChange))
  if (viewerRefusal) return viewerRefusal
  const change = rowToChange(waitingChange)
  const group = change.groupId === null ? undefined : await findGroupById(db, viewer.ownerId, String(change.groupId))
  const valuesNow = group ? groupToValues(group) : null
  // A change of the programme's file can have changed the group since the proposal.
  if (!isDeepStrictEqual(valuesNow, change.before)) return refuse(codes.refusedState, m.users_groupHasChanged)
  const refusal = await refuseImpossibleChange(context, change)
  if (refusal) return refusal
  // Two administrators agree on this change, so no user is held. Waiting changes of a user that this change undoes are
  // closed.
  for (const user of await findUsersBefore(db, viewer.ownerId, change))
    await closeUndoneChanges(context, user, rightsAfter(user, change))
  const appliedChange = await db
    .updateTable('group_change')
    .set({ applied_at: new Date(now()), confirmed_by: viewer.userId })
    .where('id', '=', waitingChange.id)
    .returning('group_id')
    .executeTakeFirstOrThrow()
  if (appliedChange.group_id !== null) context.setSubject('group', appliedChange.group_id)
  context.recordChange(toChangedValues(change, context))
  return { resultText: m.users_groupSaved() }
}

export const withdrawGroupChange: Handler<'withdrawGroupChange'> = async (context, { changeID }) => {
  const waitingChange = await lockWaiting(context, changeID)
  if ('refusalCode' in waitingChange) return waitingChange
  await context.db
    .updateTable('group_change')
    .set({ withdrawn_at: new Date(context.now()) })
    .where('id', '=', waitingChange.id)
    .execute()
  context.recordChange(toChangedValues(rowToChange(waitingChange), context))
  return { resultText: m.users_groupChangeWithdrawn() }
}

const selectWaiting = (db: Db, ownerId: number) =>
  db
    .selectFrom('group_change as c')
    .innerJoin('user_account as u', 'u.id', 'c.proposed_by')
    .select(['c.id', 'c.group_id', 'c.before', 'c.after', 'c.proposed_by', 'c.proposed_at'])
    .select(['u.firstname', 'u.lastname'])
    .where('c.owner_id', '=', ownerId)
    .where('c.applied_at', 'is', null)
    .where('c.withdrawn_at', 'is', null)
type WaitingRow = InferResult<ReturnType<typeof selectWaiting>>[number]

const rowToChange = ({ group_id: groupId, before, after }: WaitingRow): GroupChange => ({ groupId, before, after })

async function lockWaiting(context: SessionContext, changeID: string): Promise<WaitingRow | Refusal> {
  const { db, viewer } = context
  await lockUserChanges(db, viewer.ownerId)
  const row = await selectWaiting(db, viewer.ownerId).where('c.id', '=', Number(changeID)).executeTakeFirst()
  if (!row) return refuse(codes.notFound, m.users_noSuchChange)
  if (row.group_id !== null) context.setSubject('group', row.group_id)
  return row
}

/** Withdraws the waiting change of the group, because a new change replaces it. */
const withdrawWaiting = ({ db, now }: SessionContext, groupId: number) =>
  db
    .updateTable('group_change')
    .set({ withdrawn_at: new Date(now()) })
    .where('group_id', '=', groupId)
    .where('applied_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute()

/** Passed to `confirmationRefusal` as the id of the changed user, because a group's change is about no single user. */
const NO_USER = 0
/** Why the viewer cannot confirm the change. No one confirms their own change. */
function confirmationRefusalOf(viewer: SessionContext['viewer'], row: WaitingRow): string | undefined {
  const refusal = confirmationRefusal({ userId: NO_USER, changedBy: row.proposed_by }, viewer.userId)
  if (refusal !== undefined) return refusal
  return isWithinViewer(viewer, rowToChange(row)) ? undefined : m.users_groupBeyondViewer()
}

/** True if the viewer has all permissions and campaigns that the group has before and after the change. */
function isWithinViewer(viewer: SessionContext['viewer'], { before, after }: GroupChange): boolean {
  const hasAllOf = (values: GroupValues) =>
    canGrant(viewer, values.permissions) && isWithin(values.campaign_ids ?? undefined, viewer.campaignIds)
  return [before, after].every((values) => values === null || hasAllOf(values))
}

/** The values of a group. The lists are sorted, so that they can be compared. */
const groupToValues = (group: Group): GroupValues => ({
  name: group.name,
  permissions: group.permissions.toSorted(),
  campaign_ids: group.campaign_ids?.toSorted((a, b) => a - b) ?? null,
  ends_at: group.ends_at?.toISOString() ?? null,
})

/**
 * Returns the values to store, or a refusal. Only new values are checked. The group keeps permissions that this version
 * of the server does not know.
 */
async function inputToValues(
  { db, viewer, client, now }: SessionContext,
  { name: typedName, permissions, campaignIds, lastDay }: Params<'saveGroup'>['group'],
  group: Group | undefined,
): Promise<GroupValues | Refusal> {
  const name = typedName.normalize('NFC').trim().replaceAll(/ {2,}/g, ' ')
  const nameRefusal = name === group?.name ? undefined : checkParameter('group.name', () => groupNameRefusal(name))
  if (nameRefusal) return nameRefusal
  const ids = [...new Set(campaignIds.map(Number))].sort((a, b) => a - b)
  const addedIds = ids.filter((id) => !group?.campaign_ids?.includes(id))
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM campaign c
    WHERE ${campaignsInScope(viewer, 'c')} AND c.id = ANY(${addedIds}::bigint[])`.execute(db)
  if (rows[0]?.count !== addedIds.length) return refuseParameter('group.campaignIds', m.common_thereIsNoSuchCampaign)
  const dayBefore = group?.ends_at ? endToDay(group.ends_at, client) : undefined
  const isNewDay = lastDay !== undefined && lastDay !== dayBefore
  if (isNewDay && lastDay < instantToDate(now(), client.timeZone))
    return refuseParameter('group.lastDay', m.users_lastDayIsOver)
  const endsAt = lastDay === undefined ? undefined : dayToEnd(lastDay, client)
  const unknownPermissions = (group?.permissions ?? []).filter((text) => textsToPermissions([text]).length === 0)
  return {
    name,
    permissions: [...new Set<string>([...permissions, ...unknownPermissions])].sort(),
    campaign_ids: ids.length === 0 ? null : ids,
    ends_at: endsAt?.toISOString() ?? null,
  }
}

/**
 * Refuses a change that is not possible even if two administrators agree: the new name is taken, another system or the
 * approval rules need the group as it is, or no one would be left who can manage users.
 */
async function refuseImpossibleChange(context: SessionContext, change: GroupChange): Promise<Refusal | undefined> {
  const { db, viewer, settings } = context
  const { groupId, before, after } = change
  if (after) {
    const namesake = await db
      .selectFrom('user_group')
      .select('id')
      .where('owner_id', '=', viewer.ownerId)
      .where(sql<boolean>`lower(name) = lower(${after.name})`)
      // 0 is no group's id.
      .where('id', '<>', groupId ?? 0)
      .executeTakeFirst()
    if (namesake) return refuseParameter('group.name', m.users_groupNameTaken)
  }
  if (groupId === null || !before) return undefined
  const losesName = after?.name !== before.name
  const isNamedByCompanyLogin = settings.provider?.groups.some(({ ours }) => ours === before.name) === true
  if (losesName && isNamedByCompanyLogin) return refuse(codes.refusedState, m.users_companyLoginNamesGroup)
  if (losesName && settings.scimGroups.includes(before.name))
    return refuse(codes.refusedState, m.users_directoryNamesGroup)
  // The users of a group whose access ends do not count as users who can manage users.
  const canManageUsersAfter = after?.permissions.includes('User.write') === true && after.ends_at === null
  const losesUserManagement = before.permissions.includes('User.write') && !canManageUsersAfter
  if (losesUserManagement && !(await hasUserManagerInOtherGroup(db, viewer.ownerId, groupId)))
    return refuse(codes.refusedState, m.users_lastUserManager)
  const { tiers } = await readRules(db, viewer.ownerId)
  const canStillSign = (subject: keyof typeof approvalSubjectInfo) =>
    after?.permissions.includes(approvalSubjectInfo[subject].permission)
  const isNeededByRules = tiers.some((tier) => tier.groupId === groupId && !canStillSign(tier.subject))
  return isNeededByRules ? refuse(codes.refusedState, m.users_approvalRulesNameGroup) : undefined
}

/** The users of the group before the change. A new group has no users. */
const findUsersBefore = async (db: Db, ownerId: number, { groupId }: GroupChange) =>
  groupId === null ? [] : findUsersOfGroup(db, ownerId, groupId)

const rightsAfter = (user: UserRow, { after }: GroupChange) => ({
  group_id: user.group_id,
  permissions: [...(after?.permissions ?? [])],
  campaign_ids: user.campaign_ids,
  group_campaign_ids: after?.campaign_ids ? [...after.campaign_ids] : null,
})

/** Holds each user of the group who can do more after the change, like a user who moves to a group that can do more. */
async function holdUsersWhoGain(context: SessionContext, change: GroupChange): Promise<void> {
  const { now } = context
  const endBefore = change.before?.ends_at ?? null
  const hadEnded = endBefore !== null && Date.parse(endBefore) <= now()
  const changedValues = toChangedValues(change, context)
  for (const row of await findUsersBefore(context.db, context.viewer.ownerId, change)) {
    // Before the change, the users of a group whose access had ended could only use their own settings.
    const user = hadEnded ? { ...row, permissions: row.permissions.filter((text) => text === 'User.settings') } : row
    const rights = rightsAfter(user, change)
    const gains = await findGainedRights(context, user, rights)
    await closeUndoneChanges(context, user, rights)
    const valuesBefore = { ...changedValues.before, permissions: user.permissions }
    const facts = { before: valuesBefore, after: changedValues.after }
    await recordUserChange(context, { userId: user.id, kinds: gains, before: user, facts })
  }
}

/** The values of the group before and after the change, for the audit trail. */
function toChangedValues(
  { before, after }: GroupChange,
  { client }: Pick<SessionContext, 'client'>,
): { readonly before: AuditValues; readonly after: AuditValues } {
  const toAuditValues = (values: GroupValues | null): AuditValues => {
    if (!values) return {}
    return {
      group: values.name,
      permissions: [...values.permissions],
      campaigns: values.campaign_ids ?? 'all',
      lastDay: values.ends_at === null ? undefined : endToDay(new Date(values.ends_at), client),
    }
  }
  return { before: toAuditValues(before), after: toAuditValues(after) }
}
