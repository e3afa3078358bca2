// Decides before a page is loaded whether the user can see it. Otherwise redirects to the sign-in page, or says that
// the user has no permission.
import { m } from '#words/messages.js'
import { Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { hasAnyPermission } from '#domain/access/permissions.ts'
import { takeReturnLocation, useSession } from '#services/session/session.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { returnPathOf, type ReturnState } from './return-path.ts'
import { RoutePage } from './RoutePage.tsx'
import type { Route } from './route.ts'

export function Gate({ route }: { readonly route: Route }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (route.isPublic) return <RoutePage key={route.path} route={route} />
  if (route.signedOutOnly) {
    if (session) return <LeaveSignIn userId={session.user.userId} />
    return <RoutePage key={route.path} route={route} />
  }
  if (!session) {
    const returnState: ReturnState = { returnTo: pathname + search }
    return <Navigate to="/login" replace state={returnState} />
  }
  const isAuthorized = !route.permission || hasAnyPermission(session.permissions, route.permission)
  if (!isAuthorized) return <NotAuthorized route={route} />
  return <RoutePage key={route.path} route={route} />
}

// Sends a signed-in user from a sign-in page back to the page that they left, or to '/'. Does so only once and in an
// effect, because reading the return path deletes it.
function LeaveSignIn({ userId }: { readonly userId: string }) {
  const navigate = useNavigate()
  const location = useLocation()
  const state: unknown = location.state
  const hasNavigated = useRef(false)
  useEffect(() => {
    if (hasNavigated.current) return
    hasNavigated.current = true
    void navigate(returnPathOf(userId, takeReturnLocation(), state), { replace: true })
  }, [navigate, state, userId])
  return null
}

function NotAuthorized({ route }: { readonly route: Route }) {
  return (
    <Page title={route.title}>
      <EmptyState icon={Lock} title={m.access_youAreNotAuthorized()}>
        {m.app_noPermission()}
      </EmptyState>
    </Page>
  )
}
