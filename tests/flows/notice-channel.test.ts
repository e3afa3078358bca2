// The notices and the badge on a device after an idle session has ended, and everything that stops them
// (docs/rules/access.md, "Notices on a device").
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signOut, startSession } from '#flows/access/session.ts'
import { endNotices, setPushEnabled, watchNoticeChannel } from '#flows/access/notice-channel.ts'
import { noticeChannel } from '#services/device/notice-channel.ts'
import { writePreference } from '#services/device/preference.ts'
import { sessionStore } from '#services/session/session.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { stubNotifications } from '#tests/support/system-notices.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.parse('2026-03-04T05:06:07Z')

const server = withStubServer()
let stops: (() => void)[] = []
let waiting: number
/** The titles of the shown notifications. */
let shown: string[]
let badge: number
let channelCount: number
let notificationApi: { permission: NotificationPermission }
let subscription: { endpoint: string; unsubscribe: () => Promise<boolean> } | undefined
/** The server's refusal of a device's request, if any. */
let refusal: object | undefined

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] })
  localStorage.clear()
  noticeChannel.clear()
  ;[waiting, badge, channelCount] = [1, 0, 0]
  shown = []
  refusal = undefined
  subscription = undefined
  server.respondWith((response, { method }) => {
    const until = new Date(Date.now() + 24 * HOUR).toISOString()
    if (method === 'openNoticeChannel')
      return json(response, {
        resultCode: '0',
        deviceToken: `device-${++channelCount}`,
        until,
        isPushed: !!subscription,
      })
    if (method === 'noticesWaiting') return json(response, refusal ?? { resultCode: '0', waiting })
    if (method === 'noticeSettings') return json(response, { resultCode: '0', hours: 24, pushKey: 'key' })
    json(response, { resultCode: '0', secondsLeft: 900, endsBy: 'idle' })
  })
  const registration = {
    showNotification: (title: string) => Promise.resolve(void shown.push(title)),
    // As if no notification with the requested tag were shown, so that the code closes none and `shown` counts all.
    getNotifications: (filter?: object) =>
      Promise.resolve(filter ? [] : shown.map(() => ({ close: () => (shown = []) }))),
    pushManager: {
      getSubscription: () => Promise.resolve(subscription ?? null),
      subscribe: () => {
        const unsubscribe = () => {
          subscription = undefined
          return Promise.resolve(true)
        }
        return Promise.resolve((subscription = { endpoint: 'https://push.example/1', unsubscribe }))
      },
    },
  }
  notificationApi = { permission: 'granted' }
  stubNotifications(notificationApi, { getRegistration: () => Promise.resolve(registration) })
  vi.stubGlobal('PushManager', class {})
  Object.assign(navigator, {
    setAppBadge: (count: number) => Promise.resolve(void (badge = count)),
    clearAppBadge: () => Promise.resolve(void (badge = 0)),
  })
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  writePreference('notifications', 'on')
})
afterEach(() => {
  stops.forEach((stop) => stop())
  stops = []
  sessionStore.clear('logout')
  Reflect.deleteProperty(document, 'visibilityState')
  vi.useRealTimers()
})

const callsOf = (method: string) => server.requests.filter((request) => request.method === method)
/** Advances the clock minute by minute. */
async function passMinutes(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) await vi.advanceTimersByTimeAsync(MINUTE)
}
/** Opens a page of a signed-in checker who has turned notices on. */
async function open(userId?: string) {
  stops.push(startSession(), watchNoticeChannel())
  signInTestUser({ Batch: ['approve'] }, 'amir', userId)
  await expect.poll(() => noticeChannel.get()?.isSessionActive).toBe(true)
  // In the app, the menu of signed-in users stores this count.
  noticeChannel.update({ waiting: 1 })
}
async function becomeIdle() {
  await passMinutes(16)
  expect(sessionStore.get()).toBeUndefined()
  await expect.poll(() => callsOf('logOut').length).toBe(1)
}

it('an absent checker gets notices of waiting items after 20 and 60 minutes, and the badge counts them', async () => {
  await open()
  await becomeIdle()
  await expect.poll(() => callsOf('logOut')[0]?.params).toMatchObject({ keepsNotices: true })
  waiting = 2
  await passMinutes(4)
  await expect.poll(() => shown).toEqual(['Something is waiting for your approval'])
  expect(badge).toBe(2)
  await passMinutes(30)
  expect(shown).toHaveLength(1)
  waiting = 3
  await passMinutes(10)
  await expect.poll(() => shown).toHaveLength(2)
  expect(badge).toBe(3)
  // Only the device's own token was sent.
  for (const { params } of callsOf('noticesWaiting')) expect(params).toEqual({ deviceToken: 'device-1' })
})

