// Simulates a slow device: a busy file reader and a busy disk. Each blocks until it is released, so that the test can
// inspect the state in between.
import type { Page } from '@playwright/test'
import type { RunningServer } from '#tests/support/server.ts'
import { holdCalls } from '#tests/support/held-calls.ts'
import { nextAmount } from '../batch-load-setup.ts'

export interface SlowDevice {
  /** Keeps the file reader busy. */
  blockReader(): Promise<void>
  /** Keeps the disk busy. */
  blockDisk(): Promise<void>
  release(): Promise<void>
  /** Returns an amount that no row had before. */
  readonly nextAmount: typeof nextAmount
}

/** The setup with which the replay of a wizard starts, except its files. The page is not open yet. */
export const wizardSetup = async (page: Page, server: RunningServer) => ({
  page,
  server,
  calls: await holdCalls(page),
  device: await slowDeviceOf(page),
})

async function slowDeviceOf(page: Page): Promise<SlowDevice> {
  let release: (() => Promise<void>) | undefined
  await page.addInitScript(holdReaders)
  return {
    nextAmount,
    async blockReader() {
      await page.evaluate(() => (globalThis as unknown as ReaderControls).blockReader())
      release = () => page.evaluate(() => (globalThis as unknown as ReaderControls).releaseReader())
    },
    async blockDisk() {
      await page.evaluate(async () => {
        const [{ name = '' } = {}] = await indexedDB.databases()
        const openRequest = indexedDB.open(name)
        const db = await new Promise<IDBDatabase>(
          (resolve) => (openRequest.onsuccess = () => resolve(openRequest.result)),
        )
        const [first = '', ...others] = db.objectStoreNames
        const write = db.transaction([first, ...others], 'readwrite')
        let isBlocked = true
        Object.assign(globalThis, { releaseDisk: () => (isBlocked = false) })
        // A transaction lasts as long as it has pending requests.
        const keepBusy = () => {
          if (isBlocked) write.objectStore(first).count().onsuccess = keepBusy
          else db.close()
        }
        keepBusy()
      })
      release = () => page.evaluate(() => (globalThis as unknown as { releaseDisk: () => void }).releaseDisk())
    },
    release: async () => release?.(),
  }
}

interface ReaderControls {
  blockReader(): void
  releaseReader(): void
}

/**
 * Runs in the page. After `blockReader`, the next worker to which the page sends a message is blocked: it receives this
 * message and all later messages only on `releaseReader`.
 */
function holdReaders(): void {
  let [isNextBlocked, blockedWorker, heldMessages]: [boolean, Worker | undefined, (() => void)[]] = [
    false,
    undefined,
    [],
  ]
  Object.assign(globalThis, {
    blockReader: () => void ([isNextBlocked, blockedWorker, heldMessages] = [true, undefined, []]),
    releaseReader: () => {
      blockedWorker = undefined
      for (const send of heldMessages) send()
    },
  } satisfies ReaderControls)
  Worker.prototype.postMessage = new Proxy(Worker.prototype.postMessage, {
    apply(send, worker: Worker, parameters) {
      if (isNextBlocked) [isNextBlocked, blockedWorker] = [false, worker]
      if (worker === blockedWorker) heldMessages.push(() => void Reflect.apply(send, worker, parameters))
      else Reflect.apply(send, worker, parameters)
    },
  })
}
