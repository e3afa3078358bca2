// The body of a download. A short download is read completely before the response starts. A long download is streamed.
// Its last chunk is sent only after its audit row is written.
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

/** A long download. `ended` resolves when all its work has ended. */
export interface StreamedDownload {
  readonly stream: Readable
  readonly ended: Promise<void>
}

/** A download is short if it ends within this size and MAX_BUFFERING_MS. Its response then has a Content-Length. */
const MAX_BUFFERED_BYTES = 256 * 1024
/** The time is limited too, because a report can read much data for few rows. */
const MAX_BUFFERING_MS = 3_000

/**
 * Starts reading. Returns all bytes of a short download, or a stream of a long download. Errors before the first sent
 * byte are thrown. Later errors fail the stream.
 */
export async function bufferOrStream(
  bytes: AsyncIterable<Uint8Array>,
  observer: TransferObserver,
): Promise<Buffer | StreamedDownload> {
  const source = bytes[Symbol.asyncIterator]()
  const bufferedChunks: Uint8Array[] = []
  const deadline = performance.now() + MAX_BUFFERING_MS
  let bufferedBytes = 0
  while (bufferedBytes < MAX_BUFFERED_BYTES && performance.now() < deadline) {
    const chunk = await source.next()
    if (chunk.done) {
      await observer.onComplete()
      return Buffer.concat(bufferedChunks)
    }
    bufferedChunks.push(chunk.value)
    bufferedBytes += chunk.value.length
  }
  await observer.onStart()

  let isComplete = false
  // The connection reads the stream outside the call, where the user's language for the texts in the file is unknown.
  const runInCallContext = AsyncLocalStorage.snapshot()
  const next = (): Promise<IteratorResult<Uint8Array>> => runInCallContext(() => source.next())
  async function* generateChunks() {
    // Each chunk is sent only when the next chunk has been read. So the last chunk is known, and waits for
    // `onComplete`.
    let pendingChunk: Uint8Array = Buffer.concat(bufferedChunks)
    // Frees the memory.
    bufferedChunks.length = 0
    for (;;) {
      const chunk = await next()
      if (chunk.done) break
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
  const endDownload = async () => {
    if (isComplete) return
    await source.return?.()
    await observer.onAbort(failure)
  }
  const ended = new Promise<void>((resolve) => {
    // A stream closes when it was read to its end, has failed, or was aborted, even before the first read.
    stream.once('close', () => void endDownload().finally(resolve))
  })
  return { stream, ended }
}
