// The routes of `/{client}/v1` for machine users: finds the key's machine user, checks the parts of the request, calls
// the operations of the contract, and answers with real statuses and problems (RFC 9457). Rules: docs/rules/rest.md.
import { m } from '#words/messages.js'
import { createHash, randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { Client } from '#brand/client.ts'
import { codes } from '#contract/codes.ts'
import { methodInfo } from '#contract/methods.ts'
import { type Problem, problem, type Route, routeNames, routeOf, scopesOf } from '#contract/rest.ts'
import { KEY_PREFIX, machineScopes, SANDBOX_KEY_PREFIX } from '#domain/access/machine-users.ts'
import type { Services } from '../operations/context.ts'
import { errorToFields } from '../log.ts'
import { openApiText } from '../rest/open-api.ts'
import { type RestFile, type RestHandlers, Refused, type UploadedFile } from '../rest/rest-call.ts'
import { inRequestLanguage } from '../language.ts'
import { keyPrefixOf, authenticateMachineKey, type MachineViewer } from '../sessions/machine-keys.ts'
import { type ApiResponse, requestToCaller, requestToToken } from './call.ts'
import { type Endpoint, NotReadyError } from './endpoint.ts'
import type { createHealth } from './health.ts'
import { malformedWords } from './malformed-words.ts'
import type { AddressLimit, Limit } from './rate-limits.ts'
import { NOT_READY_S, notReadyTexts, withTimeout } from './replies.ts'

interface RestOptions {
  readonly services: Services
  readonly handlers: RestHandlers
  readonly endpoint: Endpoint
  readonly health: ReturnType<typeof createHealth>
  readonly limitAddress: AddressLimit
  /** Counts wrong keys, as it counts wrong passwords. */
  readonly limitLogin: AddressLimit
  readonly limitMachine: Limit
  readonly checkResults: boolean
}

const BODY_LIMIT = 8 * 1024 * 1024
/** Calls of one key at the same time, so that no program fills the memory with bodies. */
const MAX_CALLS_AT_ONCE = 6
/** A program with too many calls is asked to wait for this long. */
const BUSY_WAIT_S = 1
/** The characters of a key that the log and the portal show. */
const KEY_START_LENGTH = KEY_PREFIX.length + 4
const MAX_ERRORS = 1_000

/** The status of each refusal. 422 is for well-formed parameters that the data does not allow. See also `statusOf`. */
const statuses: Readonly<Record<string, number>> = {
  [codes.sessionInvalid]: 401,
  [codes.notAuthorized]: 403,
  [codes.notFound]: 404,
  [codes.refusedState]: 409,
  [codes.refusedParameters]: 422,
  [codes.spanTooLong]: 422,
  [codes.spanReversed]: 422,
  [codes.tooManyAttempts]: 429,
  [codes.internal]: 500,
}

/** The names of fields in /v1, by the name of the operation's parameter. */
const fieldNames: Readonly<Record<string, string>> = {
  loadReference: 'reference',
  batchDescription: 'reference',
  batchLoadFileID: 'batchId',
  requestId: 'Idempotency-Key',
  campaignID: 'campaignId',
  startDate: 'from',
  endDate: 'to',
}

export async function serveRest(app: FastifyInstance, options: RestOptions): Promise<void> {
  const { services, health, limitAddress } = options
  const prefix = `${services.client.basePath}v1`
  await app.register(
    async (v1) => {
      v1.removeAllContentTypeParsers()
      const parseJson = v1.getDefaultJsonParser('error', 'error')
      v1.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: BODY_LIMIT }, parseJson)
      v1.addContentTypeParser(
        'multipart/form-data',
        { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
        (_request, body, done) => done(null, body),
      )
      v1.setErrorHandler((error: Error & { statusCode?: number }, request, reply) =>
        inRequestLanguage(request, services.client, () => sendError(services, error, reply)),
      )
      // By method and URL: 'get /batches/:batchId'.
      const routeNamesByUrl = new Map(
        routeNames.map((name) => [`${routeOf(name).method} ${toUrl(routeOf(name).path)}`, name]),
      )
      // Also counts requests that were refused before an operation was called.
      v1.addHook('onResponse', async (request, reply) => {
        const url = request.routeOptions.url?.slice(prefix.length) ?? ''
        const routeName = routeNamesByUrl.get(`${request.method.toLowerCase()} ${url}`) ?? 'other'
        services.counters.countRestRequest(routeName, reply.statusCode)
      })
      const machineOfRequest = new WeakMap<FastifyRequest, MachineViewer>()
      /** The number of running calls, by the machine user's id. */
      const runningCalls = new Map<number, number>()
      // Runs before the body is read, as `checkKey` does.
      const checkAddress = async (request: FastifyRequest, reply: FastifyReply) => {
        const retryAfter = limitAddress(request.ip)
        if (retryAfter !== undefined) return sendTooManyRequests(reply, retryAfter)
        if (!health.isUp()) return sendNotReady(reply, new NotReadyError())
      }
      const checkKey = async (request: FastifyRequest, reply: FastifyReply) =>
        inRequestLanguage(request, services.client, async () => {
          await checkAddress(request, reply)
          if (reply.sent) return
          const machine = await health.whileUp(withTimeout(findMachine(options, request, reply)))
          if (!machine || reply.sent) return
          const { userId } = machine
          const runningCount = runningCalls.get(userId) ?? 0
          if (runningCount >= MAX_CALLS_AT_ONCE) return sendTooManyRequests(reply, BUSY_WAIT_S)
          runningCalls.set(userId, runningCount + 1)
          reply.raw.once('close', () => {
            const remainingCount = (runningCalls.get(userId) ?? 1) - 1
            if (remainingCount > 0) runningCalls.set(userId, remainingCount)
            else runningCalls.delete(userId)
          })
          machineOfRequest.set(request, machine)
        })
      v1.get('/openapi.json', { onRequest: checkAddress }, async (_request, reply) =>
        reply.type('application/json').header('cache-control', 'public, max-age=300').send(openApiText(services)),
      )
      for (const name of routeNames) {
        const route = routeOf(name)
        v1.route({
          method: route.method.toUpperCase(),
          url: toUrl(route.path),
          onRequest: checkKey,
          handler: (request, reply) =>
            inRequestLanguage(request, services.client, async () => {
              reply.header('cache-control', 'no-store')
              setDeprecation(route, reply)
              const viewer = machineOfRequest.get(request)
              if (!viewer) throw new Error('a route of /v1 without a machine user')
              const work = handleRoute(options, { name, route, viewer, request })
              return sendResult(reply, route, prefix, await health.whileUp(withTimeout(work)))
            }),
        })
      }
      v1.all('/*', { onRequest: checkKey }, (_request, reply) =>
        sendProblem(reply, { resultCode: codes.notFound, resultText: m.rest_noSuchRoute() }),
      )
    },
    { prefix },
  )
}

