// @vitest-environment jsdom
// The end of idle sessions: warning, Stay, other tabs, a device that slept, a clock that was set back
// (docs/rules/access.md, "Sessions").
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RemainingTime } from '#machines/session-lifetime.ts'
import type { Session } from '#services/session/session.ts'

const MINUTE = 60_000
const KEY = 'portal:/voyager/:activity'
const olive: Session = {
  token: 'token-1',
  user: { userId: '7', username: 'olive', firstname: 'Olive', lastname: 'Tan', email: 'olive@example.test' },
  permissions: {},
}

let stop = () => {}
beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
  vi.useFakeTimers({ now: Date.parse('2026-03-04T05:06:07Z') })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** Opens a page of a signed-in user whose server returns `remaining`; the session ends like in the portal. */
async function openPage(remaining: RemainingTime = { secondsLeft: 900, endsBy: 'idle' }) {
  const { sessionStore } = await import('#services/session/session.ts')
  const lifetime = await import('#services/session/lifetime.ts')
  const openedAt = Date.now()
  // The maximum session length does not restart; the idle time does.
  const elapsedSeconds = () => (remaining.endsBy === 'limit' ? Math.floor((Date.now() - openedAt) / 1000) : 0)
  const prolong = vi.fn(() => Promise.resolve({ ...remaining, secondsLeft: remaining.secondsLeft - elapsedSeconds() }))
  sessionStore.set(olive)
  const [end, prepareLocalData, deleteLocalData] = [vi.fn(sessionStore.clear), vi.fn(), vi.fn()]
  stop = lifetime.startLifetime({ prolong, end, prepareLocalData, deleteLocalData })
  await vi.advanceTimersByTimeAsync(0)
  const { get: session, set: signIn, clear } = sessionStore
  const effects = { prolong, end, prepareLocalData, deleteLocalData }
  return { ...lifetime, ...effects, session, signIn, clear, warning: lifetime.sessionWarning }
}

const pressKey = () => window.dispatchEvent(new Event('keydown'))
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('a warning appears a minute before the session ends, then the session ends', async () => {
  const page = await openPage()
  await pass(13.9 * MINUTE)
  expect(page.warning()).toBeUndefined()
  await pass(0.5 * MINUTE)
  expect(page.warning()?.endsBy).toBe('idle')
  await pass(1 * MINUTE)
  expect(page.session()).toBeUndefined()
})

it('each user activity restarts the idle time, and is reported to the server at most once a minute', async () => {
  const page = await openPage()
  const callsBefore = page.prolong.mock.calls.length
  for (let second = 0; second < 20 * 60; second += 10) {
    pressKey()
    await pass(10_000)
  }
  expect(page.session()).toBeDefined()
  const reportCount = page.prolong.mock.calls.length - callsBefore
  expect(reportCount).toBeGreaterThanOrEqual(18)
  expect(reportCount).toBeLessThanOrEqual(21)
})

it('during the warning only Stay counts as activity', async () => {
  const page = await openPage()
  await pass(14.5 * MINUTE)
  pressKey()
  expect(page.warning()).toBeDefined()
  page.extendSession()
  expect(page.warning()).toBeUndefined()
  await pass(10 * MINUTE)
  expect(page.session()).toBeDefined()
})

it('the idle time of the server applies', async () => {
  const page = await openPage({ secondsLeft: 118, endsBy: 'idle' })
  await pass(1.1 * MINUTE)
  expect(page.warning()).toBeDefined()
  await pass(1 * MINUTE)
  expect(page.session()).toBeUndefined()
})

it('the session ends at its maximum length', async () => {
  const page = await openPage({ secondsLeft: 240, endsBy: 'limit' })
  await pass(3.5 * MINUTE)
  expect(page.warning()?.endsBy).toBe('limit')
  await pass(1 * MINUTE)
  expect(page.session()).toBeUndefined()
})

it('the session ends as soon as the user returns to a device that slept', async () => {
  const page = await openPage()
  vi.setSystemTime(Date.now() + 60 * MINUTE)
  pressKey()
  expect(page.session()).toBeUndefined()
})

