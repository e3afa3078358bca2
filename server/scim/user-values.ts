// Reads the values of a user from a SCIM resource or from the operations of a PATCH, in the forms that Microsoft Entra ID
// and Okta send. Attributes that the portal does not have are ignored. Rules: docs/rules/scim.md, "Forms".
import { m } from '#words/messages.js'
import { ScimError } from './errors.ts'
import { parsePath } from './paths.ts'

/** The values of a request. A value is undefined if the request does not have it. */
export interface UserValues {
  userName?: string
  /** Null if the request removes the external id. */
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
  const attributes = Object.entries(body).filter(([name]) => name !== 'schemas')
  for (const [name, value] of attributes) setValue(values, name, value)
  return values
}

/** An operation of a PATCH request. */
export interface PatchOperation {
  /** In lower case, because Entra sends 'Replace'. */
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
    if (op !== 'add' && op !== 'remove' && op !== 'replace') throw operationsNotReadable()
    const path = entry['path'] ?? undefined
    if (path !== undefined && typeof path !== 'string') throw operationsNotReadable()
    return { op, path, value: entry['value'] }
  })
}

const operationsNotReadable = () => new ScimError(400, m.scim_operationsNotReadable, 'invalidSyntax')

/** The values after all operations. A later operation replaces the value of an earlier operation. */
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

/** Sets the value of an attribute, if the portal has it. A complex attribute can be set as a whole or in parts. */
function setValue(values: UserValues, path: string, given: unknown): void {
  const { attribute, filter, subAttribute } = parsePath(path)
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
      if (subAttribute === 'givenname') values.givenName = toText('name.givenName', given ?? '')
      else if (subAttribute === 'familyname') values.familyName = toText('name.familyName', given ?? '')
      else if (subAttribute === undefined && isObject(given))
        for (const [name, value] of Object.entries(given)) setValue(values, `name.${name}`, value)
      return
    case 'emails':
      setEmail(values, { filter, subAttribute, given })
      return
    default:
  }
}

/** The filters of the path of an e-mail address that the portal has. */
const WORK_FILTER = /^\s*type\s+eq\s+"work"\s*$/i
const PRIMARY_FILTER = /^\s*primary\s+eq\s+"?true"?\s*$/i

interface GivenEmail {
  readonly filter: string | undefined
  readonly subAttribute: string | undefined
  readonly given: unknown
}

function setEmail(values: UserValues, { filter, subAttribute, given }: GivenEmail): void {
  // The portal has one address. Addresses of another type, such as 'home', are ignored.
  const isWorkAddress = filter === undefined || WORK_FILTER.test(filter) || PRIMARY_FILTER.test(filter)
  const isAddress = subAttribute === undefined || subAttribute === 'value'
  if (!isWorkAddress || !isAddress) return
  const entries: readonly unknown[] = Array.isArray(given) ? given : [given]
  const hasValue = (entry: unknown, name: string, value: string) =>
    isObject(entry) && String(entry[name]).toLowerCase() === value
  const primaryEntry = entries.find((entry) => hasValue(entry, 'primary', 'true'))
  const workEntry = entries.find((entry) => hasValue(entry, 'type', 'work'))
  const chosenEntry = primaryEntry ?? workEntry ?? entries[0]
  if (chosenEntry === undefined) return
  values.email = toText('emails', isObject(chosenEntry) ? chosenEntry['value'] : chosenEntry)
}

function removeValue(values: UserValues, path: string): void {
  const { attribute, subAttribute } = parsePath(path)
  if (attribute === 'externalid') values.externalId = null
  else if (attribute === 'name') {
    // Without a sub-attribute, both names are removed.
    if (subAttribute !== 'familyname') values.givenName = ''
    if (subAttribute !== 'givenname') values.familyName = ''
  } else if (['username', 'emails', 'active'].includes(attribute))
    throw new ScimError(400, () => m.scim_cannotBeRemoved({ attribute }), 'mutability')
}

/**
 * Returns a single value, which some directories send as a list of one value or as an object with the field `value`.
 */
function unwrap(given: unknown): unknown {
  const single: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given
  return isObject(single) && 'value' in single ? single['value'] : single
}

const MAX_TEXT = 255
/** A lone surrogate (half of a character), or a control character. */
const NOT_STORABLE = /[\p{Surrogate}\p{Control}]/u

function toText(attribute: string, given: unknown): string {
  const value = unwrap(given)
  if (typeof value !== 'string') throw valueNotValid(attribute)
  if (value.length > MAX_TEXT || NOT_STORABLE.test(value)) throw valueNotValid(attribute)
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
