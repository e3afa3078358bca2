// After a reload, a page gets its key from another page, the service worker, or the server. Also tests a page that has
// no key.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holdKeyForReloads } from '#storage/key-channel.ts'

const OLIVE = '3:7'
const AMIR = '3:8'
const KEY = Buffer.alloc(32, 7).toString('base64')

type Page = typeof import('#storage/keys.ts') & { readonly requestKey: (ownerUser: string) => void }
const channels = new Set<{ readonly name: string; receive(data: unknown): void }>()

/** Replaces Node's BroadcastChannel, which cannot send keys. */
class Channel {
  readonly #listeners: ((event: { data: unknown }) => void)[] = []
  readonly name: string
  constructor(name: string) {
    this.name = name
    channels.add(this)
  }
  addEventListener(_: string, listener: (event: { data: unknown }) => void) {
    this.#listeners.push(listener)
  }
  postMessage(data: unknown) {
    for (const other of channels)
      if (other !== this && other.name === this.name) queueMicrotask(() => other.receive(data))
  }
  receive(data: unknown) {
    if (channels.has(this)) for (const listener of this.#listeners) listener({ data })
  }
}

/** Opens a separate page with fresh modules. `leave` does what the browser does when the page is reloaded or closed. */
async function openPage(): Promise<{ readonly keys: Page; readonly leave: () => void }> {
  vi.resetModules()
  let hide = () => undefined as void
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
    if (type === 'pagehide') hide = listener
  })
  const { expectedKeys } = await import('#storage/expected-keys.ts')
  const module = await import('#storage/keys.ts')
  const requestKey = (ownerUser: string) => {
    expectedKeys.add(ownerUser)
    void module.draftKeyOf(ownerUser)
  }
  const keys: Page = { ...module, requestKey }
  const channel = [...channels].at(-1)!
  const leave = () => {
    hide()
    channels.delete(channel)
  }
  return { keys, leave }
}
const waitForKey = (keys: Page, user = OLIVE) => vi.waitFor(() => expect(keys.hasDraftKey(user)).toBe(true), 20_000)

beforeEach(() => vi.stubGlobal('BroadcastChannel', Channel))
afterEach(() => {
  channels.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('the key comes from another open page without a request to the server, and the receiving page cannot export it', async () => {
  const { keys: first } = await openPage()
  await first.storeDraftKey(OLIVE, KEY)
  const { keys: second } = await openPage()
  second.requestKey(OLIVE)
  const key = await second.draftKeyOf(OLIVE)
  expect(key?.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', key!)).rejects.toThrow()
})

it('the key is not sent to a page that requests another user’s key, nor accepted by a page without a request', async () => {
  const { keys: first, leave } = await openPage()
  const { keys: signedOut } = await openPage()
  const { keys: otherUsersPage } = await openPage()
  const { keys: third } = await openPage()
  await first.storeDraftKey(OLIVE, KEY)
  otherUsersPage.requestKey(AMIR)
  third.requestKey(OLIVE)
  leave()
  await waitForKey(third)
  expect(signedOut.hasDraftKey(OLIVE)).toBe(false)
  expect([otherUsersPage.hasDraftKey(OLIVE), otherUsersPage.hasDraftKey(AMIR)]).toEqual([false, false])
})

it('the service worker keeps the key while the only page reloads, but not after a sign-out', async () => {
  holdKeyForReloads('/voyager/')
  const { keys: before, leave } = await openPage()
  await before.storeDraftKey(OLIVE, KEY)
  leave()
  const { keys: after } = await openPage()
  after.requestKey(OLIVE)
  await waitForKey(after)
  after.destroyDraftKeys()
  const { keys: next } = await openPage()
  next.requestKey(OLIVE)
  next.reportDraftKeyUnavailable(OLIVE)
  expect(await next.draftKeyOf(OLIVE)).toBeUndefined()
  expect(next.isDraftKeyMissing(OLIVE)).toBe(true)
})

it('the key comes from the server if no page has it, and waiting work continues', async () => {
  const { keys } = await openPage()
  keys.requestKey(OLIVE)
  const waiting = keys.draftKeyOf(OLIVE)
  await keys.storeDraftKey(OLIVE, KEY)
  expect(await waiting).toBeDefined()
  expect(keys.isDraftKeyMissing(OLIVE)).toBe(false)
})

it('the key is missing if no source responds, and watchers are notified once data can be decrypted', async () => {
  const { keys } = await openPage()
  vi.useFakeTimers()
  const notified: [boolean, boolean][] = []
  keys.watchDraftKeys((canDecrypt) => notified.push([canDecrypt, keys.isDraftKeyMissing(OLIVE)]))
  keys.requestKey(OLIVE)
  const waiting = keys.draftKeyOf(OLIVE)
  keys.reportDraftKeyUnavailable(OLIVE)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await waiting).toBeUndefined()
  await keys.storeDraftKey(OLIVE, KEY)
  expect(notified).toEqual([
    [false, true],
    [true, false],
  ])
})

it('the key is reported missing after a time limit if the server does not respond', async () => {
  const { keys } = await openPage()
  vi.useFakeTimers()
  keys.requestKey(OLIVE)
  const waiting = keys.draftKeyOf(OLIVE)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await waiting).toBeUndefined()
  expect(keys.isDraftKeyMissing(OLIVE)).toBe(true)
})

it('the key is neither waited for nor reported missing in a browser that cannot encrypt', async () => {
  const { keys } = await openPage()
  keys.requestKey(OLIVE)
  const waiting = keys.draftKeyOf(OLIVE)
  expect(await keys.storeDraftKey(OLIVE, '')).toBe(false)
  expect(await waiting).toBeUndefined()
  expect(keys.isDraftKeyMissing(OLIVE)).toBe(false)
})
