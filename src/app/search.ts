// What the global search looks through. A source turns words into results.
import { CreditCard, Files, ListChecks, type LucideIcon } from 'lucide-react'
import { mayAsk } from '#contract/facts.ts'
import type { PermissionMap } from '#domain/access/permissions.ts'
import { refuseSearchTerm, type SearchKind, searchKinds } from '#domain/cards/search.ts'
import { searchFor } from '#pages/cards/search/state.ts'
import { menuOf } from './menu.ts'

export interface SearchResult {
  readonly key: string
  readonly label: string
  /** What kind of thing it is, or where it stands. */
  readonly hint: string
  readonly icon: LucideIcon
  readonly to: string
  /** What the page is told besides its address: a card number never stands in one (threats T20). */
  readonly prepare?: () => void
}

export interface SearchSource {
  readonly key: string
  /** Heading above its results. */
  readonly label: string
  readonly find: (words: string, permissions: PermissionMap) => readonly SearchResult[]
}

export const searchSources: readonly SearchSource[] = [
  {
    key: 'pages',
    label: 'Pages',
    find: (words, permissions) =>
      menuOf(permissions)
        .flatMap(({ group, items }) =>
          items.map(({ path, menu }) => ({ key: path, label: menu.label, hint: group, icon: menu.icon, to: path })),
        )
        .filter(({ label, hint }) => containsAll(`${hint} ${label}`, words)),
  },
  {
    key: 'batches',
    label: 'Open a batch',
    find: (words, permissions) => {
      const id = wordsToBatchId(words)
      if (id === undefined) return []
      return batchViews
        .filter(({ shownBy }) => mayAsk(permissions, shownBy))
        .map(({ path, hint, icon }) => ({
          hint,
          icon,
          key: path,
          label: `Open batch ${id}`,
          to: `${path}?batch=${id}`,
        }))
    },
  },
  {
    key: 'cards',
    label: 'Find a card',
    find: (words, permissions) =>
      mayAsk(permissions, 'cardSearch')
        ? searchKinds
            .filter((kind) => fits(kind, words))
            .map((kind) => ({
              key: `card ${kind.type}`,
              label: `${kind.label} ${words}`,
              hint: 'Find Card',
              icon: CreditCard,
              to: '/card/search',
              prepare: () => searchFor(kind.type, words, false),
            }))
        : [],
  },
]

// Where a batch is shown: every batch to those who decide, the own ones to those who upload.
const batchViews = [
  { path: '/batchloads', shownBy: 'batchLoads', hint: 'Approve Batch Load', icon: ListChecks },
  { path: '/batches/mine', shownBy: 'myBatches', hint: 'My batches', icon: Files },
] as const

/** 'batch 12', 'Batch #12', '12'; a longer number alone is a card's or a telephone's. */
const wordsToBatchId = (words: string): string | undefined =>
  /^(?:batch\s*#?\s*([1-9][0-9]{0,9})|#?([1-9][0-9]{0,5}))$/i.exec(words)?.slice(1).find(Boolean)

// Whatever names a card has a digit in it, and a number has nothing else but what people write between digits.
const fits = (kind: SearchKind, words: string): boolean =>
  /[0-9]/.test(words) &&
  refuseSearchTerm(kind, words) === undefined &&
  (!['1', '3', '4'].includes(kind.type) || /^[0-9\s()+-]+$/.test(words))

// Every word somewhere, in any order: 'app ba' finds 'Approve Batch Load'.
const containsAll = (text: string, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word))
