// Changing the language of the portal on this device: the cookie, the service worker's files, the reload.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Language } from '#domain/texts/languages.ts'

interface Message {
  readonly type: string
  readonly language: string
}

/** A service worker that stores the files of a language, or cannot. */
class FakeWorker {
  readonly messages: Message[] = []
  readonly #stores: boolean

  constructor(stores = true) {
    this.#stores = stores
  }

  postMessage(message: Message, [port]: readonly MessagePort[]): void {
    this.messages.push(message)
    port?.postMessage(this.#stores)
  }
}

const reload = vi.fn()
const cookies: string[] = []
const useWorkers = (
  registration: Partial<Record<'active' | 'waiting' | 'installing', FakeWorker | null>> | undefined,
) => vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
beforeEach(() => {
  vi.stubGlobal('location', { protocol: 'https:', reload })
  vi.stubGlobal('document', {
    getElementById: () => null,
    set cookie(cookie: string) {
      cookies.push(cookie)
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
  reload.mockReset()
  cookies.length = 0
})

/** Loads fresh modules each time, because the update machine ends with a reload. */
const switchTo = async (language: Language) => (await import('#services/device/language.ts')).switchLanguage(language)
const cookieOf = (language: string) => `language=${language}; Path=/voyager/; Max-Age=31536000; SameSite=Lax; Secure`

it.each(['active', 'waiting', 'installing'] as const)(
  'the page reloads when the %s worker has stored the files of the language',
  async (state) => {
    const worker = new FakeWorker()
    useWorkers({ active: null, waiting: null, installing: null, [state]: worker })
    expect(await switchTo('de')).toBe(true)
    expect(worker.messages).toEqual([{ type: 'SHOW_LANGUAGE', language: 'de' }])
    expect(cookies).toEqual([cookieOf('de')])
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), 20_000)
  },
)

it('the page keeps its language if the files could not be loaded', async () => {
  useWorkers({ active: new FakeWorker(false) })
  expect(await switchTo('de')).toBe(false)
  expect(cookies).toEqual([cookieOf('de'), cookieOf('en')])
  expect(reload).not.toHaveBeenCalled()
})

it.each([
  ['has no service worker yet', { serviceWorker: { getRegistration: async () => undefined } }],
  ['cannot have one', {}],
])('the page reloads, and the server chooses by the cookie, in a browser that %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  expect(await switchTo('de')).toBe(true)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), 20_000)
})

it('the reload waits for the user while something must not be interrupted', async () => {
  useWorkers({ active: new FakeWorker() })
  const { applyUpdate, holdUpdates } = await import('#services/device/updates.ts')
  const release = holdUpdates('upload')
  expect(await switchTo('de')).toBe(true)
  expect(reload).not.toHaveBeenCalled()
  release()
  applyUpdate()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), 20_000)
})
