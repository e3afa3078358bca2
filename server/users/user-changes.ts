// Records and confirms the changes that an administrator makes to another user and that wait for a second
// administrator.
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
  refuseBy,
} from '#server/operations/context.ts'
import { readRules } from '#server/approvals/rules.ts'
import { isDemoProgrammeSql } from '#server/operations/orderers.ts'
import { isWithin } from '#server/operations/scope.ts'
import { changeToText, heldUntilText, type OpenChange, findOpenChanges } from '#server/operations/user-changes.ts'
import { isWithinViewersRights } from './groups.ts'
import { campaignsOfUser, lockUsersOfOwner, findUserById, type UserRow } from './queries.ts'

interface UserChange {
  readonly userId: number
  readonly kinds: readonly UserChangeType[]
  /** The user before the change. Undefined for a new user. */
  readonly before: UserRow | undefined
  /** For the kind 'end', the end that stays in force until the change is confirmed. */
  readonly endsBefore?: Date | undefined
  /** The changed values, for the audit trail and for the administrator who confirms. */
  readonly facts: { readonly before: AuditValues; readonly after: AuditValues }
}

/** The permission that a user retains while a change waits without a time limit. */
const SETTINGS_ONLY = ['User.settings']

/** The company's directory (SCIM). */
export interface Directory {
  /** The machine user of the directory's key. */
  readonly machineId: number
  /** The user who made the key. */
  readonly keyMakerId: number
}

/** Without a viewer, the company's login or its directory has changed the user. */
type RecordContext = Pick<SessionContext, 'db' | 'settings' | 'now'> & {
  readonly viewer?: SessionContext['viewer']
  readonly directory?: Directory
}

/** Call this for every change that one user makes to another. Records the change if it has to wait. */
export async function recordUserChange(context: RecordContext, change: UserChange): Promise<void> {
  const { db, viewer, directory, settings, now } = context
  const { userId, before, facts, endsBefore } = change
  const { approvalHoldHours: hours, needsSecondAdministrator } = settings
  // A later end gives the user nothing new, so it waits only if a second administrator confirms every change.
  const kinds = change.kinds.filter((kind) => kind !== 'end' || needsSecondAdministrator)
  if (userId === viewer?.userId || kinds.length === 0) return
  if (!needsSecondAdministrator && hours === 0) return
  // In the demo programme a new user can approve within seconds.
  const isNew = viewer !== undefined && kinds.includes('created')
  if (!needsSecondAdministrator && isNew && (await isInDemoProgramme({ ...context, viewer }))) return
  const openChanges = await findOpenChanges(db, [userId], now())
  const permissions = confirmedPermissions(openChanges, before)
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
      campaigns_before: before ? (campaignsOfUser(before)?.slice() ?? null) : [],
      keeps: keepsRights(kinds) ? [...permissions] : SETTINGS_ONLY,
      ends_before: kinds.includes('end') ? (endsBefore ?? null) : null,
    })
    .execute()
}

