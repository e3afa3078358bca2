// The fields of a user as an administrator types them (batches §3 "User (admin)", §5 "User form"): what each is called, and what
// of it can be wrong by itself. The form asks here while it is filled in, the host when it arrives.
import { holdsCardNumber } from '#domain/cards/identifiers.ts'
import * as say from '#words/domain/users.ts'

export const userFields = ['username', 'firstname', 'lastname', 'email', 'groupId', 'campaignIds'] as const
export type UserField = (typeof userFields)[number]
export type UserValues = Readonly<Record<Exclude<UserField, 'campaignIds'>, string>> & {
  /** As `campaignsToText` writes them. */
  readonly campaignIds?: string
}

export const userFieldLabels: Readonly<Record<UserField, string>> = {
  username: say.username,
  firstname: say.firstName,
  lastname: say.lastName,
  email: say.email,
  groupId: say.group,
  campaignIds: say.campaigns,
}

/** Characters that a field has at most; of an address as mail servers have them (RFC 5321 §4.5.3.1). */
export const userFieldLimits = { username: 100, firstname: 100, lastname: 100, email: 254 } as const

/** batches §5: Save is barred until these are filled in. */
export const FILL_IN = say.fillInRequiredFields
export const isFilledIn = ({ username, email }: Pick<UserValues, 'username' | 'email'>): boolean =>
  username.trim() !== '' && email.trim() !== ''

/** The campaigns that a user is limited to, as one value of a form: ids with commas, '' for all campaigns. */
export const campaignsToText = (ids: readonly string[]): string => ids.join()
export const textToCampaigns = (text: string): readonly string[] =>
  text === '' || text === NO_CAMPAIGN ? [] : text.split(',')
/** The user is to be limited, and no campaign is chosen yet. */
export const NO_CAMPAIGN = 'none'

/** As it is kept: without space around it, and one space where there were several. */
export const tidyUser = <V extends Partial<UserValues>>(values: V): V =>
  Object.fromEntries(Object.entries(values).map(([field, text]) => [field, tidy(String(text))])) as V

const tidy = (text: string): string => text.normalize('NFC').trim().replaceAll(/ {2,}/g, ' ')

/** What is wrong at which field; empty where nothing is. */
export type UserFaults = Partial<Readonly<Record<UserField, string>>>

/**
 * What is wrong with each value as it is kept. What stays as it was `before` is not asked about: users may have come from elsewhere,
 * with names that no form would have taken.
 */
export function userFaults(values: UserValues, before: Partial<UserValues> = {}): UserFaults {
  const faults = userFields.flatMap((field) => {
    const text = values[field] ?? ''
    const fault = text === before[field] ? undefined : rules[field](text)
    return fault === undefined ? [] : [[field, fault]]
  })
  return Object.fromEntries(faults) as UserFaults
}

type Rule = (text: string) => string | undefined

const name =
  (what: string, limit: number): Rule =>
  (text) => {
    if (text.length > limit) return say.hasCharactersAtMost(what, limit)
    if (holdsInvisible(text)) return say.hasHiddenCharacters(what)
    return holdsCardNumber(text) ? CARD_NUMBER : undefined
  }

const rules: Readonly<Record<UserField, Rule>> = {
  username(text) {
    if (text === '') return say.enterUsername
    if (text.length > userFieldLimits.username) return say.usernameTooLong
    if (!USERNAME.test(text)) return say.usernameForm
    return holdsCardNumber(text) ? CARD_NUMBER : undefined
  },
  firstname: name(say.theFirstName, userFieldLimits.firstname),
  lastname: name(say.theLastName, userFieldLimits.lastname),
  email(text) {
    if (text === '') return say.enterEmailAddress
    if (text.length > userFieldLimits.email || !isEmail(text)) return say.emailForm
    return holdsCardNumber(text) ? CARD_NUMBER : undefined
  },
  groupId: (text) => (text === '' ? say.selectGroup : undefined),
  campaignIds: (text) => (text === NO_CAMPAIGN ? say.chooseCampaign : undefined),
}

const CARD_NUMBER = say.thisHoldsCardNumberLeave

// Plain letters, so that no two names read alike: who made a batch and who approved it are told apart by them.
const USERNAME = /^[A-Za-z0-9._@+-]+$/

// Control characters, line ends, and marks that turn the direction or have no width; the two joiners that scripts need are let.
// oxlint-disable-next-line no-control-regex -- control characters are what is refused here
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/

export const holdsInvisible = (text: string): boolean => INVISIBLE.test(text)

/** An address that a mail server can be given: a plain local part, and a domain of at least two labels. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [local, labels] = [text.slice(0, at), text.slice(at + 1).split('.')]
  return (
    at > 0 && local.length <= 64 && LOCAL.test(local) && labels.length > 1 && labels.every((each) => LABEL.test(each))
  )
}
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/
