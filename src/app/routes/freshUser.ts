// Loads the current user again on each route change, so that a removed permission disappears from menu and gates
// without a new sign-in.
import { useEffect } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import { readPermissions } from '#domain/access/permissions.ts'
import { ask } from '#services/server/api.ts'
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

async function refreshUser(): Promise<void> {
  const asked = sessionStore.get()
  const answer = await ask('userInfo', {})
  const session = sessionStore.get()
  // Without an answer the known user stays; a session that ended or changed meanwhile is not brought back.
  if (!answer.ok || !session || session.token !== asked?.token) return
  const { user, permissions, approvalHold } = answer.result
  const fresh = {
    token: session.token,
    user,
    permissions: readPermissions(permissions),
    ...(approvalHold !== undefined && { approvalHold }),
  }
  if (JSON.stringify(fresh) !== JSON.stringify(session)) sessionStore.set(fresh)
}
