// The search types of Find Card, their hints, and the checks of a term before it is sent to the server. A new type
// needs a row here and its query in server/cards/search-queries.ts. Rules: docs/rules/cards.md, "Find Card".
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import { normalisePhoneNumber, countDigits } from '#domain/texts/phones.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { toPlainNumber } from '#domain/texts/clean-text.ts'

/** The value of `searchType`: '1' to '7', or 'tag:{id}' for a card tag. */
export type SearchType = '1' | '2' | '3' | '4' | '5' | '6' | '7' | `tag:${string}`

/** The types that are the same for every client. */
export const searchTypeIds = {
  cardNumber: '1',
  customerId: '2',
  phone: '3',
  trackingNumber: '4',
  idNumber: '5',
  customerReference: '6',
  name: '7',
} as const

export interface SearchTypeInfo {
  readonly type: SearchType
  readonly label: string
  /** The hint inside the field; '' for none. */
  readonly hint: string
  readonly minLength: number
}

export const searchTypes = withTexts<readonly SearchTypeInfo[]>([
  {
    type: searchTypeIds.cardNumber,
    label: textOf(m.common_cardNumber),
    hint: textOf(m.cards_cardNumberForm),
    minLength: 9,
  },
  {
    type: searchTypeIds.customerId,
    label: textOf(m.cards_customerId),
    hint: textOf(m.cards_from3To20Characters),
    minLength: 3,
  },
  {
    type: searchTypeIds.phone,
    label: textOf(m.cards_phoneNumber),
    hint: textOf(m.cards_from7To15Digits),
    minLength: 7,
  },
  {
    type: searchTypeIds.trackingNumber,
    label: textOf(m.common_trackingNumber),
    hint: '',
    minLength: 5,
  },
  {
    type: searchTypeIds.idNumber,
    label: textOf(m.cards_idNumber),
    hint: textOf(m.cards_from5To20Digits),
    minLength: 5,
  },
  // The specified placeholder says 12, but 19 is enforced, so the hint says 19.
  {
    type: searchTypeIds.customerReference,
    label: textOf(m.common_customerReference),
    hint: textOf(m.cards_min19Characters),
    minLength: 19,
  },
  {
    type: searchTypeIds.name,
    label: textOf(m.cards_cardholderName),
    hint: textOf(m.cards_anyPartsOfName),
    minLength: 2,
  },
])

export interface CardTag {
  readonly id: string
  readonly name: string
}

/** Each card tag becomes a search type. */
export const tagToSearchType = (tag: CardTag): SearchTypeInfo => ({
  type: `tag:${tag.id}`,
  label: m.cards_tagSearch({ name: tag.name }),
  hint: m.cards_valuesSeparatedByCommas(),
  minLength: tag.name === 'bookingId' ? 5 : 1,
})

/** Maximum number of cards that one search returns; the response says if there are more. */
export const MAX_FOUND_CARDS = 1000

/**
 * Maximum length of a search term, for about twenty thousand card numbers. Longer input is refused with a message,
 * never cut.
 */
export const MAX_SEARCH_TERM = 400_000

/** Maximum number of partial card numbers in one list: each needs its own look-up, while complete numbers share one. */
export const MAX_SHORT_NUMBERS = 50

/** Number of digits in a complete card number. */
export const FULL_NUMBER_LENGTH = 16

/** Types whose values contain only digits, so that other characters between them are ignored. */
const DIGIT_TYPES: readonly SearchType[] = [searchTypeIds.cardNumber, searchTypeIds.phone, searchTypeIds.trackingNumber]

/**
 * The term in the form that is searched for: without surrounding spaces, and in numbers without spaces, hyphens,
 * brackets and plus signs. A telephone number keeps the plus of its country code.
 */
export function normaliseTerm(type: SearchType, term: string): string {
  if (type === searchTypeIds.phone) return normalisePhoneNumber(term)
  return DIGIT_TYPES.includes(type) ? term.replace(/[\s()+-]/g, '') : term.trim()
}

/**
 * The values in a term, without duplicates. New lines and tabs separate values of all types. Commas separate numbers and
 * tags, semicolons separate numbers. Spaces separate only complete numbers: '9000 0112 3456 7890' is one number, but
 * '9000011234567890 9000011234567891' are two.
 */
export function termToValues(typeInfo: SearchTypeInfo, term: string): string[] {
  const { type } = typeInfo
  if (isTag(type)) return [...new Set(term.split(/[\n\r\t]/).flatMap(termToTagValues))]
  const rawValues = DIGIT_TYPES.includes(type) ? splitNumbers(term) : term.split(/[\n\r\t]/)
  const values = rawValues.map((value) => normaliseTerm(type, value)).filter((value) => value !== '')
  return [...new Set(values)]
}

const splitNumbers = (term: string): readonly string[] =>
  term.split(/[\n\r\t;,]/).flatMap((part) => splitCompleteNumbers(toPlainNumber(part)))

