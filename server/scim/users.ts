// Users for the company's directory: reads, creates, changes, deactivates and deletes them. Rules: docs/rules/scim.md.
import { m } from '#words/messages.js'
import { type RawBuilder, sql } from 'kysely'
import { tidyUser, validateUser } from '#domain/users/fields.ts'
import { lockAccount, lockToChange, unlockAccount } from '#server/users/change-user.ts'
import { insertUser, insertUserRow, sendActivationLink } from '#server/users/insert-user.ts'
import {
  findTakenFields,
  findUserById,
  hasOtherUserManager,
  type UserRow,
  userToAuditValues,
} from '#server/users/queries.ts'
import { updateUser } from '#server/users/save.ts'
import { recordUserChange } from '#server/users/user-changes.ts'
import { invalidateTickets } from '#server/sessions/provider-logins.ts'
import { endSessionsOf } from '#server/sessions/sessions.ts'
import type { Db } from '#server/operations/context.ts'
import { auditProvisioning, runUserChange, type ScimContext } from './context.ts'
import { ScimError } from './errors.ts'
import { type Comparison, filterNotSupported } from './paths.ts'
import { type Page, requireVersion, type Resource, type ScimUserRow, userToResource } from './resources.ts'
import type { UserValues } from './user-values.ts'

/** All persons except the emergency user. Someone who controls the directory must not be able to lock everyone out. */
const selectUsers = ({ db, ownerId, settings }: ScimContext) =>
  db
    .selectFrom('user_account as u')
    .where('u.owner_id', '=', ownerId)
    .where('u.kind', '=', 'person')
    .where('u.deleted_at', 'is', null)
    .where(sql<boolean>`lower(u.username) IS DISTINCT FROM lower(${settings.breakGlassUser ?? null}::text)`)

const columns = [
  'u.id',
  'u.username',
  'u.firstname',
  'u.lastname',
  'u.email',
  sql<number>`u.group_id`.as('group_id'),
  'u.locked_at',
  'u.locked_by',
  'u.external_id',
  'u.activated_at',
  'u.created_at',
] as const

/** The attributes that a filter can compare. For names and addresses, case does not matter. */
const filterConditions: Readonly<Record<string, (value: string) => RawBuilder<boolean>>> = {
  id: (value) => sql`u.id::text = ${value}`,
  username: (value) => sql`lower(u.username) = lower(${value})`,
  externalid: (value) => sql`u.external_id = ${value}`,
  emails: (value) => sql`lower(u.email) = lower(${value})`,
  'emails.value': (value) => sql`lower(u.email) = lower(${value})`,
  'name.givenname': (value) => sql`lower(u.firstname) = lower(${value})`,
  'name.familyname': (value) => sql`lower(u.lastname) = lower(${value})`,
  active: (value) => sql`(u.locked_at IS NULL) = ${value.toLowerCase() === 'true'}::boolean`,
}

export async function listUsers(context: ScimContext, filter: readonly Comparison[], { offset, limit }: Page) {
  let query = selectUsers(context)
  for (const { path, value } of filter) {
    const condition = filterConditions[path]
    if (!condition) throw filterNotSupported()
    query = query.where(condition(value))
  }
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await query.select(columns).orderBy('u.id').offset(offset).limit(limit).execute()
  return { total, resources: rows.map((row) => toResource(context, row)) }
}

const toResource = ({ groups, settings }: ScimContext, row: ScimUserRow): Resource =>
  userToResource(row, groups, `${settings.publicUrl}scim/v2`)

async function findRow(context: ScimContext, id: string): Promise<ScimUserRow> {
  const query = selectUsers(context).select(columns)
  const isNumber = /^[0-9]{1,15}$/.test(id)
  const row = isNumber ? await query.where('u.id', '=', Number(id)).executeTakeFirst() : undefined
  if (!row) throw new ScimError(404, m.common_thereIsNoSuchUser)
  return row
}

