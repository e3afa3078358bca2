// Reads filters: comparisons with `eq`, joined with `and` (RFC 7644 §3.4.2.2). Directories search with nothing else.
import { m } from '#words/messages.js'
import { ScimFault } from './fault.ts'

export interface Condition<Attribute extends string> {
  readonly attribute: Attribute
  readonly value: string
}

const MAX_LENGTH = 1_000
const CONDITION =
  /\s*([a-z][\w.:$-]*(?:\[[^\]]*\])?(?:\.\w+)?)\s+(\w+)\s+("(?:[^"\\]|\\.)*"|true|false)\s*(?:\s(and)\s|$)/giy

/** `attributes`: the names in lower case that a filter can use, with the attribute that each means. */
export function parseFilter<Attribute extends string>(
  filter: string,
  attributes: Readonly<Record<string, Attribute>>,
): readonly Condition<Attribute>[] {
  const fault = () =>
    new ScimFault(400, m.scim_filterNotSupported({ attributes: Object.keys(attributes).join(', ') }), 'invalidFilter')
  if (filter.length > MAX_LENGTH) throw fault()
  const conditions: Condition<Attribute>[] = []
  let isComplete = false
  for (const [, name = '', operator, value = '', and] of filter.matchAll(CONDITION)) {
    const attribute = attributes[withoutSchema(name)]
    if (attribute === undefined || operator?.toLowerCase() !== 'eq') throw fault()
    conditions.push({ attribute, value: valueOf(value) ?? raise(fault()) })
    isComplete = and === undefined
  }
  if (!isComplete) throw fault()
  return conditions
}

function valueOf(text: string): string | undefined {
  if (!text.startsWith('"')) return text.toLowerCase()
  try {
    return String(JSON.parse(text))
  } catch {
    return undefined
  }
}

function raise(error: Error): never {
  throw error
}

/** 'urn:ietf:params:scim:schemas:core:2.0:User:userName' → 'username' */
export const withoutSchema = (name: string): string =>
  name.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/, '')
