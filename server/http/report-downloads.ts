// GET and HEAD of report files. The checks are those of a call: session, limits, permission. The token is in the header
// `Authorization: Bearer`, and refusals have HTTP's own statuses. `OpenFile` finds the file for a name. Rules:
// docs/rules/reports.md, "Report files".
import { inRequestLanguage } from '#server/language.ts'
import { m } from '#words/messages.js'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codes, type ResultCode } from '#contract/codes.ts'
import { canCall } from '#contract/methods.ts'
import { isServerPath } from '#contract/paths.ts'
import { refusalToResponse, requestToCaller, requestToToken } from './call.ts'
import { type Services, refuse, type Refusal, type Viewer } from '../operations/context.ts'
import { isUnreachable } from '../db/faults.ts'
import { NotReadyError } from './endpoint.ts'
import type { Health } from './health.ts'
import type { AddressLimit, Limit } from './rate-limits.ts'
import { errorToFields } from '../log.ts'
import { sendError, sendText, sendTooManyRequests, withTimeout } from './replies.ts'
import { createDownloads, type OpenedFile } from './running-downloads.ts'
import { tokenToViewer } from '../sessions/sessions.ts'

export interface FileContext extends Services {
  readonly viewer: Viewer
}

export interface RequestedFile {
  /** Has the form of a report file's name. */
  readonly name: string
  readonly query: Readonly<Record<string, unknown>>
  /** True for HEAD: the response has only headers, so the file's content is neither counted nor read. */
  readonly isHeadRequest: boolean
}

/** Opens the named report file for this viewer, or returns why the viewer does not get the file. */
export type OpenFile = (context: FileContext, requestedFile: RequestedFile) => Promise<OpenedFile | Refusal>

interface Options {
  readonly services: Services
  readonly health: Health
  readonly limitAddress: AddressLimit
  readonly limitUser: Limit
  /** A client that receives nothing for this many milliseconds is disconnected. */
  readonly stallMs: number
  readonly open: OpenFile
}

/** Handles only the addresses of files. Any other address below `reports/` is a page of the portal. */
export function serveDownloads(app: FastifyInstance, options: Options): void {
  const { services, health, limitAddress, limitUser, open } = options
  const reportsPath = `${services.client.basePath}reports/`
  const fileNameOf = ({ url }: FastifyRequest) => {
    const name = url.replace(/[?#].*$/, '').slice(reportsPath.length)
    return isServerPath(`reports/${name}`) ? name : undefined
  }
  const withTimeLimit = <T>(work: Promise<T>) => health.whileUp(withTimeout(work))
  const downloads = createDownloads({ ...options, withTimeLimit })
  app.addHook('preClose', () => downloads.stop())

  const authorizeAndOpen = async (name: string, request: FastifyRequest) => {
    const token = requestToToken(request)
    const viewer = await withTimeLimit(tokenToViewer(services.db, services, token, { isActivity: true }))
    if (!viewer) return refuse(codes.sessionInvalid, m.server_sessionEnded)
    const retryAfter = limitUser(viewer.userId)
    if (retryAfter !== undefined) return refuse(codes.tooManyAttempts, m.server_tooManyRequests, { retryAfter })
    if (!canCall(viewer.permissions, 'GetReport')) return refuse(codes.notAuthorized, m.access_youAreNotAuthorized)
    const requestedFile = {
      name,
      query: request.query as Record<string, unknown>,
      isHeadRequest: request.method === 'HEAD',
    }
    const file = await withTimeLimit(open({ ...services, viewer }, requestedFile))
    if ('refusalCode' in file) return file
    return { viewer, file }
  }
  const openAndSend = async (name: string, request: FastifyRequest, reply: FastifyReply, correlationId: string) => {
    const opened = await authorizeAndOpen(name, request)
    if ('refusalCode' in opened) return sendRefusal(reply, opened)
    const { viewer, file } = opened
    if (request.method === 'HEAD') return setFileHeaders(reply, file).send()
    const body = await downloads.start(file, { viewer, correlationId, ...requestToCaller(request) }, reply)
    if ('refusalCode' in body) return sendRefusal(reply, body)
    return setFileHeaders(reply, file).send(body)
  }
  app.route({
    method: ['GET', 'HEAD'],
    url: `${reportsPath}*`,
    onRequest: async (request, reply) => {
      if (fileNameOf(request) === undefined) return
      // HTTP/1.0 ends a file by closing the connection, which also happens if the connection is lost. So a client could
      // not distinguish an incomplete file from a complete file.
      if (request.raw.httpVersion === '1.0')
        return sendText(reply, 505, codes.refusedParameters, m.server_proxyNeedsHttp11())
      const retryAfter = limitAddress(request.ip)
      if (retryAfter !== undefined) return sendTooManyRequests(reply, retryAfter)
      if (!health.isUp()) return sendError(services, new NotReadyError(), reply)
    },
    handler: async (request, reply) => {
      const name = fileNameOf(request)
      if (name === undefined) return reply.callNotFound()
      const correlationId = randomUUID()
      try {
        return await inRequestLanguage(request, services.client, () => openAndSend(name, request, reply, correlationId))
      } catch (error) {
        if (error instanceof NotReadyError || isUnreachable(error))
          return sendError(services, new NotReadyError(), reply)
        services.log.error({ method: 'downloadReport', correlationId, ...errorToFields(error) }, 'a download failed')
        const errorResponse = { resultCode: codes.internal, resultText: m.dates_errorOccurred(), correlationId }
        return reply.code(500).header('cache-control', 'no-store').send(errorResponse)
      }
    },
  })
}

const setFileHeaders = (reply: FastifyReply, { name, contentType, rows, size }: OpenedFile): FastifyReply =>
  reply.headers({
    'content-type': contentType,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    ...(rows !== undefined && { 'x-total-rows': String(rows) }),
    ...(size !== undefined && { 'content-length': String(size) }),
  })

function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { refusalText: _refusalText, ...response } = refusalToResponse(refusal)
  if (refusal.refusalCode === codes.sessionInvalid) reply.header('www-authenticate', 'Bearer')
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  return reply
    .code(statuses[refusal.refusalCode] ?? 400)
    .header('cache-control', 'no-store')
    .send(response)
}

const statuses: Partial<Readonly<Record<ResultCode, number>>> = {
  [codes.sessionInvalid]: 401,
  [codes.notAuthorized]: 403,
  [codes.notFound]: 404,
  [codes.refusedState]: 409,
  [codes.tooManyAttempts]: 429,
}
