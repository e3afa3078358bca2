// Reloads the current user on each route change, so that a removed permission disappears from the menu and the routes
// without a new sign-in.
import { useEffect } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import { refreshUser } from '#flows/access/fresh-user.ts'
import { sessionStore } from '#services/session/session.ts'

/** The specification names the first three paths. On /logout the session ends anyway. */
const pathsWithoutRefresh = ['/login', '/forgotPassword', '/user/:uuid/activate', '/logout']

export function useRefreshUserOnNavigation(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const needsRefresh = !pathsWithoutRefresh.some((path) => matchPath(path, pathname))
    if (sessionStore.get() && needsRefresh) void refreshUser()
  }, [pathname])
}
