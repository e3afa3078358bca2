// Groups for the company's directory: shows the groups of the settings, and changes their members. Rules:
// docs/rules/scim.md, "Groups".
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { giveGroup } from '#server/users/provider-group.ts'
import { findUserById, type UserRow } from '#server/users/queries.ts'
import { auditProvisioning, runUserChange, type ScimContext, type ScimGroup } from './context.ts'
import { ScimError } from './errors.ts'
import { type Comparison, filterNotSupported, parsePath } from './paths.ts'
import { groupToResource, type Member, type Page, requireVersion, type Resource } from './resources.ts'
import { isObject, readOperations, valueNotValid } from './user-values.ts'
import { withAuditedRefusals, requireManaged } from './users.ts'

/** The members of the groups, without the emergency user. */
async function findMembers({ db, settings }: ScimContext, groups: readonly ScimGroup[]) {
  return (
    db
      .selectFrom('user_account as u')
      .select(['u.id', 'u.username', 'u.group_id'])
      // 0 is no group's id. A list for IN must not be empty.
      .where('u.group_id', 'in', [0, ...groups.map(({ id }) => id)])
      .where('u.deleted_at', 'is', null)
      .where(sql<boolean>`lower(u.username) IS DISTINCT FROM lower(${settings.breakGlassUser ?? null}::text)`)
      .orderBy('u.id')
      .execute()
  )
}

interface MemberRow extends Member {
  readonly group_id: number | null
}

function toResource({ settings }: ScimContext, group: ScimGroup, members: readonly MemberRow[]): Resource {
  const membersOfGroup = members.filter((member) => member.group_id === group.id)
  return groupToResource(group, membersOfGroup, `${settings.publicUrl}scim/v2`)
}

const filterPaths = new Set(['id', 'displayname', 'externalid', 'members', 'members.value'])

export async function listGroups(context: ScimContext, filter: readonly Comparison[], { offset, limit }: Page) {
  if (!filter.every(({ path }) => filterPaths.has(path))) throw filterNotSupported()
  const members = await findMembers(context, context.groups)
  const matches = (group: ScimGroup, { path, value }: Comparison): boolean => {
    if (path === 'id') return String(group.id) === value
    if (path === 'displayname') return group.name.toLowerCase() === value.toLowerCase()
    // The portal does not store the directory's id of a group, so no group matches. The directory then searches by
    // name.
    if (path === 'externalid') return false
    return members.some((member) => member.group_id === group.id && String(member.id) === value)
  }
  const matchingGroups = context.groups.filter((group) => filter.every((comparison) => matches(group, comparison)))
  const resources = matchingGroups.slice(offset, offset + limit).map((group) => toResource(context, group, members))
  return { total: matchingGroups.length, resources }
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

/**
 * Refuses every new group, because the directory cannot create groups. If the group exists already, the refusal says
 * so. A directory that first searches for the group by its name finds the group, and does not create it.
 */
export function refuseNewGroup({ groups }: ScimContext, body: Readonly<Record<string, unknown>>): never {
  const newName = String(body['displayName']).toLowerCase()
  const exists = groups.some(({ name }) => name.toLowerCase() === newName)
  if (exists) throw new ScimError(409, m.scim_groupExists, 'uniqueness')
  throw groupsNotChangeable()
}

export const groupsNotChangeable = () => new ScimError(403, m.scim_groupsAreOfPortal, 'mutability')

interface GroupRequest {
  readonly body: Readonly<Record<string, unknown>>
  readonly ifMatch: string | undefined
}

export const replaceGroup = (context: ScimContext, id: string, { body, ifMatch }: GroupRequest): Promise<Resource> =>
  changeMembers(context, id, ifMatch, (group, currentMembers) => {
    requireName(group, body['displayName'])
    return body['members'] === undefined ? currentMembers : new Set(toIds(body['members']))
  })

export const patchGroup = (context: ScimContext, id: string, { body, ifMatch }: GroupRequest): Promise<Resource> =>
  changeMembers(context, id, ifMatch, (group, currentMembers) => {
    const members = new Set(currentMembers)
    for (const { op, path, value } of readOperations(body)) {
      if (path !== undefined) {
        applyToMembers(members, group, { op, path, value })
        continue
      }
      // Without a path, the value is an object with the attributes.
      if (op === 'remove') throw new ScimError(400, m.scim_removeNeedsPath, 'noTarget')
      if (!isObject(value)) throw valueNotValid('value')
      for (const [name, attributeValue] of Object.entries(value))
        applyToMembers(members, group, { op, path: name, value: attributeValue })
    }
    return members
  })

interface AttributeChange {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: string
  readonly value: unknown
}

/** Applies one change to the set of member ids. */
function applyToMembers(members: Set<string>, group: ScimGroup, { op, path, value }: AttributeChange): void {
  const { attribute, filter } = parsePath(path)
  if (attribute === 'displayname') return requireName(group, value)
  // Other attributes are ignored: an external id, or `schemas` and `id` of a group that is sent as a whole.
  if (attribute !== 'members') return
  // 'members[value eq "43"]' removes one member.
  if (filter !== undefined) {
    const memberId = /^\s*value\s+eq\s+"([^"]*)"\s*$/i.exec(filter)?.[1]
    if (memberId === undefined || op !== 'remove')
      throw new ScimError(400, () => m.scim_pathNotReadable({ path: path.slice(0, 100) }), 'invalidPath')
    members.delete(memberId)
    return
  }
  const hasValue = value !== undefined && value !== null
  const ids = hasValue ? toIds(value) : []
  const affectsAllMembers = op === 'replace' || (op === 'remove' && !hasValue)
  if (affectsAllMembers) members.clear()
  for (const id of ids) {
    if (op === 'remove') members.delete(id)
    else members.add(id)
  }
}

