// The embedded database (PGlite in a worker thread) as something pg can connect to: a stream that carries the wire protocol
// to the worker and back. Nothing of pg's client, pool, parameters or errors is rebuilt here.
import { once } from 'node:events'
import { chmodSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { Duplex } from 'node:stream'
import { join } from 'node:path'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { StartError } from '#server/settings.ts'
import type { WorkerData, WorkerRequest } from './embedded-worker.ts'
import { layEmptyDatabase } from './empty-database.ts'
import { lockFolder } from './folder-lock.ts'
import { workerFile } from './worker-file.ts'

export interface Embedded {
  /** A new wire to the database; the database knows one session, so only one wire is in use at a time. */
  readonly connect: () => Duplex
  readonly isAlive: () => boolean
  readonly close: () => Promise<void>
}

/**
 * Starts the worker over `dataDir/database`; without a folder over an empty one of its own, which is gone once it is closed. Throws a
 * StartError where another process has it.
 */
export async function openEmbedded(dataDir?: string): Promise<Embedded> {
  if (dataDir !== undefined) return openIn(dataDir)
  const folder = await mkdtemp(join(tmpdir(), 'programme-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const opened = await openIn(folder)
    const close = async () => {
      try {
        await opened.close()
      } finally {
        await remove()
      }
    }
    return { ...opened, close }
  } catch (error) {
    await remove()
    throw error
  }
}

async function openIn(dataDir: string): Promise<Embedded> {
  const folder = join(dataDir, 'database')
  makePrivate(dataDir, folder)
  const lock = await lockFolder(folder)
  const refuse = async (error: Error): Promise<never> => {
    await lock.release()
    throw new StartError(`The database in ${folder} could not be opened: ${error.message}.`)
  }
  await layEmptyDatabase(folder).catch(refuse)
  const workerData: WorkerData = { folder }
  const worker = new Worker(await workerFile(), { workerData })
  const wires = new Set<Wire>()
  let alive = true
  const fail = (error: Error) => {
    alive = false
    for (const wire of wires) wire.destroy(error)
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The embedded database has ended')))
  await once(worker, 'message').catch(refuse)

  const closeWorker = async (): Promise<void> => {
    const { port1, port2 } = new MessageChannel()
    worker.postMessage({ task: 'close', port: port2 } satisfies WorkerRequest & { port: MessagePort }, [port2])
    const [answer] = (await Promise.race([once(port1, 'message'), once(port1, 'close').then(() => [])])) as [string?]
    port1.close()
    if (answer === undefined) throw new Error('The embedded database has ended')
  }
  return {
    isAlive: () => alive,
    connect: () => {
      const { port1, port2 } = new MessageChannel()
      worker.postMessage({ task: 'connect', port: port2 } satisfies WorkerRequest & { port: MessagePort }, [port2])
      const wire = new Wire(port1)
      wires.add(wire)
      wire.once('close', () => wires.delete(wire))
      return wire
    },
    close: async () => {
      if (alive) await closeWorker()
      worker.removeAllListeners()
      await worker.terminate()
      await lock.release()
    },
  }
}

// Its files are readable by everybody (0666): the folders around them are not.
function makePrivate(dataDir: string, folder: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(dataDir, 0o700)
  chmodSync(folder, 0o700)
}

const SYNC = 'S'.charCodeAt(0)
const QUERY = 'Q'.charCodeAt(0)
const TERMINATE = 'X'.charCodeAt(0)
const COPY_DONE = 'c'.charCodeAt(0)

/** Collects what pg writes until the database has to answer, then sends it as one message. */
class Wire extends Duplex {
  readonly #port: MessagePort
  #waiting: Buffer[] = []
  #started = false

  constructor(port: MessagePort) {
    super()
    this.#port = port
    port.on('message', (bytes: Uint8Array) => this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
    port.on('close', () => this.destroy())
  }

  // What pg asks of a socket.
  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this._writev([{ chunk }], done)
  }

  override _writev(chunks: readonly { chunk: Buffer }[], done: () => void): void {
    for (const { chunk } of chunks) this.#waiting.push(chunk)
    const all = this.#waiting.length === 1 && this.#waiting[0] ? this.#waiting[0] : Buffer.concat(this.#waiting)
    this.#waiting = [all]
    if (!this.#started || asksForAnswer(all)) {
      this.#started = true
      this.#waiting = []
      // A copy of its own, since the buffer is handed over and pg keeps using its own.
      const bytes = new Uint8Array(all)
      this.#port.postMessage(bytes, [bytes.buffer])
    }
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close()
    done(error)
  }
}

/** True when the bytes are whole messages that end with one the database answers to. */
function asksForAnswer(bytes: Buffer): boolean {
  let at = 0
  let type = 0
  while (at + 5 <= bytes.length) {
    type = bytes[at] ?? 0
    at += 1 + bytes.readInt32BE(at + 1)
  }
  return at === bytes.length && (type === SYNC || type === QUERY || type === COPY_DONE || type === TERMINATE)
}
