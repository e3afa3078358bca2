// Every page explains what it is waiting for if there is no connection and no saved data, and no spinner stays forever.
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { Gate } from '#app/routes/Gate.tsx'
import { patternOf } from '#app/routes/route.ts'
import { routes } from '#app/routes/routes.tsx'
import { methodInfo, type Method } from '#contract/methods.ts'
import { permissions, permissionsToMap } from '#domain/access/permissions.ts'
import { reportUnreachable } from '#services/server/connection.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'

const server = withStubServer()
beforeEach(() => {
  server.respondWith((response) => response.destroy())
  // The check for a reachable server gets no response either.
  server.serve((_, response) => response.destroy())
})

/** Values for the parameters of paths. */
const pathParams = { ':voucherID': '17', ':userid': '7' }
const pages = routes
  .filter(({ signedOutOnly, isPublic, path }) => !signedOutOnly && !isPublic && path !== '/logout')
  .map((route) => ({ route, path: route.path.replace(/:\w+/, (name) => pathParams[name as keyof typeof pathParams]) }))

it.each(pages)('$path opens without a connection and saved data, and stops loading', async ({ route, path }) => {
  signInTestUser(permissionsToMap(permissions), 'ada')
  reportUnreachable('no connection')
  showPage(
    <>
      <Routes>
        <Route path={patternOf(route)} element={<Gate route={route} />} />
      </Routes>
    </>,
    path,
  )
  await waitFor(() => expect(screen.queryByRole('heading', { level: 1 })).not.toBeNull())
  // Everything that is loading must stop.
  await waitFor(() => expect(document.querySelectorAll('.animate-breathe, .animate-spin')).toHaveLength(0))
  // Examples of code are shown as they are.
  for (const example of document.querySelectorAll('pre')) example.remove()
  const text = document.body.textContent ?? ''
  expect(text).not.toMatch(/undefined|NaN|\[object|Error\b|Failed to|has stopped working/)
  await expect.poll(() => server.requests.filter(({ method }) => methodInfo(method as Method).isChange)).toEqual([])
})