it('a smaller count only changes the badge, and a lost connection changes nothing', async () => {
  await open()
  await becomeIdle()
  waiting = 0
  await passMinutes(1)
  await expect.poll(() => noticeChannel.get()?.waiting).toBe(0)
  server.respondWith((response) => response.destroy())
  await passMinutes(3)
  expect(noticeChannel.get()?.deviceToken).toBe('device-1')
  expect([shown, badge]).toEqual([[], 0])
})

it('the device does not poll while the user is logged in, since the menu polls the count', async () => {
  await open()
  await passMinutes(5)
  await expect.poll(() => callsOf('noticesWaiting')).toEqual([])
})

it('a sign-out stops notices, and removes shown notifications', async () => {
  await open()
  await navigator.setAppBadge(4)
  shown.push('A batch waits for your approval')
  signOut()
  expect(noticeChannel.get()).toBeUndefined()
  await expect.poll(() => [shown, badge]).toEqual([[], 0])
  await expect.poll(() => callsOf('logOut')[0]?.params).not.toHaveProperty('keepsNotices')
  await passMinutes(5)
  await expect.poll(() => callsOf('noticesWaiting')).toEqual([])
})

it('notices can be stopped on the sign-in page', async () => {
  await open()
  await becomeIdle()
  endNotices()
  await expect.poll(() => callsOf('closeNoticeChannel')[0]?.params).toEqual({ deviceToken: 'device-1' })
  const callsBefore = callsOf('noticesWaiting').length
  await passMinutes(2)
  await expect.poll(() => callsOf('noticesWaiting')).toHaveLength(callsBefore)
})

it('notices stop when the server no longer accepts the token, for example after a password change', async () => {
  await open()
  await becomeIdle()
  waiting = 2
  await passMinutes(1)
  await expect.poll(() => badge).toBe(2)
  refusal = { resultCode: '-20404', resultText: 'Notifications on this device have ended' }
  await passMinutes(1)
  await expect.poll(() => noticeChannel.get()).toBeUndefined()
  await expect.poll(() => [shown, badge]).toEqual([[], 0])
})

it('notices stop after the configured time', async () => {
  await open()
  await becomeIdle()
  vi.setSystemTime(START + 24 * HOUR)
  await passMinutes(1)
  expect(noticeChannel.get()).toBeUndefined()
  await expect.poll(() => callsOf('closeNoticeChannel')).toHaveLength(1)
})

it('the next session replaces the token of the same user, and stops the notices of another user', async () => {
  await open('7')
  await becomeIdle()
  signInTestUser({ Batch: ['approve'] }, 'amir', '7')
  await expect.poll(() => noticeChannel.get()?.deviceToken).toBe('device-2')
  await expect.poll(() => callsOf('openNoticeChannel')[1]?.params).toMatchObject({ replaces: 'device-1' })
  await passMinutes(16)
  expect(sessionStore.get()).toBeUndefined()
  signInTestUser({ Batch: ['approve'] }, 'ada', '8')
  await expect.poll(() => noticeChannel.get()).toMatchObject({ userId: '8', deviceToken: 'device-3', waiting: 0 })
  await expect.poll(() => callsOf('closeNoticeChannel')[0]?.params).toEqual({ deviceToken: 'device-2' })
  await expect.poll(() => callsOf('openNoticeChannel')[2]?.params).not.toHaveProperty('replaces')
})

it.each(['switched off in My Settings', 'blocked in the browser'])('notices stop when they are %s', async (how) => {
  await open()
  if (how.startsWith('blocked')) {
    await becomeIdle()
    notificationApi.permission = 'denied'
    await passMinutes(1)
  } else writePreference('notifications', 'off')
  await expect.poll(() => noticeChannel.get()).toBeUndefined()
  await expect.poll(() => callsOf('closeNoticeChannel')).toHaveLength(1)
})

it('with push, the browser’s subscription is sent with each session, and removed at sign-out', async () => {
  await open()
  expect(await setPushEnabled(true)).toBeUndefined()
  await expect
    .poll(() => callsOf('openNoticeChannel')[1]?.params)
    .toMatchObject({ pushEndpoint: 'https://push.example/1' })
  expect(noticeChannel.get()?.isPushed).toBe(true)
  signOut()
  await expect.poll(() => subscription).toBeUndefined()
})
