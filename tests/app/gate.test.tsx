// The permissions for each page: redirects before a page is loaded, and the target of a link with the client's own
// scheme.
import { render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { Gate } from '#app/routes/Gate.tsx'
import { routesBeforeSignIn } from '#app/routes/first-routes.ts'
import { patternOf, type Route as PortalRoute } from '#app/routes/route.ts'
import { routes } from '#app/routes/routes.tsx'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { Address, address, showPage } from '#tests/support/show-page.tsx'

const server = withStubServer()
beforeEach(() => {
  server.respondWith((response) => json(response, { resultCode: '-20500', resultText: 'An error occurred' }))
})

// The real page is not loaded: if this file ended while it was loading, the next test file could not load it.
const withoutPage = (route: PortalRoute): PortalRoute => ({
  ...route,
  page: () => Promise.resolve({ default: () => <p>the page</p> }),
})
function show(path: string): void {
  showPage(
    <>
      <Routes>
        {[...new Set([...routesBeforeSignIn, ...routes])].map((route) => (
          <Route
            key={route.path}
            path={patternOf(route)}
            element={<Gate route={route.path === '/open' ? route : withoutPage(route)} />}
          />
        ))}
      </Routes>
      <Address />
    </>,
    path,
  )
}

/** Renders one of the portal's routes, with a placeholder instead of the page. */
function showAlone(path: string): void {
  const route = routes.find((candidate) => candidate.path === path) as PortalRoute
  const gate = <Gate route={withoutPage(route)} />
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/" element={<p>home</p>} />
        {path === '/login' ? undefined : <Route path="/login" element={<p>the sign-in</p>} />}
        <Route path={path} element={gate} />
      </Routes>
    </MemoryRouter>,
  )
}

it('without a session every page that needs one redirects to the login page', async () => {
  for (const path of ['/', '/batchload', '/open?link=web%2Bvoyager%3Abatch%2F1']) {
    show(path)
    await waitFor(() => expect(screen.getAllByLabelText('Address').at(-1)?.textContent).toBe('/login'))
  }
})

it.each([
  ['a session', '/login', 'home'],
  ['a session', '/forgotPassword', 'home'],
  ['a session', '/user/:uuid/activate', 'the page'],
  ['a session', '/user/detail', 'the page'],
  ['no session', '/login', 'the page'],
  ['no session', '/forgotPassword', 'the page'],
  ['no session', '/user/:uuid/activate', 'the page'],
  ['no session', '/user/detail', 'the sign-in'],
])('with %s, %s leads to %s', async (session, path, text) => {
  if (session === 'a session') signInTestUser({ User: ['settings'] })
  showAlone(path)
  expect(await screen.findByText(text)).toBeTruthy()
})

it('a page whose permission is missing says so, and sends no request', async () => {
  signInTestUser({ Batch: ['load'] })
  show('/batchloads')
  await screen.findByText('You are not authorized')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Approve Batch Load')
  await expect.poll(() => [address(), server.requests]).toEqual(['/batchloads', []])
})

it.each([
  ['a checker', { Batch: ['approve'] }, '/batchloads?batch=1'],
  ['a maker', { Batch: ['load'] }, '/batches/mine?batch=1'],
])('a link to a batch leads %s to the page where they see it', async (_, permissions, expected) => {
  signInTestUser(permissions)
  show('/open?link=web%2Bvoyager%3Abatch%2F1')
  await waitFor(() => expect(address()).toBe(expected))
})

it('a link to a card is refused', async () => {
  signInTestUser({ Batch: ['approve'] })
  show('/open?link=web%2Bvoyager%3Acard%2F9000010000000008')
  await screen.findByText('This link does not work')
})
