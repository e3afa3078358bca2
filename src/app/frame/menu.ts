// The items of the left menu, and the pages that the search offers. Both contain the routes that this user can open.
// The menu also contains routes that are shown to everyone.
import { hasAnyPermission, type PermissionMap } from '#domain/access/permissions.ts'
import { type MenuEntry, type MenuGroup, menuGroupKeys, type Route } from '../routes/route.ts'
import { routes } from '../routes/routes.tsx'

export interface MenuRoute extends Route {
  readonly menu: MenuEntry
}

export interface MenuSection {
  readonly group: MenuGroup
  readonly items: readonly MenuRoute[]
}

/** The menu's groups with the items that this user sees, without empty groups. */
export function menuOf(permissions: PermissionMap): readonly MenuSection[] {
  const isShown = (route: MenuRoute): boolean => {
    const { isHidden = false, isForAllUsers = false } = route.menu
    if (isHidden) return false
    return isForAllUsers || canOpen(route, permissions)
  }
  const items = routes.filter(hasMenu).filter(isShown)
  return menuGroupKeys
    .map((group) => ({ group, items: items.filter(({ menu }) => menu.group === group) }))
    .filter((section) => section.items.length > 0)
}

/** The pages for the search, including those hidden from the menu. */
export const pagesOf = (permissions: PermissionMap): readonly MenuRoute[] =>
  routes.filter(hasMenu).filter((route) => canOpen(route, permissions))

const canOpen = ({ permission }: Route, permissions: PermissionMap): boolean =>
  !permission || hasAnyPermission(permissions, permission)

const hasMenu = (route: Route): route is MenuRoute => route.menu !== undefined
