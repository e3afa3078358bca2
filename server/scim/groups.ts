// Groups for the company's directory: shows those of the settings, and changes their members. Rules: docs/rules/scim.md,
// "Groups".
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { giveGroup } from '#server/users/provider-group.ts'
import { findUserById, type UserRow } from '#server/users/queries.ts'
import { audit, changing, type ScimContext, type ScimGroup } from './context.ts'
import { ScimError } from './errors.ts'
import { type Comparison, filterNotSupported, parsePath } from './paths.ts'
import { groupToResource, type Member, type Page, requireVersion, type Resource } from './resources.ts'
import { isObject, readOperations, valueNotValid } from './user-values.ts'
import { refusalsAudited, requireManaged } from './users.ts'

async function findMembers({ db, settings }: ScimContext, groups: readonly ScimGroup[]) {
  return db
    .selectFrom('user_account as u')
    .select(['u.id', 'u.username', 'u.group_id'])
    .where('u.group_id', 'in', [0, ...groups.map(({ id }) => id)])
    .where('u.deleted_at', 'is', null)
    .where(sql<boolean>`lower(u.username) IS DISTINCT FROM lower(${settings.breakGlassUser ?? null}::text)`)
    .orderBy('u.id')
    .execute()
}

type MemberRow = Member & { readonly group_id: number | null }

const toResource = ({ settings }: ScimContext, group: ScimGroup, members: readonly MemberRow[]): Resource =>
  groupToResource(
    group,
    members.filter((member) => member.group_id === group.id),
    `${settings.publicUrl}scim/v2`,
  )

export async function listGroups(context: ScimContext, filter: readonly Comparison[], { offset, limit }: Page) {
  const members = await findMembers(context, context.groups)
  const matches = (group: ScimGroup, { path, value }: Comparison): boolean => {
    if (path === 'id') return String(group.id) === value
    if (path === 'displayname') return group.name.toLowerCase() === value.toLowerCase()
    // The portal stores no other id of a group, so that a directory finds groups by their names.
    if (path === 'externalid') return false
    if (path !== 'members' && path !== 'members.value') throw filterNotSupported()
    return members.some((member) => member.group_id === group.id && String(member.id) === value)
  }
  const found = context.groups.filter((group) => filter.map((comparison) => matches(group, comparison)).every(Boolean))
  const resources = found.slice(offset, offset + limit).map((group) => toResource(context, group, members))
  return { total: found.length, resources }
}

function findGroup({ groups }: ScimContext, id: string): ScimGroup {
  const group = groups.find((candidate) => String(candidate.id) === id)
  if (!group) throw new ScimError(404, m.users_noSuchGroup)
  return group
}

export async function readGroup(context: ScimContext, id: string): Promise<Resource> {
  const group = findGroup(context, id)
  return toResource(context, group, await findMembers(context, [group]))
}

/** A directory that finds a group by its name never creates it. Others are told that it exists. */
export function refuseNewGroup({ groups }: ScimContext, body: Readonly<Record<string, unknown>>): never {
  const exists = groups.some(({ name }) => name.toLowerCase() === String(body['displayName']).toLowerCase())
  if (exists) throw new ScimError(409, m.scim_groupExists, 'uniqueness')
  throw groupsAreOfPortal()
}

export const groupsAreOfPortal = () => new ScimError(403, m.scim_groupsAreOfPortal, 'mutability')

type Body = Readonly<Record<string, unknown>>

interface GroupChange {
  readonly body: Body
  readonly ifMatch: string | undefined
}

export const replaceGroup = (context: ScimContext, id: string, { body, ifMatch }: GroupChange): Promise<Resource> =>
  changeMembers(context, id, ifMatch, (group, current) => {
    requireName(group, body['displayName'])
    return body['members'] === undefined ? current : new Set(toIds(body['members']))
  })

