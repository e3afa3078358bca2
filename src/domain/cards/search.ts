// Finding cards: the search types, their hints and what a term must look like before the server is asked. Rules:
// docs/rules/cards.md, "Find Card".
import { bareNumber, digitsOf } from '#domain/phones.ts'
import * as say from '#words/domain/cards.ts'

/** The value of `searchType`: '1' to '7', or 'tag:{id}' for a card tag. */
export type SearchType = '1' | '2' | '3' | '4' | '5' | '6' | '7' | `tag:${string}`

export interface SearchKind {
  readonly type: SearchType
  readonly label: string
  /** The hint inside the field, if there is one. */
  readonly hint: string
  readonly minLength: number
}

export const searchKinds: readonly SearchKind[] = [
  { type: '1', label: say.cardNumber, hint: say.from9To19Digits, minLength: 9 },
  { type: '2', label: say.customerId, hint: say.from3To20Characters, minLength: 3 },
  { type: '3', label: say.phoneNumber, hint: say.from7To15Digits, minLength: 7 },
  { type: '4', label: say.trackingNumber, hint: '', minLength: 5 },
  { type: '5', label: say.idNumber, hint: say.from5To20Digits, minLength: 5 },
  // The specified placeholder says 12 but 19 is enforced, so the hint says 19.
  { type: '6', label: say.customerReference, hint: say.min19Characters, minLength: 19 },
  { type: '7', label: say.cardholderName, hint: say.anyPartsOfName, minLength: 2 },
]

export interface CardTag {
  readonly id: string
  readonly name: string
}

/** Each card tag becomes a search type. */
export const tagToSearchKind = (tag: CardTag): SearchKind => ({
  type: `tag:${tag.id}`,
  label: say.tagName(tag.name),
  hint: say.valuesSeparatedByCommas,
  minLength: tag.name === 'bookingId' ? 5 : 1,
})

/** The most cards that one search returns; the answer says if there are more. */
export const MAX_FOUND_CARDS = 1000

/**
 * The longest term that is sent: about twenty thousand card numbers. Longer input is refused with a message, never cut.
 */
export const MAX_SEARCH_TERM = 400_000

/** The most partial card numbers in one list; each takes its own look-up, complete numbers share one. */
export const MAX_SHORT_NUMBERS = 50

/** Digits of a complete card number. */
export const WHOLE_NUMBER = 16

/** Types whose values contain digits only: separators do not count. */
const DIGIT_TYPES: readonly SearchType[] = ['1', '3', '4']

/**
 * The term as it is searched for: without spaces around it, and without spaces, hyphens, brackets and plus between
 * digits. A telephone number keeps the plus, which marks the country code.
 */
export function normaliseTerm(type: SearchType, term: string): string {
  if (type === '3') return bareNumber(term)
  return DIGIT_TYPES.includes(type) ? term.replace(/[\s()+-]/g, '') : term.trim()
}

/**
 * The values in a term, each once: separated by lines or tabs, numbers also by commas and semicolons, tags by commas;
 * in names these are ordinary characters. Complete numbers can also be separated by spaces: '9000 0112 3456 7890' is
 * one number, two complete ones are two.
 */
export function termToValues(kind: SearchKind, term: string): string[] {
  if (isTag(kind.type)) return [...new Set(term.split(/[\n\r\t]/).flatMap(termToTagValues))]
  const isDigits = DIGIT_TYPES.includes(kind.type)
  const parts = term.split(isDigits ? /[\n\r\t;,]/ : /[\n\r\t]/).flatMap((part) => {
    const words = isDigits ? part.trim().split(/\s+/) : [part]
    return words.every((word) => /^[0-9]{13,}$/.test(word)) ? words : [part]
  })
  return [...new Set(parts.map((part) => normaliseTerm(kind.type, part)).filter((value) => value !== ''))]
}

/** Why a term cannot be searched for, or undefined. Only minimum lengths are enforced, for each value of a list. */
export function refuseSearchTerm(kind: SearchKind, term: string): string | undefined {
  if (term.length > MAX_SEARCH_TERM) return say.searchTermShouldBeAtMost(MAX_SEARCH_TERM)
  const values = termToValues(kind, term)
  const isTooShort = values.length === 0 || values.some((value) => lengthOf(kind, value) < kind.minLength)
  if (isTooShort)
    return isTag(kind.type) ? say.eachTagValueShould(kind.minLength) : say.searchTermShouldBeAtLeast(kind.minLength)
  if (kind.type !== '1' || values.length === 1) return undefined
  return values.filter((value) => value.length < WHOLE_NUMBER).length > MAX_SHORT_NUMBERS
    ? say.inListOfMoreThanCard(MAX_SHORT_NUMBERS, WHOLE_NUMBER)
    : undefined
}

const lengthOf = ({ type }: SearchKind, value: string): number => (type === '3' ? digitsOf(value) : value.length)

/**
 * What the first value of a term looks like, also while it is typed. With the first digits of the programme's card
 * numbers (`cardPrefixes`), digits are a card number if they begin like one; otherwise 15 digits are a tracking number
 * and 7 to 14 a telephone number. Without prefixes digits are a card number, unless there are 15, 5 or 6 of them. A
 * plus or two zeros begin a telephone number. Letters without digits are a name; with digits they are a customer
 * reference by their length, an ID number by their shape.
 */
export function guessSearchType(term: string, cardPrefixes?: readonly string[]): SearchType {
  const first =
    term
      .split(/[\n\r\t;,]/)
      .map((part) => part.trim())
      .find((part) => part !== '') ?? ''
  if (/^[0-9\s()+.-]*$/.test(first)) {
    if (bareNumber(first).startsWith('+')) return '3'
    const [number = ''] = termToValues(anyNumber, first)
    return digitsToType(number, cardPrefixes)
  }
  if (/^[A-Z][0-9]{7}[A-Z]$/i.test(first)) return '5'
  if (!/[0-9]/.test(first)) return '7'
  return first.length >= 19 ? '6' : '2'
}

function digitsToType(digits: string, cardPrefixes: readonly string[] | undefined): SearchType {
  const { length } = digits
  const isCard = cardPrefixes?.some((prefix) => digits.startsWith(prefix) || prefix.startsWith(digits))
  if (isCard || length >= WHOLE_NUMBER) return '1'
  if (length === TRACKING_DIGITS || length === 5 || length === 6) return '4'
  if (!cardPrefixes) return '1'
  return length < 7 ? '4' : '3'
}

const TRACKING_DIGITS = 15
const anyNumber: SearchKind = { type: '1', label: '', hint: '', minLength: 1 }
const isTag = (type: SearchType): boolean => type.startsWith('tag:')

/** Advice if too many cards match; a tag matches by its whole value, everything else by its beginning. */
export function adviceOnTooManyCards({ searchType, searchTerm, showExpired }: CardSearch): string {
  const fewer = isTag(searchType) && termToTagValues(searchTerm).length > 1
  const first = fewer ? say.searchForFewerValuesAtTime : isTag(searchType) ? undefined : say.addToTerm
  const ways = [first, say.searchNarrower, showExpired ? say.untickShowExpired : undefined]
  const words = ways.filter((way) => way !== undefined).join(say.or)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

export interface CardSearch {
  readonly searchType: SearchType
  readonly searchTerm: string
  readonly showExpired: boolean
}

/** 'A1, B2,' → ['A1', 'B2']; an empty entry after the last comma does not count. */
export const termToTagValues = (term: string): string[] =>
  term
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
