// The routes loaded so far: first those for signed-out users, then all routes.
import { m } from '#words/messages.js'
import { useSyncExternalStore } from 'react'
import { createObservable } from '#services/observable.ts'
import { homeRoute, routesBeforeSignIn } from './first-routes.ts'
import type { Route } from './route.ts'

interface LoadedRoutes {
  readonly routes: readonly Route[]
  readonly isComplete: boolean
}

const loadedRoutes = createObservable<LoadedRoutes>({ routes: [homeRoute, ...routesBeforeSignIn], isComplete: false })

export const useRoutes = (): LoadedRoutes => useSyncExternalStore(loadedRoutes.subscribe, loadedRoutes.get)

/**
 * Matches any address that the loaded routes do not match. Loads all other routes. If none of them matches either,
 * shows that the page was not found.
 */
export const fallbackRoute: Route = {
  path: '*',
  title: m.common_clientPortal(),
  page: async () => {
    const [{ routes }, { NotFoundPage }] = await Promise.all([import('./routes.tsx'), import('./NotFoundPage.tsx')])
    loadedRoutes.set({ routes, isComplete: true })
    return { default: NotFoundPage }
  },
}
