// A route: a path, a title, who can see it, its place in the menu, and its page, which is loaded on demand.
import type { ComponentType } from 'react'
import type { Permission } from '#domain/access/permissions.ts'
import * as say from '#words/app/menu-groups.ts'
import type { MenuIcon } from '../frame/menu-icons.ts'

export interface Route {
  readonly path: string
  /** True if it also opens the addresses below it. */
  readonly isPrefix?: boolean
  readonly title: string
  /**
   * Who can see it: `open` for signed-out users, `anybody` for everyone; otherwise a session, and the permission (or
   * one of several) of the operation that the page is for.
   */
  readonly open?: boolean
  readonly anybody?: boolean
  readonly permission?: Permission | readonly Permission[]
  readonly menu?: {
    readonly group: MenuGroup
    readonly label: string
    readonly icon: MenuIcon
    /** Not in the side navigation, but found by the search. */
    readonly hidden?: true
    /** In the menu of every signed-in user, even without the permission to open it. */
    readonly forEverybody?: boolean
    /** Also marked as current on the pages below it, which are not in the menu. */
    readonly hasSubpages?: boolean
  }
  readonly page: () => Promise<{ readonly default: ComponentType }>
}

/** Groups of the left menu with their headings, in order; the first has none. */
export const menuGroups = {
  top: '',
  users: say.users,
  cards: say.cardManagement,
  batches: say.batches,
  orders: say.cardOrders,
  merchants: say.merchants,
  reports: say.reports,
} as const
export type MenuGroup = keyof typeof menuGroups
export const menuGroupKeys = Object.keys(menuGroups) as MenuGroup[]

/** The pattern that matches its addresses. */
export const patternOf = ({ path, isPrefix = false }: Route): string => (isPrefix ? `${path}/*` : path)
