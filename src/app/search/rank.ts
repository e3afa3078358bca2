// The order of search results: how well each fits what was typed.
import { containsAll } from '#domain/sentences.ts'

/** The best comes first; results of the same rank keep the order of their sources. */
export const ranks = {
  /** It is called exactly this: 'batch 12', a reference, a page's title, a whole card number. */
  exact: 0,
  begins: 1,
  /** A search for cards by so many digits that they can hardly be anything else. */
  number: 2,
  title: 3,
  /** Found by the server in another way. */
  found: 4,
  /** Only its group or another word for it fits. */
  group: 5,
  /** Another search for cards. */
  search: 6,
} as const
export type Rank = (typeof ranks)[keyof typeof ranks]

interface Named {
  readonly title: string
  /** Other complete names: 'batch 12' and 'March salaries' of 'Batch 12, March salaries'. */
  readonly names?: readonly string[] | undefined
  /** Its group, and other words that find it. */
  readonly also?: string | undefined
}

/** Undefined if it does not fit. Without words everything fits alike. */
export function rankOf(words: string, { title, names = [], also = '' }: Named): Rank | undefined {
  if (words === '') return ranks.exact
  const typed = comparable(words)
  const own = [title, ...names].map(comparable)
  if (own.includes(typed)) return ranks.exact
  if (own.some((name) => name.startsWith(typed))) return ranks.begins
  if (containsAll(title, words)) return ranks.title
  return containsAll(`${also} ${title}`, words) ? ranks.group : undefined
}

const comparable = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ')
