// @vitest-environment jsdom
// The session in this browser survives a reload, ends in every tab, and is ignored if it is malformed.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Session } from '#services/session/session.ts'

const KEY = 'portal:/voyager/:session'
const olive: Session = {
  token: 'token-1',
  user: { userId: '7', username: 'olive', firstname: 'Olive', lastname: 'Tan', email: 'olive@example.test' },
  permissions: { Batch: ['load'] },
}

/** Loads a fresh module, like a page that was just opened. */
async function loadPage() {
  vi.resetModules()
  const page = await import('#services/session/session.ts')
  stops.push(page.watchSession())
  return page
}

const stops: (() => void)[] = []
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/voyager/batchloads?status=2')
})
afterEach(() => stops.splice(0).forEach((stop) => stop()))

it('the session survives a reload', async () => {
  ;(await loadPage()).sessionStore.set(olive)
  expect((await loadPage()).sessionStore.get()).toEqual(olive)
})

it('what is stored of an ended session does not contain its token: the signature is masked by a cookie', async () => {
  const { sessionStore } = await loadPage()
  const signature = 'c2lnbmF0dXJlLW9mLXRoZS10b2tlbi0xMjM0NTY3ODk'
  const token = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.${signature}`
  sessionStore.set({ ...olive, token })
  const stored = localStorage.getItem(KEY) ?? ''
  await expect.poll(() => stored).toContain('olive')
  await expect.poll(() => stored).not.toContain(signature.slice(0, 8))
  expect(document.cookie).toContain('portal-session-mask=')
  // A second tab, and a permission that changed meanwhile.
  expect((await loadPage()).sessionStore.get()?.token).toBe(token)
  sessionStore.set({ ...olive, token, permissions: {} })
  expect((await loadPage()).sessionStore.get()?.token).toBe(token)
  sessionStore.clear('ended')
  expect(document.cookie).not.toContain('portal-session-mask')
  // The deleted value, as it stays readable in the browser's profile.
  localStorage.setItem(KEY, stored)
  expect((await loadPage()).sessionStore.get()).toBeUndefined()
})

it('without cookies the session still survives a reload', async () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
  ;(await loadPage()).sessionStore.set(olive)
  expect((await loadPage()).sessionStore.get()).toEqual(olive)
  vi.restoreAllMocks()
})

it('the session ends at a sign-out, also after a reload, and leaves nothing in storage', async () => {
  const { sessionStore } = await loadPage()
  sessionStore.set(olive)
  sessionStore.clear('logout')
  expect(sessionStore.get()).toBeUndefined()
  await expect.poll(() => [localStorage.length, sessionStorage.length]).toEqual([0, 0])
  expect((await loadPage()).sessionStore.get()).toBeUndefined()
})

it.each([
  'no json',
  '{}',
  'null',
  '{"token":"t"}',
  '{"token":"t","user":{"userId":"7"}}',
  '{"token":1,"user":{"userId":"7","username":"olive"},"permissions":{}}',
])('a malformed session is ignored: %s', async (stored) => {
  localStorage.setItem(KEY, stored)
  expect((await loadPage()).sessionStore.get()).toBeUndefined()
})

it.each([
  ['are missing', undefined],
  ['are null', null],
  ['are not a map', 'all'],
  ['contain a value that is not a list', { Batch: 'load' }],
])('after a reload the session has no permissions if the stored ones %s', async (_, permissions) => {
  localStorage.setItem(KEY, JSON.stringify({ ...olive, permissions }))
  expect((await loadPage()).sessionStore.get()).toEqual({ ...olive, permissions: {} })
})

it.each([
  ['the other tab removed it', () => localStorage.removeItem(KEY), KEY],
  // Clearing the storage fires an event without a key.
  ['the whole storage was cleared', () => localStorage.clear(), null],
])('the session ends when %s', async (_, act, key) => {
  const { sessionStore } = await loadPage()
  sessionStore.set(olive)
  act()
  window.dispatchEvent(new StorageEvent('storage', { key }))
  await expect.poll(() => sessionStore.get()).toBeUndefined()
})

it.each(['focus', 'pageshow'])('the session is read again on %s, in case an event was missed', async (event) => {
  const { sessionStore } = await loadPage()
  sessionStore.set(olive)
  localStorage.removeItem(KEY)
  window.dispatchEvent(new Event(event))
  expect(sessionStore.get()).toBeUndefined()
})

it('a session that another tab has opened is used', async () => {
  const { sessionStore } = await loadPage()
  localStorage.setItem(KEY, JSON.stringify(olive))
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
  expect(sessionStore.get()).toEqual(olive)
})

it('the user and the page are remembered when the session ends, and can be read once', async () => {
  const { sessionStore, takeReturnLocation } = await loadPage()
  sessionStore.set(olive)
  sessionStore.clear('ended')
  expect(takeReturnLocation()).toEqual({ userId: '7', username: 'olive', path: '/batchloads?status=2' })
  expect(takeReturnLocation()).toBeUndefined()
})

it('no page is remembered after a sign-out', async () => {
  const { sessionStore, takeReturnLocation } = await loadPage()
  sessionStore.set(olive)
  sessionStore.clear('logout')
  expect(takeReturnLocation()).toBeUndefined()
})

it.each([
  ['logout', undefined],
  ['ended', { userId: '7', username: 'olive', path: '/batchloads?status=2' }],
])(
  'a tab in which another one ended the session (%s) remembers its page only if no one logged out',
  async (reason, page) => {
    const { sessionStore, takeReturnLocation } = await loadPage()
    sessionStore.set(olive)
    localStorage.removeItem(KEY)
    window.dispatchEvent(new StorageEvent('storage', { key: 'portal:/voyager/:end', newValue: reason }))
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
    expect(sessionStore.get()).toBeUndefined()
    expect(takeReturnLocation()).toEqual(page)
  },
)

it('the session lasts as long as the page if the browser has no storage', async () => {
  const { sessionStore } = await loadPage()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  sessionStore.set(olive)
  window.dispatchEvent(new Event('focus'))
  expect(sessionStore.get()).toEqual(olive)
})
