// The bytes of a download on their way out: a short one is there as a whole before anything is answered, a long one goes out as it
// is made and is not whole before that was written down.
import { Readable } from 'node:stream'

/** What is told of a download. */
export interface Told {
  /** Before the first bytes of a long one go out. */
  readonly begun: () => Promise<void>
  /** Before the last bytes of a whole one go out. */
  readonly whole: () => Promise<void>
  /** Once nothing more of it goes out, though it is not whole. */
  readonly brokenOff: (error: unknown) => Promise<void>
}

/** A long download; `ended` comes when nothing of it runs any more. */
export interface Outgoing {
  readonly stream: Readable
  readonly ended: Promise<void>
}

/**
 * Bytes that are there before anything is answered, of a long one, and how long they are waited for, in milliseconds: much may be
 * read to find little. A shorter one has its length in its answer.
 */
const AT_ONCE = 256 * 1024
const AT_ONCE_MS = 3_000

/**
 * Takes the bytes up and gives them all, or a stream that takes the rest as it is read. Throws what is wrong before anything has
 * gone out; later it is the stream that fails.
 */
export async function takeUp(bytes: AsyncIterable<Uint8Array>, told: Told): Promise<Buffer | Outgoing> {
  const source = bytes[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  const until = performance.now() + AT_ONCE_MS
  for (let length = 0; length < AT_ONCE && performance.now() < until; length += first.at(-1)?.length ?? 0) {
    const part = await source.next()
    if (part.done) {
      await told.whole()
      return Buffer.concat(first)
    }
    first.push(part.value)
  }
  await told.begun()

  let isWhole = false
  async function* flow() {
    // One piece is held back until it is known whether it is the last.
    let held: Uint8Array = Buffer.concat(first.splice(0))
    for (let part = await source.next(); !part.done; part = await source.next()) {
      yield held
      held = part.value
    }
    await told.whole()
    isWhole = true
    yield held
  }
  const stream = Readable.from(flow(), { objectMode: false })
  let failure: unknown
  stream.on('error', (error) => (failure = error))
  const ended = new Promise<void>((resolve) => {
    // Whether it was read to its end, failed, or was given up before anybody read of it.
    stream.once('close', () => {
      if (isWhole) return resolve()
      void Promise.resolve(source.return?.())
        .then(() => told.brokenOff(failure))
        .finally(resolve)
    })
  })
  return { stream, ended }
}
