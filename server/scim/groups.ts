// The groups of the portal as the company's directory sees them: it changes who is in them, never what they can do. A
// user is in exactly one group. Rules: docs/rules/scim.md, "Groups".
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import type { CallContext, Db } from '#server/operations/context.ts'
import { findGroupById, findGroupByName } from '#server/users/groups.ts'
import { moveToGroup } from '#server/users/provider-group.ts'
import type { GroupPatch } from './attributes.ts'
import { invalidValue, ScimFault } from './fault.ts'
import type { Condition } from './filter.ts'
import { findForChange, type Page, withMeta } from './users.ts'

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'

export const groupFilters = {
  id: 'id',
  displayname: 'displayName',
  members: 'member',
  'members.value': 'member',
} as const
type GroupFilter = (typeof groupFilters)[keyof typeof groupFilters]

interface Group {
  readonly id: number
  readonly name: string
  readonly members: readonly { readonly id: number; readonly username: string }[]
}

/** A programme has some tens of groups. */
async function findGroups(db: Db, ownerId: number): Promise<readonly Group[]> {
  const { rows } = await sql<Group>`
    SELECT g.id, g.name, coalesce(
      json_agg(json_build_object('id', u.id, 'username', u.username) ORDER BY u.id) FILTER (WHERE u.id IS NOT NULL), '[]'
    ) AS members
    FROM user_group g LEFT JOIN user_account u ON u.group_id = g.id AND u.deleted_at IS NULL
    WHERE g.owner_id = ${ownerId} GROUP BY g.id ORDER BY g.id`.execute(db)
  return rows
}

const matches: Readonly<Record<GroupFilter, (group: Group, value: string) => boolean>> = {
  id: ({ id }, value) => String(id) === value,
  displayName: ({ name }, value) => name.toLowerCase() === value.toLowerCase(),
  member: ({ members }, value) => members.some(({ id }) => String(id) === value),
}

export async function listGroups(
  { db, client, settings }: CallContext,
  filter: readonly Condition<GroupFilter>[],
  { startIndex, count }: Page,
) {
  const groups = (await findGroups(db, client.ownerId)).filter((group) =>
    filter.every(({ attribute, value }) => matches[attribute](group, value)),
  )
  const page = groups.slice(startIndex - 1, startIndex - 1 + count)
  return { total: groups.length, resources: page.map((group) => toResource(group, settings.publicUrl)) }
}

export async function readGroup({ db, client, settings }: Pick<CallContext, 'db' | 'client' | 'settings'>, id: string) {
  const group = (await findGroups(db, client.ownerId)).find((one) => String(one.id) === id)
  if (!group) throw new ScimFault(404, m.users_noSuchGroup())
  return toResource(group, settings.publicUrl)
}

export type GroupResource = ReturnType<typeof toResource>

const toResource = ({ id, name, members }: Group, publicUrl: string) =>
  withMeta(
    {
      schemas: [GROUP_SCHEMA],
      id: String(id),
      displayName: name,
      members: members.map((member) => ({
        value: String(member.id),
        display: member.username,
        type: 'User',
        $ref: `${publicUrl}scim/v2/Users/${member.id}`,
      })),
    },
    'Group',
    `${publicUrl}scim/v2/Groups/${id}`,
  )

/** The directory finds a group of the portal by its name, and cannot create one. */
export async function refuseNewGroup({ db, client }: CallContext, name: string): Promise<never> {
  if (await findGroupByName(db, client.ownerId, name)) throw new ScimFault(409, m.scim_groupExists(), 'uniqueness')
  throw new ScimFault(403, m.scim_groupsAreMadeInPortal({ name: name.slice(0, 100) }))
}

/** The users of the owner must be locked. Who leaves the group gets the one of SCIM_GROUP, since each user needs one. */
export async function changeMembers(
  context: CallContext,
  db: Db,
  id: string,
  { members, name }: GroupPatch,
): Promise<GroupResource> {
  const { client, settings } = context
  const current = await readGroup({ ...context, db }, id)
  const group = await findGroupById(db, client.ownerId, id)
  if (!group) throw new ScimFault(404, m.users_noSuchGroup())
  if (name !== undefined && name !== group.name) throw new ScimFault(400, m.scim_groupKeepsName(), 'mutability')
  const currentIds = current.members.map(({ value }) => value)
  const added = [...members].filter((member) => !currentIds.includes(member))
  const removed = currentIds.filter((member) => !members.has(member))
  for (const member of added) await move(context, db, member, group)
  if (removed.length > 0) {
    const groupName = settings.directory?.group ?? ''
    const fallback = await findGroupByName(db, client.ownerId, groupName)
    if (!fallback) throw new ScimFault(403, m.scim_noGroupForUsers({ group: groupName }))
    for (const member of removed) await move(context, db, member, fallback)
  }
  return readGroup({ ...context, db }, id)
}

type StoredGroup = NonNullable<Awaited<ReturnType<typeof findGroupById>>>

async function move(context: CallContext, db: Db, userId: string, group: StoredGroup): Promise<void> {
  const user = await findForChange(context, db, userId).catch((error: unknown) => {
    const isUnknown = error instanceof ScimFault && error.status === 404
    throw isUnknown ? invalidValue(m.scim_noSuchMember({ id: userId.slice(0, 40) })) : error
  })
  if (!(await moveToGroup(context, db, { user, group, method: 'applyDirectory' })))
    throw new ScimFault(403, m.users_lastUserManager())
}
