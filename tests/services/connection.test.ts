// The state of the connection follows from calls, browser events, and a probe that does not mistake a proxy for the
// server.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writePreference } from '#services/device/preference.ts'
import {
  connectionState,
  probeNow,
  reportFailedCall,
  reportReached,
  reportUnreachable,
  watchConnection,
} from '#services/server/connection.ts'
import { onReconnect } from '#services/server/reconnect.ts'
import { stubNotifications } from '#tests/support/system-notices.ts'

let health: () => Response
let probes: string[]
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  probes = []
  health = () => Response.json({ ready: true })
  vi.stubGlobal('fetch', async (path: string) => {
    probes.push(path)
    return Promise.resolve().then(health)
  })
  reportReached()
  stop = watchConnection()
})
afterEach(() => {
  stop()
  reportReached()
  vi.useRealTimers()
})

const refused = () => {
  throw new TypeError('Failed to fetch')
}
const online = () => connectionState().online

it('the connection counts as lost since the first failed call, with the fault of the last one', () => {
  vi.setSystemTime('2026-03-04T02:42:00Z')
  reportUnreachable('no connection')
  vi.setSystemTime('2026-03-04T02:50:00Z')
  reportUnreachable('invalid response')
  expect(connectionState()).toEqual({
    online: false,
    fault: 'invalid response',
    since: Date.parse('2026-03-04T02:42:00Z'),
  })
})

it('one failed call is not a lost connection while the server answers the probe', async () => {
  reportFailedCall('invalid response')
  expect(online()).toBe(true)
  await vi.advanceTimersByTimeAsync(0)
  expect([online(), probes]).toEqual([true, ['/voyager/health']])
})

it('a failed call is a lost connection if the probe fails as well', async () => {
  health = refused
  reportFailedCall('invalid response')
  reportFailedCall('invalid response')
  await vi.advanceTimersByTimeAsync(0)
  expect(connectionState()).toMatchObject({ online: false, fault: 'no connection' })
  expect(probes).toEqual(['/voyager/health'])
})

it('failed work is repeated when the server can be reached again, but with a pause if only one call keeps failing', async () => {
  const repeat = vi.fn(() => reportFailedCall('invalid response'))
  const stopRepeating = onReconnect(repeat)
  reportFailedCall('invalid response')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(repeat).toHaveBeenCalledTimes(1)
  // Another call that succeeds before the probe does is proof too.
  await vi.advanceTimersByTimeAsync(10_000)
  health = () => expect.unreachable('a response arrives before that of the probe')
  reportFailedCall('invalid response')
  reportReached()
  expect(repeat).toHaveBeenCalledTimes(2)
  // A connection that was lost is always a reason.
  repeat.mockReset()
  reportUnreachable('no connection')
  reportReached()
  expect(repeat).toHaveBeenCalledTimes(1)
  stopRepeating()
})

it('the connection returns automatically when the server is ready', async () => {
  reportUnreachable('no connection')
  await vi.advanceTimersByTimeAsync(2_000)
  expect([online(), probes]).toEqual([true, ['/voyager/health']])
})

it('the connection is probed less and less often, finally every 30 seconds, until it is back', async () => {
  health = refused
  reportUnreachable('no connection')
  const probedSeconds: number[] = []
  for (let second = 1; second <= 100; second += 1) {
    const countBefore = probes.length
    await vi.advanceTimersByTimeAsync(1_000)
    if (probes.length > countBefore) probedSeconds.push(second)
  }
  expect(probedSeconds).toEqual([2, 6, 14, 30, 60, 90])
  health = () => Response.json({ ready: true })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(online()).toBe(true)
  const probesBefore = probes.length
  await vi.advanceTimersByTimeAsync(300_000)
  expect(probes).toHaveLength(probesBefore)
})

it('the connection is not probed while the page is hidden, unless this device shows notifications', async () => {
  stubNotifications({ permission: 'granted' })
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  reportUnreachable('no connection')
  await vi.advanceTimersByTimeAsync(300_000)
  expect([online(), probes]).toEqual([false, []])
  writePreference('notifications', 'on')
  await vi.advanceTimersByTimeAsync(30_000)
  expect([online(), probes]).toEqual([true, ['/voyager/health']])
  hidden.mockRestore()
  writePreference('notifications', 'off')
})

it.each([
  ['a page of a proxy', () => new Response('<p>Wi-Fi login</p>', { headers: { 'content-type': 'text/html' } })],
  ['other JSON', () => Response.json({ ok: true })],
  ['a server that is not ready', () => Response.json({ ready: false }, { status: 503 })],
])('a probe does not mistake %s for the server', async (_, response) => {
  health = response
  expect(await probeNow()).toBe(false)
  expect(connectionState()).toMatchObject({ online: false, fault: 'invalid response' })
  // A missing response is a different fault from an invalid response.
  health = refused
  expect(await probeNow()).toBe(false)
  expect(connectionState()).toMatchObject({ online: false, fault: 'no connection' })
})

it('a late response to a call sent before the loss does not restore the connection, but starts a probe immediately', async () => {
  const sentAt = Date.now()
  await vi.advanceTimersByTimeAsync(1)
  window.dispatchEvent(new Event('offline'))
  health = refused
  reportReached(sentAt)
  await vi.advanceTimersByTimeAsync(0)
  expect([online(), probes]).toEqual([false, ['/voyager/health']])
  // The connection counts as restored as soon as the probe succeeds.
  health = () => Response.json({ ready: true })
  reportReached(sentAt)
  await vi.advanceTimersByTimeAsync(0)
  expect(online()).toBe(true)
})

it('the connection is lost if the browser reports it, and the server is probed if the browser reports that it is back', async () => {
  window.dispatchEvent(new Event('offline'))
  expect(online()).toBe(false)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(online()).toBe(true)
})
