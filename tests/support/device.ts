// A browser that several tests use one after the other, as a person does in one day: a user who has logged in once
// stays logged in, which saves each test a login of a second. Nothing else of a test is left for the next one. Only for
// tests that just begin with a logged-in user; login, sessions and what a browser stores are tested in their own
// browsers.
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { post } from './call.ts'

export interface Device {
  /** Call it when a test begins. */
  begin(): Promise<BrowserContext>
  /** Call it when a test ends; leaves neither pages nor permissions. */
  end(): Promise<void>
  /** Logs out and removes everything earlier tests stored; the page is at the portal's origin with nothing running. */
  empty(page: Page): Promise<void>
  /**
   * Removes what earlier tests left and restores the user's session where the portal stores it; false if that session
   * is no longer valid, or was never opened here. Only before the test has done anything; later the login form is
   * needed.
   */
  reopen(page: Page, username: string): Promise<boolean>
  /** Reads the session that the form has just opened. Throws if the portal no longer stores it there. */
  remember(page: Page, username: string): Promise<void>
  close(): Promise<void>
}

const devices = new WeakMap<BrowserContext, Device>()
export const deviceOf = (page: Page): Device | undefined => devices.get(page.context())

/** `serviceWorkers`: whether the portal can install its worker, whose files are then kept. */
export function createDevice(browser: Browser, url: string, serviceWorkers: 'allow' | 'block' = 'block'): Device {
  const sessionKey = `portal:${new URL(url).pathname}:session`
  const sessions = new Map<string, string>()
  let context: BrowserContext | undefined
  let isUntouched = false
  /**
   * A page that stays open with nothing of the portal running, since the process of a device ends with its last page.
   */
  let keeper: Page | undefined

  const emptied = async (page: Page) => {
    isUntouched = false
    // The portal's origin, with nothing of the portal running.
    await page.goto(`${url}health`)
    await page.evaluate(emptyStorage)
  }

  const device: Device = {
    async begin() {
      if (!context) {
        context = await browser.newContext({ baseURL: url, serviceWorkers })
        devices.set(context, device)
        keeper = await context.newPage()
        await keeper.goto(`${url}health`)
      }
      isUntouched = true
      return context
    },
    async end() {
      for (const page of context?.pages() ?? []) if (page !== keeper) await page.close()
      await context?.clearPermissions()
    },
    empty: emptied,
    async reopen(page, username) {
      if (!isUntouched) return false
      await emptied(page)
      const session = sessions.get(username)
      if (session === undefined || !(await isInForce(url, session))) return false
      await page.evaluate(([key, value]) => localStorage.setItem(key, value), [sessionKey, session] as const)
      return true
    },
    async remember(page, username) {
      const session = await page.evaluate((key) => localStorage.getItem(key), sessionKey)
      if (session === null) throw new Error(`The portal does not keep its session under ${sessionKey}.`)
      sessions.set(username, session)
    },
    close: async () => context?.close(),
  }
  return device
}

async function isInForce(url: string, session: string): Promise<boolean> {
  const { token } = JSON.parse(session) as { readonly token: string }
  return (await post(url, 'sessionState', { token })).answer.resultCode === '0'
}

/** Runs in the page: removes everything, except the mark that something of a user can be left. */
async function emptyStorage(): Promise<void> {
  const outcome = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('The database does not answer.'))
    })
  for (const name of Object.keys(localStorage)) if (!name.endsWith(':kept')) localStorage.removeItem(name)
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await outcome(indexedDB.open(name))
    for (const table of db.objectStoreNames)
      await outcome(db.transaction(table, 'readwrite').objectStore(table).clear())
    db.close()
  }
}
