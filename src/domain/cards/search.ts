// The search types of Find Card, their hints, and the checks of a term before it is sent to the server. A new type
// needs a row here and its query in server/cards/search-queries.ts. Rules: docs/rules/cards.md, "Find Card".
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import { normalisePhoneNumber, countDigits } from '#domain/texts/phones.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { toPlainNumber } from '#domain/texts/clean-text.ts'

/** The value of `searchType`: '1' to '7', or 'tag:{id}' for a card tag. */
export type SearchType = '1' | '2' | '3' | '4' | '5' | '6' | '7' | `tag:${string}`

/** The types that the portal chooses or recognises itself. */
export const searchTypeIds = { cardNumber: '1', phone: '3', trackingNumber: '4', name: '7' } as const

export interface SearchTypeInfo {
  readonly type: SearchType
  readonly label: string
  /** The hint inside the field; '' for none. */
  readonly hint: string
  readonly minLength: number
}

export const searchTypes = withTexts<readonly SearchTypeInfo[]>([
  {
    type: '1',
    label: textOf(m.common_cardNumber),
    hint: textOf(m.cards_cardNumberForm),
    minLength: 9,
  },
  {
    type: '2',
    label: textOf(m.cards_customerId),
    hint: textOf(m.cards_from3To20Characters),
    minLength: 3,
  },
  {
    type: '3',
    label: textOf(m.cards_phoneNumber),
    hint: textOf(m.cards_from7To15Digits),
    minLength: 7,
  },
  {
    type: '4',
    label: textOf(m.common_trackingNumber),
    hint: '',
    minLength: 5,
  },
  {
    type: '5',
    label: textOf(m.cards_idNumber),
    hint: textOf(m.cards_from5To20Digits),
    minLength: 5,
  },
  // The specified placeholder says 12, but 19 is enforced, so the hint says 19.
  {
    type: '6',
    label: textOf(m.common_customerReference),
    hint: textOf(m.cards_min19Characters),
    minLength: 19,
  },
  {
    type: '7',
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
const DIGIT_TYPES: readonly SearchType[] = ['1', '3', '4']

/**
 * The term in the form that is searched for: without surrounding spaces, and in numbers without spaces, hyphens,
 * brackets and plus signs. A telephone number keeps the plus of its country code.
 */
export function normaliseTerm(type: SearchType, term: string): string {
  if (type === '3') return normalisePhoneNumber(term)
  return DIGIT_TYPES.includes(type) ? term.replace(/[\s()+-]/g, '') : term.trim()
}

/**
 * The values in a term, without duplicates. Values are separated by lines or tabs, numbers also by commas and
 * semicolons, tags by commas; in other values these are ordinary characters. Spaces also separate complete numbers:
 * '9000 0112 3456 7890' is one number, but two complete numbers are two values.
 */
export function termToValues(typeInfo: SearchTypeInfo, term: string): string[] {
  if (isTag(typeInfo.type)) return [...new Set(term.split(/[\n\r\t]/).flatMap(termToTagValues))]
  const isDigits = DIGIT_TYPES.includes(typeInfo.type)
  const rawValues = term.split(isDigits ? /[\n\r\t;,]/ : /[\n\r\t]/).flatMap((part) => {
    const plain = isDigits ? toPlainNumber(part) : part
    const spaced = isDigits ? plain.trim().split(/\s+/) : [plain]
    // Only complete card or tracking numbers have 13 digits or more without a space.
    return spaced.every((value) => /^[0-9]{13,}$/.test(value)) ? spaced : [plain]
  })
  return [...new Set(rawValues.map((value) => normaliseTerm(typeInfo.type, value)).filter((value) => value !== ''))]
}

/**
 * Returns why a term cannot be searched for, or undefined. Only minimum lengths are enforced, for each value of a list.
 */
export function searchTermRefusal(typeInfo: SearchTypeInfo, term: string): string | undefined {
  if (term.length > MAX_SEARCH_TERM) return m.cards_searchTermTooLong({ maxSearchTerm: MAX_SEARCH_TERM })
  const values = termToValues(typeInfo, term)
  const isTooShort = values.length === 0 || values.some((value) => valueLength(typeInfo, value) < typeInfo.minLength)
  if (isTooShort)
    return isTag(typeInfo.type)
      ? m.cards_tagValueTooShort({ minLength: typeInfo.minLength })
      : m.cards_searchTermTooShort({ minLength: typeInfo.minLength })
  if (typeInfo.type !== '1' || values.length === 1) return undefined
  return values.filter((value) => value.length < FULL_NUMBER_LENGTH).length > MAX_SHORT_NUMBERS
    ? m.cards_longListNeedsAllDigits({ maxShortNumbers: MAX_SHORT_NUMBERS, wholeNumber: FULL_NUMBER_LENGTH })
    : undefined
}

const valueLength = ({ type }: SearchTypeInfo, value: string): number =>
  type === '3' ? countDigits(value) : value.length

/**
 * Guesses the search type from the first value of a term, also while it is typed. With the first digits of the
 * programme's card numbers (`cardPrefixes`), digits are a card number if they begin with such digits; otherwise 7 to 14
 * digits are a telephone number, and fewer digits or 15 a tracking number. Without prefixes, 5, 6 or 15 digits are a
 * tracking number, and all other digits a card number. A plus or two zeros begin a telephone number. Letters without
 * digits are a name. Letters with digits are an ID number by their pattern (S1234567A), a customer reference if they
 * have at least 19 characters, and otherwise a customer ID.
 */
export function guessSearchType(term: string, cardPrefixes?: readonly string[]): SearchType {
  const first =
    term
      .split(/[\n\r\t;,]/)
      .map((part) => part.trim())
      .find((part) => part !== '') ?? ''
  if (/^[0-9\s()+.-]*$/.test(first)) {
    if (normalisePhoneNumber(first).startsWith('+')) return '3'
    const [number = ''] = termToValues(cardNumberSearch, first)
    return digitsToType(number, cardPrefixes)
  }
  if (/^[A-Z][0-9]{7}[A-Z]$/i.test(first)) return '5'
  if (!/[0-9]/.test(first)) return '7'
  return first.length >= 19 ? '6' : '2'
}

function digitsToType(digits: string, cardPrefixes: readonly string[] | undefined): SearchType {
  const { length } = digits
  const isCard = cardPrefixes?.some((prefix) => digits.startsWith(prefix) || prefix.startsWith(digits))
  if (isCard || length >= FULL_NUMBER_LENGTH) return '1'
  if (length === TRACKING_NUMBER_LENGTH || length === 5 || length === 6) return '4'
  if (!cardPrefixes) return '1'
  return length < 7 ? '4' : '3'
}

const TRACKING_NUMBER_LENGTH = 15
const cardNumberSearch: SearchTypeInfo = { type: '1', label: '', hint: '', minLength: 1 }
const isTag = (type: SearchType): boolean => type.startsWith('tag:')

/**
 * Suggests how to narrow a search that finds too many cards. Tags match by whole values, other terms by their
 * beginning.
 */
export function adviceOnTooManyCards({ searchType, searchTerm, showExpired }: CardSearch): string {
  const hasSeveralTags = termToTagValues(searchTerm).length > 1
  const tagSuggestion = hasSeveralTags ? m.cards_searchFewerValues() : undefined
  const firstSuggestion = isTag(searchType) ? tagSuggestion : m.cards_lengthenSearchTerm()
  const suggestions = [firstSuggestion, m.cards_searchNarrower(), showExpired ? m.cards_untickShowExpired() : undefined]
  const text = suggestions.filter((suggestion) => suggestion !== undefined).join(m.cards_or())
  return m.common_fullStop({ text: capitalise(text) })
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
