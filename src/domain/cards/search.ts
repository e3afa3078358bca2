// Finding cards: the search types, their hints and what a term must be before the server is asked.
import { bareNumber, digitsOf } from '#domain/phones.ts'
import * as say from '#words/domain/cards.ts'

/** What `searchType` carries: '1' to '6', or 'tag:{id}' for a voucher tag. */
export type SearchType = '1' | '2' | '3' | '4' | '5' | '6' | `tag:${string}`

export interface SearchKind {
  readonly type: SearchType
  readonly label: string
  /** The hint inside the field, where the specification gives one. */
  readonly hint: string
  readonly minLength: number
}

export const searchKinds: readonly SearchKind[] = [
  { type: '1', label: say.cardNumber, hint: say.from9To19Digits, minLength: 9 },
  { type: '2', label: say.customerId, hint: say.from3To20Characters, minLength: 3 },
  { type: '3', label: say.phoneNumber, hint: say.from7To15Digits, minLength: 7 },
  { type: '4', label: say.trackingNumber, hint: '', minLength: 5 },
  { type: '5', label: say.idNumber, hint: say.from5To20Digits, minLength: 5 },
  // The placeholder says 12 and 19 is enforced; the specification lets 19 stand, so the hint says the truth.
  { type: '6', label: say.customerReference, hint: say.min19Characters, minLength: 19 },
]

export interface CardTag {
  readonly id: string
  readonly name: string
}

/** cards §5: each voucher tag becomes a search type of its own. */
export const tagToSearchKind = (tag: CardTag): SearchKind => ({
  type: `tag:${tag.id}`,
  label: say.tagName(tag.name),
  hint: say.valuesSeparatedByCommas,
  minLength: tag.name === 'bookingId' ? 5 : 1,
})

/** The most cards that one search gives; more of them are said to be there (contract cardSearch). */
export const MAX_FOUND_CARDS = 1000

/** The longest term that is sent: some twenty thousand card numbers. Longer input is refused in words, never cut. */
export const MAX_SEARCH_TERM = 400_000

/** As many beginnings of card numbers as one list may have; each takes a look-up of its own, whole numbers take one together. */
export const MAX_SHORT_NUMBERS = 50

/** Digits of a card number that is whole. */
export const WHOLE_NUMBER = 16

/** Types whose values are digits alone: what people write between the digits does not count. */
const DIGIT_TYPES: readonly SearchType[] = ['1', '3', '4']

/**
 * The term as it is looked for: without spaces around it, and between digits without spaces, hyphens, brackets and plus. A telephone
 * number keeps the plus, which says that the calling code follows.
 */
export function normaliseTerm(type: SearchType, term: string): string {
  if (type === '3') return bareNumber(term)
  return DIGIT_TYPES.includes(type) ? term.replace(/[\s()+-]/g, '') : term.trim()
}

/**
 * The values that a term lists, as they are looked for, each once: one below the other or between tabs, numbers between commas
 * and semicolons too, tags between commas; in names these are signs as any other. Numbers that are long enough may stand beside each other: '9000 0112 3456 7890' is one, two whole ones are two.
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

/** Why a term may not be searched for, or undefined. Only minimum lengths are enforced (cards §5), of each value of a list. */
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
 * What the first value of a term looks like, also while it is typed. With the first digits of the programme's card numbers
 * (`cardPrefixes`), digits are a card number from the first one on, or none: then 15 of them are a tracking number, 7 to 14 a telephone
 * number. Without them digits are a card number, but for 15, 5 and 6 of them. A plus or two zeros begin a telephone number. Letters are
 * a customer reference by their length, an ID number by its shape.
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

/** What helps where more cards match than one search gives; a tag is matched by its whole values, all else by its beginning. */
export function adviceOnMore({ searchType, searchTerm, showExpired }: CardSearch): string {
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

/** 'A1, B2,' → ['A1', 'B2']; empty entries at the end of a comma do not count. */
export const termToTagValues = (term: string): string[] =>
  term
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
