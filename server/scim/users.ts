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
import { audit, changing, type ScimContext } from './context.ts'
import { ScimError } from './errors.ts'
import { type Comparison, filterNotSupported } from './paths.ts'
import { type Page, requireVersion, type Resource, type ScimUserRow, userToResource } from './resources.ts'
import type { UserValues } from './user-values.ts'

/** Persons, without the emergency user: whoever controls the directory must not lock everyone out. */
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

/** The attributes that can be compared. `userName` and addresses ignore case. */
const conditions: Readonly<Record<string, (value: string) => RawBuilder<boolean>>> = {
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
    const condition = conditions[path]
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
  const row = /^[0-9]{1,15}$/.test(id) ? await query.where('u.id', '=', Number(id)).executeTakeFirst() : undefined
  if (!row) throw new ScimError(404, m.common_thereIsNoSuchUser)
  return row
}

export const readUserResource = async (context: ScimContext, id: string): Promise<Resource> =>
  toResource(context, await findRow(context, id))

export const createUser = (given: ScimContext, values: UserValues): Promise<Resource> =>
  changing(given, async (context) => {
    const { db, ownerId, groupOfOthers: group, directory } = context
    const user = toNewUser(values)
    await requireValid(context, user, undefined)
    const row = { ...user, ownerId, groupId: group.id }
    const isActive = values.active !== false
    const id = isActive ? await insertUser(context, db, row) : await insertUserRow(context, db, row)
    if (values.externalId !== undefined && values.externalId !== null)
      await db.updateTable('user_account').set({ external_id: values.externalId }).where('id', '=', id).execute()
    const facts = { before: {}, after: userToAuditValues({ ...user, group_name: group.name, campaign_ids: null }) }
    // Without rights there is nothing to confirm. The group that is given later is.
    const hasRights = group.permissions.some((permission) => permission !== 'User.settings')
    await recordUserChange(
      { ...context, directory },
      { userId: id, kinds: hasRights ? ['created'] : [], before: undefined, facts },
    )
    await audit(context, db, { method: 'provisionUser', userId: id, change: facts })
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
  // Directories that send no address use the address as the name.
  return tidyUser({ username: userName, firstname: givenName, lastname: familyName, email: email ?? userName })
}

const VALID_GROUP = { groupId: '1' }

async function requireValid(context: ScimContext, values: NewValues, before: UserRow | undefined): Promise<void> {
  const findError = () => Object.values(validateUser({ ...values, ...VALID_GROUP }, { ...before, ...VALID_GROUP }))[0]
  if (findError() !== undefined) throw new ScimError(400, () => findError() ?? '', 'invalidValue')
  const taken = await findTakenFields(context.db, context.ownerId, values, before?.id)
  if (taken.username) throw new ScimError(409, m.users_usernameTaken, 'uniqueness')
  const isNewAddress = before?.email.toLowerCase() !== values.email.toLowerCase()
  if (isNewAddress && taken.email) throw new ScimError(409, m.users_emailTaken, 'uniqueness')
}

/** PUT and PATCH: what a request does not have stays as it is. */
export function changeUser(
  given: ScimContext,
  id: string,
  { values, ifMatch }: { readonly values: UserValues; readonly ifMatch: string | undefined },
): Promise<Resource> {
  return refusalsAudited(given, id, () =>
    changing(given, async (context) => {
      const row = await findRow(context, id)
      requireVersion(toResource(context, row), ifMatch)
      // Whatever else the request has: who leaves must lose access.
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
  const { db, directory } = context
  const before = await findUserById(db, context.ownerId, String(row.id))
  if (!before) throw new ScimError(404, m.common_thereIsNoSuchUser)
  const after = tidyUser({
    username: values.userName ?? before.username,
    firstname: values.givenName ?? before.firstname,
    lastname: values.familyName ?? before.lastname,
    email: values.email ?? before.email,
  })
  const names = ['username', 'firstname', 'lastname', 'email'] as const
  if (names.every((name) => after[name] === before[name])) return
  requireManaged(context, before)
  await requireValid(context, after, before)
  await updateUser(
    context,
    before,
    { ...after, campaignIds: before.campaign_ids },
    { id: before.group_id, name: before.group_name },
  )
  const facts = { before: userToAuditValues(before), after: userToAuditValues({ ...before, ...after }) }
  const kinds = after.email === before.email ? [] : (['email'] as const)
  await recordUserChange({ ...context, directory }, { userId: row.id, kinds, before, facts })
  await audit(context, db, { method: 'provisionUser', userId: row.id, change: facts })
}

/** The directory changes only users of the groups that the settings name. */
export function requireManaged({ groups, groupOfOthers }: ScimContext, user: { readonly group_id: number }): void {
  if (![groupOfOthers, ...groups].some(({ id }) => id === user.group_id))
    throw new ScimError(403, m.scim_userOfAdministrators, 'mutability')
}

/** Sessions, notices on devices and sign-ins under way end at once. */
async function deactivate(context: ScimContext, userId: number): Promise<void> {
  const { db, ownerId, now } = context
  await requireOtherManager(db, ownerId, userId)
  await lockAccount(context, db, userId, 'directory')
  await invalidateTickets(db, userId, now())
  await audit(context, db, { method: 'deactivateByDirectory', userId, change: lockToChange('SCIM') })
}

async function activate(context: ScimContext, row: ScimUserRow): Promise<void> {
  const { db } = context
  await unlockAccount(context, db, row.id)
  if (row.activated_at === null) await sendActivationLink(context, db, row)
  await audit(context, db, {
    method: 'activateByDirectory',
    userId: row.id,
    change: { before: { locked: true }, after: { locked: false } },
  })
}

async function requireOtherManager(db: Db, ownerId: number, userId: number): Promise<void> {
  if (!(await hasOtherUserManager(db, ownerId, userId))) throw new ScimError(409, m.users_lastUserManager)
}

export const removeUser = (given: ScimContext, id: string, ifMatch: string | undefined): Promise<void> =>
  refusalsAudited(given, id, () =>
    changing(given, async (context) => {
      const { db, ownerId, now } = context
      const row = await findRow(context, id)
      requireVersion(toResource(context, row), ifMatch)
      const before = await findUserById(db, ownerId, id)
      await requireOtherManager(db, ownerId, row.id)
      await db
        .updateTable('user_account')
        .set({ deleted_at: new Date(now()) })
        .where('id', '=', row.id)
        .execute()
      await endSessionsOf(db, row.id, now())
      await invalidateTickets(db, row.id, now())
      await audit(context, db, {
        method: 'deleteByDirectory',
        userId: row.id,
        change: { before: before && userToAuditValues(before) },
      })
    }),
  )

/** The trail has what the directory was refused, since someone may be trying something with its key. */
export async function refusalsAudited<T>(
  context: ScimContext,
  addressed: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isRefusal = error instanceof ScimError && (error.status === 403 || error.status === 409)
    const userId = isRefusal ? (error.userId ?? addressed) : undefined
    if (isRefusal && userId !== undefined)
      await audit(context, context.db, { method: 'provisionUser', userId, refusal: error.text })
    throw error
  }
}
