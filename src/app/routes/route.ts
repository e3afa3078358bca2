// What a route is: a path, a title, who may see it, where it stands in the menu, and its page, which is loaded when it is needed.
import type { ComponentType } from 'react'
import type { Permission } from '#domain/access/permissions.ts'
import * as say from '#words/app/menu-groups.ts'
import type { MenuIcon } from '../frame/menu-icons.ts'

export interface Route {
  readonly path: string
  /** True where addresses below it open it too. */
  readonly isPrefix?: boolean
  readonly title: string
  /**
   * Who may see it: `open` for those who are not signed in, `anybody` whether they are or not; else a session, and the
   * permission where one is named, or one of several: that of the operation which the page is for.
   */
  readonly open?: boolean
  readonly anybody?: boolean
  readonly permission?: Permission | readonly Permission[]
  readonly menu?: {
    readonly group: MenuGroup
    readonly label: string
    readonly icon: MenuIcon
    /** Not in the side navigation, but found by the search (batches §2 "these three hidden"). */
    readonly hidden?: true
    /** In the menu of everybody who is signed in, whether they may open it or not (access §2 "Left menu"). */
    readonly forEverybody?: boolean
    /** Marked as the place where one is on the pages below it too, which are not in the menu. */
    readonly holdsPagesBelow?: boolean
  }
  readonly page: () => Promise<{ readonly default: ComponentType }>
}

/** Groups of the left menu with their headings, in their order; the first has none. */
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

/** The pattern that an address has to match. */
export const patternOf = ({ path, isPrefix = false }: Route): string => (isPrefix ? `${path}/*` : path)
