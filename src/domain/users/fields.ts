// The fields of a user in the administrator's form: names and rules for single values. The form checks them while the
// user types, and the server checks them again. Rules: docs/rules/users.md, "User form".
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import { containsCardNumber } from '#domain/cards/identifiers.ts'

export const userFields = ['username', 'firstname', 'lastname', 'email', 'groupId', 'campaignIds', 'lastDay'] as const
export type UserField = (typeof userFields)[number]
export type UserValues = Readonly<Record<Exclude<UserField, 'campaignIds' | 'lastDay'>, string>> & {
  /** As returned by `campaignsToText`. */
  readonly campaignIds?: string
  /** After this day the user has no access; '' for no end. */
  readonly lastDay?: string
}

export const userFieldLabels = withTexts<Readonly<Record<UserField, string>>>({
  username: textOf(m.common_username),
  firstname: textOf(m.common_firstName),
  lastname: textOf(m.common_lastName),
  email: textOf(m.common_email),
  groupId: textOf(m.common_group),
  campaignIds: textOf(m.common_campaigns),
  lastDay: textOf(m.common_lastDay),
})

/** Maximum length of each field. E-mail addresses have the limit of mail servers (RFC 5321 §4.5.3.1). */
export const userFieldLimits = { username: 100, firstname: 100, lastname: 100, email: 254 } as const

/** True if the two values that every user needs are not empty. */
export const isFilledIn = ({ username, email }: Pick<UserValues, 'username' | 'email'>): boolean =>
  username.trim() !== '' && email.trim() !== ''

/** The form value of the campaigns that a user is limited to: '3,12', or '' for all campaigns. */
export const campaignsToText = (ids: readonly string[]): string => ids.join()
/** The form value of a user who is limited to campaigns, while no campaign is chosen yet. */
export const NO_CAMPAIGN = 'none'
/** The chosen campaigns in a form value: none for '' and for `NO_CAMPAIGN`. */
export const textToCampaigns = (text: string): readonly string[] =>
  ['', NO_CAMPAIGN].includes(text) ? [] : text.split(',')

/** The form value while the typed last day is not yet a date. It cannot be '', which means no last day. */
export const UNFINISHED_DAY = 'unfinished'

/** The values to store: trimmed, with single spaces. The cast is safe: the fields stay, and all values are texts. */
export const tidyUser = <Values extends Partial<UserValues>>(values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([field, text]) => [field, tidyText(String(text))])) as Values

const tidyText = (text: string): string => text.normalize('NFC').trim().replaceAll(/ {2,}/g, ' ')

/** The error message of each invalid field. Empty if all are valid. */
export type UserErrors = Partial<Readonly<Record<UserField, string>>>

/**
 * The errors of the values to store. A value that equals `before` is not checked: imported users can have names that
 * the form would not accept.
 */
export function validateUser(values: UserValues, before: Partial<UserValues> = {}): UserErrors {
  const errors: Partial<Record<UserField, string>> = {}
  for (const field of userFields) {
    const text = values[field] ?? ''
    const error = text === before[field] ? undefined : findError[field](text)
    if (error !== undefined) errors[field] = error
  }
  return errors
}

/** Returns the error of a field's value. Undefined if the value is valid. */
const findError: Readonly<Record<UserField, (text: string) => string | undefined>> = {
  username(text) {
    if (text === '') return m.users_enterUsername()
    if (text.length > userFieldLimits.username) return m.users_usernameTooLong()
    if (!USERNAME.test(text)) return m.users_usernameForm()
    return containsCardNumber(text) ? m.users_nameHasCardNumber() : undefined
  },
  firstname: (text) => nameError(text, m.users_theFirstName(), userFieldLimits.firstname),
  lastname: (text) => nameError(text, m.users_theLastName(), userFieldLimits.lastname),
  email(text) {
    if (text === '') return m.users_enterEmailAddress()
    if (text.length > userFieldLimits.email || !isEmail(text)) return m.users_emailForm()
    return containsCardNumber(text) ? m.users_nameHasCardNumber() : undefined
  },
  groupId: (text) => (text === '' ? m.users_selectGroup() : undefined),
  campaignIds: (text) => (text === NO_CAMPAIGN ? m.users_chooseCampaign() : undefined),
  // Whether the day is over depends on the clock, so only the server checks it.
  lastDay: (text) => (text === UNFINISHED_DAY ? m.ui_enterDate() : undefined),
}

function nameError(text: string, fieldName: string, limit: number): string | undefined {
  if (text.length > limit) return m.users_textTooLong({ what: fieldName, limit })
  if (hasInvisibleCharacters(text)) return m.users_hasHiddenCharacters({ what: fieldName })
  return containsCardNumber(text) ? m.users_nameHasCardNumber() : undefined
}

// Only ASCII letters, so that no two usernames look the same: users recognise makers and approvers by their usernames.
const USERNAME = /^[A-Za-z0-9._@+-]+$/

// Control characters, line ends, and characters that change direction or have no width. The two joiners are allowed,
// because some scripts need them.
// oxlint-disable-next-line no-control-regex -- control characters are refused here
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/

export const hasInvisibleCharacters = (text: string): boolean => INVISIBLE.test(text)

/** A valid e-mail address: a plain local part, and a domain with at least two labels. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at <= 0) return false
  const localPart = text.slice(0, at)
  const isLocalPart = localPart.length <= 64 && LOCAL_PART.test(localPart)
  const labels = text.slice(at + 1).split('.')
  const isDomain = labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label))
  return isLocalPart && isDomain
}
/** The characters between the points of a local part. */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LOCAL_PART = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`)
const DOMAIN_LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/
