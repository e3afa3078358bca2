// Manages running downloads: limits their number per user, writes their audit entries, and ends them with the server or
// if the client stops receiving.
import { m } from '#words/messages.js'
import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'
import { codes, type ResultCode } from '#contract/codes.ts'
import { callToOrigin, downloadToSubject, writeAudit } from '../audit/audit.ts'
import { type CallContext, type Services, refuse, type Refusal, type Viewer } from '../operations/context.ts'
import { errorToFields } from '../log.ts'
import { type Outgoing, takeUp, type TransferObserver } from './file-body.ts'

/** A file that exists. */
export interface OpenedFile {
  readonly name: string
  readonly contentType: string
  /** Undefined for all campaigns. */
  readonly campaignIds: readonly number[] | undefined
  /** Rows and bytes of the whole file, if known. */
  readonly rows?: number | undefined
  readonly size?: number | undefined
  /** The bytes, to be read in order; `onRows` is called with the number of rows so far. */
  readonly write: (onRows: (rows: number) => void) => AsyncIterable<Uint8Array>
}

/** Maximum per user; each holds a connection and some of its rows. */
const MAX_DOWNLOADS = 5
const WAIT_S = 5

/** The user who downloads a file, and the origin of the request. */
export interface Downloader extends Pick<CallContext, 'correlationId' | 'remoteAddress' | 'userAgent'> {
  readonly viewer: Viewer
}

export interface Sender {
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
  readonly inTime: <T>(work: Promise<T>) => Promise<T>
}

export function createSender({ services, stallMs, inTime }: Options): Sender {
  const counts = new Map<number, number>()
  const underWay = new Set<Outgoing>()
  let isStopping = false

  const count = (userId: number, change: 1 | -1) => {
    const now = (counts.get(userId) ?? 0) + change
    if (now === 0) counts.delete(userId)
    else counts.set(userId, now)
  }
  const follow = (outgoing: Outgoing, userId: number) => {
    underWay.add(outgoing)
    void outgoing.ended.then(() => {
      underWay.delete(outgoing)
      count(userId, -1)
    })
    if (isStopping) breakOff(outgoing)
  }

  return {
    async start(file, caller, reply) {
      const { userId } = caller.viewer
      if ((counts.get(userId) ?? 0) >= MAX_DOWNLOADS)
        return refuse(codes.tooManyAttempts, m.server_tooManyDownloads({ atOnce: MAX_DOWNLOADS }), {
          retryAfter: WAIT_S,
        })
      count(userId, 1)
      let rows = 0
      const observer = createObserver(services, file, caller, () => rows)
      const taken = takeUp(
        file.write((handedOut) => (rows = handedOut)),
        observer,
      )
      // Awaited even if no caller waits for it any longer.
      taken.then(
        (body) => (Buffer.isBuffer(body) ? count(userId, -1) : follow(body, userId)),
        () => count(userId, -1),
      )
      const body = await inTime(taken).catch((error: unknown) => {
        taken.then(
          (late) => !Buffer.isBuffer(late) && breakOff(late),
          () => undefined,
        )
        throw error
      })
      if (Buffer.isBuffer(body)) return body
      reply.raw.setTimeout(stallMs, () => breakOff(body))
      return body.stream
    },
    async stop() {
      isStopping = true
      for (const outgoing of underWay) breakOff(outgoing)
      await Promise.all([...underWay].map(({ ended }) => ended))
    },
  }
}

const breakOff = ({ stream }: Outgoing) => stream.destroy(new Error('The download was broken off'))

/** Writes the audit entries of one download: one at its end and, for a long one, one before anything is sent. */
function createObserver(
  services: Services,
  file: OpenedFile,
  caller: Downloader,
  rows: () => number,
): TransferObserver {
  const started = performance.now()
  const { correlationId } = caller
  const { userId, ownerId } = caller.viewer
  const write = (method: 'beginReportDownload' | 'downloadReport', resultCode: ResultCode, given: number) =>
    writeAudit(services.db, {
      ...callToOrigin({ ...caller, now: services.now }),
      userId,
      ownerId,
      method,
      ...downloadToSubject({ fileName: file.name, campaignIds: file.campaignIds, rows: given }),
      resultCode,
    })
  const log = (code: ResultCode, error?: unknown) => {
    const ms = Math.round(performance.now() - started)
    const why = error === undefined ? {} : errorToFields(error)
    services.log.info({ method: 'downloadReport', code, ms, userId, correlationId, count: rows(), ...why }, 'download')
  }
  return {
    begun: () => write('beginReportDownload', codes.success, file.rows ?? rows()),
    whole: async () => {
      await write('downloadReport', codes.success, rows())
      log(codes.success)
    },
    brokenOff: async (error) => {
      log(codes.internal, error)
      await write('downloadReport', codes.internal, rows()).catch((failure: unknown) =>
        services.log.error({ correlationId, ...errorToFields(failure) }, 'the end of a download is not in the trail'),
      )
    },
  }
}
