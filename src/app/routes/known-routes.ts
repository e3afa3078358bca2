// The routes loaded so far: at first those for signed-out users, then all of them.
import { useSyncExternalStore } from 'react'
import { client } from '#brand/current.ts'
import { createCell } from '#services/cell.ts'
import { firstRoutes, homeRoute } from './first-routes.ts'
import type { Route } from './route.ts'

interface Known {
  readonly routes: readonly Route[]
  readonly areAll: boolean
}

const known = createCell<Known>({ routes: [homeRoute, ...firstRoutes], areAll: false })

export const useRoutes = (): Known => useSyncExternalStore(known.subscribe, known.get)

/**
 * An address that none of them has: the others are loaded, and if they do not have it either, the page is Not Found.
 */
export const otherRoutes: Route = {
  path: '*',
  title: client.title,
  page: async () => {
    const [{ routes }, { NotFoundPage }] = await Promise.all([import('./routes.tsx'), import('./NotFoundPage.tsx')])
    known.set({ routes, areAll: true })
    return { default: NotFoundPage }
  },
}
