// The user's slow device: a busy file reader and a busy disk. Each blocks until it is released, so that the test can
// inspect the state in between.
import type { Page } from '@playwright/test'
import type { RunningServer } from '#tests/support/server.ts'
import { holdCalls } from '#tests/support/held-calls.ts'
import { nextAmount } from '../batch-load-setup.ts'

export interface Device {
  /** Makes the file reader busy with other work. */
  busyReader(): Promise<void>
  /** Makes the disk busy with other work. */
  busyDisk(): Promise<void>
  release(): Promise<void>
  /** Returns an amount that no row had before. */
  readonly nextAmount: typeof nextAmount
}

/** The stage at the start of every replay of a wizard's page, except its files. The page is not open yet. */
export const stageOf = async (page: Page, server: RunningServer) => ({
  page,
  server,
  calls: await holdCalls(page),
  device: await deviceOf(page),
})

async function deviceOf(page: Page): Promise<Device> {
  let release: (() => Promise<void>) | undefined
  await page.addInitScript(holdReaders)
  return {
    nextAmount,
    async busyReader() {
      await page.evaluate(() => (globalThis as unknown as Held).blockReader())
      release = () => page.evaluate(() => (globalThis as unknown as Held).releaseReader())
    },
    async busyDisk() {
      await page.evaluate(async () => {
        const [{ name = '' } = {}] = await indexedDB.databases()
        const opened = indexedDB.open(name)
        const db = await new Promise<IDBDatabase>((resolve) => (opened.onsuccess = () => resolve(opened.result)))
        const [first = '', ...more] = db.objectStoreNames
        const write = db.transaction([first, ...more], 'readwrite')
        const held = { on: true }
        Object.assign(globalThis, { releaseDisk: () => (held.on = false) })
        // A transaction lasts as long as it has pending requests.
        const goOn = () => {
          if (held.on) write.objectStore(first).count().onsuccess = goOn
          else db.close()
        }
        goOn()
      })
      release = () => page.evaluate(() => (globalThis as unknown as { releaseDisk: () => void }).releaseDisk())
    },
    release: async () => release?.(),
  }
}

interface Held {
  blockReader(): void
  releaseReader(): void
}

/** Runs in the page: the next message to a worker and all later ones wait, as if the worker were busy. */
function holdReaders(): void {
  let [isNextHeld, held, waiting]: [boolean, Worker | undefined, (() => void)[]] = [false, undefined, []]
  Object.assign(globalThis, {
    blockReader: () => void ([isNextHeld, held, waiting] = [true, undefined, []]),
    releaseReader: () => {
      held = undefined
      for (const send of waiting) send()
    },
  } satisfies Held)
  Worker.prototype.postMessage = new Proxy(Worker.prototype.postMessage, {
    apply(send, worker: Worker, sent) {
      if (isNextHeld) [isNextHeld, held] = [false, worker]
      if (worker === held) waiting.push(() => void Reflect.apply(send, worker, sent))
      else Reflect.apply(send, worker, sent)
    },
  })
}
