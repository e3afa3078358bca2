// What the global search looks through. A source turns words into results; finding a card or opening a batch will be
// sources beside this one.
import type { LucideIcon } from 'lucide-react'
import type { PermissionMap } from '#domain/access/permissions.ts'
import { menuOf } from './menu.ts'

export interface SearchResult {
  readonly key: string
  readonly label: string
  /** What kind of thing it is, or where it stands. */
  readonly hint: string
  readonly icon: LucideIcon
  readonly to: string
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
]

// Every word somewhere, in any order: 'app ba' finds 'Approve Batch Load'.
const containsAll = (text: string, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word))
