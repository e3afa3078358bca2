// The users of the portal as the company's directory sees and changes them. What a second administrator would have to
// confirm waits for one here too. Rules: docs/rules/scim.md.
import { m } from '#words/messages.js'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import type { AuditedMethod } from '#contract/methods.ts'
import { tidyUser, validateUser } from '#domain/users/fields.ts'
import { changesBetween, type ChangedValues } from '#server/audit/audit-fields.ts'
import { callToOrigin, writeAudit } from '#server/audit/audit.ts'
import type { CallContext, Db } from '#server/operations/context.ts'
import { endSessionsOf } from '#server/sessions/sessions.ts'
import { lockAccount, lockToChange, unlockAccount } from '#server/users/change-user.ts'
import { findGroupByName } from '#server/users/groups.ts'
import { insertUser } from '#server/users/insert-user.ts'
import {
  findTakenFields,
  findUserById,
  hasOtherUserManager,
  lockUsersOfOwner,
  type UserRow,
  userToAuditValues,
} from '#server/users/queries.ts'
import { updateUser } from '#server/users/update-user.ts'
import { recordUserChange } from '#server/users/user-changes.ts'
import type { UserAttributes } from './attributes.ts'
import { invalidValue, ScimFault } from './fault.ts'
import type { Condition } from './filter.ts'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'

interface DirectoryUser {
  readonly id: number
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly email: string
  readonly external_id: string | null
  readonly locked_at: Date | null
  readonly deactivated_at: Date | null
  readonly created_at: Date
  readonly group_id: number
  readonly group_name: string
}

/** What filters can compare. */
export const userFilters = {
  id: 'id',
  username: 'username',
  externalid: 'externalId',
  active: 'active',
  emails: 'email',
  'emails.value': 'email',
  'emails[type eq "work"].value': 'email',
} as const
type UserFilter = (typeof userFilters)[keyof typeof userFilters]

const select = (db: Db, ownerId: number) =>
  db
    .selectFrom('user_account as u')
    .innerJoin('user_group as g', 'g.id', 'u.group_id')
    .where('u.owner_id', '=', ownerId)
    .where('u.deleted_at', 'is', null)

const columns = [
  'u.id',
  'u.username',
  'u.firstname',
  'u.lastname',
  'u.email',
  'u.external_id',
  'u.locked_at',
  'u.deactivated_at',
  'u.created_at',
  'g.id as group_id',
  'g.name as group_name',
] as const

const conditions: Readonly<Record<UserFilter, (value: string) => ReturnType<typeof sql<boolean>>>> = {
  id: (value) => sql<boolean>`u.id::text = ${value}`,
  username: (value) => sql<boolean>`lower(u.username) = lower(${value})`,
  externalId: (value) => sql<boolean>`u.external_id = ${value}`,
  active: (value) => sql<boolean>`(u.locked_at IS NULL) = (${value} = 'true')`,
  email: (value) => sql<boolean>`lower(u.email) = lower(${value})`,
}

export interface Page {
  /** Begins with 1. */
  readonly startIndex: number
  readonly count: number
}

export async function listUsers(
  { db, client, settings }: CallContext,
  filter: readonly Condition<UserFilter>[],
  { startIndex, count }: Page,
) {
  let query = select(db, client.ownerId)
  for (const { attribute, value } of filter) query = query.where(conditions[attribute](value))
  const { total } = await query.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow()
  const rows =
    count === 0
      ? []
      : await query
          .select(columns)
          .orderBy('u.id')
          .offset(startIndex - 1)
          .limit(count)
          .execute()
  return { total, resources: rows.map((row) => toResource(row, settings.publicUrl)) }
}

export async function readUser({ db, client, settings }: Pick<CallContext, 'db' | 'client' | 'settings'>, id: string) {
  return toResource(await findDirectoryUser(db, client.ownerId, id), settings.publicUrl)
}

export type UserResource = ReturnType<typeof toResource>

async function findDirectoryUser(db: Db, ownerId: number, id: string): Promise<DirectoryUser> {
  const row = await select(db, ownerId).select(columns).where(conditions.id(id)).executeTakeFirst()
  if (!row) throw new ScimFault(404, m.common_thereIsNoSuchUser())
  return row
}

