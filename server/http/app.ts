// Builds the Fastify app: `POST {base}api`, report files, `GET {base}health`, the portal's files, and the headers and
// limits around them. `main.ts` lets the app listen. HTTP statuses describe only the transport. Rules:
// docs/rules/requests.md, "Responses".
import { m } from '#words/messages.js'
import type { IncomingMessage, Server } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Client } from '#brand/client.ts'
import { codes } from '#contract/codes.ts'
import { methodInfo, isMethod } from '#contract/methods.ts'
import { requestToCaller } from './call.ts'
import type { Handlers, Services } from '../operations/context.ts'
import type { Settings } from '../config/settings.ts'
import type { Database } from '../db/connect.ts'
import { type OpenFile, serveDownloads } from './report-downloads.ts'
import { createEndpoint, NotReadyError } from './endpoint.ts'
import { servePortal } from './portal-files.ts'
import { limitConnections } from './connections.ts'
import { createFront, type FindServer } from './front.ts'
import { createHealth } from './health.ts'
import { createAddressLimit, createLimit } from './rate-limits.ts'
import { createBodyReader } from './read-body.ts'
import { serveRest } from './rest.ts'
import { serveScim } from './scim.ts'
import { createBrowserKey } from './browser-key.ts'
import { serveSso } from './sso.ts'
import { notReadyTexts, rethrowAsNotReady, sendError, sendText, sendTooManyRequests, withTimeout } from './replies.ts'
import { permissionsPolicy, securityHeaders } from './security-headers.ts'
import { restHandlers } from '../rest/handlers.ts'
import { inRequestLanguage } from '../language.ts'
import { findFeedKey, isFeedKey, keyToCallerId } from '../keys/feed-keys.ts'
import { tokenToViewer } from '../sessions/sessions.ts'

export interface AppOptions {
  readonly services: Services
  readonly database: Database
  readonly handlers: Handlers
  readonly openFile: OpenFile
  readonly version: string
  /** True to check results against the contract. Only for tests. */
  readonly checkResults?: boolean
  readonly timeouts?: Timeouts
}

/** Time limits for slow clients, in milliseconds. */
export interface Timeouts {
  readonly headersMs: number
  /** For receiving headers and body. */
  readonly requestMs: number
  /** Between two chunks of a download. */
  readonly stallMs: number
  /** How often Node checks its connections for timeouts. */
  readonly checkIntervalMs: number
}

const TIMEOUTS: Timeouts = { headersMs: 15_000, requestMs: 30_000, stallMs: 60_000, checkIntervalMs: 2_000 }

const KEEP_ALIVE_MS = 10_000

