// The numbers of waiting items in the menu, on the app's icon and in notifications. Users who have turned on
// notifications on this device get them while the portal is hidden, even after the server was busy once.
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useWaitingCounts } from '#app/alerts/waiting-counts.ts'
import { noticeChannel } from '#services/device/notice-channel.ts'
import { writePreference } from '#services/device/preference.ts'
import { queryClient } from '#services/server/queries.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { stubNotifications } from '#tests/support/system-notices.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'

const server = withStubServer()
let notified: string[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  notified = []
  const registration = {
    showNotification: (title: string) => Promise.resolve(void notified.push(title)),
    getNotifications: () => Promise.resolve([]),
  }
  stubNotifications({ permission: 'granted' }, { getRegistration: () => Promise.resolve(registration) })
  signInTestUser({ Batch: ['approve'] }, 'amir')
})
afterEach(() => {
  setVisibility('visible')
  writePreference('notifications', 'off')
})

function setVisibility(visibilityState: 'hidden' | 'visible') {
  Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

const waiting = (count: number) => ({
  resultCode: '0',
  batchesToApprove: { count, amount: '5.00', oldestUploadedAt: null },
  recentActivity: [],
  currency: 'SGD',
})

function Frame() {
  return <output aria-label="Waiting">{useWaitingCounts()['/batchloads']}</output>
}

/** Renders the frame for a checker with one batch to approve. */
async function open() {
  server.respondJson(waiting(1))
  render(
    <QueryClientProvider client={queryClient}>
      <Frame />
    </QueryClientProvider>,
  )
  await expect.poll(shownCount).toBe('1')
}
const shownCount = () => screen.getByLabelText('Waiting').textContent
const passMinute = () => act(() => vi.advanceTimersByTimeAsync(60_000))

it('notifies as soon as notifications are turned on, without any other action before leaving the portal', async () => {
  await open()
  act(() => writePreference('notifications', 'on'))
  setVisibility('hidden')
  server.respondJson(waiting(2))
  await passMinute()
  await expect.poll(() => notified).toEqual(['A batch is waiting for your approval'])
})

it('still notifies after the server was busy and asked for a later request', async () => {
  writePreference('notifications', 'on')
  await open()
  setVisibility('hidden')
  server.respondWith((response) => json(response, { resultCode: '-20500', resultText: 'Busy', retryAfter: 2 }, 503))
  await passMinute()
  await expect.poll(() => server.requests.length).toBe(2)
  server.respondJson(waiting(2))
  await passMinute()
  await expect.poll(() => notified).toEqual(['A batch is waiting for your approval'])
})

it('does not notify while notifications are off, and polls again when the portal becomes visible', async () => {
  await open()
  setVisibility('hidden')
  server.respondJson(waiting(2))
  await passMinute()
  await passMinute()
  await expect.poll(() => server.requests).toHaveLength(1)
  setVisibility('visible')
  await passMinute()
  await expect.poll(shownCount).toBe('2')
  expect(notified).toEqual([])
})

it('counts the waiting items for each page where they are handled', async () => {
  signInTestUser({ Card: ['produce'] })
  server.respondJson({
    ...waiting(1),
    ordersToApprove: { count: 2, cards: 2, amount: '1.00', oldestOrderedAt: null },
    physicalOrders: { count: 3, cards: 3, amount: '1.00', firstFinalAt: null },
    producerFiles: { count: 4, cards: 4, oldestReadyAt: null },
  })
  const Counts = () => <output aria-label="Counts">{JSON.stringify(useWaitingCounts())}</output>
  render(
    <QueryClientProvider client={queryClient}>
      <Counts />
    </QueryClientProvider>,
  )
  const counts = {
    '/batchloads': 1,
    '/card/virtual-card-orders': 2,
    '/card/physical-orders': 3,
    '/card/producer-files': 4,
  }
  await expect.poll(() => screen.getByLabelText('Counts').textContent).toBe(JSON.stringify(counts))
})

it('sets the number on the icon again after an installation, and at each response', async () => {
  const badges: number[] = []
  Object.assign(navigator, { setAppBadge: (count: number) => Promise.resolve(void badges.push(count)) })
  await open()
  await expect.poll(() => badges.at(-1)).toBe(1)
  badges.length = 0
  dispatchEvent(new Event('appinstalled'))
  expect(badges).toEqual([1])
  await passMinute()
  await expect.poll(() => badges.length).toBeGreaterThan(1)
  expect(new Set(badges)).toEqual(new Set([1]))
  Reflect.deleteProperty(navigator, 'setAppBadge')
})

it('keeps the badge after the session if the device’s notices outlive the session; otherwise clears it', async () => {
  const channel = { userId: '7', deviceToken: 'd', until: Date.now() + 60_000, waiting: 0, isPushed: false }
  const clearAppBadge = vi.fn(() => Promise.resolve())
  Object.assign(navigator, { setAppBadge: () => Promise.resolve(), clearAppBadge })
  await open()
  noticeChannel.set({ ...channel, isSessionActive: true })
  cleanup()
  expect(clearAppBadge).not.toHaveBeenCalled()
  await open()
  // The channel knows the number, so that later only an increase is announced.
  expect(noticeChannel.get()?.waiting).toBe(1)
  noticeChannel.clear()
  cleanup()
  expect(clearAppBadge).toHaveBeenCalledTimes(1)
  for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name)
})
