// The body of a download: a short one is complete before anything is answered; a long one is streamed, and its last
// chunk waits until its audit row is written.
import { Readable } from 'node:stream'

/** Callbacks of a download. */
export interface TransferObserver {
  /** Before the first bytes of a long one are sent. */
  readonly begun: () => Promise<void>
  /** Before the last bytes are sent. */
  readonly whole: () => Promise<void>
  /** Once it has ended without being complete. */
  readonly brokenOff: (error: unknown) => Promise<void>
}

/** A long download; `ended` resolves when nothing of it runs any more. */
export interface Outgoing {
  readonly stream: Readable
  readonly ended: Promise<void>
}

/**
 * Bytes of a long download that are collected before the answer, and how long, in milliseconds: much can be read to
 * find little. A shorter one has its length in its answer.
 */
const AT_ONCE = 256 * 1024
const AT_ONCE_MS = 3_000

/**
 * Starts reading and returns all bytes, or a stream of the rest. Throws errors that occur before anything was sent;
 * later ones fail the stream.
 */
export async function takeUp(bytes: AsyncIterable<Uint8Array>, observer: TransferObserver): Promise<Buffer | Outgoing> {
  const source = bytes[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  const until = performance.now() + AT_ONCE_MS
  for (let length = 0; length < AT_ONCE && performance.now() < until; length += first.at(-1)?.length ?? 0) {
    const chunk = await source.next()
    if (chunk.done) {
      await observer.whole()
      return Buffer.concat(first)
    }
    first.push(chunk.value)
  }
  await observer.begun()

  let isWhole = false
  async function* flow() {
    // One chunk is held back until it is known whether it is the last.
    let held: Uint8Array = Buffer.concat(first.splice(0))
    for (let chunk = await source.next(); !chunk.done; chunk = await source.next()) {
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
    // Whether it was read to its end, failed, or was given up before it was read.
    stream.once('close', () => {
      if (isWhole) return resolve()
      void Promise.resolve(source.return?.())
        .then(() => observer.brokenOff(failure))
        .finally(resolve)
    })
  })
  return { stream, ended }
}