function toResource(row: DirectoryUser, publicUrl: string) {
  const name = [row.firstname, row.lastname].filter((part) => part !== '').join(' ')
  const resource = {
    schemas: [USER_SCHEMA],
    id: String(row.id),
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: row.username,
    name: { givenName: row.firstname, familyName: row.lastname, formatted: name },
    displayName: name === '' ? row.username : name,
    emails: [{ value: row.email, type: 'work', primary: true }],
    active: row.locked_at === null,
    groups: [
      { value: String(row.group_id), display: row.group_name, $ref: `${publicUrl}scim/v2/Groups/${row.group_id}` },
    ],
  }
  return withMeta(resource, 'User', `${publicUrl}scim/v2/Users/${row.id}`, row.created_at)
}

/** Adds `meta` with the version of the resource, which is its ETag. */
export function withMeta<T extends object>(resource: T, resourceType: string, location: string, created?: Date) {
  const version = `W/"${createHash('sha256').update(JSON.stringify(resource)).digest('hex').slice(0, 24)}"`
  return {
    ...resource,
    meta: { resourceType, location, version, ...(created && { created: created.toISOString() }) },
  }
}

export async function createUser(context: CallContext, db: Db, attributes: UserAttributes): Promise<UserResource> {
  const { client, settings, now } = context
  const groupName = settings.directory?.group ?? ''
  const group = await findGroupByName(db, client.ownerId, groupName)
  if (!group) throw new ScimFault(403, m.scim_noGroupForUsers({ group: groupName }))
  // Many directories use the address as the name, and send it once.
  const { username = '', email = username } = attributes
  const user = readValues({ ...attributes, username, email })
  await validateNew(context, db, { ...user, externalId: attributes.externalId })
  const id = await insertUser(context, db, { ...user, ownerId: client.ownerId, groupId: group.id })
  const facts = { before: {}, after: userToAuditValues({ ...user, group_name: group.name, campaign_ids: null }) }
  await recordUserChange({ db, settings, now }, { userId: id, kinds: ['created'], before: undefined, facts })
  await audit(context, db, id, facts)
  await setDirectoryState(context, db, id, attributes, { isActive: true })
  return readUser({ ...context, db }, String(id))
}

function readValues({ username = '', firstname = '', lastname = '', email = '' }: UserAttributes, before?: UserRow) {
  const user = tidyUser({ username, firstname, lastname, email })
  const [error] = Object.values(validateUser({ ...user, groupId: '1', campaignIds: '' }, before))
  if (error !== undefined) throw invalidValue(error)
  return user
}

interface NewValues {
  readonly username: string
  readonly email: string
  readonly externalId?: string | null | undefined
}

async function validateNew({ client, settings }: CallContext, db: Db, values: NewValues, before?: UserRow) {
  const taken = await findTakenFields(db, client.ownerId, values, before?.id)
  const isNewAddress = before?.email.toLowerCase() !== values.email.toLowerCase()
  if (taken.username) throw new ScimFault(409, m.users_usernameTaken(), 'uniqueness')
  if (isNewAddress && taken.email) throw new ScimFault(409, m.users_emailTaken(), 'uniqueness')
  // Otherwise the directory could make itself the user for emergencies.
  if (before?.username !== values.username && isForEmergencies(settings, values.username))
    throw new ScimFault(403, m.scim_userForEmergencies())
  const { externalId } = values
  if (externalId === undefined || externalId === null) return
  if (externalId.length > MAX_EXTERNAL_ID) throw invalidValue(m.scim_externalIdTooLong({ limit: MAX_EXTERNAL_ID }))
  const other = await select(db, client.ownerId)
    .select('u.id')
    .where('u.external_id', '=', externalId)
    .where('u.id', '<>', before?.id ?? 0)
    .executeTakeFirst()
  if (other) throw new ScimFault(409, m.scim_externalIdTaken(), 'uniqueness')
}
const MAX_EXTERNAL_ID = 255

const isForEmergencies = ({ breakGlassUser }: CallContext['settings'], username: string): boolean =>
  breakGlassUser?.toLowerCase() === username.toLowerCase()

/** Prevents other changes to users until the transaction ends. */
export const lockUsers = ({ client }: CallContext, db: Db): Promise<void> => lockUsersOfOwner(db, client.ownerId)

