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
  /**
   * `signedOutOnly`: only for signed-out users. `isPublic`: for everyone. Otherwise the route needs a session, and the
   * permission, or one of several, for the operation of the page.
   */
  readonly signedOutOnly?: boolean
  readonly isPublic?: boolean
  readonly permission?: Permission | readonly Permission[]
  readonly menu?: {
    readonly group: MenuGroup
    readonly label: string
    readonly icon: MenuIcon
    /** True for a page that the search offers, but not the side navigation. */
    readonly isHidden?: true
    /** True for a page in the menu of every signed-in user, even without the permission to open it. */
    readonly isForAllUsers?: boolean
    /** True if the entry is also highlighted on the pages below it, which are not in the menu. */
    readonly hasSubpages?: boolean
  }
  readonly page: () => Promise<{ readonly default: ComponentType }>
}

/** Headings of the menu's groups, in order; the first group has none. */
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
