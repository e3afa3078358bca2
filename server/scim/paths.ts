// Attribute paths and filters of SCIM requests (RFC 7644, 3.4.2.2 and 3.5.2), in the forms that directories send.
import { m } from '#words/messages.js'
import { ScimError } from './errors.ts'

/**
 * 'urn:ietf:params:scim:schemas:core:2.0:User:emails[type eq "work"].value' → the attribute 'emails', the filter
 * 'type eq "work"' and the sub-attribute 'value'. Names are in lower case, because case does not matter in them.
 */
interface AttributePath {
  readonly attribute: string
  readonly filter: string | undefined
  readonly subAttribute: string | undefined
}

const URN = String.raw`(?<urn>urn:[\w.:-]+:)`
const NAME = String.raw`[A-Za-z$][\w$-]*`
const FILTER = String.raw`\[(?<filter>[^\]]+)\]`
// In words: urn? attribute [filter]? .subAttribute?
const PATH = new RegExp(String.raw`^${URN}?(?<attribute>${NAME})(?:${FILTER})?(?:\.(?<subAttribute>${NAME}))?$`)

export function parsePath(text: unknown): AttributePath {
  const groups = typeof text === 'string' ? PATH.exec(text.trim())?.groups : undefined
  if (!groups) throw new ScimError(400, () => m.scim_pathNotReadable({ path: shorten(text) }), 'invalidPath')
  const { urn = '', attribute: name = '', filter, subAttribute } = groups
  const isCore = urn === '' || urn.startsWith('urn:ietf:params:scim:schemas:core:2.0:')
  // The URN of an extension stays, because an extension can use the name of a core attribute for something else.
  const attribute = isCore ? name : urn + name
  return { attribute: attribute.toLowerCase(), filter, subAttribute: subAttribute?.toLowerCase() }
}

const shorten = (value: unknown): string => String(value).slice(0, 100)

/** One comparison with `eq`: 'userName eq "olive"'. */
export interface Comparison {
  readonly path: string
  readonly value: string
}

const BEFORE_BRACKETS = String.raw`[^\s"[\]]+`
/** A filter in brackets can contain spaces. */
const BRACKETS = String.raw`\[[^\]]*\]`
const AFTER_BRACKETS = String.raw`\S*`
/** 'userName', 'emails[type eq "work"].value'. */
const PATH_TEXT = String.raw`${BEFORE_BRACKETS}(?:${BRACKETS})?${AFTER_BRACKETS}`
/** '"olive"', 'true'. */
const LITERAL = String.raw`"(?:[^"\\]|\\.)*"|true|false`
const COMPARISON = new RegExp(String.raw`^\s*(?<path>${PATH_TEXT})\s+eq\s+(?<value>${LITERAL})\s*`, 'i')
const MAX_COMPARISONS = 10

/** The comparisons of a filter. A resource must match all of them. Paths are in lower case: 'name.givenname'. */
export function parseFilter(text: string): readonly Comparison[] {
  const comparisons: Comparison[] = []
  let rest = text
  for (;;) {
    const match = COMPARISON.exec(rest)
    if (!match?.groups) throw filterNotSupported()
    const { path, value: literal = '' } = match.groups
    const value = parseLiteral(literal)
    if (value === undefined) throw filterNotSupported()
    if (comparisons.length >= MAX_COMPARISONS) throw filterNotSupported()
    comparisons.push({ path: toDottedPath(path), value })
    rest = rest.slice(match[0].length)
    if (rest === '') return comparisons
    const conjunction = /^and\s+/i.exec(rest)
    if (!conjunction) throw filterNotSupported()
    rest = rest.slice(conjunction[0].length)
  }
}

/** The text of a quoted literal, or 'true' or 'false'. Undefined if the quoted text is not valid. */
function parseLiteral(text: string): string | undefined {
  if (!text.startsWith('"')) return text.toLowerCase()
  try {
    return JSON.parse(text) as string
  } catch {
    return undefined
  }
}

export const filterNotSupported = () => new ScimError(400, m.scim_filterNotSupported, 'invalidFilter')

/** 'emails[type eq "work"].value' → 'emails.value'. */
function toDottedPath(text: string | undefined): string {
  const { attribute, subAttribute } = parsePath(text)
  return subAttribute === undefined ? attribute : `${attribute}.${subAttribute}`
}
