// Changes that an administrator makes to another user, and that wait for a second administrator: records, lists and
// confirms them.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { approvalHoldScope, confirmationRefusal, type UserChangeType } from '#domain/users/changes.ts'
import { namesGroup } from '#domain/approvals/rules.ts'
import { lacksPermissions } from '#domain/access/permission-words.ts'
import { HOUR_MS } from '#domain/units.ts'
import { type AuditValues, changeToCampaigns, auditChangeToText, changesBetween } from '#server/audit/audit-fields.ts'
import {
  type Db,
  type Handler,
  type Services,
  refuse,
  type SessionContext,
  checkRule,
} from '#server/operations/context.ts'
import { readRules } from '#server/approvals/rules.ts'
import { isDemoProgrammeSql } from '#server/operations/orderers.ts'
import { isWithin } from '#server/operations/scope.ts'
import { changeToText, heldUntilText, type OpenChange, findOpenChanges } from '#server/operations/user-changes.ts'
import { isWithinViewersRights } from './groups.ts'
import { campaignsOfUser, lockUserChanges, findUserById, type UserRow } from './queries.ts'

interface UserChange {
  readonly userId: number
  readonly kinds: readonly UserChangeType[]
  /** The user before the change. Undefined for a new user. */
  readonly before: UserRow | undefined
  /** The confirmed end of the access. It stays in force until a change of the kind 'end' is confirmed. */
  readonly endsBefore?: Date | undefined
  /** The changed values, for the audit trail and for the administrator who confirms. */
  readonly facts: { readonly before: AuditValues; readonly after: AuditValues }
}

/** The only permission that a user keeps while a change waits, except for changes with `keepsRights`. */
const SETTINGS_ONLY = ['User.settings']

/** The company's directory (SCIM). */
export interface Directory {
  /** The machine user of the directory's key. */
  readonly machineId: number
  /** The user who made the key. */
  readonly keyMakerId: number
}

interface RecordContext extends Pick<SessionContext, 'db' | 'settings' | 'now'> {
  /** Undefined if the company's login or its directory changes the user. */
  readonly viewer?: SessionContext['viewer']
  readonly directory?: Directory
}

/** Call this for every change that one user makes to another. Records the change if it has to wait. */
export async function recordUserChange(context: RecordContext, change: UserChange): Promise<void> {
  const { db, viewer, directory, settings, now } = context
  const { userId, before, facts, endsBefore } = change
  const { approvalHoldHours: hours, needsSecondAdministrator } = settings
  // A later end gives the user no new rights. So this change waits only if a second administrator confirms every
  // change.
  const kinds = change.kinds.filter((kind) => kind !== 'end' || needsSecondAdministrator)
  if (userId === viewer?.userId || kinds.length === 0) return
  // 0 hours stand for no hold.
  if (!needsSecondAdministrator && hours === 0) return
  // In the demo programme a new user can approve within seconds, so the creation of a user does not wait.
  const isNewUser = viewer !== undefined && kinds.includes('created')
  const canSkipHold = isNewUser && !needsSecondAdministrator
  if (canSkipHold && (await isInDemoProgramme({ ...context, viewer }))) return
  const openChanges = await findOpenChanges(db, [userId], now())
  const permissions = confirmedPermissions(openChanges, before)
  const endInForce = kinds.includes('end') ? endsBefore : undefined
  await db
    .insertInto('user_change')
    .values({
      user_id: userId,
      changed_by: changerOf(context, userId),
      machine_id: directory?.machineId ?? null,
      changed_at: new Date(now()),
      kinds: [...kinds],
      facts: JSON.stringify(facts),
      held_until: needsSecondAdministrator ? null : new Date(now() + hours * HOUR_MS),
      permissions_before: [...permissions],
      campaigns_before: campaignsBefore(before),
      keeps: keepsRights(kinds) ? [...permissions] : SETTINGS_ONLY,
      ends_before: endInForce ?? null,
    })
    .execute()
}

/** Null for all campaigns. Before a user is created, the user has none. */
function campaignsBefore(before: UserRow | undefined): number[] | null {
  if (!before) return []
  const campaigns = campaignsOfUser(before)
  return campaigns ? [...campaigns] : null
}

/** The user who cannot confirm the change, because this user made the change, or made the key of the directory. */
function changerOf({ viewer, directory }: RecordContext, userId: number): number | null {
  if (viewer) return viewer.userId
  if (!directory) return null
  // A user can never confirm a change to their own account. So a change to the maker of the key needs no changer.
  const isAboutKeyMaker = directory.keyMakerId === userId
  return isAboutKeyMaker ? null : directory.keyMakerId
}