/** The users of the owner must be locked. The directory cannot change the user for emergencies. */
export async function findForChange({ client, settings }: CallContext, db: Db, id: string): Promise<UserRow> {
  const isId = /^[1-9][0-9]{0,14}$/.test(id)
  const user = isId ? await findUserById(db, client.ownerId, id) : undefined
  if (!user) throw new ScimFault(404, m.common_thereIsNoSuchUser())
  if (isForEmergencies(settings, user.username)) throw new ScimFault(403, m.scim_userForEmergencies())
  return user
}

export async function changeUser(
  context: CallContext,
  db: Db,
  id: string,
  attributes: UserAttributes,
): Promise<UserResource> {
  const { settings, now } = context
  const before = await findForChange(context, db, id)
  const { username, firstname, lastname, email } = { ...before, ...attributes }
  const user = readValues({ username, firstname, lastname, email }, before)
  await validateNew(context, db, { ...user, externalId: attributes.externalId }, before)
  const facts = { before: userToAuditValues(before), after: userToAuditValues({ ...before, ...user }) }
  if (changesBetween(facts).length > 0) {
    await updateUser(context, db, {
      before,
      after: { ...user, campaignIds: before.campaign_ids },
      group: { id: before.group_id, name: before.group_name },
    })
    const kinds = before.email === user.email ? [] : (['email'] as const)
    await recordUserChange({ db, settings, now }, { userId: before.id, kinds, before, facts })
    await audit(context, db, before.id, facts)
  }
  await setDirectoryState(context, db, before.id, attributes, { isActive: before.locked_at === null, user: before })
  return readUser({ ...context, db }, id)
}

/** Stores the directory's id, and locks or unlocks the user. */
async function setDirectoryState(
  context: CallContext,
  db: Db,
  userId: number,
  { externalId, isActive }: UserAttributes,
  before: { readonly isActive: boolean; readonly user?: UserRow },
): Promise<void> {
  const { client } = context
  if (externalId !== undefined)
    await db.updateTable('user_account').set({ external_id: externalId }).where('id', '=', userId).execute()
  if (isActive === undefined || isActive === before.isActive) return
  if (!isActive) {
    if (before.user) await refuseLastManager(context, db, before.user)
    await lockAccount(context, db, userId)
    await db
      .updateTable('user_account')
      .set({ deactivated_at: sql`locked_at` })
      .where('id', '=', userId)
      .execute()
    return audit(context, db, userId, lockToChange(''), 'lockByDirectory')
  }
  // An administrator's lock stays: the user remains inactive.
  const { locked_at: lockedAt, deactivated_at: deactivatedAt } = await findDirectoryUser(
    db,
    client.ownerId,
    String(userId),
  )
  if (lockedAt?.getTime() !== deactivatedAt?.getTime()) return
  await unlockAccount(db, userId)
  await db.updateTable('user_account').set({ deactivated_at: null }).where('id', '=', userId).execute()
  await audit(context, db, userId, { before: { locked: true }, after: { locked: false } }, 'unlockByDirectory')
}

async function refuseLastManager({ client }: CallContext, db: Db, user: UserRow): Promise<void> {
  const isManager = user.permissions.includes('User.write')
  if (isManager && !(await hasOtherUserManager(db, client.ownerId, user.id)))
    throw new ScimFault(403, m.users_lastUserManager())
}

export async function removeUser(context: CallContext, db: Db, id: string): Promise<void> {
  const user = await findForChange(context, db, id)
  await refuseLastManager(context, db, user)
  const at = context.now()
  await db
    .updateTable('user_account')
    .set({ deleted_at: new Date(at) })
    .where('id', '=', user.id)
    .execute()
  await endSessionsOf(db, user.id, at)
  await audit(context, db, user.id, { before: userToAuditValues(user), after: {} }, 'removeByDirectory')
}

const audit = (
  context: CallContext,
  db: Db,
  userId: number,
  facts: ChangedValues,
  method: AuditedMethod = 'applyDirectory',
): Promise<void> =>
  writeAudit(db, {
    ...callToOrigin(context),
    userId: null,
    ownerId: context.client.ownerId,
    method,
    subjectType: 'user',
    subjectId: String(userId),
    resultCode: codes.success,
    changes: changesBetween(facts),
  })