it('the session ends before the first page is shown if the time ran out while the portal was closed', async () => {
  localStorage.setItem(KEY, JSON.stringify({ at: Date.now() - 16 * MINUTE }))
  expect((await openPage()).session()).toBeUndefined()
})

it('the session ends at the first timer of a device that slept, without user activity', async () => {
  const page = await openPage()
  vi.setSystemTime(Date.now() + 60 * MINUTE)
  await pass(5_000)
  expect(page.session()).toBeUndefined()
  expect(page.end.mock.calls).toEqual([['ended']])
  expect(page.deleteLocalData).toHaveBeenCalledOnce()
})

it('the warning counts down second by second', async () => {
  const page = await openPage()
  await pass(14.5 * MINUTE)
  const secondsLeft = () => Math.round(((page.warning()?.endsAt ?? 0) - (page.warning()?.at ?? 0)) / 1000)
  const secondsBefore = secondsLeft()
  await pass(3_000)
  expect(secondsBefore - secondsLeft()).toBe(3)
})

it('a closed warning about the limit stays closed when work continues and the server reports again', async () => {
  const page = await openPage({ secondsLeft: 100, endsBy: 'limit' })
  await pass(45_000)
  expect(page.warning()?.endsBy).toBe('limit')
  page.closeWarning()
  const callsBefore = page.prolong.mock.calls.length
  for (let second = 0; second < 40; second += 1) {
    pressKey()
    await pass(1_000)
    expect(page.warning()).toBeUndefined()
  }
  expect(page.prolong.mock.calls.length).toBeGreaterThan(callsBefore)
  await pass(30_000)
  expect(page.session()).toBeUndefined()
})

it('a sign-out ends the session once, and deletes the data on the device', async () => {
  const page = await openPage()
  expect(page.prepareLocalData).toHaveBeenCalledOnce()
  page.logOut()
  expect(page.end.mock.calls).toEqual([['logout']])
  expect(page.deleteLocalData).toHaveBeenCalledOnce()
  await pass(20 * MINUTE)
  expect(page.end).toHaveBeenCalledOnce()
})

it('a session that another tab or the server has ended is not ended again', async () => {
  const page = await openPage()
  page.clear('ended')
  expect(page.end).not.toHaveBeenCalled()
  expect(page.deleteLocalData).toHaveBeenCalledOnce()
  expect(page.warning()).toBeUndefined()
})

it('the data on the device stays for the same user’s next sign-in, but not for another user', async () => {
  const page = await openPage()
  page.signIn({ ...olive, token: 'token-2' })
  expect(page.deleteLocalData).not.toHaveBeenCalled()
  page.signIn({ ...olive, token: 'token-3', user: { ...olive.user, userId: '8' } })
  expect(page.deleteLocalData).toHaveBeenCalledOnce()
  expect(page.prepareLocalData).toHaveBeenCalledTimes(3)
})

it('activity in another tab counts', async () => {
  const page = await openPage()
  await pass(14.5 * MINUTE)
  localStorage.setItem(KEY, JSON.stringify({ at: Date.now() }))
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
  expect(page.warning()).toBeUndefined()
})

it.each(['no json', '{"at":"x"}', '{"at":-5}', '[]'])(
  'the idle time starts now if the stored timestamp is invalid: %s',
  async (stored) => {
    localStorage.setItem(KEY, stored)
    expect((await openPage()).session()).toBeDefined()
  },
)

it('the idle time starts again if the clock was set back', async () => {
  const page = await openPage()
  vi.setSystemTime(Date.now() - 24 * 60 * MINUTE)
  await pass(14 * MINUTE)
  expect(page.session()).toBeDefined()
  await pass(2 * MINUTE)
  expect(page.session()).toBeUndefined()
})

it('the timestamp is deleted when the session ends', async () => {
  await openPage()
  await expect.poll(() => localStorage.getItem(KEY)).not.toBeNull()
  const { sessionStore } = await import('#services/session/session.ts')
  sessionStore.clear('logout')
  await expect.poll(() => localStorage.getItem(KEY)).toBeNull()
})