/** True if the user keeps the confirmed permissions while the change waits. */
const keepsRights = (kinds: readonly UserChangeType[]): boolean =>
  kinds.every((kind) => kind === 'group' || kind === 'end')

async function isInDemoProgramme(context: Pick<SessionContext, 'db' | 'settings' | 'viewer'>): Promise<boolean> {
  const { rows } = await sql<{ isDemo: boolean }>`SELECT ${isDemoProgrammeSql(context)} AS "isDemo"`.execute(context.db)
  return rows[0]?.isDemo === true
}

/** The permissions that the user had before each of the waiting changes. Without waiting changes, all permissions. */
const confirmedPermissions = (openChanges: readonly OpenChange[], before: UserRow | undefined): readonly string[] => {
  const [firstList, ...otherLists] = openChanges.map((change) => change.permissions_before)
  if (!firstList) return before?.permissions ?? []
  return firstList.filter((permission) => otherLists.every((list) => list.includes(permission)))
}

interface OwnerContext extends Pick<SessionContext, 'db' | 'now'> {
  readonly viewer: { readonly ownerId: number }
}

interface Rights extends Pick<UserRow, 'group_id' | 'permissions' | 'campaign_ids' | 'group_campaign_ids'> {
  /** Undefined if the end stays. */
  readonly ends_at?: Date | null
}

/** Closes the waiting changes that a new change undoes, because nothing of these changes is left to confirm. */
export async function closeUndoneChanges(
  { db, now }: Pick<SessionContext, 'db' | 'now'>,
  before: UserRow,
  after: Rights,
): Promise<void> {
  const campaigns = campaignsOfUser(after)
  const openChanges = await findOpenChanges(db, [before.id], now())
  const endAfter = after.ends_at === undefined ? before.ends_at : after.ends_at
  const undoneChanges = openChanges.filter((change) => {
    // Other kinds of changes, for example of the e-mail address, are not undone by other rights.
    const canBeUndone = change.kinds.every((kind) => kind === 'group' || kind === 'campaigns' || kind === 'end')
    const endsLater = isLater(endAfter, change.ends_before)
    const hasNewPermission = lacksPermissions({ held: change.permissions_before, required: after.permissions })
    const hasNewCampaign = !isWithin(campaigns, change.campaigns_before ?? undefined)
    return canBeUndone && !endsLater && !hasNewPermission && !hasNewCampaign
  })
  if (undoneChanges.length > 0) await closeChanges(db, undoneChanges, { closed_at: new Date(now()) })
}

/**
 * Returns 'group' if the user gains a permission or a signature by the group, and 'campaigns' if the user gains a
 * campaign. Call this before `closeUndoneChanges`, because this function also reads the waiting changes.
 */
export async function findGainedRights(
  { db, now, viewer }: OwnerContext,
  before: UserRow,
  after: Rights,
): Promise<UserChangeType[]> {
  const openChanges = await findOpenChanges(db, [before.id], now())
  // Only members of a group that the approval rules name can sign.
  const entersGroupOfSigners =
    after.group_id !== before.group_id && namesGroup(await readRules(db, viewer.ownerId), after.group_id)
  const gainsPermission = lacksPermissions({
    held: confirmedPermissions(openChanges, before),
    required: after.permissions,
  })
  const gainsCampaign = !isWithin(campaignsOfUser(after), campaignsOfUser(before))
  const gains: UserChangeType[] = []
  if (entersGroupOfSigners || gainsPermission) gains.push('group')
  if (gainsCampaign) gains.push('campaigns')
  return gains
}

/** Null stands for no end: an `end` of null is later than every limit, and no end is later than a `limit` of null. */
function isLater(end: Date | null, limit: Date | null): boolean {
  if (limit === null) return false
  return end === null || end.getTime() > limit.getTime()
}

const closeChanges = (
  db: Db,
  changes: readonly Pick<OpenChange, 'id'>[],
  closingColumns: { readonly closed_at: Date; readonly closed_by?: number },
) =>
  db
    .updateTable('user_change')
    .set(closingColumns)
    .where(
      'id',
      'in',
      changes.map(({ id }) => id),
    )
    .execute()

export const confirmUserChange: Handler<'confirmUserChange'> = async (context, { changeID }) => {
  const { db, viewer, now } = context
  await lockUserChanges(db, viewer.ownerId)
  const storedChange = await db
    .selectFrom('user_change')
    .select(['id', 'user_id', 'changed_by'])
    .where('id', '=', Number(changeID))
    .executeTakeFirst()
  const user = storedChange && (await findUserById(db, viewer.ownerId, String(storedChange.user_id)))
  if (!user) return refuse(codes.notFound, m.users_noSuchChange)
  context.setSubject('user', user.id)
  const openChanges = await findOpenChanges(db, [user.id], now())
  const change = openChanges.find(({ id }) => id === storedChange.id)
  if (!change) return refuse(codes.refusedState, m.users_confirmedAlready)
  const refusal = checkRule(codes.refusedState, () => confirmationRefusalOf(viewer, change, user))
  if (refusal) return refusal
  await closeChanges(db, [change], { closed_at: new Date(now()), closed_by: viewer.userId })
  context.recordChange(change.facts)
  return { resultText: m.users_userChangeConfirmed() }
}