export const patchGroup = (context: ScimContext, id: string, { body, ifMatch }: GroupChange): Promise<Resource> =>
  changeMembers(context, id, ifMatch, (group, current) => {
    const members = new Set(current)
    for (const { op, path, value } of readOperations(body)) {
      if (path === undefined && op === 'remove') throw new ScimError(400, m.scim_removeNeedsPath, 'noTarget')
      if (path === undefined && !isObject(value)) throw valueNotValid('value')
      const changes: readonly (readonly [string, unknown])[] =
        path === undefined ? Object.entries(value as Body) : [[path, value]]
      for (const [name, given] of changes) applyTo(members, group, { op, path: name, value: given })
    }
    return members
  })

interface Change {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: string
  readonly value: unknown
}

function applyTo(members: Set<string>, group: ScimGroup, { op, path, value }: Change): void {
  const { attribute, filter } = parsePath(path)
  if (attribute === 'displayname') return requireName(group, value)
  // An external id, or `schemas` and `id` of a group that is sent as a whole.
  if (attribute !== 'members') return
  if (filter !== undefined) {
    const member = /^\s*value\s+eq\s+"([^"]*)"\s*$/i.exec(filter)?.[1]
    if (member === undefined || op !== 'remove')
      throw new ScimError(400, () => m.scim_pathNotReadable({ path: path.slice(0, 100) }), 'invalidPath')
    members.delete(member)
    return
  }
  const hasValue = value !== undefined && value !== null
  const isWhole = op === 'replace' || (op === 'remove' && !hasValue)
  if (isWhole) members.clear()
  for (const id of hasValue ? toIds(value) : []) {
    if (op === 'remove') members.delete(id)
    else members.add(id)
  }
}

function requireName({ name }: ScimGroup, given: unknown): void {
  const isSame = typeof given === 'string' && given.toLowerCase() === name.toLowerCase()
  if (given !== undefined && !isSame) throw groupsAreOfPortal()
}

function toIds(value: unknown): readonly string[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value]
  return entries.map((entry) => {
    const id = isObject(entry) ? entry['value'] : entry
    if (typeof id !== 'string') throw valueNotValid('members')
    return id
  })
}

function changeMembers(
  given: ScimContext,
  id: string,
  ifMatch: string | undefined,
  decide: (group: ScimGroup, current: ReadonlySet<string>) => ReadonlySet<string>,
): Promise<Resource> {
  const change = async (context: ScimContext) => {
    const group = findGroup(context, id)
    const rows = await findMembers(context, [group])
    requireVersion(toResource(context, group, rows), ifMatch)
    const current = new Set(rows.map((row) => String(row.id)))
    const wanted = decide(group, current)
    for (const userId of current) if (!wanted.has(userId)) await moveTo(context, userId, context.groupOfOthers)
    for (const userId of wanted) if (!current.has(userId)) await moveTo(context, userId, group)
    return readGroup(context, id)
  }
  return refusalsAudited(given, undefined, () => changing(given, change))
}

/** A user has one group. Whoever is added to a second one leaves the first. */
async function moveTo(context: ScimContext, userId: string, group: ScimGroup): Promise<void> {
  try {
    const user = await findMember(context, userId)
    requireManaged(context, user)
    const facts = await giveGroup(context, user, group)
    if (facts === 'lastUserManager') throw new ScimError(409, m.users_lastUserManager)
    if (facts !== 'unchanged') await audit(context, context.db, { method: 'provisionUser', userId, change: facts })
  } catch (error) {
    if (error instanceof ScimError) error.userId = userId
    throw error
  }
}

async function findMember({ db, ownerId, settings }: ScimContext, userId: string): Promise<UserRow> {
  const user = /^[0-9]{1,15}$/.test(userId) ? await findUserById(db, ownerId, userId) : undefined
  const isEmergencyUser = user?.username.toLowerCase() === settings.breakGlassUser?.toLowerCase()
  if (!user || isEmergencyUser) throw new ScimError(400, m.common_thereIsNoSuchUser, 'invalidValue')
  return user
}
