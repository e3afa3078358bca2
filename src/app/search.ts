// What the global search looks through. A source turns words into results.
import { CreditCard, FileChartColumn, Files, ListChecks, ListTodo, type LucideIcon, WalletCards } from 'lucide-react'
import { mayAsk } from '#contract/facts.ts'
import type { PermissionMap } from '#domain/access/permissions.ts'
import { refuseSearchTerm, type SearchKind, searchKinds } from '#domain/cards/search.ts'
import { findReports, reportOf, reportPath } from '#domain/reports/reports.ts'
import { containsAll } from '#domain/sentences.ts'
import { searchFor } from '#pages/cards/search/state.ts'
import { pagesOf } from './menu.ts'
import { menuIcons } from './menu-icons.ts'
import { menuGroups } from './route.ts'

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
      menuGroups
        .flatMap((group) => pagesOf(permissions).filter(({ menu }) => menu.group === group))
        .map(({ path, menu }) => ({
          key: path,
          label: menu.label,
          hint: menu.group,
          icon: menuIcons[menu.icon],
          to: path,
        }))
        .filter(({ label, hint }) => containsAll(`${hint} ${label}`, words)),
  },
  {
    key: 'reports',
    label: 'Reports',
    // There are more of them than anybody wants to see unasked.
    find: (words, permissions) =>
      words === '' || !mayAsk(permissions, 'getDateRangeReport')
        ? []
        : findReports(words).map((id) => ({
            key: `report ${id}`,
            label: reportOf(id).title,
            hint: reportOf(id).group,
            icon: FileChartColumn,
            to: reportPath(id),
          })),
  },
  {
    key: 'things',
    label: 'Open a batch or an order',
    find: (words, permissions) =>
      views
        .filter(({ shownBy }) => mayAsk(permissions, shownBy))
        .flatMap(({ path, noun, hint, icon }) => {
          const id = wordsToId(noun, words)
          if (id === undefined) return []
          return [{ hint, icon, key: path, label: `Open ${noun} ${id}`, to: `${path}?${noun}=${id}` }]
        }),
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

// Where a batch or an order is shown: every one to those who decide, the own ones to those who make them.
const views = [
  { path: '/batchloads', noun: 'batch', shownBy: 'batchLoads', hint: 'Approve Batch Load', icon: ListChecks },
  { path: '/batches/mine', noun: 'batch', shownBy: 'myBatches', hint: 'My batches', icon: Files },
  {
    path: '/card/virtual-card-orders',
    noun: 'order',
    shownBy: 'fetchVirtualCardOrdersBatchLoads',
    hint: 'Approve Virtual Card Orders',
    icon: ListTodo,
  },
  { path: '/card/my-orders', noun: 'order', shownBy: 'myCardOrders', hint: 'My orders', icon: WalletCards },
] as const

/** 'batch 12', 'Order #12', '12'; a longer number alone is a card's or a telephone's. */
const wordsToId = (noun: string, words: string): string | undefined =>
  new RegExp(`^(?:${noun}\\s*#?\\s*([1-9][0-9]{0,9})|#?([1-9][0-9]{0,5}))$`, 'i').exec(words)?.slice(1).find(Boolean)

// Whatever names a card has a digit in it, and a number has nothing else but what people write between digits.
const fits = (kind: SearchKind, words: string): boolean =>
  /[0-9]/.test(words) &&
  refuseSearchTerm(kind, words) === undefined &&
  (!['1', '3', '4'].includes(kind.type) || /^[0-9\s()+-]+$/.test(words))
