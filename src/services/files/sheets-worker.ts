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
   * Reads and checks a file. The promise is never rejected. The result is a refusal with a message if the file is
   * refused, if the call is cancelled, if another call begins before this call ends, or if the worker dies or hangs.
   */
  readRows(file: File, parameters: ReadParameters, options?: { signal?: AbortSignal }): Promise<ReadResult>
  /**
   * Parses a response of the server (SheetsApi). Undefined if the worker dies or is stopped. The caller then parses the
   * response itself.
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
  /** False once the worker is known to be dead. A worker can die without an event. */
  isAlive(): Promise<boolean>
}

export interface Timing {
  /**
   * After this time without a result, the worker counts as hanging. Even on the slowest machines, a file takes only a
   * fifth of this time.
   */
  readonly timeoutMs: number
  /** How often a running call checks whether its worker is alive. A dead worker must be reported within 5 s. */
  readonly pulseMs: number
}

// Why a file could not be read.
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

/** `spawn` starts the worker. Tests start another worker. */
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
    // If a worker fails while no call runs, the next file gets a new worker.
    spawned.worker.addEventListener('error', () => {
      const isIdle = running === started && !cancelCurrentCall
      if (isIdle) stop()
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
      // A new call cancels the running call.
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
        // A failed worker is not used again. The next file gets a new worker.
        const fail = (refusal: ReadRefusal) => {
          if (!isCurrentCall()) return
          finish({ ok: false, refusal })
          stop()
        }
        const die = () => fail(DIED)
        const timeout = setTimeout(() => fail(TIMED_OUT), timing.timeoutMs)
        const checkPulse = async () => {
          if (!(await isAlive())) die()
        }
        const pulse = setInterval(() => void checkPulse(), timing.pulseMs)
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

/** Also loads the headings that the portal knows. The page needs them to show what the worker has read. */
function withHeadings(worker: SheetsWorker): SheetsWorker {
  const loadHeadings = async () => {
    try {
      const { headingWords } = await import('#domain/files/heading-words.ts')
      setKnownHeadings(headingWords)
    } catch {
      // Without a connection, the page knows only the labels in its own language.
    }
  }
  return {
    ...worker,
    prepare() {
      worker.prepare()
      void loadHeadings()
    },
    async readRows(...args) {
      const [result] = await Promise.all([worker.readRows(...args), loadHeadings()])
      return result
    },
  }
}

function spawnSheets(): Spawned {
  // As long as the worker lives, it holds a lock with its name. When it dies, the browser releases the lock.
  const name = `sheets-${randomUuid()}`
  const worker = new Worker(new URL('../../../workers/sheets.ts', import.meta.url), { type: 'module', name })
  let wasHeld = false
  return {
    worker,
    async isAlive() {
      const { held = [] } = await navigator.locks.query()
      const isHeld = held.some((lock) => lock.name === name)
      wasHeld ||= isHeld
      // A worker that is still starting has never held its lock.
      const isStarting = !wasHeld
      return isHeld || isStarting
    },
  }
}
