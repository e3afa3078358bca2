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
  /** The bytes, to be read in order; `onRows` is called with the number of rows so far. */
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
   * Returns the body of the response: all bytes of a short file, a stream of a long one. Throws if nothing can be sent.
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
  const track = (download: StreamedDownload, userId: number) => {
    runningDownloads.add(download)
    void download.ended.then(() => {
      runningDownloads.delete(download)
      changeCount(userId, -1)
    })
    if (isStopping) abort(download)
  }

  return {
    async start(file, caller, reply) {
      const { userId } = caller.viewer
      if ((counts.get(userId) ?? 0) >= MAX_DOWNLOADS)
        return refuse(codes.tooManyAttempts, () => m.server_tooManyDownloads({ atOnce: MAX_DOWNLOADS }), {
          retryAfter: WAIT_S,
        })
      changeCount(userId, 1)
      let rowsSoFar = 0
      const observer = createObserver(services, file, caller, () => rowsSoFar)
      const bytes = file.write((rows) => {
        rowsSoFar = rows
      })
      const pendingBody = bufferOrStream(bytes, observer)
      // These callbacks run even after the caller's time limit has passed.
      pendingBody.then(
        (body) => (Buffer.isBuffer(body) ? changeCount(userId, -1) : track(body, userId)),
        () => changeCount(userId, -1),
      )
      const abortLateBody = () =>
        pendingBody.then(
          (lateBody) => {
            if (!Buffer.isBuffer(lateBody)) abort(lateBody)
          },
          () => undefined,
        )
      const body = await withTimeLimit(pendingBody).catch((error: unknown) => {
        void abortLateBody()
        throw error
      })
      if (Buffer.isBuffer(body)) return body
      reply.raw.setTimeout(stallMs, () => abort(body))
      return body.stream
    },
    async stop() {
      isStopping = true
      for (const download of runningDownloads) abort(download)
      await Promise.all([...runningDownloads].map(({ ended }) => ended))
    },
  }
}

const abort = ({ stream }: StreamedDownload) => stream.destroy(new Error('The download was broken off'))

/** Writes the audit entries of one download: one at its end and, for a long one, one before anything is sent. */
function createObserver(
  services: Services,
  file: OpenedFile,
  caller: Downloader,
  countRows: () => number,
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
      { method: 'downloadReport', code, ms, userId, correlationId, count: countRows(), ...errorFields },
      'download',
    )
  }
  return {
    onStart: () => write('beginReportDownload', codes.success, file.rows ?? countRows()),
    onComplete: async () => {
      await write('downloadReport', codes.success, countRows())
      log(codes.success)
    },
    onAbort: async (error) => {
      log(codes.internal, error)
      await write('downloadReport', codes.internal, countRows()).catch((failure: unknown) =>
        services.log.error({ correlationId, ...errorToFields(failure) }, 'the end of a download is not in the trail'),
      )
    },
  }
}
