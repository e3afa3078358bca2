// The state of a mailed link, and why it cannot be used. A reset link sets a new password. An activation link sets the
// first password. Rules: docs/rules/access.md, "Links in e-mails".
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import { DEFAULT_MIN_LENGTH } from './passwords.ts'

export type LinkType = 'reset' | 'activate'

/** The server's response about a link: its state, or a refusal with the server's message. */
export type LinkResponse =
  | {
      readonly kind: 'info'
      readonly isValid: boolean
      readonly isExpired: boolean
      readonly isPasswordSet: boolean
      /** Minimum length of a new password, if the server sends it. */
      readonly minLength?: number | undefined
      readonly user: { readonly userId: string; readonly ownerId: number | undefined; readonly username: string }
    }
  | { readonly kind: 'refused'; readonly text: string }

export type LinkState =
  | { readonly kind: 'usable'; readonly userId: string; readonly username: string; readonly minLength: number }
  /** The account already has its password, so nothing is left to do. */
  | { readonly kind: 'alreadyActive' }
  | { readonly kind: 'expired' | 'invalid' }
  /** The server's message, which can be HTML, is shown unchanged. */
  | { readonly kind: 'refused'; readonly text: string }

/** The result of every request for a reset link, whether the account is known or not. */
export const REMINDER_SENT_CODE = '-20015'

const linkMessages = withTexts({
  reset: { expired: textOf(m.access_resetLinkExpired), invalid: textOf(m.access_linkIsInvalid) },
  activate: { expired: textOf(m.access_activationExpired), invalid: textOf(m.access_activationInvalid) },
} as const)

/** Why a link cannot be used. '' if it can be used. */
export function linkRefusal(type: LinkType, state: LinkState): string {
  if (state.kind === 'usable') return ''
  if (state.kind === 'alreadyActive') return m.access_accountAlreadyActive()
  return state.kind === 'refused' ? state.text : linkMessages[type][state.kind]
}

/**
 * The state that the page shows for a link. A link of another owner's user is invalid. Expired links and links of active
 * accounts have their own states, so they are checked before `isValid`.
 */
export function linkToState(type: LinkType, response: LinkResponse, ownerId: number): LinkState {
  if (response.kind === 'refused') return response
  const { isValid, isExpired, isPasswordSet, user, minLength = DEFAULT_MIN_LENGTH } = response
  const isOfOtherOwner = user.ownerId !== undefined && user.ownerId !== ownerId
  if (isOfOtherOwner) return { kind: 'invalid' }
  if (isPasswordSet) {
    // A reset link can set a password only once.
    return type === 'activate' ? { kind: 'alreadyActive' } : { kind: 'invalid' }
  }
  if (isExpired) return { kind: 'expired' }
  if (!isValid || user.ownerId === undefined) return { kind: 'invalid' }
  return { kind: 'usable', userId: user.userId, username: user.username, minLength }
}
