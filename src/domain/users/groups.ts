// The rules of a group's values, for the form and for the server. Rules: docs/rules/users.md, "Groups".
import { m } from '#words/messages.js'
import { containsCardNumber } from '#domain/cards/identifiers.ts'
import { hasInvisibleCharacters } from './fields.ts'

export const groupFieldLimits = { name: 60 } as const

/** Why the name cannot be a group's name. Undefined if it can. */
export function groupNameRefusal(name: string): string | undefined {
  if (name === '') return m.users_enterGroupName()
  if (name.length > groupFieldLimits.name) {
    return m.users_textTooLong({ what: m.users_theGroupName(), limit: groupFieldLimits.name })
  }
  if (hasInvisibleCharacters(name)) return m.users_hasHiddenCharacters({ what: m.users_theGroupName() })
  return containsCardNumber(name) ? m.users_nameHasCardNumber() : undefined
}