/** The limit per IP address is this many times the limit per user, for offices behind one NAT. */
const USERS_PER_ADDRESS = 10

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, database, handlers, openFile, version, checkResults = false, timeouts = TIMEOUTS } = options
  const { settings, client, now } = services
  const app = Fastify({
    // Hops are counted from the server. Only the entries of X-Forwarded-For that the proxies have added are trusted,
    // because the caller can invent the entries before them.
    trustProxy: (_address, hop) => hop < settings.proxyCount,
    rewriteUrl: ({ url = '/' }) => url.replace(/^[^?#]*/, toDecodablePath),
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: timeouts.checkIntervalMs },
    forceCloseConnections: 'idle',
    clientErrorHandler: sendClientError,
  })
  limitConnections(app.server, toConnectionLimits(settings))
  const maxHeldCalls = settings.maxConnections / 2
  services.heldCalls.listenTo(database, maxHeldCalls)
  app.addHook('preClose', async () => services.heldCalls.stop())
  const health = createHealth(database)
  app.addHook('onClose', () => health.stop())
  // The first check starts to listen for notifications.
  await health.check()
  await app.register(helmet, securityHeaders(settings.publicUrl.startsWith('https:')))
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissionsPolicy)
  })

  // Accepts only application/json. While parsing, `__proto__` and `constructor.prototype` are refused.
  app.removeAllContentTypeParsers()
  const findCallerId = async (token: string) => {
    if (isFeedKey(token)) {
      const key = await findFeedKey(services.db, client.ownerId, token)
      return key === undefined ? undefined : keyToCallerId(key)
    }
    const viewer = await tokenToViewer(services.db, services, token, { isActivity: false })
    return viewer?.userId
  }
  const findCallerIdInTime = async (token: string) => {
    try {
      return await health.whileUp(withTimeout(findCallerId(token)))
    } catch (error) {
      return rethrowAsNotReady(error)
    }
  }
  const parseJson = app.getDefaultJsonParser('error', 'error')
  const readBody = createBodyReader(findCallerIdInTime)
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const body = await readBody(request, payload)
    // The body is WITHOUT_SESSION, which is a call and needs no parsing.
    if (typeof body !== 'string') return body
    return new Promise((resolve, reject) => {
      void parseJson(request, body, (error, value: unknown) => (error ? reject(error) : resolve(value)))
    })
  })
  app.setErrorHandler((error: FastifyError, request, reply) =>
    inRequestLanguage(request, client, () => sendError(services, error, reply)),
  )

  const limitAddress = createAddressLimit(settings.callsPerMinute * USERS_PER_ADDRESS, now)
  const limitLogin = createAddressLimit(settings.loginsPerMinute, now)
  const limitUser = createLimit(settings.callsPerMinute, now)
  const handleCall = createEndpoint(services, handlers, { limitUser, checkResults })

  app.post(
    `${client.basePath}api`,
    {
      // Runs before the body is read.
      onRequest: async (request, reply) => {
        const retryAfter = limitAddress(request.ip)
        if (retryAfter !== undefined) return sendTooManyRequests(reply, retryAfter)
        if (!health.isUp()) return sendError(services, new NotReadyError(), reply)
      },
    },
    (request, reply) =>
      inRequestLanguage(request, client, async () => {
        reply.header('cache-control', 'no-store')
        if (!isCall(request)) return sendText(reply, 400, codes.refusedParameters, m.server_bodyFormat())
        const { method, params } = request.body
        const operationInfo = isMethod(method) ? methodInfo(method) : undefined
        const notReadyReason = operationInfo?.isChange ? health.notReadyReason() : undefined
        if (notReadyReason !== undefined) return sendError(services, new NotReadyError(notReadyReason), reply)
        // Anyone can flood calls without a session (login, codes, mailed links), so these calls have their own limit.
        if (operationInfo?.usesLoginRateLimit) {
          const retryAfter = limitLogin(request.ip)
          if (retryAfter !== undefined) return sendTooManyRequests(reply, retryAfter)
        }
        const caller = requestToCaller(request)
        const startsProviderLogin = method === 'startProviderLogin' || method === 'startTestLogin'
        if (startsProviderLogin) {
          const { browserKey, cookie } = createBrowserKey(settings.publicUrl)
          caller.browserKey = browserKey
          reply.header('set-cookie', cookie)
        }
        const response = await health.whileUp(withTimeout(handleCall({ method, params, ...caller })))
        if (response.resultCode === codes.tooManyAttempts) reply.code(429)
        return response
      }),
  )
  app.get(`${client.basePath}health`, async (_request, reply) => {
    const isUp = await health.check()
    const notReadyReason = isUp ? health.notReadyReason() : 'unreachable'
    const isReady = notReadyReason === undefined
    reply.code(isReady ? 200 : 503).header('cache-control', 'no-store')
    return {
      ready: isReady,
      ...(!isReady && { reason: notReadyTexts[notReadyReason] }),
      version,
      database: database.kind,
    }
  })
  const limitMachine = createLimit(settings.callsPerMinute, now)
  await serveRest(app, {
    services,
    handlers: restHandlers,
    endpoint: handleCall,
    health,
    limitAddress,
    limitLogin,
    limitMachine,
    checkResults,
  })
  await serveScim(app, { services, health, limitAddress, limitLogin, limitMachine })
  await serveSso(app, { services, limitLogin })
  serveDownloads(app, { services, health, limitAddress, limitUser, stallMs: timeouts.stallMs, open: openFile })
  await servePortal(app, client, {
    folder: settings.portalDir,
    ownPictures: join(settings.dataDir, 'pictures'),
    version,
    hasServiceWorker: settings.hasServiceWorker,
    signIn: settings.provider && {
      provider: settings.provider.name,
      hasPasswords: settings.isPasswordLoginOn,
    },
  })
  return app
}

/** A server for the apps of several clients. Its limits are those of an app that listens itself. */
export function createSharedServer(
  settings: Settings,
  clients: readonly [Client, ...Client[]],
  findServer: FindServer,
): Server {
  const limits = {
    requestTimeout: TIMEOUTS.requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: TIMEOUTS.headersMs,
    connectionsCheckingInterval: TIMEOUTS.checkIntervalMs,
  }
  const server = createFront(clients, findServer, limits)
  server.on('clientError', sendClientError)
  limitConnections(server, toConnectionLimits(settings))
  return server
}

const toConnectionLimits = ({ maxConnections, maxConnectionsPerAddress, proxyCount }: Settings) => ({
  total: maxConnections,
  perAddress: proxyCount > 0 ? undefined : maxConnectionsPerAddress,
})

/**
 * '/100%' becomes '/100%25'. Fastify would refuse '/100%' before routing, although '/100%' is only an unknown address.
 */
function toDecodablePath(path: string): string {
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return path.replaceAll('%', '%25')
  }
}

function isCall(
  request: FastifyRequest,
): request is FastifyRequest<{ Body: { method: string; params: Record<string, unknown> } }> {
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  const { method, params, ...rest } = body as Record<string, unknown>
  const isObject = typeof params === 'object' && params !== null && !Array.isArray(params)
  return typeof method === 'string' && isObject && Object.keys(rest).length === 0
}

/**
 * Handles data that is no HTTP request, and a request that does not arrive completely in time. Responds in the usual
 * JSON format and closes the connection.
 */
function sendClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const resultText = isTimeout ? m.server_requestTookTooLong() : m.server_sendJsonBody()
  const body = JSON.stringify({ resultCode: codes.refusedParameters, resultText })
  const head = [
    `HTTP/1.1 ${isTimeout ? '408 Request Timeout' : '400 Bad Request'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
