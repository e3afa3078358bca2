// The current user is asked for again on each route change (batches §2), so that a permission taken away goes from the
// menu and the gates without a new sign-in.
import { useEffect } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import { readPermissions } from '#domain/access/permissions.ts'
import { ask } from '#services/server/api.ts'
import { sessionStore } from '#services/session/session.ts'
import { firstRoutes } from './first-routes.ts'

export function useFreshUser(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    // On the open routes there is no session, and on the way out there soon is none; the activation page is nobody's own.
    const route = firstRoutes.find(({ path }) => matchPath(path, pathname))
    if (sessionStore.get() && pathname !== '/logout' && !route?.anybody) void refreshUser()
  }, [pathname])
}

async function refreshUser(): Promise<void> {
  const asked = sessionStore.get()
  const answer = await ask('userInfo', {})
  const session = sessionStore.get()
  // Without an answer what is known stays; a session that ended or changed meanwhile is not brought back.
  if (!answer.ok || !session || session.token !== asked?.token) return
  const { user, permissions } = answer.result
  const fresh = { token: session.token, user, permissions: readPermissions(permissions) }
  if (JSON.stringify(fresh) !== JSON.stringify(session)) sessionStore.set(fresh)
}
