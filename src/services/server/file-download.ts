// Downloads files that the server streams, authorised by the session's token: whole files of any length, or the
// beginning of a file for the screen. Never throws: each function returns a result, and an incomplete file is a
// failure.
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
  /** Number of lines so far without the heading; undefined if the file is not a csv. */
  readonly rows: number | undefined
  /** Number of rows in the whole file, if the server sends it. */
  readonly totalRows: number | undefined
}

/** The reason why there is no file; `text` is the message for the user. */
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

/**
 * Downloads the whole file. Chunks go to the browser's own storage, so that a long file never has to fit into memory.
 */
export async function fetchFile(
  address: string,
  signal: AbortSignal,
  onProgress: (progress: FileProgress) => unknown,
): Promise<{ readonly kind: 'file'; readonly blob: Blob } | NoFile> {
  const opened = await open(address, 'GET', signal)
  if (opened.kind !== 'open') return opened
  const { type } = opened
  const parts: Blob[] = []
  const buffer = new Uint8Array(CHUNK_BYTES)
  let bufferedBytes = 0
  const flush = async () => {
    const part = new Blob([buffer.subarray(0, bufferedBytes)])
    parts.push(part)
    bufferedBytes = 0
    // Wait until the browser has stored the chunk; until then it is in the page's memory.
    await part.slice(0, 1).arrayBuffer()
  }
  const readEnd = await readBody(opened, signal, async (chunk, progress) => {
    onProgress(progress)
    for (let offset = 0; offset < chunk.length;) {
      const piece = chunk.subarray(offset, offset + CHUNK_BYTES - bufferedBytes)
      buffer.set(piece, bufferedBytes)
      bufferedBytes += piece.length
      offset += piece.length
      if (bufferedBytes === CHUNK_BYTES) await flush()
    }
    return true
  })
  if (readEnd !== 'end' && readEnd !== 'enough') return readEnd
  await flush()
  return { kind: 'file', blob: new Blob(parts, { type }) }
}

export interface FileBeginning {
  readonly kind: 'beginning'
  /** Complete lines, and perhaps the beginning of the next one if the file is longer. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isWhole: boolean
  readonly totalRows: number | undefined
}

/** The first lines of a csv: its heading and `maxRows` rows or a few more. The rest is not loaded. */
export async function fetchBeginning(
  address: string,
  maxRows: number,
  signal: AbortSignal,
): Promise<FileBeginning | NoFile> {
  const opened = await open(address, 'GET', signal)
  if (opened.kind !== 'open') return opened
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const readEnd = await readBody(opened, signal, (chunk, { rows = 0 }) => {
    chunks.push(chunk.slice())
    return rows <= maxRows
  })
  if (readEnd !== 'end' && readEnd !== 'enough') return readEnd
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return { kind: 'beginning', bytes, isWhole: readEnd === 'end', totalRows: opened.totalRows }
}

/** Bytes of a chunk that is passed to the browser's storage. */
const CHUNK_BYTES = 1024 * 1024
/** Maximum bytes per read. */
const READ_BYTES = 256 * 1024
/**
 * A connection that is silent for longer counts as lost. A server that counts and sorts before it sends the first row
 * can be silent for nearly this long.
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
  const url = new URL(address, new URL(client.basePath, location.origin))
  if (token === undefined) return { kind: 'signedOut' }
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
    const type = response.headers.get('content-type') ?? ''
    if (response.ok && !/^(?:text\/html|application\/json)\b/i.test(type)) {
      reportReached(sentAt)
      const { headers } = response
      return {
        kind: 'open',
        response,
        type,
        totalBytes: countOf(headers, 'content-length'),
        totalRows: countOf(headers, 'x-total-rows'),
        watch,
      }
    }
    watch.stop()
    return await refusalOf(response, token)
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
  // An HTML page instead of a file comes from a proxy.
  if (!reply && response.ok) reportFailedCall('invalid response')
  const text = typeof reply?.resultText === 'string' ? reply.resultText : ''
  return { kind: 'failed', text: text === '' ? m.device_serverCouldNotMakeFile() : text }
}

/** Reads to the end, or until `onChunk` returns false. The chunk's buffer is reused after `onChunk` returns. */
async function readBody(
  { response, totalBytes, totalRows, type, watch }: OpenedFile,
  signal: AbortSignal,
  onChunk: (chunk: Uint8Array<ArrayBuffer>, progress: FileProgress) => boolean | Promise<boolean>,
): Promise<'end' | 'enough' | NoFile> {
  const countLines = /^text\/csv\b/i.test(type) ? createLineCounter() : undefined
  let bytes = 0
  try {
    const reader = readerOf(response)
    watch.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    for (;;) {
      const { done, value } = await reader.read()
      watch.signal.throwIfAborted()
      watch.resetTimeout()
      if (done || !value) return 'end'
      bytes += value.length
      const rows = countLines && Math.max(0, countLines(value) - 1)
      if (await onChunk(value, { bytes, totalBytes, rows, totalRows })) continue
      await reader.cancel()
      return 'enough'
    }
  } catch {
    if (signal.aborted) return { kind: 'cancelled' }
    reportFailedCall('no connection')
    return { kind: 'failed', text: CONNECTION_LOST }
  } finally {
    watch.stop()
  }
}

interface Reader {
  readonly read: () => Promise<{ readonly done: boolean; readonly value?: Uint8Array<ArrayBuffer> | undefined }>
  readonly cancel: () => Promise<void>
}

/** Reuses one buffer if the browser supports it. Otherwise a long file fills the memory until garbage collection. */
function readerOf({ body }: Response): Reader {
  if (!body) return { read: () => Promise.resolve({ done: true }), cancel: () => Promise.resolve() }
  try {
    const reader = body.getReader({ mode: 'byob' })
    let memory = new ArrayBuffer(READ_BYTES)
    return {
      cancel: () => reader.cancel(),
      read: async () => {
        const { done, value } = await reader.read(new Uint8Array(memory))
        if (value) memory = value.buffer
        return { done, value }
      },
    }
  } catch {
    return body.getReader()
  }
}

/** Counts the lines of a csv up to and including each chunk. Line ends within quotes do not count (RFC 4180). */
function createLineCounter(): (chunk: Uint8Array) => number {
  let lines = 0
  let isQuoted = false
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === QUOTE) isQuoted = !isQuoted
      else if (byte === LINE_FEED && !isQuoted) lines += 1
    }
    return lines
  }
}
const QUOTE = 34
const LINE_FEED = 10

function countOf(headers: Headers, name: string): number | undefined {
  const text = headers.get(name) ?? ''
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined
}

interface ConnectionWatch {
  /** Aborts the request if the caller cancelled it, or the connection was silent for too long. */
  readonly signal: AbortSignal
  readonly resetTimeout: () => void
  readonly stop: () => void
}

/**
 * Uses its own controller, which is referenced as long as the request runs: a signal of AbortSignal.any() can be
 * garbage-collected before it fires.
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
