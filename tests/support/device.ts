// A browser that several tests use one after the other. A user who has logged in once stays logged in, which saves each
// test a login of one second. Everything else is removed after each test. Only for tests that just start with a
// logged-in user: tests of login, sessions and browser storage use separate browsers.
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { post } from './call.ts'

export interface Device {
  /** Call this when a test begins. */
  begin(): Promise<BrowserContext>
  /** Call this when a test ends: closes all pages and clears permissions. */
  end(): Promise<void>
  /**
   * Logs out and removes everything that earlier tests stored. The page then has the portal's origin, but the portal's
   * scripts are not loaded.
   */
  clear(page: Page): Promise<void>
  /**
   * Removes everything that earlier tests stored and restores the user's session. Returns false if that session is no
   * longer valid or was never opened on this device, or if the test has already used the device: then use the login
   * form.
   */
  reopen(page: Page, username: string): Promise<boolean>
  /**
   * Remembers the session that the login form has just opened. Throws if the portal does not store it where expected.
   */
  remember(page: Page, username: string): Promise<void>
  close(): Promise<void>
}

const devices = new WeakMap<BrowserContext, Device>()
export const deviceOf = (page: Page): Device | undefined => devices.get(page.context())

/** With `serviceWorkers: 'allow'` the portal can install its service worker, whose files stay for later tests. */
export function createDevice(browser: Browser, url: string, serviceWorkers: 'allow' | 'block' = 'block'): Device {
  const sessionKey = `portal:${new URL(url).pathname}:session`
  const sessions = new Map<string, RememberedSession>()
  let context: BrowserContext | undefined
  /** True until the current test has cleared the device or logged in on it. */
  let isUnused = false
  /** A page that stays open without the portal's scripts, since a browser process ends with its last page. */
  let openPage: Page | undefined

  const clear = async (page: Page) => {
    isUnused = false
    // A page of the portal's origin without the portal's scripts.
    await page.goto(`${url}health`)
    await page.evaluate(emptyLocalStorage)
    // The browser closes connections that a worker of a closed page may still hold. A script in the page waits for them.
    const browserSession = await page.context().newCDPSession(page)
    await browserSession.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'indexeddb' })
    await browserSession.detach()
  }

  const device: Device = {
    async begin() {
      if (!context) {
        context = await browser.newContext({ baseURL: url, serviceWorkers })
        devices.set(context, device)
        openPage = await context.newPage()
        await openPage.goto(`${url}health`)
      }
      isUnused = true
      return context
    },
    async end() {
      for (const page of context?.pages() ?? []) if (page !== openPage) await page.close()
      await context?.clearPermissions()
    },
    clear,
    async reopen(page, username) {
      if (!isUnused) return false
      await clear(page)
      const session = sessions.get(username)
      if (session === undefined || !(await isValid(url, session))) return false
      await page.evaluate(([key, value]) => localStorage.setItem(key, value), [sessionKey, session.stored] as const)
      await page.context().addCookies(session.cookies)
      return true
    },
    async remember(page, username) {
      const session = await page.evaluate((key) => localStorage.getItem(key), sessionKey)
      if (session === null) throw new Error(`The portal does not keep its session under ${sessionKey}.`)
      sessions.set(username, { stored: session, cookies: await page.context().cookies(url) })
    },
    close: async () => context?.close(),
  }
  return device
}

/** The session in local storage, and the cookie that masks its token (src/services/session/stored-token.ts). */
interface RememberedSession {
  readonly stored: string
  readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>
}

/** The token of the session in a page's storage. */
export async function tokenOf(page: Page): Promise<string> {
  const [key = ''] = await page.evaluate(() => Object.keys(localStorage).filter((name) => name.endsWith(':session')))
  const stored = await page.evaluate((name) => localStorage.getItem(name), key)
  return unmask({ stored: stored ?? '{}', cookies: await page.context().cookies(page.url()) })
}

function unmask({ stored, cookies }: RememberedSession): string {
  const { token = '', maskedEnd = '' } = JSON.parse(stored) as { readonly token?: string; readonly maskedEnd?: string }
  const mask = Buffer.from(cookies.find(({ name }) => name === 'portal-session-mask')?.value ?? '', 'hex')
  return (
    token +
    Buffer.from(maskedEnd, 'hex')
      .map((byte, index) => byte ^ (mask[index] ?? 0))
      .toString()
  )
}

const isValid = async (url: string, session: RememberedSession): Promise<boolean> =>
  (await post(url, 'sessionState', { token: unmask(session) })).response.resultCode === '0'

/** Runs in the page. Leaves the `:kept` flag, which means that the device may have user data. */
function emptyLocalStorage(): void {
  for (const name of Object.keys(localStorage)) if (!name.endsWith(':kept')) localStorage.removeItem(name)
}
