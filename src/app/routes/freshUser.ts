// Loads the current user again on each route change, so that a removed permission disappears from menu and gates
// without a new sign-in.
import { useEffect } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import { refreshUser } from '#flows/access/fresh-user.ts'
import { sessionStore } from '#services/session/session.ts'
import { firstRoutes } from './first-routes.ts'

export function useFreshUser(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    // Signed-out pages have no session, logging out ends it, and the activation page belongs to no session.
    const route = firstRoutes.find(({ path }) => matchPath(path, pathname))
    if (sessionStore.get() && pathname !== '/logout' && !route?.anybody) void refreshUser()
  }, [pathname])
}
