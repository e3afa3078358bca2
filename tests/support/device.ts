// A browser that several tests use one after the other, as a person does on one day: whoever signed in there by the form once is
// signed in still, which spares each test a sign-in of a second. Nothing else is left of a test for the next one. Its tests are
// those that only begin with somebody signed in; signing in, sessions and what a browser keeps are tested in browsers of their own.
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { post } from './call.ts'

export interface Device {
  /** A test begins. */
  begin(): Promise<BrowserContext>
  /** It ends, and leaves neither pages nor permissions. */
  end(): Promise<void>
  /** Nobody is signed in, and nothing is kept of what earlier tests did; the page stands at the portal's origin with nothing running. */
  empty(page: Page): Promise<void>
  /**
   * Takes away what earlier tests left and puts the user's session back where the portal keeps it; false where that is not in
   * force any more, or was never opened here. Only before the test has done anything: later it is for the form.
   */
  reopen(page: Page, username: string): Promise<boolean>
  /** Reads the session that the form has just opened. Throws if the portal keeps it elsewhere than it did. */
  remember(page: Page, username: string): Promise<void>
  close(): Promise<void>
}

const devices = new WeakMap<BrowserContext, Device>()
export const deviceOf = (page: Page): Device | undefined => devices.get(page.context())

/** `serviceWorkers`: whether the portal may install its worker, whose files stay then. */
export function createDevice(browser: Browser, url: string, serviceWorkers: 'allow' | 'block' = 'block'): Device {
  const sessionKey = `portal:${new URL(url).pathname}:session`
  const sessions = new Map<string, string>()
  let context: BrowserContext | undefined
  let isUntouched = false
  /** A page that stays, with nothing of the portal running: with the last page of a device its process would end. */
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

/** In the page: takes everything away, except the mark that something may be left of a user. */
async function emptyStorage(): Promise<void> {
  const outcome = <T>(asked: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error ?? new Error('The database does not answer.'))
    })
  for (const name of Object.keys(localStorage)) if (!name.endsWith(':kept')) localStorage.removeItem(name)
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await outcome(indexedDB.open(name))
    for (const table of db.objectStoreNames)
      await outcome(db.transaction(table, 'readwrite').objectStore(table).clear())
    db.close()
  }
}
