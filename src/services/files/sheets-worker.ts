// Starts the sheets worker on demand, one file at a time, and makes sure that every call returns.
import * as Comlink from 'comlink'
import { message } from '#domain/messages/message.ts'
import { setKnownHeadings } from '#domain/rows/headings.ts'
import type { ReadRows, ReadRefusal, ReadResult, SheetsApi } from '#workers/sheets-api.ts'
import { randomUuid } from '../random-uuid.ts'

export type { ReadResult }

/** Everything that the worker needs to read a file, except the file. */
export type ReadParameters = Omit<ReadRows, 'fileName' | 'file'>

export interface SheetsWorker {
  /**
   * Reads and checks a file. Always returns: if the file is refused, the call is cancelled or followed by another one,
   * or the worker dies or hangs, the result is a refusal with a message.
   */
  readRows(file: File, parameters: ReadParameters, options?: { signal?: AbortSignal }): Promise<ReadResult>
  /**
   * Parses a response of the server (SheetsApi). Undefined if the worker has died or is stopped; the caller then parses the
   * response.
   */
  parseResponse(bytes: ArrayBuffer): Promise<unknown>
  /** Starts the worker, so that the next file does not wait for it. */
  prepare(): void
  /** Ends the worker. A running call returns a refusal with the code 'aborted'. */
  stop(): void
}

/** A started worker. */
export interface Spawned {
  readonly worker: Worker
  /** False once the worker is known to be dead; it can die without an event. */
  isAlive(): Promise<boolean>
}

export interface Timing {
  /**
   * After this time without a result, the worker counts as hanging. Even on the slowest machines, a file takes at most
   * a fifth of it.
   */
  readonly timeoutMs: number
  /** How often a running call checks that its worker is alive, so that a dead worker is reported within 5 s. */
  readonly pulseMs: number
}

/** Errors while reading a file. */
const ABORTED: ReadRefusal = { code: 'aborted', message: message('fileAborted') }
const DIED: ReadRefusal = {
  code: 'failed',
  message: message('fileFailed'),
  hint: message('readingStopped'),
}
const TIMED_OUT: ReadRefusal = {
  code: 'failed',
  message: message('fileFailed'),
  hint: message('readingTookTooLong'),
}

/** Manages any worker, given a function that starts it. */
export function createSheetsWorker(
  spawn: () => Spawned,
  timing: Timing = { timeoutMs: 15_000, pulseMs: 1000 },
): SheetsWorker {
  let running: (Spawned & { readonly api: Comlink.Remote<SheetsApi> }) | undefined
  let cancelCurrentCall: (() => void) | undefined
  let abandonParsing: (() => void) | undefined

  const start = () => {
    if (running) return running
    const spawned = spawn()
    const started = { ...spawned, api: Comlink.wrap<SheetsApi>(spawned.worker) }
    running = started
    // If a prepared worker fails, the next file gets a new one.
    spawned.worker.addEventListener('error', () => {
      if (running === started && !cancelCurrentCall) stop()
    })
    return started
  }
  const stop = () => {
    running?.worker.terminate()
    running = undefined
    cancelCurrentCall?.()
    abandonParsing?.()
  }

  return {
    prepare: () => void start(),
    async parseResponse(bytes) {
      const { worker, api } = start()
      return new Promise((resolve) => {
        const finish = (response: unknown) => {
          clearTimeout(timeout)
          worker.removeEventListener('error', abandon)
          if (abandonParsing === abandon) abandonParsing = undefined
          resolve(response)
        }
        const abandon = () => finish(undefined)
        const timeout = setTimeout(abandon, timing.timeoutMs)
        worker.addEventListener('error', abandon)
        abandonParsing = abandon
        // The bytes are copied, so that the caller still has them if the worker dies.
        api.parseResponse(bytes).then(finish, abandon)
      })
    },
    readRows(file, parameters, { signal } = {}) {
      if (cancelCurrentCall) stop()
      if (signal?.aborted) return Promise.resolve({ ok: false, refusal: ABORTED })
      const { worker, api, isAlive } = start()
      return new Promise((resolve) => {
        const isCurrentCall = () => cancelCurrentCall === cancel
        const finish = (result: ReadResult) => {
          if (!isCurrentCall()) return
          cancelCurrentCall = undefined
          clearTimeout(timeout)
          clearInterval(pulse)
          worker.removeEventListener('error', die)
          worker.removeEventListener('messageerror', die)
          signal?.removeEventListener('abort', stop)
          resolve(result)
        }
        const cancel = () => finish({ ok: false, refusal: ABORTED })
        // A failed worker is discarded; the next file gets a new one.
        const fail = (refusal: ReadRefusal) => {
          if (!isCurrentCall()) return
          finish({ ok: false, refusal })
          stop()
        }
        const die = () => fail(DIED)
        const timeout = setTimeout(() => fail(TIMED_OUT), timing.timeoutMs)
        const pulse = setInterval(
          () =>
            void isAlive().then((alive) => {
              if (!alive) die()
            }),
          timing.pulseMs,
        )
        cancelCurrentCall = cancel
        worker.addEventListener('error', die)
        worker.addEventListener('messageerror', die)
        signal?.addEventListener('abort', stop)
        api.readRows({ ...parameters, fileName: file.name, file }).then(finish, die)
      })
    },
    stop,
  }
}

/** The portal's only sheets worker. */
export const sheetsWorker: SheetsWorker = withHeadings(createSheetsWorker(spawnSheets))

/** Loads the known headings while the worker starts or reads: the page needs them to show what was read. */
function withHeadings(worker: SheetsWorker): SheetsWorker {
  // If they cannot be loaded, the page knows only the labels in its own language.
  const load = () =>
    import('#domain/files/heading-words.ts').then(
      ({ headingWords }) => setKnownHeadings(headingWords),
      () => undefined,
    )
  return {
    ...worker,
    prepare() {
      worker.prepare()
      void load()
    },
    async readRows(...args) {
      const [result] = await Promise.all([worker.readRows(...args), load()])
      return result
    },
  }
}

function spawnSheets(): Spawned {
  // The worker holds a lock with its name while it lives. The browser releases it when the worker dies.
  const name = `sheets-${randomUuid()}`
  const worker = new Worker(new URL('../../../workers/sheets.ts', import.meta.url), { type: 'module', name })
  let wasHeld = false
  return {
    worker,
    async isAlive() {
      const { held = [] } = await navigator.locks.query()
      const isHeld = held.some((lock) => lock.name === name)
      wasHeld ||= isHeld
      // A worker that is still starting does not hold its lock yet.
      return isHeld || !wasHeld
    },
  }
}
