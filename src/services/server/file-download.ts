// Downloads files that the server streams: whole files of any length, or only the beginning of a file for the screen.
// The session's token authorises the download. The functions never throw. An incomplete file counts as a failure.
import { m } from '#words/messages.js'
import { getLocale } from '#words/runtime.js'
import { client } from '#brand/current.ts'
import { endSession } from './api.ts'
import { reportReached, reportFailedCall } from './connection.ts'
import { whilePending } from './pending.ts'
import { sessionStore } from '../session/session.ts'
import { toApiResponse } from './response-shape.ts'

export interface FileProgress {
  readonly bytes: number
  /** Length in bytes, if the server sends it. */
  readonly totalBytes: number | undefined
  /** The number of lines so far without the heading. Undefined if the file is not a csv. */
  readonly rows: number | undefined
  /** Number of rows in the whole file, if the server sends it. */
  readonly totalRows: number | undefined
}

/** Why there is no file. `text` is the message for the user. */
export type NoFile =
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'signedOut' }

/** Checks whether the file exists, without downloading it (a HEAD request). */
export async function findFile(address: string, signal: AbortSignal): Promise<{ readonly kind: 'exists' } | NoFile> {
  const opened = await open(address, 'HEAD', signal)
  return opened.kind === 'open' ? { kind: 'exists' } : opened
}

/** Downloads the whole file. The browser stores it, so that a long file never has to fit into the page's memory. */
export async function fetchFile(
  address: string,
  signal: AbortSignal,
  onProgress?: (progress: FileProgress) => unknown,
): Promise<{ readonly kind: 'file'; readonly blob: Blob } | NoFile> {
  const opened = await open(address, 'GET', signal)
  if (opened.kind !== 'open') return opened
  const body = toBody(opened, (progress) => onProgress?.(progress))
  return readWhileWatched(opened, signal, async () => ({ kind: 'file', blob: await body.blob() }))
}

