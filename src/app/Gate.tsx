// Who may see a route: the redirects of access §2, before a page is even loaded.
import { Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { hasPermission, NOT_AUTHORIZED } from '#domain/access/permissions.ts'
import { useSession } from '#services/session.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { returnPathOf, type ReturnState } from './returnPath.ts'
import { RoutePage } from './RoutePage.tsx'
import type { Route } from './routes.tsx'

export function Gate({ route }: { readonly route: Route }) {
  const session = useSession()
  const { pathname, search, state } = useLocation()
  // Whose session it was, should it end while this page is open.
  const lastUserId = useRef<string>(undefined)
  const userId = session?.user.userId
  useEffect(() => {
    if (userId !== undefined) lastUserId.current = userId
  }, [userId])

  if (route.open && userId !== undefined) return <Navigate to={returnPathOf(userId, state)} replace />
  if (!route.open && userId === undefined) {
    const left: ReturnState = { returnTo: pathname + search, userId: lastUserId.current }
    return <Navigate to="/login" replace state={left} />
  }
  if (route.permission && !hasPermission(session?.permissions, route.permission)) return <NotAuthorized route={route} />
  return <RoutePage key={route.path} route={route} />
}

function NotAuthorized({ route }: { readonly route: Route }) {
  return (
    <Page title={route.title}>
      <EmptyState icon={Lock} title={NOT_AUTHORIZED}>
        Your account does not have the permission for this page. An administrator of your programme can give it.
      </EmptyState>
    </Page>
  )
}
