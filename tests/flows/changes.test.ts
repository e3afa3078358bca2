// The portal's side of the calls that the server holds until something changes (docs/rules/access.md, "Open tabs"): what
// each answer does, and that no answer causes call after call.
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followChanges } from '#flows/access/changes.ts'
import { queryClient } from '#services/server/queries.ts'
import { sessionStore } from '#services/session/session.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { signInTestUser } from '#tests/support/test-user.ts'

const server = withStubServer()
let stop: () => void
/** The calls that the server has not answered yet. */
let held: ServerResponse[]
let visibility: DocumentVisibilityState

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  held = []
  visibility = 'visible'
  Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true })
  server.respondWith((response) => void held.push(response))
  signInTestUser({})
  stop = followChanges()
})
afterEach(() => {
  stop()
  Reflect.deleteProperty(document, 'visibilityState')
  vi.useRealTimers()
})

const calls = () => server.paramsOf('awaitChange').length
async function answer(outcome: string): Promise<void> {
  await expect.poll(() => held.length).toBe(1)
  const [response] = held.splice(0)
  if (response) json(response, { resultCode: '0', outcome })
}
function show(next: DocumentVisibilityState): void {
  visibility = next
  document.dispatchEvent(new Event('visibilitychange'))
}
/** Lets less time pass than any pause lasts, so a call that follows at once has been sent. */
const passSecond = () => vi.advanceTimersByTimeAsync(1_000)

it('a change refreshes the overview, and the next call follows', async () => {
  const key = ['any', 'overview', {}]
  queryClient.setQueryData(key, {})
  await answer('changed')
  await vi.waitFor(async () => {
    await passSecond()
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true)
  })
  await expect.poll(calls).toBe(2)
})

it('a refused token ends the session here, and no call follows until the next one', async () => {
  await expect.poll(() => held.length).toBe(1)
  const [response] = held.splice(0)
  if (response) json(response, { resultCode: '-20012', resultText: 'Your session has ended' })
  await expect.poll(() => sessionStore.get()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(60_000)
  await expect.poll(calls).toBe(1)
  signInTestUser({})
  await expect.poll(calls).toBe(2)
})

it.each(['notHeld', 'unchanged'])('after the answer %s without any time, the next call waits', async (outcome) => {
  await answer(outcome)
  await passSecond()
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.poll(calls).toBe(1)
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(10_000)
    expect(calls()).toBe(2)
  })
})

it('a tab that is shown asks at once, since its earlier call may be lost', async () => {
  await expect.poll(() => held.length).toBe(1)
  show('hidden')
  show('visible')
  await expect.poll(() => held.length).toBe(2)
})

it('hidden tabs of a browser take turns, and one that is shown does not wait for its turn', async () => {
  const turns: (() => void)[] = []
  const request = vi.fn(
    (_name: string, { signal }: { signal: AbortSignal }, call: () => Promise<unknown>) =>
      new Promise((resolve, reject) => {
        turns.push(() => resolve(call()))
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      }),
  )
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { locks: { request } }))
  visibility = 'hidden'
  await answer('changed')
  await vi.waitFor(async () => {
    await passSecond()
    expect(turns).toHaveLength(1)
  })
  await expect.poll(calls).toBe(1)
  turns[0]?.()
  await answer('changed')
  await vi.waitFor(async () => {
    await passSecond()
    expect(turns).toHaveLength(2)
  })
  await expect.poll(calls).toBe(2)
  show('visible')
  await expect.poll(calls).toBe(3)
  vi.unstubAllGlobals()
})