/** '/batches/{batchId}' → '/batches/:batchId' */
const toUrl = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** The machine user of the request's key. Sends the refusal and returns undefined if the key cannot use /v1. */
async function findMachine(
  options: RestOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<MachineViewer | undefined> {
  const machine = await identifyMachine(options, request)
  if (isRefusal(machine)) {
    if (machine.resultCode === codes.sessionInvalid) reply.header('www-authenticate', 'Bearer')
    sendProblem(reply, machine)
    return undefined
  }
  // A key of the company's directory is only for /scim/v2.
  if (machine.scopes.includes('User.provision')) {
    sendProblem(reply, notAuthorized())
    return undefined
  }
  return machine
}

const notAuthorized = (): ApiResponse => ({
  resultCode: codes.notAuthorized,
  resultText: m.access_youAreNotAuthorized(),
})

/** Adds the names of the route's scopes that the key does not have. If the key has all scopes, the refusal stays as it is. */
function withMissingScopes(route: Route, { scopes }: MachineViewer, refusal: ApiResponse): ApiResponse {
  const missing = scopesOf(route).filter((scope) => !scopes.includes(scope))
  if (missing.length === 0) return refusal
  const labels = missing.map((scope) => `${machineScopes[scope].label} (${scope})`).join('; ')
  return { ...refusal, resultText: m.rest_scopeMissing({ scopes: labels }) }
}

export const isRefusal = (result: MachineViewer | ApiResponse): result is ApiResponse => 'resultCode' in result

/** The machine user of the request's key, or the refusal of a wrong key, a wrong address or too many calls. */
export async function identifyMachine(
  { services, limitLogin, limitMachine }: Pick<RestOptions, 'services' | 'limitLogin' | 'limitMachine'>,
  request: FastifyRequest,
): Promise<MachineViewer | ApiResponse> {
  const key = requestToToken(request) ?? ''
  const { remoteAddress } = requestToCaller(request)
  const machine = await authenticateMachineKey(services.db, services, { key, address: remoteAddress })
  if (machine === undefined) {
    const retryAfter = limitLogin(request.ip)
    if (retryAfter !== undefined) return tooManyRequests(retryAfter)
    return { resultCode: codes.sessionInvalid, resultText: keyRefusal(services.client, key) }
  }
  if (machine === 'otherAddress') {
    services.log.warn(
      { address: remoteAddress, keyStart: key.slice(0, KEY_START_LENGTH) },
      'a key was used from another address',
    )
    return { resultCode: codes.notAuthorized, resultText: m.rest_otherAddress({ address: remoteAddress }) }
  }
  const retryAfter = limitMachine(machine.userId, machine.callsPerMinute)
  return retryAfter === undefined ? machine : tooManyRequests(retryAfter)
}

function keyRefusal(client: Client, key: string): string {
  if (key.startsWith(keyPrefixOf(client))) return m.rest_keyNotValid()
  const isSandboxKeyElsewhere = key.startsWith(SANDBOX_KEY_PREFIX)
  if (isSandboxKeyElsewhere) return m.sandbox_keyOfSandbox()
  const isOtherKeyInSandbox = key.startsWith(KEY_PREFIX)
  if (isOtherKeyInSandbox) return m.sandbox_keyElsewhere()
  return m.rest_keyMissing()
}

interface RouteCall {
  readonly name: keyof RestHandlers
  readonly route: Route
  readonly viewer: MachineViewer
  readonly request: FastifyRequest
}

async function handleRoute(options: RestOptions, { name, route, viewer, request }: RouteCall): Promise<unknown> {
  const { services, endpoint, handlers, health, checkResults } = options
  if (route.scope !== undefined && !viewer.scopes.includes(route.scope))
    throw new Refused(withMissingScopes(route, viewer, notAuthorized()))
  const isChange = route.operations.some((method) => methodInfo(method).isChange)
  if (isChange) {
    const reason = health.notReadyReason()
    if (reason !== undefined) throw new NotReadyError(reason)
  }
  const bodyParts = await readBody(route, request)
  const restRequest = {
    parameters: parsePart(route.parameters, request.params),
    query: parsePart(route.query, request.query),
    ...bodyParts,
    viewer,
    now: services.now(),
    requestId: isChange ? readIdempotencyKey(request) : '',
    key: requestToToken(request) ?? '',
    call: async (method: string, params: object, rowNumbers?: readonly number[]) => {
      const response = await endpoint({ method, params: { ...params }, machine: viewer, ...requestToCaller(request) })
      if (response.resultCode === codes.notAuthorized) throw new Refused(withMissingScopes(route, viewer, response))
      if (response.resultCode !== codes.success) throw new Refused(response, rowNumbers)
      return response
    },
  }
  // Each handler accepts the parts of its own route, which were parsed with the schemas of this route.
  const handler = handlers[name] as (request: unknown) => Promise<unknown>
  const result = await handler(restRequest)
  if (checkResults && typeof route.response !== 'string') route.response.parse(result)
  return result
}

/** Parses a part of the request. Throws a refusal that names the fields with wrong values. */
function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value, { error: malformedWords() })
  if (result.success) return result.data
  const errors = result.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }))
  throw new Refused({ ...malformed(m.dates_valuesNotValid()), errors })
}

