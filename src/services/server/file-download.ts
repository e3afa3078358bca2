// Files that the host streams, from an address that takes the session's token (contract "The wire"): whole ones, however long, and
// the beginning of one for the screen. Like a call, each ends with a value; a file that did not come whole is none.
import { client } from '#brand/current.ts'
import { CANNOT_CONNECT } from '#domain/answers.ts'
import * as say from '#words/services.ts'
import { endSession } from './api.ts'
import { reportReached, reportUnreachable } from './connection.ts'
import { whilePending } from './pending.ts'
import { sessionStore } from '../session/session.ts'
import { wireAnswerOf } from './answer-shape.ts'

export interface FileProgress {
  readonly bytes: number
  /** Where the host says how long it is. */
  readonly totalBytes: number | undefined
  /** Lines so far but the first; csv alone. */
  readonly rows: number | undefined
  /** Where the host says how many rows it has. */
  readonly totalRows: number | undefined
}

/** Why there is no file. `text`: what the host or the line has to do with it; nothing where the session is over. */
export type NoFile =
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'signedOut' }

/** True where the file is there now, without fetching it (batches §7 "HEAD requests check whether a report file exists"). */
export async function lookForFile(address: string, signal: AbortSignal): Promise<{ readonly kind: 'there' } | NoFile> {
  const opened = await open(address, 'HEAD', signal)
  return opened.kind === 'open' ? { kind: 'there' } : opened
}

/** The whole file. It is handed to the browser's own store part by part, so that a long one is never in memory as a whole. */
export async function fetchFile(
  address: string,
  signal: AbortSignal,
  onProgress: (progress: FileProgress) => unknown,
): Promise<{ readonly kind: 'file'; readonly blob: Blob } | NoFile> {
  const opened = await open(address, 'GET', signal)
  if (opened.kind !== 'open') return opened
  const { type } = opened
  const parts: Blob[] = []
  const waiting = new Uint8Array(PART_BYTES)
  let waitingBytes = 0
  const putAway = async () => {
    const part = new Blob([waiting.subarray(0, waitingBytes)])
    parts.push(part)
    waitingBytes = 0
    // The page holds a part until the browser has taken it, and gets a byte of it back only then.
    await part.slice(0, 1).arrayBuffer()
  }
  const ended = await readOn(opened, signal, async (chunk, progress) => {
    onProgress(progress)
    for (let at = 0; at < chunk.length;) {
      const some = chunk.subarray(at, at + PART_BYTES - waitingBytes)
      waiting.set(some, waitingBytes)
      waitingBytes += some.length
      at += some.length
      if (waitingBytes === PART_BYTES) await putAway()
    }
    return true
  })
  if (ended !== 'end' && ended !== 'enough') return ended
  await putAway()
  return { kind: 'file', blob: new Blob(parts, { type }) }
}

