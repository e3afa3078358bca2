// Ranks search results by how well they match the typed text.
import { containsAllWords } from '#domain/texts/sentences.ts'

/** Lower is better. Results of the same rank keep the order of their sources. */
export const ranks = {
  /** An exact name: 'batch 12', a reference, a page's title, a full card number. */
  exact: 0,
  startsWith: 1,
  /** A card search for so many digits that a card number is likely. */
  number: 2,
  title: 3,
  /** Found by the server without an exact name. */
  fromServer: 4,
  /** Only the group of the item or another search term matches. */
  group: 5,
  /** A card search for any other text. */
  search: 6,
} as const
export type Rank = (typeof ranks)[keyof typeof ranks]

interface Searchable {
  readonly title: string
  /** Other complete names: 'batch 12' and 'March salaries' for 'Batch 12, March salaries'. */
  readonly names?: readonly string[] | undefined
  /** Other search terms, such as the name of the item's group. */
  readonly keywords?: string | undefined
}

/** The rank of an item. Undefined if the item does not match. Without a search text all items have the same rank. */
export function rankOf(searchText: string, { title, names = [], keywords = '' }: Searchable): Rank | undefined {
  if (searchText === '') return ranks.exact
  const typed = toComparable(searchText)
  const terms = [title, ...names].map(toComparable)
  if (terms.includes(typed)) return ranks.exact
  const startsWord = (term: string) => term.startsWith(typed) || term.includes(` ${typed}`)
  if (terms.some(startsWord)) return ranks.startsWith
  if (containsAllWords(title, searchText)) return ranks.title
  if (containsAllWords(`${keywords} ${title}`, searchText)) return ranks.group
  return undefined
}

const toComparable = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ')
