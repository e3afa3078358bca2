// Responses that no handler creates, and the time limit of calls. All responses have the same JSON format, and a status
// that describes only the transport.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import type { FastifyReply } from 'fastify'
import { codes, type ResultCode } from '#contract/codes.ts'
import type { Services } from '../operations/context.ts'
import { isUnreachable } from '../db/faults.ts'
import { NotReadyError } from './endpoint.ts'
import { errorToFields } from '../log.ts'
import { BodyTooLargeError, TooManyBodiesError } from './read-body.ts'

/**
 * A call that takes longer ends with a NotReadyError, so that the call does not block other calls. The portal repeats
 * the call. A repeated change has the same requestId.
 */
const CALL_TIMEOUT_MS = 25_000

/** Seconds to wait after a NotReadyError. The server needs about this time to notice that it is ready again. */
export const NOT_READY_S = 2

/** Returns the result of `work`, or throws NotReadyError after the time limit. */
export function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeLimit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NotReadyError()), CALL_TIMEOUT_MS)
  })
  return Promise.race([work, timeLimit]).finally(() => clearTimeout(timer))
}

/** Throws a NotReadyError if the database cannot be reached, otherwise the error itself. */
export function rethrowAsNotReady(error: unknown): never {
  if (isUnreachable(error)) throw new NotReadyError()
  throw error
}

export const sendText = (reply: FastifyReply, status: number, resultCode: ResultCode, resultText: string) =>
  reply.code(status).header('cache-control', 'no-store').send({ resultCode, resultText })

export const sendTooManyRequests = (reply: FastifyReply, retryAfter: number, resultText = m.server_tooManyRequests()) =>
  reply.code(429).header('retry-after', String(retryAfter)).header('cache-control', 'no-store').send({
    resultCode: codes.tooManyAttempts,
    resultText,
    retryAfter,
  })

export const notReadyTexts = withTexts<Readonly<Record<NotReadyError['reason'], string>>>({
  unreachable: textOf(m.server_serverNotReady),
  diskFull: textOf(m.server_serverDiskFull),
  olderServer: textOf(m.server_newerServerInstalled),
})

/** Sends errors that occur before or around a call. */
export function sendError(services: Services, error: Error & { statusCode?: number }, reply: FastifyReply) {
  if (error instanceof NotReadyError)
    return reply.code(503).header('retry-after', String(NOT_READY_S)).header('cache-control', 'no-store').send({
      resultCode: codes.internal,
      resultText: notReadyTexts[error.reason],
      retryAfter: NOT_READY_S,
    })
  if (error instanceof TooManyBodiesError) return sendTooManyRequests(reply, error.retryAfter)
  if (error instanceof BodyTooLargeError) {
    // Fastify would close the connection, although the client is still sending the body.
    if (error.isStillRead) reply.removeHeader('connection')
    return sendText(reply, 413, codes.refusedParameters, error.message)
  }
  const status = error.statusCode ?? 500
  if (status === 415) return sendText(reply, 415, codes.refusedParameters, m.server_contentTypeMustBeJson())
  if (status >= 400 && status < 500) return sendText(reply, 400, codes.refusedParameters, m.server_sendJsonBody())
  services.log.error(errorToFields(error), 'a request failed')
  return sendText(reply, 500, codes.internal, m.dates_errorOccurred())
}
