// Reads the values of a user from a SCIM resource or from the operations of a PATCH, in the forms that Microsoft Entra ID
// and Okta send. Attributes that the portal does not have are ignored. Rules: docs/rules/scim.md, "Forms".
import { m } from '#words/messages.js'
import { ScimError } from './errors.ts'
import { parsePath } from './paths.ts'

/** The values of a request; undefined for those that it does not have. */
export interface UserValues {
  userName?: string
  /** Null to remove it. */
  externalId?: string | null
  givenName?: string
  familyName?: string
  email?: string
  active?: boolean
}

type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function readUser(body: Json): UserValues {
  const values: UserValues = {}
  for (const [name, value] of Object.entries(body)) if (name !== 'schemas') setValue(values, name, value)
  return values
}

/** A PATCH operation: 'Replace' of Entra is 'replace'. */
export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: string | undefined
  readonly value: unknown
}

const MAX_OPERATIONS = 1_000

export function readOperations(body: Json): readonly PatchOperation[] {
  const list = Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')?.[1]
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_OPERATIONS) throw operationsNotReadable()
  return list.map((entry: unknown) => {
    if (!isObject(entry)) throw operationsNotReadable()
    const op = String(entry['op']).toLowerCase()
    const { path, value } = entry
    const isPath = path === undefined || path === null || typeof path === 'string'
    if (!isPath || (op !== 'add' && op !== 'remove' && op !== 'replace')) throw operationsNotReadable()
    return { op, path: path ?? undefined, value }
  })
}

const operationsNotReadable = () => new ScimError(400, m.scim_operationsNotReadable, 'invalidSyntax')

/** The values after all operations; a later one replaces an earlier one. */
export function readUserPatch(body: Json): UserValues {
  const values: UserValues = {}
  for (const { op, path, value } of readOperations(body)) {
    if (op === 'remove') {
      if (path === undefined) throw new ScimError(400, m.scim_removeNeedsPath, 'noTarget')
      removeValue(values, path)
    } else if (path !== undefined) setValue(values, path, value)
    else if (isObject(value)) Object.assign(values, readUser({ ...value }))
    else throw valueNotValid('value')
  }
  return values
}

function setValue(values: UserValues, path: string, given: unknown): void {
  const { attribute, filter, sub } = parsePath(path)
  switch (attribute) {
    case 'username':
      values.userName = toText('userName', given)
      return
    case 'externalid':
      values.externalId = given === null ? null : toText('externalId', given)
      return
    case 'active':
      values.active = toBoolean(given)
      return
    case 'name':
      if (sub === 'givenname') values.givenName = toText('name.givenName', given ?? '')
      else if (sub === 'familyname') values.familyName = toText('name.familyName', given ?? '')
      else if (sub === undefined && isObject(given))
        for (const [name, value] of Object.entries(given)) setValue(values, `name.${name}`, value)
      return
    case 'emails':
      setEmail(values, { filter, sub, given })
      return
    default:
  }
}

interface GivenEmail {
  readonly filter: string | undefined
  readonly sub: string | undefined
  readonly given: unknown
}

function setEmail(values: UserValues, { filter, sub, given }: GivenEmail): void {
  // The portal has one address; those of another type are left out.
  const isOfWork = filter === undefined || /^\s*(?:type\s+eq\s+"work"|primary\s+eq\s+"?true"?)\s*$/i.test(filter)
  if (!isOfWork || (sub !== undefined && sub !== 'value')) return
  const entries: readonly unknown[] = Array.isArray(given) ? given : [given]
  const chosen =
    entries.find((entry) => isObject(entry) && String(entry['primary']).toLowerCase() === 'true') ??
    entries.find((entry) => isObject(entry) && String(entry['type']).toLowerCase() === 'work') ??
    entries[0]
  if (chosen === undefined) return
  values.email = toText('emails', isObject(chosen) ? chosen['value'] : chosen)
}

function removeValue(values: UserValues, path: string): void {
  const { attribute, sub } = parsePath(path)
  if (attribute === 'externalid') values.externalId = null
  else if (attribute === 'name') {
    if (sub !== 'familyname') values.givenName = ''
    if (sub !== 'givenname') values.familyName = ''
  } else if (['username', 'emails', 'active'].includes(attribute))
    throw new ScimError(400, () => m.scim_cannotBeRemoved({ attribute }), 'mutability')
}

/** Some directories send a single value as a list of one, or as an object with a value. */
function unwrap(given: unknown): unknown {
  const only: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given
  return isObject(only) && 'value' in only ? only['value'] : only
}

const MAX_TEXT = 255
// Half of a character, and control characters.
const NOT_STORABLE = /[\p{Surrogate}\p{Control}]/u

function toText(attribute: string, given: unknown): string {
  const value = unwrap(given)
  if (typeof value !== 'string' || value.length > MAX_TEXT || NOT_STORABLE.test(value)) throw valueNotValid(attribute)
  return value
}

/** Entra sends 'True' and 'False' as texts. */
function toBoolean(given: unknown): boolean {
  const text = String(unwrap(given)).toLowerCase()
  if (text !== 'true' && text !== 'false') throw valueNotValid('active')
  return text === 'true'
}

export const valueNotValid = (attribute: string) =>
  new ScimError(400, () => m.scim_valueNotValid({ attribute }), 'invalidValue')