export const readUserResource = async (context: ScimContext, id: string): Promise<Resource> =>
  toResource(context, await findRow(context, id))

export const createUser = (requestContext: ScimContext, values: UserValues): Promise<Resource> =>
  runUserChange(requestContext, async (context) => {
    const { db, ownerId, groupOfOthers: group } = context
    const { externalId = null } = values
    const user = toNewUser(values)
    await requireValid(context, user, undefined)
    const row = { ...user, ownerId, groupId: group.id }
    // A request without `active` creates an active user.
    const isActive = values.active !== false
    const id = isActive ? await insertUser(context, db, row) : await insertUserRow(context, db, row)
    if (externalId !== null)
      await db.updateTable('user_account').set({ external_id: externalId }).where('id', '=', id).execute()
    const change = { before: {}, after: userToAuditValues({ ...user, group_name: group.name, campaign_ids: null }) }
    // A new user without rights needs no confirmation. Rights that the user gets later are confirmed then.
    const hasRights = group.permissions.some((permission) => permission !== 'User.settings')
    const kinds = hasRights ? (['created'] as const) : []
    await recordUserChange(context, { userId: id, kinds, before: undefined, facts: change })
    await auditProvisioning(context, db, { method: 'provisionUser', userId: id, change })
    if (!isActive) await deactivate(context, id)
    return readUserResource(context, String(id))
  })

interface NewValues {
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly email: string
}

function toNewUser({ userName = '', givenName = '', familyName = '', email }: UserValues): NewValues {
  // If a directory sends no address, the user's name is the address.
  return tidyUser({ username: userName, firstname: givenName, lastname: familyName, email: email ?? userName })
}

/** Any valid group. The validation needs a group, and a request about a user has no group. */
const VALID_GROUP = { groupId: '1' }

/** Throws if a value is not valid, or if another user has the name or the address. */
async function requireValid(context: ScimContext, values: NewValues, existing: UserRow | undefined): Promise<void> {
  // A function, because the sentence is needed in the language of each reader.
  const findError = () => {
    const [error] = Object.values(validateUser({ ...values, ...VALID_GROUP }, { ...existing, ...VALID_GROUP }))
    return error
  }
  if (findError() !== undefined) throw new ScimError(400, () => findError() ?? '', 'invalidValue')
  const takenFields = await findTakenFields(context.db, context.ownerId, values, existing?.id)
  if (takenFields.username) throw new ScimError(409, m.users_usernameTaken, 'uniqueness')
  const isNewAddress = existing?.email.toLowerCase() !== values.email.toLowerCase()
  if (isNewAddress && takenFields.email) throw new ScimError(409, m.users_emailTaken, 'uniqueness')
}

/** Handles PUT and PATCH. Values that a request does not have stay as they are. */
export function changeUser(
  requestContext: ScimContext,
  id: string,
  { values, ifMatch }: { readonly values: UserValues; readonly ifMatch: string | undefined },
): Promise<Resource> {
  return withAuditedRefusals(requestContext, id, () =>
    runUserChange(requestContext, async (context) => {
      const row = await findRow(context, id)
      requireVersion(toResource(context, row), ifMatch)
      // A user who leaves must lose access. So the other values are not checked, because they could cause a refusal.
      if (values.active === false) {
        if (row.locked_at === null) await deactivate(context, row.id)
      } else {
        await storeValues(context, row, values)
        if (values.active === true && row.locked_by === 'directory') await activate(context, row)
      }
      if (values.externalId !== undefined && values.externalId !== row.external_id)
        await context.db
          .updateTable('user_account')
          .set({ external_id: values.externalId })
          .where('id', '=', row.id)
          .execute()
      return readUserResource(context, id)
    }),
  )
}

