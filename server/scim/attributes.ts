// Reads the attributes of a user from a resource or from the operations of a PATCH, in the forms in which the large
// directories send them: "False" for false, lists with one element, dotted names, paths with filters. What the portal
// does not store (title, telephone, department …) is left out.
import { m } from '#words/messages.js'
import { invalidValue, ScimFault } from './fault.ts'
import { withoutSchema } from './filter.ts'

/** An attribute that is missing keeps its value. */
export interface UserAttributes {
  username?: string
  firstname?: string
  lastname?: string
  email?: string
  externalId?: string | null
  isActive?: boolean
}

export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textAttributes: Readonly<Record<string, 'username' | 'firstname' | 'lastname'>> = {
  username: 'username',
  'name.givenname': 'firstname',
  'name.familyname': 'lastname',
}
// 'emails', 'emails.value', 'emails[type eq "work"]', 'emails[primary eq true].value'
const EMAIL = /^emails(?:\[\s*(?:type\s+eq\s+"work"|primary\s+eq\s+"?true"?)\s*\])?(?:\.value)?$/

export function readAttributes(resource: Json): UserAttributes {
  const attributes: UserAttributes = {}
  for (const [name, value] of Object.entries(resource)) {
    const key = withoutSchema(name)
    const textAttribute = textAttributes[key]
    if (textAttribute !== undefined) attributes[textAttribute] = readText(name, value)
    else if (key === 'name' && isObject(value)) Object.assign(attributes, readAttributes(prefixKeys('name.', value)))
    else if (EMAIL.test(key)) {
      const email = readEmail(name, value)
      if (email !== undefined) attributes.email = email
    } else if (key === 'active') attributes.isActive = readFlag(value)
    else if (key === 'externalid') attributes.externalId = value === null || value === '' ? null : readText(name, value)
  }
  return attributes
}

const prefixKeys = (prefix: string, object: Json): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [prefix + key, value]))

function readText(name: string, value: unknown): string {
  const text = unwrap(value)
  if (text === null) return ''
  if (typeof text !== 'string') throw invalidValue(m.scim_notText({ attribute: name }))
  return text
}

function readFlag(value: unknown): boolean {
  const text = String(unwrap(value)).toLowerCase()
  if (text !== 'true' && text !== 'false') throw invalidValue(m.scim_notTrueOrFalse())
  return text === 'true'
}

/** The primary address, or else the one for work, or else the first. Undefined for an empty list. */
function readEmail(name: string, value: unknown): string | undefined {
  if (!Array.isArray(value)) return readText(name, value)
  const addresses = value.filter(isObject)
  const isPrimary = ({ primary }: Json) => String(primary).toLowerCase() === 'true'
  const address: unknown =
    addresses.find(isPrimary) ?? addresses.find(({ type }) => String(type).toLowerCase() === 'work') ?? value[0]
  return address === undefined ? undefined : readText(name, address)
}

/** ["False"], [{ "value": "False" }] and { "value": "False" } → "False" */
function unwrap(value: unknown): unknown {
  if (Array.isArray(value) && value.length === 1) return unwrap(value[0])
  return isObject(value) && 'value' in value ? value['value'] : value
}

export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove'
  /** Undefined if `value` has the attributes. */
  readonly path: string | undefined
  readonly value: unknown
}

const PATH = /^(?:urn:[\w.:-]+:)?[a-z$][\w$-]*(?:\[[^\]]+\])?(?:\.[a-z$][\w$-]*)?$/i
const MAX_OPERATIONS = 1_000

/** The operations of a PATCH. Names can be in any case: Microsoft Entra sends "Add". */
export function readOperations(body: Json): readonly PatchOperation[] {
  const list = Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')?.[1]
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_OPERATIONS || !list.every(isObject))
    throw new ScimFault(400, m.scim_operationsMissing(), 'invalidSyntax')
  return list.map(({ op: sentOp, path, value }) => {
    const op = String(sentOp).toLowerCase()
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw new ScimFault(400, m.scim_noSuchOperation({ operation: op.slice(0, 40) }), 'invalidSyntax')
    const isPathMissing = path === undefined || path === null || path === ''
    if (!isPathMissing && (typeof path !== 'string' || !PATH.test(path)))
      throw new ScimFault(400, m.scim_pathNotReadable({ path: JSON.stringify(path).slice(0, 100) }), 'invalidPath')
    if (op === 'remove' && isPathMissing) throw new ScimFault(400, m.scim_pathMissing(), 'noTarget')
    return { op, path: isPathMissing ? undefined : String(path), value }
  })
}

/** What the operations make of a user. */
export function readUserPatch(body: Json): UserAttributes {
  const attributes: UserAttributes = {}
  for (const { op, path, value } of readOperations(body)) {
    if (op === 'remove') Object.assign(attributes, readRemoval(path ?? ''))
    else if (path !== undefined) Object.assign(attributes, readAttributes({ [path]: value }))
    else if (isObject(value)) Object.assign(attributes, readAttributes(value))
    else throw invalidValue(m.scim_operationsMissing())
  }
  return attributes
}

function readRemoval(path: string): UserAttributes {
  const key = withoutSchema(path)
  if (key === 'externalid') return { externalId: null }
  if (key === 'name') return { firstname: '', lastname: '' }
  if (key === 'name.givenname') return { firstname: '' }
  if (key === 'name.familyname') return { lastname: '' }
  if (key === 'username' || key === 'active' || EMAIL.test(key))
    throw new ScimFault(400, m.scim_cannotBeRemoved({ attribute: path }), 'mutability')
  return {}
}

/** The ids of members in `value`: one member or a list of them. */
export function readMembers(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.map((member: unknown) => {
    const id = isObject(member) ? member['value'] : member
    if (typeof id !== 'string' && typeof id !== 'number') throw invalidValue(m.scim_memberWithoutId())
    return String(id)
  })
}

export interface GroupPatch {
  readonly members: ReadonlySet<string>
  /** The name that the directory wants the group to have. */
  readonly name: string | undefined
}

const MEMBER = /^members\[\s*value\s+eq\s+"([^"]*)"\s*\]$/i

/** The members of the group after the operations. */
export function readGroupPatch(body: Json, currentMembers: readonly string[]): GroupPatch {
  let members = new Set(currentMembers)
  let name: string | undefined
  for (const { op, path, value } of readOperations(body)) {
    const memberId = MEMBER.exec(path ?? '')?.[1]
    if (memberId !== undefined) {
      if (op === 'remove') members.delete(memberId)
      else members.add(memberId)
      continue
    }
    const values = path === undefined ? value : { [path]: value }
    if (!isObject(values)) throw invalidValue(m.scim_operationsMissing())
    for (const [key, part] of Object.entries(values)) {
      const attribute = withoutSchema(key)
      if (attribute === 'displayname' && op !== 'remove') name = readText(key, part)
      if (attribute !== 'members') continue
      // Without a value, all members are removed.
      const ids = part === undefined || part === null ? [] : readMembers(part)
      if (op === 'add') members = new Set([...members, ...ids])
      else if (op === 'replace') members = new Set(ids)
      else members = ids.length === 0 ? new Set() : new Set([...members].filter((id) => !ids.includes(id)))
    }
  }
  return { members, name }
}
