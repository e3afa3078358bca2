// Each page reloads the current user, so that a removed permission disappears from the menu and blocks its page.
import { fireEvent, screen } from '@testing-library/react'
import { Link, Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { useRefreshUserOnNavigation } from '#app/routes/useRefreshUserOnNavigation.ts'
import { Gate } from '#app/routes/Gate.tsx'
import { menuOf } from '#app/frame/menu.ts'
import { pendingCalls } from '#services/server/pending.ts'
import { type Session, sessionStore, useSession } from '#services/session/session.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'

const server = withStubServer()
let session: Session
beforeEach(() => {
  session = signInTestUser({ Batch: ['load'] })
})

const batches = {
  path: '/batches/mine',
  title: 'My batches',
  permission: 'Batch.load',
  page: () => Promise.resolve({ default: () => <p>The batches</p> }),
} as const

function Frame() {
  useRefreshUserOnNavigation()
  const labels = menuOf(useSession()?.permissions ?? {}).flatMap(({ items }) => items.map(({ menu }) => menu.label))
  return <output aria-label="Menu">{labels.join()}</output>
}
const menu = () => screen.getByLabelText('Menu').textContent

const pathsWithoutRefresh = ['/login', '/forgotPassword', '/user/f47ac10b/activate', '/logout']

async function open() {
  showPage(
    <>
      <Frame />
      <Link to="/batches/mine">Batches</Link>
      <Link to="/elsewhere">Elsewhere</Link>
      {pathsWithoutRefresh.map((path) => (
        <Link key={path} to={path}>
          {path}
        </Link>
      ))}
      <Routes>
        <Route path={batches.path} element={<Gate route={batches} />} />
        <Route path="*" element={<></>} />
      </Routes>
    </>,
    '/batches/mine',
  )
  await screen.findByText('The batches')
}
const go = (name: string) => fireEvent.click(screen.getByRole('link', { name }))
/** The requests for the user. Without those of the page in the background, for example for the clock of a sandbox. */
const requests = () =>
  server.requests
    .filter(({ method }) => method === 'userInfo')
    .map(({ method, params }) => `${method} ${String(params['token'])}`)

it('after a permission is removed, its page disappears from the menu with the next navigation and is then refused', async () => {
  server.respondJson({ resultCode: '0', user: session.user, permissions: session.permissions, groupId: '1' })
  await open()
  await expect.poll(requests).toEqual(['userInfo t'])
  expect(menu()).toContain('My batches')
  server.respondJson({ resultCode: '0', user: session.user, permissions: { Card: ['read'] }, groupId: '2' })
  go('Elsewhere')
  await expect.poll(menu).not.toContain('My batches')
  await expect.poll(() => requests()).toHaveLength(2)
  go('Batches')
  expect(await screen.findByText('You are not authorized')).toBeTruthy()
  expect(screen.queryByText('The batches')).toBeNull()
  // Otherwise the next test's session would receive the response for the third page.
  await expect.poll(requests).toHaveLength(3)
  await expect.poll(pendingCalls).toBe(0)
})

it.each([{}, { permissions: null }])(
  'a response without a list of permissions (%o) removes all of them, and the session continues',
  async (more) => {
    server.respondJson({ resultCode: '0', user: session.user, ...more })
    await open()
    expect(await screen.findByText('You are not authorized')).toBeTruthy()
    await expect.poll(pendingCalls).toBe(0)
    expect(sessionStore.get()).toEqual({ ...session, permissions: {} })
  },
)

it('without a response the known user stays, and a session that has ended meanwhile is not restored', async () => {
  server.respondWith((response) => response.destroy())
  await open()
  await expect.poll(requests).toHaveLength(1)
  expect(sessionStore.get()).toEqual(session)
  let release = () => {}
  server.respondWith((response, { method }) => {
    if (method === 'userInfo')
      release = () => json(response, { resultCode: '0', user: session.user, permissions: {}, groupId: '2' })
  })
  go('Elsewhere')
  await expect.poll(requests).toHaveLength(2)
  sessionStore.clear('logout')
  release()
  await expect.poll(pendingCalls).toBe(0)
  expect(sessionStore.get()).toBeUndefined()
})

it.each(pathsWithoutRefresh)('the user is not loaded again on %s', async (path) => {
  server.respondJson({ resultCode: '0', user: session.user, permissions: session.permissions, groupId: '1' })
  await open()
  await expect.poll(requests).toHaveLength(1)
  go(path)
  await expect.poll(pendingCalls).toBe(0)
  go('Elsewhere')
  await expect.poll(requests).toHaveLength(2)
  await expect.poll(pendingCalls).toBe(0)
})
