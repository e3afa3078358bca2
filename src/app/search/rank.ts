// Ranks search results by how well they match the typed text.
import { containsAll } from '#domain/sentences.ts'

/** Lower is better. Results of the same rank keep the order of their sources. */
export const ranks = {
  /** Its exact name: 'batch 12', a reference, a page's title, a full card number. */
  exact: 0,
  begins: 1,
  /** A card search for so many digits that they can hardly mean anything else. */
  number: 2,
  title: 3,
  /** Found by the server in any other way. */
  found: 4,
  /** Only its group or another name matches. */
  group: 5,
  /** Another search for cards. */
  search: 6,
} as const
export type Rank = (typeof ranks)[keyof typeof ranks]

interface Named {
  readonly title: string
  /** Other complete names: 'batch 12' and 'March salaries' for 'Batch 12, March salaries'. */
  readonly names?: readonly string[] | undefined
  /** Its group, and other search terms for it. */
  readonly also?: string | undefined
}

/** Undefined if it does not match. Without a search text everything has the same rank. */
export function rankOf(words: string, { title, names = [], also = '' }: Named): Rank | undefined {
  if (words === '') return ranks.exact
  const typed = comparable(words)
  const terms = [title, ...names].map(comparable)
  if (terms.includes(typed)) return ranks.exact
  if (terms.some((name) => name.startsWith(typed))) return ranks.begins
  if (containsAll(title, words)) return ranks.title
  return containsAll(`${also} ${title}`, words) ? ranks.group : undefined
}

const comparable = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ')
