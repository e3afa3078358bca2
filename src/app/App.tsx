// The router: shows each route in the shell if the user can see it.
import { m } from '#words/messages.js'
import { Suspense, useEffect } from 'react'
import { BrowserRouter, matchPath, Route, Routes, useLocation, useNavigationType } from 'react-router-dom'
import { client } from '#brand/current.ts'
import { useRefreshUserOnNavigation } from './routes/useRefreshUserOnNavigation.ts'
import { Gate } from './routes/Gate.tsx'
import { fallbackRoute, useRoutes } from './routes/loaded-routes.ts'
import { patternOf } from './routes/route.ts'
import { RoutePage } from './routes/RoutePage.tsx'
import { Shell } from './frame/Shell.tsx'
import { lazyPart } from '#ui/lazy-part.ts'

// Handles files and notifications that open the installed app. Loaded after the sign-in page, which must be small.
const LaunchHandler = lazyPart(async () => {
  await navigator.serviceWorker.ready
  return import('./opened-files/LaunchHandler.tsx')
})

export function App() {
  return (
    <BrowserRouter basename={client.basePath}>
      <Frame />
      {'serviceWorker' in navigator && (
        <Suspense>
          <LaunchHandler />
        </Suspense>
      )}
    </BrowserRouter>
  )
}

function Frame() {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  const { routes, isComplete } = useRoutes()
  const matchingRoute = routes.find((route) => matchPath(patternOf(route), pathname))
  // As long as not all routes are loaded, the page can still exist.
  const titleWithoutRoute = isComplete ? m.common_notFound() : undefined
  const title = matchingRoute?.title ?? titleWithoutRoute
  useRefreshUserOnNavigation()
  useEffect(() => {
    // For back and forward the browser restores the scroll position.
    if (navigationType === 'PUSH') scrollTo(0, 0)
  }, [pathname, navigationType])
  return (
    <Shell title={title}>
      <Routes>
        {routes.map((route) => (
          <Route key={route.path} path={patternOf(route)} element={<Gate route={route} />} />
        ))}
        <Route path={fallbackRoute.path} element={<RoutePage route={fallbackRoute} />} />
      </Routes>
    </Shell>
  )
}