export interface FileBeginning {
  readonly kind: 'beginning'
  /** Complete lines. If the file is longer, a part of the next line may follow. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isWhole: boolean
  readonly totalRows: number | undefined
}

/** The first lines of a csv: its heading and at least `maxRows` rows, if it has so many. The rest is not loaded. */
export async function fetchBeginning(
  address: string,
  maxRows: number,
  signal: AbortSignal,
): Promise<FileBeginning | NoFile> {
  const opened = await open(address, 'GET', signal)
  if (opened.kind !== 'open') return opened
  let isWhole = true
  const body = toBody(opened, ({ rows = 0 }, end) => {
    if (rows <= maxRows) return
    isWhole = false
    end()
  })
  return readWhileWatched(opened, signal, async () => {
    const bytes = new Uint8Array(await body.arrayBuffer())
    return { kind: 'beginning', bytes, isWhole, totalRows: opened.totalRows }
  })
}

/**
 * A connection that is silent for longer counts as lost. While the server counts and sorts before it sends the first
 * row, it can be silent for nearly this long.
 */
const SILENCE_MS = 60_000
const CONNECTION_LOST = m.device_connectionLost()

interface OpenedFile {
  readonly kind: 'open'
  readonly response: Response
  readonly type: string
  readonly totalBytes: number | undefined
  readonly totalRows: number | undefined
  readonly watch: ConnectionWatch
}

async function open(address: string, method: 'GET' | 'HEAD', signal: AbortSignal): Promise<OpenedFile | NoFile> {
  const token = sessionStore.get()?.token
  if (token === undefined) return { kind: 'signedOut' }
  const url = new URL(address, new URL(client.basePath, location.origin))
  // Never send the token to another origin.
  if (url.origin !== location.origin) return { kind: 'failed', text: m.device_foreignFileAddress() }
  const watch = startWatch(signal)
  const sentAt = Date.now()
  try {
    const response = await whilePending(
      fetch(url.pathname + url.search, {
        method,
        headers: { authorization: `Bearer ${token}`, 'accept-language': getLocale() },
        signal: watch.signal,
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
      }),
    )
    watch.resetTimeout()
    const { headers } = response
    const type = headers.get('content-type') ?? ''
    const isFile = response.ok && !/^(?:text\/html|application\/json)\b/i.test(type)
    if (!isFile) {
      watch.stop()
      return await refusalOf(response, token)
    }
    reportReached(sentAt)
    return {
      kind: 'open',
      response,
      type,
      totalBytes: numberInHeader(headers, 'content-length'),
      totalRows: numberInHeader(headers, 'x-total-rows'),
      watch,
    }
  } catch {
    watch.stop()
    if (signal.aborted) return { kind: 'cancelled' }
    reportFailedCall('no connection')
    return { kind: 'failed', text: m.common_fullStop({ text: m.common_cannotConnectToServer() }) }
  }
}

async function refusalOf(response: Response, token: string): Promise<NoFile> {
  const { status } = response
  const reply = toApiResponse(await response.json().catch(() => undefined))
  if (status === 404) return { kind: 'missing' }
  if (status === 401) {
    endSession(token)
    return { kind: 'signedOut' }
  }
  const isPageOfProxy = response.ok && !reply
  if (isPageOfProxy) reportFailedCall('invalid response')
  const text = typeof reply?.resultText === 'string' ? reply.resultText : ''
  return { kind: 'failed', text: text === '' ? m.device_serverCouldNotMakeFile() : text }
}

/**
 * The body of a response, which reports its progress while it is read. `end` ends the body after the current chunk and
 * cancels the rest. The result is a Response, because the browser can read a Response as a Blob and store the Blob on
 * disk. If the page collected the chunks, a long file would fill its memory.
 */
function toBody(
  { response, totalBytes, totalRows, type, watch }: OpenedFile,
  onProgress: (progress: FileProgress, end: () => void) => unknown,
): Response {
  const isCsv = /^text\/csv\b/i.test(type)
  const lineCount = { lines: 0, isQuoted: false }
  let bytes = 0
  const progress = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      watch.resetTimeout()
      controller.enqueue(chunk)
      bytes += chunk.length
      if (isCsv) countLines(lineCount, chunk)
      const rows = isCsv ? Math.max(0, lineCount.lines - 1) : undefined
      onProgress({ bytes, totalBytes, rows, totalRows }, () => controller.terminate())
    },
  })
  // The pipe gets the signal too, because an abort of the request may be lost once the response has begun.
  const body = response.body?.pipeThrough(progress, { signal: watch.signal })
  return new Response(body, { headers: { 'content-type': type } })
}

/** If the connection ends before the body is complete, the browser rejects the read, and the result is a failure. */
async function readWhileWatched<T>(
  { watch }: OpenedFile,
  signal: AbortSignal,
  read: () => Promise<T>,
): Promise<T | NoFile> {
  try {
    return await read()
  } catch {
    if (signal.aborted) return { kind: 'cancelled' }
    reportFailedCall('no connection')
    return { kind: 'failed', text: CONNECTION_LOST }
  } finally {
    watch.stop()
  }
}

/** Adds the lines of a chunk of a csv to `count`. A line end within quotes does not count (RFC 4180). */
function countLines(count: { lines: number; isQuoted: boolean }, chunk: Uint8Array): void {
  for (const byte of chunk) {
    if (byte === QUOTE) count.isQuoted = !count.isQuoted
    else if (byte === LINE_FEED && !count.isQuoted) count.lines += 1
  }
}
const QUOTE = 34
const LINE_FEED = 10

function numberInHeader(headers: Headers, name: string): number | undefined {
  const text = headers.get(name) ?? ''
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined
}

interface ConnectionWatch {
  /** Aborted if the caller cancels the request, or if the connection is silent for too long. */
  readonly signal: AbortSignal
  readonly resetTimeout: () => void
  readonly stop: () => void
}

/**
 * Uses its own controller, because a signal of AbortSignal.any() can be garbage-collected before it is aborted. The
 * controller stays referenced as long as the request runs.
 */
function startWatch(signal: AbortSignal): ConnectionWatch {
  const abortController = new AbortController()
  const giveUp = () => abortController.abort()
  let timer = setTimeout(giveUp, SILENCE_MS)
  signal.addEventListener('abort', giveUp)
  if (signal.aborted) giveUp()
  return {
    signal: abortController.signal,
    resetTimeout: () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, SILENCE_MS)
    },
    stop: () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    },
  }
}
