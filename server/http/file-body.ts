// The body of a download. A short one is complete before the response starts. A long one is streamed, and its last
// chunk waits until its audit row is written.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'

/** Callbacks of a download. */
export interface TransferObserver {
  /** Called before the first bytes of a long download are sent. */
  readonly onStart: () => Promise<void>
  /** Called before the last bytes are sent. */
  readonly onComplete: () => Promise<void>
  /** Called once the download has ended without being complete. */
  readonly onAbort: (error: unknown) => Promise<void>
}

/** A long download; `ended` resolves when all its work has ended. */
export interface StreamedDownload {
  readonly stream: Readable
  readonly ended: Promise<void>
}

/**
 * How many bytes, and for how many milliseconds, are collected before the response starts. The time is limited because
 * a report can read a lot of data and find little. A download below both limits has its length in the response.
 */
const MAX_BUFFERED_BYTES = 256 * 1024
const MAX_BUFFERING_MS = 3_000

/**
 * Starts reading. Returns all bytes of a short download, or a stream of a long one. Errors before the first sent byte
 * are thrown; later errors fail the stream.
 */
export async function bufferOrStream(
  bytes: AsyncIterable<Uint8Array>,
  observer: TransferObserver,
): Promise<Buffer | StreamedDownload> {
  const source = bytes[Symbol.asyncIterator]()
  const bufferedChunks: Uint8Array[] = []
  const deadline = performance.now() + MAX_BUFFERING_MS
  for (
    let length = 0;
    length < MAX_BUFFERED_BYTES && performance.now() < deadline;
    length += bufferedChunks.at(-1)?.length ?? 0
  ) {
    const chunk = await source.next()
    if (chunk.done) {
      await observer.onComplete()
      return Buffer.concat(bufferedChunks)
    }
    bufferedChunks.push(chunk.value)
  }
  await observer.onStart()

  let isComplete = false
  // The connection reads the stream outside the call, so the call's language would be lost.
  const runInCallContext = AsyncLocalStorage.snapshot()
  const next = () => runInCallContext(() => source.next())
  async function* generateChunks() {
    // One chunk is held back until it is known whether it is the last.
    let pendingChunk: Uint8Array = Buffer.concat(bufferedChunks.splice(0))
    for (let chunk = await next(); !chunk.done; chunk = await next()) {
      yield pendingChunk
      pendingChunk = chunk.value
    }
    await observer.onComplete()
    isComplete = true
    yield pendingChunk
  }
  const stream = Readable.from(generateChunks(), { objectMode: false })
  let failure: unknown
  stream.on('error', (error) => (failure = error))
  const ended = new Promise<void>((resolve) => {
    // The stream was read to its end, failed, or was aborted before the first read.
    stream.once('close', () => {
      if (isComplete) return resolve()
      void Promise.resolve(source.return?.())
        .then(() => observer.onAbort(failure))
        .finally(resolve)
    })
  })
  return { stream, ended }
}
