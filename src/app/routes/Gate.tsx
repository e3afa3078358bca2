// Decides whether the user can see a route before its page is loaded: redirects to sign-in, or says that the permission
// is missing.
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
  if (route.signedOutOnly)
    return session ? <LeaveSignIn userId={session.user.userId} /> : <RoutePage key={route.path} route={route} />
  if (!session) {
    const returnState: ReturnState = { returnTo: pathname + search }
    return <Navigate to="/login" replace state={returnState} />
  }
  if (route.permission && !hasAnyPermission(session.permissions, route.permission))
    return <NotAuthorized route={route} />
  return <RoutePage key={route.path} route={route} />
}

// Sends a signed-in user from a sign-in page to '/', or back to the page they left. Only once, in an effect, since
// reading the return path clears it.
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