/** The user who made the change, and so cannot confirm it. For the directory, the user who made its key. */
function changerOf({ viewer, directory }: RecordContext, userId: number): number | null {
  if (viewer) return viewer.userId
  if (!directory) return null
  // No one can confirm a change to their own account, so the key's maker need not be named in this case.
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

/** The permissions that the user had before all waiting changes. */
const confirmedPermissions = (openChanges: readonly OpenChange[], before: UserRow | undefined): readonly string[] => {
  const [firstList, ...otherLists] = openChanges.map((change) => change.permissions_before)
  if (!firstList) return before?.permissions ?? []
  return firstList.filter((permission) => otherLists.every((list) => list.includes(permission)))
}

/**
 * Returns 'group' and 'campaigns' if the new group or campaigns give the user something new. Also closes the waiting
 * changes that this change undoes, because nothing of them is left to confirm.
 */
export async function closeUndoneChangesAndFindGains(
  { db, now, ownerId }: Pick<SessionContext, 'db' | 'now'> & { readonly ownerId: number },
  before: UserRow,
  after: Pick<UserRow, 'group_id' | 'permissions' | 'campaign_ids' | 'group_campaign_ids'> & {
    /** Undefined if the end stays. */
    readonly ends_at?: Date | null
  },
): Promise<UserChangeType[]> {
  const campaigns = campaignsOfUser(after)
  const openChanges = await findOpenChanges(db, [before.id], now())
  const endAfter = after.ends_at === undefined ? before.ends_at : after.ends_at
  const undoneChanges = openChanges.filter((change) => {
    const canBeUndone = change.kinds.every((kind) => kind === 'group' || kind === 'campaigns' || kind === 'end')
    const endsLater = isLater(endAfter, change.ends_before)
    const hasNewPermission = lacksPermissions({ held: change.permissions_before, required: after.permissions })
    const hasNewCampaign = !isWithin(campaigns, change.campaigns_before ?? undefined)
    return canBeUndone && !endsLater && !hasNewPermission && !hasNewCampaign
  })
  if (undoneChanges.length > 0) await closeChanges(db, undoneChanges, { closed_at: new Date(now()) })
  // Only members of a group that the approval rules name can sign.
  const entersGroupOfSigners =
    after.group_id !== before.group_id && namesGroup(await readRules(db, ownerId), after.group_id)
  const gainsPermission = lacksPermissions({
    held: confirmedPermissions(openChanges, before),
    required: after.permissions,
  })
  const gainsCampaign = !isWithin(campaigns, campaignsOfUser(before))
  const gains: UserChangeType[] = []
  if (entersGroupOfSigners || gainsPermission) gains.push('group')
  if (gainsCampaign) gains.push('campaigns')
  return gains
}

/** `end` is null for no end, which is later than any limit. `limit` is null if no end can be later. */
const isLater = (end: Date | null, limit: Date | null): boolean =>
  limit !== null && (end === null || end.getTime() > limit.getTime())

const closeChanges = (
  db: Db,
  changes: readonly Pick<OpenChange, 'id'>[],
  closing: { readonly closed_at: Date; readonly closed_by?: number },
) =>
  db
    .updateTable('user_change')
    .set(closing)
    .where(
      'id',
      'in',
      changes.map(({ id }) => id),
    )
    .execute()

export const confirmUserChange: Handler<'confirmUserChange'> = async (context, { changeID }) => {
  const { db, viewer, now } = context
  await lockUsersOfOwner(db, viewer.ownerId)
  const storedChange = await db
    .selectFrom('user_change')
    .select(['id', 'user_id', 'changed_by'])
    .where('id', '=', Number(changeID))
    .executeTakeFirst()
  const user = storedChange && (await findUserById(db, viewer.ownerId, String(storedChange.user_id)))
  if (!user) return refuse(codes.notFound, m.users_noSuchChange)
  context.setSubject('user', user.id)
  const change = (await findOpenChanges(db, [user.id], now())).find(({ id }) => id === storedChange.id)
  if (!change) return refuse(codes.refusedState, m.users_confirmedAlready)
  const refusal = refuseBy(codes.refusedState, () => validateConfirmation(context, change, user))
  if (refusal) return refusal
  await closeChanges(db, [change], { closed_at: new Date(now()), closed_by: viewer.userId })
  context.recordChange(change.facts)
  return { resultText: m.users_userChangeConfirmed() }
}

/** Why the viewer cannot confirm the change. */
function validateConfirmation({ viewer }: Pick<SessionContext, 'viewer'>, change: OpenChange, user: UserRow) {
  const refusal = confirmationRefusal({ userId: user.id, changedBy: change.changed_by }, viewer.userId)
  if (refusal !== undefined) return refusal
  return isWithinViewersRights(viewer, user) ? undefined : m.users_userBeyondViewer()
}

/**
 * Confirms all waiting changes: the person who runs a command has access to the server, and counts as another
 * administrator. Returns the changes, in words and with their values.
 */
export async function confirmAllChanges(services: Pick<Services, 'now' | 'client'>, db: Db, user: UserRow) {
  const openChanges = await findOpenChanges(db, [user.id], services.now())
  if (openChanges.length > 0) await closeChanges(db, openChanges, { closed_at: new Date(services.now()) })
  return openChanges.map((change) => ({
    text: changeToText(change, services, 'other'),
    changes: changesBetween(change.facts),
  }))
}

/**
 * Confirms the waiting changes that only put the end off. A command on the server calls this before it sets the end.
 */
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
  const restrictingChanges = (await findOpenChanges(db, [user.id], now())).filter((change) =>
    isRestricting(change, user),
  )
  const ids = restrictingChanges.flatMap(({ facts }) => changesBetween(facts).flatMap(changeToCampaigns))
  const campaigns = await db
    .selectFrom('campaign')
    .select(['id', 'name'])
    // 0 is no campaign's id. A list for IN must not be empty.
    .where('id', 'in', [0, ...ids])
    .execute()
  const campaignName = (id: number) =>
    campaigns.find((campaign) => campaign.id === id)?.name ?? m.users_campaign({ id })
  const changes = restrictingChanges.map((change) => {
    const refusal = validateConfirmation(context, change, user)
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