/** Why the viewer cannot confirm the change. */
function confirmationRefusalOf(viewer: SessionContext['viewer'], change: OpenChange, user: UserRow) {
  const refusal = confirmationRefusal({ userId: user.id, changedBy: change.changed_by }, viewer.userId)
  if (refusal !== undefined) return refusal
  return isWithinViewersRights(viewer, user) ? undefined : m.users_userBeyondViewer()
}

/**
 * Confirms all waiting changes, for a command on the server. The person who runs a command counts as another
 * administrator. Returns the changes in words and with their values.
 */
export async function confirmAllChanges(services: Pick<Services, 'now' | 'client'>, db: Db, user: UserRow) {
  const openChanges = await findOpenChanges(db, [user.id], services.now())
  if (openChanges.length > 0) await closeChanges(db, openChanges, { closed_at: new Date(services.now()) })
  return openChanges.map((change) => ({
    text: changeToText(change, services, 'other'),
    changes: changesBetween(change.facts),
  }))
}

/** Confirms the waiting changes that only set a later end. A command on the server calls this before setting the end. */
export async function confirmLaterEnds(services: Pick<Services, 'now'>, db: Db, user: UserRow): Promise<void> {
  const openChanges = await findOpenChanges(db, [user.id], services.now())
  const laterEnds = openChanges.filter(({ kinds }) => kinds.every((kind) => kind === 'end'))
  if (laterEnds.length > 0) await closeChanges(db, laterEnds, { closed_at: new Date(services.now()) })
}

/**
 * True if the change restricts the user while it waits. A change that waits for a limited time restricts only users who
 * can approve, make or order something.
 */
export const isRestricting = (change: OpenChange, user: Pick<UserRow, 'permissions'>): boolean =>
  change.held_until === null || approvalHoldScope(user.permissions) !== undefined

export const pendingUserChanges: Handler<'pendingUserChanges'> = async (context, { userID }) => {
  const { db, viewer, now, client } = context
  const user = await findUserById(db, viewer.ownerId, userID)
  if (!user) return { changes: [] }
  const openChanges = await findOpenChanges(db, [user.id], now())
  const restrictingChanges = openChanges.filter((change) => isRestricting(change, user))
  const campaignIds = restrictingChanges.flatMap(({ facts }) => changesBetween(facts).flatMap(changeToCampaigns))
  const campaigns = await db
    .selectFrom('campaign')
    .select(['id', 'name'])
    // 0 is no campaign's id. A list for IN must not be empty.
    .where('id', 'in', [0, ...campaignIds])
    .execute()
  const campaignName = (id: number) =>
    campaigns.find((campaign) => campaign.id === id)?.name ?? m.users_campaign({ id })
  const changes = restrictingChanges.map((change) => {
    const refusal = confirmationRefusalOf(viewer, change, user)
    const sentences = [
      `${changeToText(change, context, 'other')}.`,
      ...effectToSentences(change),
      `${refusal ?? m.users_confirmIfRight()}.`,
    ]
    return {
      changeID: String(change.id),
      title: holdToTitle(change, user, context),
      text: sentences.join(' '),
      changes: changesBetween(change.facts).map((valueChange) =>
        auditChangeToText(valueChange, { zone: client, campaignName }),
      ),
      refusal,
    }
  })
  return { changes }
}

function holdToTitle(change: OpenChange, user: UserRow, services: Pick<Services, 'client'>): string {
  const until = heldUntilText(change, services)
  if (until === undefined) return m.users_waitsForAdministrator()
  const scope = approvalHoldScope(user.permissions)
  if (scope === 'asApprover') return m.users_cannotApproveUntil({ until })
  if (scope === 'asOrderer') return m.users_cannotOrderLoadsUntil({ until })
  return m.users_cannotBeApprovedUntil({ changer: change.changer, until })
}

/** The effect of a change that waits without a time limit. The title of other changes names their effect. */
function effectToSentences({ held_until: until, kinds }: OpenChange): string[] {
  if (until !== null) return []
  if (kinds.every((kind) => kind === 'end')) return [m.users_laterEndWaits()]
  if (keepsRights(kinds)) return [m.users_newRightsWait()]
  return [m.users_canOnlyLogIn()]
}
