// Manages running downloads: limits their number per user, writes their audit entries, and ends them with the server or
// if the client stops receiving.
import { m } from '#words/messages.js'
import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'
import { codes, type ResultCode } from '#contract/codes.ts'
import { callToOrigin, downloadToSubject, writeAudit } from '../audit/audit.ts'
import { type CallContext, type Services, refuse, type Refusal, type Viewer } from '../operations/context.ts'
import { errorToFields } from '../log.ts'
import { type StreamedDownload, bufferOrStream, type TransferObserver } from './file-body.ts'

/** A report file that can be read. */
export interface OpenedFile {
  readonly name: string
  readonly contentType: string
  /** Undefined if the file has all campaigns. */
  readonly campaignIds: readonly number[] | undefined
  /** The number of rows of the whole file, if known. */
  readonly rows?: number | undefined
  /** The number of bytes of the whole file, if known. */
  readonly size?: number | undefined
  /** The bytes, which must be read in order. `onRows` is called with the number of rows so far. */
  readonly write: (onRows: (rows: number) => void) => AsyncIterable<Uint8Array>
}

/** Maximum per user at the same time, because each download uses a connection and keeps some rows in memory. */
const MAX_DOWNLOADS = 5
/** A user with too many downloads is asked to wait for this long. */
const WAIT_S = 5

/** The user who downloads a file, and the origin of the request. */
export interface Downloader extends Pick<CallContext, 'correlationId' | 'remoteAddress' | 'userAgent'> {
  readonly viewer: Viewer
}

export interface Downloads {
  /**
   * Returns the body of the response: all bytes of a short file, or a stream of a long file. Throws if nothing can be
   * sent.
   */
  readonly start: (file: OpenedFile, caller: Downloader, reply: FastifyReply) => Promise<Buffer | Readable | Refusal>
  /** Aborts running downloads, so that the server can end. An incomplete download is not a valid file. */
  readonly stop: () => Promise<void>
}

interface Options {
  readonly services: Services
  readonly stallMs: number
  readonly withTimeLimit: <T>(work: Promise<T>) => Promise<T>
}

export function createDownloads({ services, stallMs, withTimeLimit }: Options): Downloads {
  /** The number of running downloads, by user. */
  const counts = new Map<number, number>()
  const runningDownloads = new Set<StreamedDownload>()
  let isStopping = false

  const changeCount = (userId: number, change: 1 | -1) => {
    const count = (counts.get(userId) ?? 0) + change
    if (count === 0) counts.delete(userId)
    else counts.set(userId, count)
  }
  /** Keeps a download in `runningDownloads` until it has ended. */
  const track = async (download: StreamedDownload) => {
    runningDownloads.add(download)
    if (isStopping) abort(download)
    await download.ended
    runningDownloads.delete(download)
  }
  /** Counts a download until it has ended, even if the time limit of its request has passed before. */
  const countUntilEnded = async (pendingBody: Promise<Buffer | StreamedDownload>, userId: number) => {
    changeCount(userId, 1)
    try {
      const body = await pendingBody
      if (!Buffer.isBuffer(body)) await track(body)
    } catch {
      // `start` throws the error to its caller.
    } finally {
      changeCount(userId, -1)
    }
  }

  return {
    async start(file, caller, reply) {
      const { userId } = caller.viewer
      if ((counts.get(userId) ?? 0) >= MAX_DOWNLOADS)
        return refuse(codes.tooManyAttempts, () => m.server_tooManyDownloads({ atOnce: MAX_DOWNLOADS }), {
          retryAfter: WAIT_S,
        })
      const progress = { rows: 0 }
      const observer = createObserver(services, file, caller, progress)
      const bytes = file.write((rowsSoFar) => {
        progress.rows = rowsSoFar
      })
      const pendingBody = bufferOrStream(bytes, observer)
      void countUntilEnded(pendingBody, userId)
      try {
        const body = await withTimeLimit(pendingBody)
        if (Buffer.isBuffer(body)) return body
        reply.raw.setTimeout(stallMs, () => abort(body))
        return body.stream
      } catch (error) {
        void abortWhenReady(pendingBody)
        throw error
      }
    },
    async stop() {
      isStopping = true
      for (const download of runningDownloads) abort(download)
      await Promise.all([...runningDownloads].map(({ ended }) => ended))
    },
  }
}

const abort = ({ stream }: StreamedDownload) => stream.destroy(new Error('The download was broken off'))

/** Aborts a download whose body is ready only after the time limit of its request. */
async function abortWhenReady(pendingBody: Promise<Buffer | StreamedDownload>): Promise<void> {
  try {
    const body = await pendingBody
    if (!Buffer.isBuffer(body)) abort(body)
  } catch {
    // A failed download needs no abort.
  }
}

/**
 * Writes the audit entries of a download. Each download gets an entry at its end. A long download also gets an entry
 * before its first byte is sent.
 */
function createObserver(
  services: Services,
  file: OpenedFile,
  caller: Downloader,
  progress: { readonly rows: number },
): TransferObserver {
  const startedAt = performance.now()
  const { correlationId } = caller
  const { userId, ownerId } = caller.viewer
  const write = (method: 'beginReportDownload' | 'downloadReport', resultCode: ResultCode, rowCount: number) =>
    writeAudit(services.db, {
      ...callToOrigin({ ...caller, now: services.now }),
      userId,
      ownerId,
      method,
      ...downloadToSubject({ fileName: file.name, campaignIds: file.campaignIds, rows: rowCount }),
      resultCode,
    })
  const log = (code: ResultCode, error?: unknown) => {
    const ms = Math.round(performance.now() - startedAt)
    const errorFields = error === undefined ? {} : errorToFields(error)
    services.log.info(
      { method: 'downloadReport', code, ms, userId, correlationId, count: progress.rows, ...errorFields },
      'download',
    )
  }
  return {
    // Counts all rows of the file if their number is known, otherwise the rows written so far.
    onStart: () => write('beginReportDownload', codes.success, file.rows ?? progress.rows),
    onComplete: async () => {
      await write('downloadReport', codes.success, progress.rows)
      log(codes.success)
    },
    onAbort: async (error) => {
      log(codes.internal, error)
      try {
        await write('downloadReport', codes.internal, progress.rows)
      } catch (failure) {
        services.log.error({ correlationId, ...errorToFields(failure) }, 'the end of a download is not in the trail')
      }
    },
  }
}