const malformed = (resultText: string): ApiResponse => ({
  resultCode: codes.refusedParameters,
  resultText,
  malformed: true,
})

const malformedField = (path: string, message: string): ApiResponse => ({
  ...malformed(message),
  errors: [{ path, message }],
})

interface BodyParts {
  /** The JSON of the body. */
  readonly body?: unknown
  /** The text fields of a multipart body, and its file. */
  readonly form?: unknown
  readonly file?: UploadedFile
}

async function readBody(route: Route, request: FastifyRequest): Promise<BodyParts> {
  if (!route.body) return {}
  // Only a multipart body is a buffer.
  if (!Buffer.isBuffer(request.body)) return { body: parsePart(route.body, request.body) }
  if (!route.form) throw new Refused(malformed(m.rest_onlyJson()))
  const { fields, file } = await readForm(request.body, request.headers['content-type'] ?? '')
  if (!file) throw new Refused(malformedField('file', m.rest_fileMissing()))
  return { form: parsePart(route.form, fields), file }
}

/** The text fields and the file of a multipart body. */
async function readForm(body: Buffer, contentType: string) {
  const response = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
  let form: FormData
  try {
    form = await response.formData()
  } catch {
    throw new Refused(malformed(m.rest_formNotReadable()))
  }
  const fields: Record<string, string> = {}
  let file: UploadedFile | undefined
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value
    else if (name === 'file' && !file) file = { name: value.name, content: value }
    else throw new Refused(malformedField(name, m.rest_oneFile()))
  }
  return { fields, file }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/**
 * The requestId of a change, from the header Idempotency-Key. A UUID is taken as it is. Any other text, such as the
 * program's own number of a payment, is hashed to a UUID.
 */
