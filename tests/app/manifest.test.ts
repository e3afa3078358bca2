// The shortcuts that the installed portal offers lead to existing pages.
import { matchPath } from 'react-router-dom'
import { expect, test } from 'vitest'
import { patternOf } from '#app/routes/route.ts'
import { routes } from '#app/routes/routes.tsx'
import { clients } from '#brand/clients.ts'
import { manifestOf } from '#tools/vite/manifest.ts'

test.each(Object.values(clients))('the shortcuts of $name are pages of the portal', (client) => {
  const { shortcuts = [] } = manifestOf(client)
  expect(shortcuts.length).toBeGreaterThan(0)
  const paths = shortcuts.map(({ url }) => `/${url.slice(client.basePath.length)}`)
  expect(paths.filter((path) => !routes.some((route) => matchPath(patternOf(route), path)))).toEqual([])
  expect(shortcuts.filter(({ url }) => !url.startsWith(client.basePath))).toEqual([])
})