/** Throws if the request has another name for the group. */
function requireName({ name }: ScimGroup, newName: unknown): void {
  if (newName === undefined) return
  const isSame = typeof newName === 'string' && newName.toLowerCase() === name.toLowerCase()
  if (!isSame) throw groupsNotChangeable()
}

function toIds(value: unknown): readonly string[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value]
  return entries.map((entry) => {
    const id = isObject(entry) ? entry['value'] : entry
    if (typeof id !== 'string') throw valueNotValid('members')
    return id
  })
}

/** Gives the group the members that `toNewMembers` returns. Removed users move to the group of others. */
function changeMembers(
  requestContext: ScimContext,
  id: string,
  ifMatch: string | undefined,
  toNewMembers: (group: ScimGroup, currentMembers: ReadonlySet<string>) => ReadonlySet<string>,
): Promise<Resource> {
  const change = async (context: ScimContext) => {
    const group = findGroup(context, id)
    const rows = await findMembers(context, [group])
    requireVersion(toResource(context, group, rows), ifMatch)
    const currentMembers = new Set(rows.map((row) => String(row.id)))
    const newMembers = toNewMembers(group, currentMembers)
    const removedIds = [...currentMembers].filter((userId) => !newMembers.has(userId))
    const addedIds = [...newMembers].filter((userId) => !currentMembers.has(userId))
    for (const userId of removedIds) await moveTo(context, userId, context.groupOfOthers)
    for (const userId of addedIds) await moveTo(context, userId, group)
    return readGroup(context, id)
  }
  return withAuditedRefusals(requestContext, undefined, () => runUserChange(requestContext, change))
}

/** Moves the user to the group. A user has only one group, so the user leaves the previous group. */
async function moveTo(context: ScimContext, userId: string, group: ScimGroup): Promise<void> {
  try {
    const user = await findMember(context, userId)
    requireManaged(context, user)
    const change = await giveGroup(context, user, group)
    if (change === 'lastUserManager') throw new ScimError(409, m.users_lastUserManager)
    if (change === 'unchanged') return
    await auditProvisioning(context, context.db, { method: 'provisionUser', userId, change })
  } catch (error) {
    if (error instanceof ScimError) error.userId = userId
    throw error
  }
}

async function findMember({ db, ownerId, settings }: ScimContext, userId: string): Promise<UserRow> {
  const noSuchUser = () => new ScimError(400, m.common_thereIsNoSuchUser, 'invalidValue')
  const isNumber = /^[0-9]{1,15}$/.test(userId)
  if (!isNumber) throw noSuchUser()
  const user = await findUserById(db, ownerId, userId)
  if (!user) throw noSuchUser()
  const isEmergencyUser = user.username.toLowerCase() === settings.breakGlassUser?.toLowerCase()
  if (isEmergencyUser) throw noSuchUser()
  return user
}