function readIdempotencyKey({ headers }: FastifyRequest): string {
  const header = headers['idempotency-key']
  const key = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : ''
  const isPrintableAscii = /^[\u0021-\u007e]{1,255}$/.test(key)
  if (!isPrintableAscii) throw new Refused(malformedField('requestId', m.rest_keyOfRequestMissing()))
  if (UUID.test(key)) return key.toLowerCase()
  const hex = createHash('sha256').update(key).digest('hex')
  // The first fixed 8 is the version of a UUID with custom values. The second is the variant.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Announces to programs that a route will end (RFC 9745, RFC 8594). */
export function setDeprecation({ deprecated }: Pick<Route, 'deprecated'>, reply: Pick<FastifyReply, 'header'>): void {
  if (!deprecated) return
  reply.header('deprecation', `@${Date.parse(deprecated.since) / 1000}`)
  reply.header('sunset', new Date(deprecated.ends).toUTCString())
}

function sendResult(reply: FastifyReply, route: Route, prefix: string, result: unknown) {
  if (typeof route.response === 'string') {
    const { fileName, contentType, bytes } = result as RestFile
    reply.header('content-disposition', `attachment; filename="${fileName}"`)
    return reply.code(route.status).type(contentType).send(bytes)
  }
  if (route.status === 201) reply.header('location', `${prefix}${route.path}/${(result as { id: string }).id}`)
  return reply.code(route.status).send(result)
}

function sendError(services: Services, error: Error & { statusCode?: number }, reply: FastifyReply) {
  if (error instanceof Refused) return sendProblem(reply, error.response, error.rowNumbers)
  if (error instanceof NotReadyError) return sendNotReady(reply, error)
  const status = error.statusCode ?? 500
  if (status === 413) return sendWithStatus(reply, 413, malformed(m.server_requestTooLarge()))
  if (status === 415) return sendWithStatus(reply, 415, malformed(m.rest_onlyJson()))
  if (status >= 400 && status < 500) return sendWithStatus(reply, 400, malformed(m.rest_bodyNotReadable()))
  const correlationId = randomUUID()
  services.log.error({ correlationId, ...errorToFields(error) }, 'a request to /v1 failed')
  return sendProblem(reply, { resultCode: codes.internal, resultText: m.dates_errorOccurred(), correlationId })
}

export const tooManyRequests = (retryAfter: number): ApiResponse => ({
  resultCode: codes.tooManyAttempts,
  resultText: m.server_tooManyRequests(),
  retryAfter,
})

const sendTooManyRequests = (reply: FastifyReply, retryAfter: number) => sendProblem(reply, tooManyRequests(retryAfter))

const sendNotReady = (reply: FastifyReply, { reason }: NotReadyError) =>
  sendWithStatus(reply, 503, { resultCode: codes.internal, resultText: notReadyTexts[reason], retryAfter: NOT_READY_S })

function sendProblem(reply: FastifyReply, response: ApiResponse, rowNumbers?: readonly number[]) {
  return sendWithStatus(reply, statusOf(response), response, rowNumbers)
}

function statusOf(response: ApiResponse): number {
  if (response['malformed'] === true) return 400
  // The Idempotency-Key was used before with other parameters.
  const isKeyReused =
    response.resultCode === codes.refusedState && errorsOf(response).some(({ path }) => path === 'requestId')
  if (isKeyReused) return 422
  return statuses[response.resultCode] ?? 500
}

interface ErrorOfResponse {
  readonly path: string
  readonly message: string
  readonly row?: number
}
const errorsOf = (response: ApiResponse) => (response['errors'] ?? []) as readonly ErrorOfResponse[]

function sendWithStatus(reply: FastifyReply, status: number, response: ApiResponse, rowNumbers?: readonly number[]) {
  const errors = errorsOf(response).slice(0, MAX_ERRORS)
  const { retryAfter, correlationId } = response as { retryAfter?: number; correlationId?: string }
  const body: Problem = {
    type: 'about:blank',
    title: titleOf(status),
    status,
    detail: typeof response.resultText === 'string' ? response.resultText : '',
    code: response.resultCode,
    ...(errors.length > 0 && { errors: errors.map((error) => toProblemError(error, rowNumbers)) }),
    ...(correlationId !== undefined && { correlationId }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply
    .code(status)
    .type('application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(problem.parse(body))
}

// 'batchElements.4.amount' is the amount of row 5.
const ROW_PATH = /^(?:batchElements|virtualCardOrders|rows|cards|events|totals)\.([0-9]+)(?:\.(.+))?$/

/** `rowNumbers`: for each row that was passed to the operation, its number in the caller's file. */
function toProblemError({ path, message, row }: ErrorOfResponse, rowNumbers: readonly number[] | undefined) {
  const [, indexText, field = ''] = ROW_PATH.exec(path) ?? []
  if (indexText === undefined) {
    const fieldName = fieldNames[path] ?? path
    return row === undefined ? { field: fieldName, detail: message } : { row, field: fieldName, detail: message }
  }
  const index = Number(indexText)
  const rowNumber = rowNumbers?.[index] ?? index + 1
  const isErrorOfWholeRow = field === 'ERROR'
  return { row: rowNumber, field: isErrorOfWholeRow ? '' : field, detail: message }
}

/** With the type about:blank, the title is the phrase of the status. */
const titleOf = (status: number): string => STATUS_CODES[status] ?? ''