async function storeValues(context: ScimContext, row: ScimUserRow, values: UserValues): Promise<void> {
  const { db } = context
  const user = await findUserById(db, context.ownerId, String(row.id))
  if (!user) throw new ScimError(404, m.common_thereIsNoSuchUser)
  const newValues = tidyUser({
    username: values.userName ?? user.username,
    firstname: values.givenName ?? user.firstname,
    lastname: values.familyName ?? user.lastname,
    email: values.email ?? user.email,
  })
  const names = ['username', 'firstname', 'lastname', 'email'] as const
  const isUnchanged = names.every((name) => newValues[name] === user[name])
  if (isUnchanged) return
  requireManaged(context, user)
  await requireValid(context, newValues, user)
  await updateUser(
    context,
    user,
    { ...newValues, campaignIds: user.campaign_ids },
    { id: user.group_id, name: user.group_name },
  )
  const change = { before: userToAuditValues(user), after: userToAuditValues({ ...user, ...newValues }) }
  const kinds = newValues.email === user.email ? [] : (['email'] as const)
  await recordUserChange(context, { userId: row.id, kinds, before: user, facts: change })
  await auditProvisioning(context, db, { method: 'provisionUser', userId: row.id, change })
}

/** Throws unless the user is in a group that the settings name, because the directory manages only these users. */
export function requireManaged({ groups, groupOfOthers }: ScimContext, user: { readonly group_id: number }): void {
  const isManaged = [groupOfOthers, ...groups].some(({ id }) => id === user.group_id)
  if (!isManaged) throw new ScimError(403, m.scim_userOfAdministrators, 'mutability')
}

/** Locks the user. The user's sessions, notices on devices and running sign-ins end immediately. */
async function deactivate(context: ScimContext, userId: number): Promise<void> {
  const { db, ownerId, now } = context
  await requireOtherManager(db, ownerId, userId)
  await lockAccount(context, db, userId, 'directory')
  await invalidateTickets(db, userId, now())
  await auditProvisioning(context, db, { method: 'deactivateByDirectory', userId, change: lockToChange('SCIM') })
}

async function activate(context: ScimContext, row: ScimUserRow): Promise<void> {
  const { db } = context
  await unlockAccount(context, db, row.id)
  if (row.activated_at === null) await sendActivationLink(context, db, row)
  await auditProvisioning(context, db, {
    method: 'activateByDirectory',
    userId: row.id,
    change: { before: { locked: true }, after: { locked: false } },
  })
}

async function requireOtherManager(db: Db, ownerId: number, userId: number): Promise<void> {
  if (!(await hasOtherUserManager(db, ownerId, userId))) throw new ScimError(409, m.users_lastUserManager)
}

export const removeUser = (requestContext: ScimContext, id: string, ifMatch: string | undefined): Promise<void> =>
  withAuditedRefusals(requestContext, id, () =>
    runUserChange(requestContext, async (context) => {
      const { db, ownerId, now } = context
      const row = await findRow(context, id)
      requireVersion(toResource(context, row), ifMatch)
      const user = await findUserById(db, ownerId, id)
      await requireOtherManager(db, ownerId, row.id)
      await db
        .updateTable('user_account')
        .set({ deleted_at: new Date(now()) })
        .where('id', '=', row.id)
        .execute()
      await endSessionsOf(db, row.id, now())
      await invalidateTickets(db, row.id, now())
      await auditProvisioning(context, db, {
        method: 'deleteByDirectory',
        userId: row.id,
        change: { before: user && userToAuditValues(user) },
      })
    }),
  )

/**
 * Runs `work`, and records a refusal in the audit trail, because someone may be misusing the directory's key.
 * `addressedUserId` is the user in the address of the request. Undefined if the address names a group.
 */
export async function withAuditedRefusals<T>(
  context: ScimContext,
  addressedUserId: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ScimError) {
      const userId = error.userId ?? addressedUserId
      const isAudited = error.status === 403 || error.status === 409
      if (isAudited && userId !== undefined)
        await auditProvisioning(context, context.db, { method: 'provisionUser', userId, refusal: error.text })
    }
    throw error
  }
}