export interface FileBeginning {
  readonly kind: 'beginning'
  /** Whole lines and perhaps a part of one, where it is not whole. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isWhole: boolean
  readonly totalRows: number | undefined
}

/** The first lines of a csv, `maxRows` of them below its heading or some more; the rest is not fetched. */
export async function fetchBeginning(
  address: string,
  maxRows: number,
  signal: AbortSignal,
): Promise<FileBeginning | NoFile> {
  const opened = await open(address, 'GET', signal)
  if (opened.kind !== 'open') return opened
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const ended = await readOn(opened, signal, (chunk, { rows = 0 }) => {
    chunks.push(chunk.slice())
    return rows <= maxRows
  })
  if (ended !== 'end' && ended !== 'enough') return ended
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return { kind: 'beginning', bytes, isWhole: ended === 'end', totalRows: opened.totalRows }
}

/** Of a part that is handed to the browser's store. */
const PART_BYTES = 1024 * 1024
/** Read at once at most. */
const READ_BYTES = 256 * 1024
/** A host that counts and sorts before its first row may take this long; a line that is silent for longer is lost. */
const SILENCE_MS = 60_000
const LOST = say.connectionLost

interface Opened {
  readonly kind: 'open'
  readonly response: Response
  readonly type: string
  readonly totalBytes: number | undefined
  readonly totalRows: number | undefined
  readonly line: Line
}

async function open(address: string, method: 'GET' | 'HEAD', signal: AbortSignal): Promise<Opened | NoFile> {
  const token = sessionStore.get()?.token
  const url = new URL(address, new URL(client.basePath, location.origin))
  if (token === undefined) return { kind: 'signedOut' }
  // The token goes to nobody but the host.
  if (url.origin !== location.origin) return { kind: 'failed', text: say.addressIsNotServers }
  const line = watchLine(signal)
  const askedAt = Date.now()
  try {
    const response = await whilePending(
      fetch(url.pathname + url.search, {
        method,
        headers: { authorization: `Bearer ${token}` },
        signal: line.signal,
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
      }),
    )
    line.heard()
    const type = response.headers.get('content-type') ?? ''
    if (response.ok && !/^(?:text\/html|application\/json)\b/i.test(type)) {
      reportReached(askedAt)
      const { headers } = response
      return {
        kind: 'open',
        response,
        type,
        totalBytes: countOf(headers, 'content-length'),
        totalRows: countOf(headers, 'x-total-rows'),
        line,
      }
    }
    line.stop()
    return await refusalOf(response, token)
  } catch {
    line.stop()
    if (signal.aborted) return { kind: 'cancelled' }
    reportUnreachable('no line')
    return { kind: 'failed', text: `${CANNOT_CONNECT}.` }
  }
}

async function refusalOf(response: Response, token: string): Promise<NoFile> {
  const { status } = response
  const answer = wireAnswerOf(await response.json().catch(() => undefined))
  if (status === 404) return { kind: 'missing' }
  if (status === 401) {
    endSession(token)
    return { kind: 'signedOut' }
  }
  // A page in the place of a file is a proxy's.
  if (!answer && response.ok) reportUnreachable('no answer')
  const text = typeof answer?.resultText === 'string' ? answer.resultText : ''
  return { kind: 'failed', text: text === '' ? say.serverCouldNotMakeFile : text }
}

/** Reads to the end, or until `take` has enough. A chunk is its reader's again once it was taken. */
async function readOn(
  { response, totalBytes, totalRows, type, line }: Opened,
  signal: AbortSignal,
  take: (chunk: Uint8Array<ArrayBuffer>, progress: FileProgress) => boolean | Promise<boolean>,
): Promise<'end' | 'enough' | NoFile> {
  const lines = /^text\/csv\b/i.test(type) ? countLines() : undefined
  let bytes = 0
  try {
    const reader = readerOf(response)
    line.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    for (;;) {
      const { done, value } = await reader.read()
      line.signal.throwIfAborted()
      line.heard()
      if (done || !value) return 'end'
      bytes += value.length
      const rows = lines && Math.max(0, lines(value) - 1)
      if (await take(value, { bytes, totalBytes, rows, totalRows })) continue
      await reader.cancel()
      return 'enough'
    }
  } catch {
    if (signal.aborted) return { kind: 'cancelled' }
    reportUnreachable('no line')
    return { kind: 'failed', text: LOST }
  } finally {
    line.stop()
  }
}

interface Reader {
  readonly read: () => Promise<{ readonly done: boolean; readonly value?: Uint8Array<ArrayBuffer> | undefined }>
  readonly cancel: () => Promise<void>
}

/** Into the same memory again and again where the browser can: else a long file lies about in pieces until they are collected. */
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

/** Lines of a csv so far, given its bytes: line ends between quotes are none (RFC 4180). */
function countLines(): (chunk: Uint8Array) => number {
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

interface Line {
  /** Ends what is asked for: nobody waits for it any more, or nothing was heard for too long. */
  readonly signal: AbortSignal
  readonly heard: () => void
  readonly stop: () => void
}

/** One signal of its own, held as long as the line is: one that is made of several can be collected before it has told anybody. */
function watchLine(signal: AbortSignal): Line {
  const control = new AbortController()
  const giveUp = () => control.abort()
  let timer = setTimeout(giveUp, SILENCE_MS)
  signal.addEventListener('abort', giveUp)
  if (signal.aborted) giveUp()
  return {
    signal: control.signal,
    heard: () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, SILENCE_MS)
    },
    stop: () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    },
  }
}
