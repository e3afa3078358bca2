// The body of a download. A short one is complete before the response starts. A long one is streamed, and its last
// chunk waits until its audit row is written.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'

/** Callbacks of a download. */
export interface TransferObserver {
  /** Called before the first bytes of a long download are sent. */
  readonly begun: () => Promise<void>
  /** Called before the last bytes are sent. */
  readonly whole: () => Promise<void>
  /** Called once the download has ended without being complete. */
  readonly brokenOff: (error: unknown) => Promise<void>
}

/** A long download; `ended` resolves when all its work has ended. */
export interface Outgoing {
  readonly stream: Readable
  readonly ended: Promise<void>
}

/**
 * The bytes that are collected before the response starts, and the time limit in milliseconds: a report can read a lot
 * of data and find little. A download below both limits has its length in the response.
 */
const MAX_BUFFERED_BYTES = 256 * 1024
const AT_ONCE_MS = 3_000

/**
 * Starts reading and returns all bytes, or a stream of the rest. Errors before the first sent byte are thrown; later
 * errors fail the stream.
 */
export async function takeUp(bytes: AsyncIterable<Uint8Array>, observer: TransferObserver): Promise<Buffer | Outgoing> {
  const source = bytes[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  const until = performance.now() + AT_ONCE_MS
  for (let length = 0; length < MAX_BUFFERED_BYTES && performance.now() < until; length += first.at(-1)?.length ?? 0) {
    const chunk = await source.next()
    if (chunk.done) {
      await observer.whole()
      return Buffer.concat(first)
    }
    first.push(chunk.value)
  }
  await observer.begun()

  let isWhole = false
  // The connection reads the stream, outside the call and its language.
  const inCall = AsyncLocalStorage.snapshot()
  const next = () => inCall(() => source.next())
  async function* flow() {
    // One chunk is held back until it is known whether it is the last.
    let held: Uint8Array = Buffer.concat(first.splice(0))
    for (let chunk = await next(); !chunk.done; chunk = await next()) {
      yield held
      held = chunk.value
    }
    await observer.whole()
    isWhole = true
    yield held
  }
  const stream = Readable.from(flow(), { objectMode: false })
  let failure: unknown
  stream.on('error', (error) => (failure = error))
  const ended = new Promise<void>((resolve) => {
    // The stream was read to its end, failed, or was aborted before the first read.
    stream.once('close', () => {
      if (isWhole) return resolve()
      void Promise.resolve(source.return?.())
        .then(() => observer.brokenOff(failure))
        .finally(resolve)
    })
  })
  return { stream, ended }
}
