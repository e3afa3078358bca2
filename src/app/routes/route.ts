// A route: a path, a title, the permission to see it, its menu entry, and its page, which is loaded on demand.
import { m } from '#words/messages.js'
import type { ComponentType } from 'react'
import type { Permission } from '#domain/access/permissions.ts'
import type { MenuIcon } from '../frame/menu-icons.ts'

export interface Route {
  readonly path: string
  /** True if the route also matches all paths below it. */
  readonly isPrefix?: boolean
  readonly title: string
  /** True if only signed-out users can open the route. */
  readonly signedOutOnly?: boolean
  /** True if everyone can open the route. All other routes need a session. */
  readonly isPublic?: boolean
  /** The permission for the page's operation. If there are several, the user needs one of them. */
  readonly permission?: Permission | readonly Permission[]
  readonly menu?: MenuEntry | undefined
  readonly page: () => Promise<{ readonly default: ComponentType }>
}

export interface MenuEntry {
  readonly group: MenuGroup
  readonly label: string
  readonly icon: MenuIcon
  /** True for a page that the search offers, but not the side navigation. */
  readonly isHidden?: boolean
  /** True for a page in the menu of every signed-in user, even without the permission to open it. */
  readonly isForAllUsers?: boolean
  /** True if the entry is also highlighted on the pages below it, which are not in the menu. */
  readonly hasSubpages?: boolean
}

/** The headings of the menu's groups, in the order of the menu. The first group has no heading. */
export const menuGroups = {
  top: '',
  users: m.common_users(),
  cards: m.app_cardManagement(),
  batches: m.common_batches(),
  orders: m.app_cardOrders(),
  merchants: m.common_merchants(),
  reports: m.common_reports(),
} as const
export type MenuGroup = keyof typeof menuGroups
export const menuGroupKeys = Object.keys(menuGroups) as MenuGroup[]

/** The path pattern for the router. */
export const patternOf = ({ path, isPrefix = false }: Route): string => (isPrefix ? `${path}/*` : path)
