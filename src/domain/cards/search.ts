// Finding cards: the search types, their hints and what a term must be before the host is asked (cards §5).

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
  { type: '1', label: 'Card Number', hint: '9-19 digits', minLength: 9 },
  { type: '2', label: 'Customer ID', hint: '3-20 characters', minLength: 3 },
  { type: '3', label: 'PhoneNumber', hint: '7-15 digits', minLength: 7 },
  { type: '4', label: 'Tracking Number', hint: '', minLength: 5 },
  { type: '5', label: 'ID Number', hint: '5-20digits', minLength: 5 },
  // The placeholder says 12 and 19 is enforced; the specification lets 19 stand, so the hint says the truth.
  { type: '6', label: 'Customer Reference', hint: 'min 19 characters', minLength: 19 },
]

export interface CardTag {
  readonly id: string
  readonly name: string
}

/** cards §5: each voucher tag becomes a search type of its own. */
export const tagToSearchKind = (tag: CardTag): SearchKind => ({
  type: `tag:${tag.id}`,
  label: `Tag: ${tag.name}`,
  hint: 'values separated by commas',
  minLength: tag.name === 'bookingId' ? 5 : 1,
})

/** The most cards that one search gives; more of them are said to be there (contract cardSearch). */
export const MAX_FOUND_CARDS = 1000

/** The longest term that is sent: some thousand values of a tag. Longer input is refused in words, never cut. */
export const MAX_SEARCH_TERM = 100_000

/** Types whose values are digits alone: what people write between the digits does not count. */
const DIGIT_TYPES: readonly SearchType[] = ['1', '3', '4']

/** The term as it is looked for: without spaces around it, and between digits without spaces, hyphens, brackets and plus. */
export const normaliseTerm = (type: SearchType, term: string): string =>
  DIGIT_TYPES.includes(type) ? term.replace(/[\s()+-]/g, '') : term.trim()

/** Why a term may not be searched for, or undefined. Only minimum lengths are enforced (cards §5). */
export function refuseSearchTerm(kind: SearchKind, term: string): string | undefined {
  if (term.length > MAX_SEARCH_TERM)
    return `Search term should be at most ${MAX_SEARCH_TERM.toLocaleString('en')} characters`
  if (!kind.type.startsWith('tag:')) {
    return normaliseTerm(kind.type, term).length < kind.minLength
      ? `Search term should be at least ${kind.minLength} characters`
      : undefined
  }
  const values = termToTagValues(term)
  return values.length === 0 || values.some((value) => value.length < kind.minLength)
    ? `Each tag value should have at least ${kind.minLength} characters`
    : undefined
}

/** What helps where more cards match than one search gives; a tag is matched by its whole values, all else by its beginning. */
export function adviceOnMore({ searchType, searchTerm, showExpired }: CardSearch): string {
  const isTag = searchType.startsWith('tag:')
  const fewer = isTag && termToTagValues(searchTerm).length > 1
  const first = fewer ? 'Search for fewer values at a time' : isTag ? undefined : 'Add to the term'
  const ways = [first, 'search by something that fewer cards share', showExpired ? 'untick Show Expired' : undefined]
  const words = ways.filter((way) => way !== undefined).join(', or ')
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
