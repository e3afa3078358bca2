// The device of whoever uses a wizard, where it is slow: a reader of files that is busy, a disk that is. Each holds until it is let
// go, so that what is seen meanwhile can be looked at.
import { expect, type Page, type Route } from '@playwright/test'
import { nextAmount } from '../batch-load-setup.ts'

export interface Device {
  /** The reader does something else first. */
  busyReader(): Promise<void>
  /** The disk writes something else first. */
  busyDisk(): Promise<void>
  letGo(): Promise<void>
  /** An amount that no row had before. */
  readonly nextAmount: typeof nextAmount
}

export async function deviceOf(page: Page): Promise<Device> {
  let waiting: Route | undefined
  let letGo: (() => Promise<void>) | undefined
  await page.route('**/busy', (route) => void (waiting = route))
  return {
    nextAmount,
    async busyReader() {
      waiting = undefined
      // One that was stopped is there again when the page is.
      if (page.workers().length === 0) await page.reload()
      await expect.poll(() => page.workers().length).toBe(1)
      const [reader] = page.workers()
      // It hears of nothing before the answer to this has come.
      void reader
        ?.evaluate(() => {
          const request = new XMLHttpRequest()
          request.open('GET', `${self.location.origin}/busy`, false)
          request.send()
        })
        .catch(() => undefined)
      await expect.poll(() => waiting !== undefined).toBe(true)
      letGo = async () => waiting?.fulfill({ body: '' })
    },
    async busyDisk() {
      await page.evaluate(async () => {
        const [{ name = '' } = {}] = await indexedDB.databases()
        const opened = indexedDB.open(name)
        const db = await new Promise<IDBDatabase>((resolve) => (opened.onsuccess = () => resolve(opened.result)))
        const [first = '', ...more] = db.objectStoreNames
        const write = db.transaction([first, ...more], 'readwrite')
        const held = { on: true }
        Object.assign(globalThis, { letDiskGo: () => (held.on = false) })
        // A transaction lasts for as long as something is asked of it.
        const goOn = () => {
          if (held.on) write.objectStore(first).count().onsuccess = goOn
          else db.close()
        }
        goOn()
      })
      letGo = () => page.evaluate(() => (globalThis as unknown as { letDiskGo: () => void }).letDiskGo())
    },
    letGo: async () => letGo?.(),
  }
}
