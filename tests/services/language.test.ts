// Changing the language of the portal on this device: the cookie, the worker of the other language, the reload.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Language } from '#domain/languages.ts'

class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing'
  readonly registration: FakeRegistration

  constructor(registration: FakeRegistration) {
    super()
    this.registration = registration
  }

  become(state: ServiceWorkerState): void {
    this.state = state
    if (state !== 'installing') this.registration.installing = null
    this.registration.waiting = state === 'installed' ? this : null
    this.dispatchEvent(new Event('statechange'))
  }

  postMessage(message: { readonly type: string }): void {
    if (message.type === 'SKIP_WAITING') this.become('activated')
  }
}

class FakeRegistration {
  installing: FakeWorker | null = null
  waiting: FakeWorker | null = null
  update = vi.fn(async () => {
    this.installing = new FakeWorker(this)
  })
}

const reload = vi.fn()
const cookies: string[] = []
let registration: FakeRegistration
beforeEach(() => {
  registration = new FakeRegistration()
  vi.stubGlobal('location', { protocol: 'https:', reload })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  vi.stubGlobal('document', {
    set cookie(cookie: string) {
      cookies.push(cookie)
    },
  })
  // Prevents the reload for a worker that does not take over in time.
  vi.stubGlobal('setTimeout', vi.fn())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
  reload.mockReset()
  cookies.length = 0
})

/** Loads fresh modules each time, because the update machine ends with a reload. */
const switchTo = async (language: Language) => (await import('#services/device/language.ts')).switchLanguage(language)
const waitForInstalling = () => vi.waitUntil(() => registration.installing, 20_000)

it('the page reloads when the worker of the other language is active', async () => {
  const switchResult = switchTo('de')
  const worker = await waitForInstalling()
  expect(cookies).toEqual(['language=de; Path=/voyager/; Max-Age=31536000; SameSite=Lax; Secure'])
  expect(reload).not.toHaveBeenCalled()
  worker.become('installed')
  expect(await switchResult).toBe(true)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), 20_000)
})

it('a request that the browser has joined to an earlier one, with the previous language, is repeated', async () => {
  registration.update.mockResolvedValueOnce(undefined)
  const switchResult = switchTo('de')
  const worker = await waitForInstalling()
  expect(registration.update).toHaveBeenCalledTimes(2)
  worker.become('installed')
  expect(await switchResult).toBe(true)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), 20_000)
})

it('the page reloads if the worker becomes active without a request, because no page used the previous worker', async () => {
  const switchResult = switchTo('de')
  const worker = await waitForInstalling()
  worker.become('activating')
  expect(await switchResult).toBe(true)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), 20_000)
})

it('the page does not reload if the files of the other language could not be loaded', async () => {
  const switchResult = switchTo('de')
  const worker = await waitForInstalling()
  worker.become('redundant')
  expect(await switchResult).toBe(false)
  registration.update.mockRejectedValueOnce(new TypeError('offline'))
  expect(await switchTo('de')).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})

it('the page reloads in a browser without a service worker', async () => {
  vi.stubGlobal('navigator', {})
  expect(await switchTo('de')).toBe(true)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), 20_000)
})

it('the reload waits for the user while something must not be interrupted', async () => {
  const { applyUpdate, holdUpdates } = await import('#services/device/updates.ts')
  const release = holdUpdates('upload')
  registration.update.mockResolvedValue(undefined)
  expect(await switchTo('de')).toBe(true)
  expect(reload).not.toHaveBeenCalled()
  release()
  applyUpdate()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), 20_000)
})