/** Splits complete card or tracking numbers at spaces. Only these have 13 digits or more without a space. */
function splitCompleteNumbers(text: string): readonly string[] {
  const parts = text.trim().split(/\s+/)
  const areComplete = parts.every((part) => /^[0-9]{13,}$/.test(part))
  return areComplete ? parts : [text]
}

/** Why a term cannot be searched for. Undefined if it can. Each value of a list needs the minimum length. */
export function searchTermRefusal(typeInfo: SearchTypeInfo, term: string): string | undefined {
  if (term.length > MAX_SEARCH_TERM) return m.cards_searchTermTooLong({ maxSearchTerm: MAX_SEARCH_TERM })
  const values = termToValues(typeInfo, term)
  const { type, minLength } = typeInfo
  const isTooShort = values.length === 0 || values.some((value) => valueLength(type, value) < minLength)
  if (isTooShort) {
    return isTag(type) ? m.cards_tagValueTooShort({ minLength }) : m.cards_searchTermTooShort({ minLength })
  }
  if (type !== searchTypeIds.cardNumber) return undefined
  const shortNumbers = values.filter((value) => value.length < FULL_NUMBER_LENGTH)
  if (shortNumbers.length <= MAX_SHORT_NUMBERS) return undefined
  return m.cards_longListNeedsAllDigits({ maxShortNumbers: MAX_SHORT_NUMBERS, wholeNumber: FULL_NUMBER_LENGTH })
}

const valueLength = (type: SearchType, value: string): number =>
  type === searchTypeIds.phone ? countDigits(value) : value.length

/**
 * Guesses the search type from the first value of a term, also while the term is typed:
 * - digits after a plus or two zeros are a telephone number
 * - for other digits, see `digitsToType`
 * - letters without digits are a name
 * - letters with digits are an ID number (S1234567A), a customer reference (at least 19 characters), or a customer ID
 *
 * @param cardPrefixes the first digits of the programme's card numbers
 */
export function guessSearchType(term: string, cardPrefixes?: readonly string[]): SearchType {
  const first =
    term
      .split(/[\n\r\t;,]/)
      .map((part) => part.trim())
      .find((part) => part !== '') ?? ''
  const hasOnlyDigits = /^[0-9\s()+.-]*$/.test(first)
  if (hasOnlyDigits) {
    if (normalisePhoneNumber(first).startsWith('+')) return searchTypeIds.phone
    const [number = ''] = termToValues(cardNumberSearch, first)
    return digitsToType(number, cardPrefixes)
  }
  const isIdNumber = /^[A-Z][0-9]{7}[A-Z]$/i.test(first)
  if (isIdNumber) return searchTypeIds.idNumber
  if (!/[0-9]/.test(first)) return searchTypeIds.name
  return first.length >= 19 ? searchTypeIds.customerReference : searchTypeIds.customerId
}

/**
 * Digits that begin like the programme's card numbers are a card number. With known prefixes, 7 to 14 other digits are a
 * telephone number, and fewer digits or 15 a tracking number. Without known prefixes, 5, 6 or 15 digits are a tracking
 * number, and all others a card number.
 */
function digitsToType(digits: string, cardPrefixes: readonly string[] | undefined): SearchType {
  const { length } = digits
  // The first typed digits can be shorter than a prefix.
  const fitsPrefix = (prefix: string) => digits.startsWith(prefix) || prefix.startsWith(digits)
  const isCard = cardPrefixes?.some(fitsPrefix) === true
  if (isCard || length >= FULL_NUMBER_LENGTH) return searchTypeIds.cardNumber
  if (length === TRACKING_NUMBER_LENGTH || length === 5 || length === 6) return searchTypeIds.trackingNumber
  if (!cardPrefixes) return searchTypeIds.cardNumber
  return length < 7 ? searchTypeIds.trackingNumber : searchTypeIds.phone
}

const TRACKING_NUMBER_LENGTH = 15
const cardNumberSearch: SearchTypeInfo = { type: searchTypeIds.cardNumber, label: '', hint: '', minLength: 1 }
const isTag = (type: SearchType): boolean => type.startsWith('tag:')

/**
 * Suggests how to narrow a search that finds too many cards. Tags match by whole values, other terms by their
 * beginning.
 */
export function adviceOnTooManyCards({ searchType, searchTerm, showExpired }: CardSearch): string {
  const suggestions: string[] = []
  if (!isTag(searchType)) suggestions.push(m.cards_lengthenSearchTerm())
  else if (termToTagValues(searchTerm).length > 1) suggestions.push(m.cards_searchFewerValues())
  suggestions.push(m.cards_searchNarrower())
  if (showExpired) suggestions.push(m.cards_untickShowExpired())
  return m.common_fullStop({ text: capitalise(suggestions.join(m.cards_or())) })
}

export interface CardSearch {
  readonly searchType: SearchType
  readonly searchTerm: string
  readonly showExpired: boolean
}

/** 'A1, B2,' → ['A1', 'B2']. An empty entry after the last comma is ignored. */
export const termToTagValues = (term: string): string[] =>
  term
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
