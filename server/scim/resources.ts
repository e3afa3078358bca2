// Converts users and groups to resources of SCIM. Compares their versions, chooses attributes, and makes lists.
import { createHash } from 'node:crypto'
import { m } from '#words/messages.js'
import type { ScimGroup } from './context.ts'
import { ScimError } from './errors.ts'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

export interface ScimUserRow {
  readonly id: number
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly email: string
  readonly group_id: number
  readonly locked_at: Date | null
  readonly locked_by: string | null
  readonly external_id: string | null
  readonly activated_at: Date | null
  readonly created_at: Date
}

export interface Resource {
  readonly id: string
  readonly meta: { readonly resourceType: string; readonly location: string; readonly version: string }
  readonly [attribute: string]: unknown
}

export function userToResource(row: ScimUserRow, groups: readonly ScimGroup[], base: string): Resource {
  const fullName = [row.firstname, row.lastname].filter((part) => part !== '').join(' ')
  const group = groups.find(({ id }) => id === row.group_id)
  const groupOfUser = group && {
    value: String(group.id),
    display: group.name,
    type: 'direct',
    $ref: `${base}/Groups/${group.id}`,
  }
  return withMeta(
    {
      schemas: [USER_SCHEMA],
      id: String(row.id),
      ...(row.external_id !== null && { externalId: row.external_id }),
      userName: row.username,
      name: { givenName: row.firstname, familyName: row.lastname, formatted: fullName },
      displayName: fullName === '' ? row.username : fullName,
      emails: [{ value: row.email, type: 'work', primary: true }],
      active: row.locked_at === null,
      groups: groupOfUser ? [groupOfUser] : [],
    },
    { resourceType: 'User', location: `${base}/Users/${row.id}`, created: row.created_at.toISOString() },
  )
}

export interface Member {
  readonly id: number
  readonly username: string
}

export const groupToResource = ({ id, name }: ScimGroup, members: readonly Member[], base: string): Resource =>
  withMeta(
    {
      schemas: [GROUP_SCHEMA],
      id: String(id),
      displayName: name,
      members: members.map((member) => ({
        value: String(member.id),
        display: member.username,
        type: 'User',
        $ref: `${base}/Users/${member.id}`,
      })),
    },
    { resourceType: 'Group', location: `${base}/Groups/${id}` },
  )

/** Adds the metadata. The version is a hash of the body. */
function withMeta(
  body: { readonly id: string; readonly [attribute: string]: unknown },
  meta: { readonly resourceType: string; readonly location: string; readonly created?: string },
): Resource {
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)
  return { ...body, meta: { ...meta, version: `W/"${hash}"` } }
}

/**
 * Throws if the resource is not the version that the caller has read (`If-Match`). Without this header, never throws.
 */
export function requireVersion(resource: Resource, ifMatch: string | undefined): void {
  if (ifMatch === undefined) return
  if (!matchesVersion(resource, ifMatch)) throw new ScimError(412, m.scim_versionChanged)
}

/**
 * True if the header contains the version. The header is a list of tags, or '*'. Weak and strong tags count as equal.
 */
export const matchesVersion = ({ meta }: Resource, header: string): boolean =>
  header.split(',').some((tag) => tag.trim() === '*' || withoutWeakMark(tag) === withoutWeakMark(meta.version))
const withoutWeakMark = (tag: string): string => tag.trim().replace(/^W\//, '')

const ALWAYS_RETURNED = ['schemas', 'id', 'meta']

export interface AttributeChoice {
  readonly attributes?: string | undefined
  readonly excludedAttributes?: string | undefined
}

/** The resource with only the chosen attributes. Attributes are chosen as a whole: 'name.familyName' chooses 'name'. */
export function chooseAttributes(resource: Resource, { attributes, excludedAttributes }: AttributeChoice): object {
  if (attributes === undefined && excludedAttributes === undefined) return resource
  const chosenNames = toNames(attributes)
  const excludedNames = toNames(excludedAttributes)
  const isReturned = (name: string) => {
    if (ALWAYS_RETURNED.includes(name)) return true
    const isChosen = attributes === undefined || chosenNames.includes(name.toLowerCase())
    return isChosen && !excludedNames.includes(name.toLowerCase())
  }
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isReturned(name)))
}

/** 'urn:…:User:name.familyName, emails' → ['name', 'emails']. */
const toNames = (text = ''): readonly string[] =>
  text.split(',').map((path) =>
    path
      .trim()
      .toLowerCase()
      .replace(/^urn:.*:/, '')
      .replace(/\..*$/, ''),
  )

export interface Page {
  /** The position of the first resource, counted from 0. */
  readonly offset: number
  readonly limit: number
}

const DEFAULT_COUNT = 100
export const MAX_COUNT = 200

/** A value that is too small counts as the smallest possible value (RFC 7644, 3.4.2.4). */
export function readPage({ startIndex, count }: Readonly<Record<string, string | undefined>>): Page {
  const toInteger = (text: string | undefined, fallback: number) =>
    text !== undefined && /^-?[0-9]{1,9}$/.test(text) ? Number(text) : fallback
  const firstNumber = Math.max(toInteger(startIndex, 1), 1)
  const requestedCount = Math.max(toInteger(count, DEFAULT_COUNT), 0)
  return { offset: firstNumber - 1, limit: Math.min(requestedCount, MAX_COUNT) }
}

export const toList = (resources: readonly object[], totalResults: number, offset: number) => ({
  schemas: [LIST_SCHEMA],
  totalResults,
  startIndex: offset + 1,
  itemsPerPage: resources.length,
  Resources: resources,
})
