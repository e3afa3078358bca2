// Handles one call: session → permission from the contract → parameters → handler → response. app.ts handles the
// transport (content type, size, JSON); change.ts handles repeated requests and transactions. The order reveals as
// little as possible to callers without a session: unknown and known methods get the same response (-20012). Only a
// logged-in user learns that a method does not exist, and only an authorised user learns its parameters. Rules:
// docs/rules/requests.md, "One endpoint".
import { m } from '#words/messages.js'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import { codes } from '#contract/codes.ts'
import { methodInfo, isMethod, type MethodInfo } from '#contract/methods.ts'
import { type Operation, operations } from '#contract/operations.ts'
import { hasAnyPermission } from '#domain/access/permissions.ts'
import { MINUTE_MS } from '#domain/units.ts'
import { wasAuditedSince, writeAudit } from '../audit/audit.ts'
import { malformedWords } from './malformed-words.ts'
import { createAuditContext, callToAuditEvent, type Call, refusalToResponse, type ApiResponse } from './call.ts'
import { runChange } from '../operations/change.ts'
import { refuseWhileHeld } from '../operations/user-changes.ts'
import {
  type Handlers,
  type Refusal,
  refuse,
  type Services,
  type SessionContext,
  type Viewer,
} from '../operations/context.ts'
import { isDiskFull, isUnreachable } from '../db/faults.ts'
import { isOlderServer } from '../db/server-version.ts'
import { errorToFields } from '../log.ts'
import { tokenToViewer } from '../sessions/sessions.ts'

export interface Request {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly remoteAddress: string
  /** The value of the User-Agent header. */
  readonly userAgent: string | undefined
  /** The secret of the browser's cookie. '' without the cookie. */
  readonly browserKey: string
  /** The machine user of a call of /v1, already identified by the key (server/http/rest.ts) and limited there. */
  readonly machine?: Viewer
}

export interface EndpointOptions {
  /** A limit per user. Returns the seconds to wait if the limit is reached, otherwise undefined. */
  readonly limitUser?: (userId: number) => number | undefined
  /** True to check results against the contract. Only for tests, because the types check the results already. */
  readonly checkResults?: boolean
}

/**
 * Thrown if the database cannot be reached, if its disk is full, or if a newer server has changed the database. The
 * transport responds 503.
 */
export class NotReadyError extends Error {
  readonly reason: 'unreachable' | 'diskFull' | 'olderServer'
  constructor(reason: NotReadyError['reason'] = 'unreachable') {
    super(reason)
    this.reason = reason
  }
}

type AnyHandler = (context: object, params: unknown) => Promise<Record<string, unknown>>

const MAX_ERRORS = 20
/** Errors can contain the caller's text, so long errors are cut. */
const MAX_ERROR_LENGTH = 200
/** No operation has as many parameters. */
const MAX_PARAMS = 64

/** Returns the function that handles calls. Throws if an operation has no handler or no permission. */
export function createEndpoint(services: Services, handlers: Handlers, options: EndpointOptions = {}) {
  for (const [method, spec] of Object.entries<Operation>(operations)) {
    const hasHandler = Object.hasOwn(handlers, method)
    const isOpenToAll = spec.permission === 'none'
    // An operation is open to all exactly if it needs no session.
    const hasValidPermission = Boolean(spec.permission) && isOpenToAll === spec.needsNoSession
    if (!hasHandler || !hasValidPermission) throw new Error(`The operation ${method} has no handler or no permission`)
  }
  return async (request: Request): Promise<ApiResponse> => {
    const startedAt = performance.now()
    const correlationId = randomUUID()
    const trace: Trace = {}
    const internalResponse = await handleCall(request, { services, handlers, options, correlationId, trace })
    const { refusalText: _refusalText, keepsWrites: _keepsWrites, ...response } = internalResponse
    const method = isMethod(request.method) ? request.method : 'unknown'
    const ms = Math.round(performance.now() - startedAt)
    // The server holds such a call until something has changed, so the duration of the call means nothing.
    const isLongPoll = method !== 'unknown' && methodInfo(method).isLongPoll
    services.counters.countCall(method, response.resultCode, isLongPoll ? undefined : ms)
    // Each open portal makes one held call after another, which would fill the log.
    const level = isLongPoll && response.resultCode === codes.success ? 'debug' : 'info'
    const userId = trace.viewer?.userId
    services.log[level]({ method, code: response.resultCode, ms, userId, correlationId }, 'call')
    return response
  }
}

/** Set by `handleCall`, so that the log shows the user even if the call fails. */
interface Trace {
  viewer?: Viewer
}

interface CallEnvironment {
  readonly services: Services
  readonly handlers: Handlers
  readonly options: EndpointOptions
  readonly correlationId: string
  readonly trace: Trace
}

async function handleCall(
  request: Request,
  { services, handlers, options, correlationId, trace }: CallEnvironment,
): Promise<ApiResponse> {
  let call: Call | undefined
  try {
    const spec: Operation | undefined = isMethod(request.method) ? operations[request.method] : undefined
    // An unknown method needs a session too.
    const needsSession = !spec?.needsNoSession
    if (needsSession) {
      // The portal makes polled calls even if its user is away, so polled calls do not keep the session alive.
      const isActivity = spec?.isPolled !== true
      const viewer =
        request.machine ?? (await tokenToViewer(services.db, services, request.params['token'], { isActivity }))
      if (!viewer) return refusalToResponse(refuse(codes.sessionInvalid, m.server_sessionEnded))
      trace.viewer = viewer
      // The limit of a machine user was checked with the key.
      const retryAfter = request.machine ? undefined : options.limitUser?.(viewer.userId)
      if (retryAfter !== undefined)
        return refusalToResponse(refuse(codes.tooManyAttempts, m.server_tooManyRequests, { retryAfter }))
    }
    if (!spec || !isMethod(request.method))
      return refusalToResponse(refuse(codes.notFound, m.server_thereIsNoSuchOperation))
    const { method, machine, remoteAddress, userAgent, browserKey } = request
    const { viewer } = trace
    const caller = { correlationId, remoteAddress, userAgent, browserKey }
    call = { services, method, params: {}, ...caller, viewer, machine, subject: {}, actor: {}, changes: [] }
    return await handleOperation(call, spec, handlers[method] as AnyHandler, request.params, options)
  } catch (error) {
    if (isOlderServer(error)) throw new NotReadyError('olderServer')
    if (isUnreachable(error)) {
      services.log.warn(
        { method: call?.method, correlationId, ...errorToFields(error) },
        'the database cannot be reached',
      )
      throw new NotReadyError(isDiskFull(error) ? 'diskFull' : 'unreachable')
    }
    services.log.error({ method: call?.method, correlationId, ...errorToFields(error) }, 'a call failed')
    const errorResponse = {
      resultCode: codes.internal,
      resultText: m.dates_errorOccurred(),
      correlationId,
      refusalText: m.dates_errorOccurred,
    } as const
    if (call && isAudited(methodInfo(call.method)))
      await writeAudit(services.db, callToAuditEvent(call, errorResponse)).catch(() => undefined)
    return errorResponse
  }
}

async function handleOperation(
  call: Call,
  spec: Operation,
  handler: AnyHandler,
  rawParams: Readonly<Record<string, unknown>>,
  options: EndpointOptions,
): Promise<ApiResponse> {
  if (!isAuthorized(call.viewer, spec, rawParams)) return auditRefusal(call, spec, notAuthorizedRefusal())
  if (Object.keys(rawParams).length > MAX_PARAMS) {
    const text = () => m.server_tooManyParameters({ maxParams: MAX_PARAMS })
    return auditRefusal(call, spec, refuse(codes.refusedParameters, text))
  }
  const { token: _token, ...paramsWithoutToken } = rawParams
  // Without a session, `token` can be a parameter of the operation, for example of a mailed link.
  const ownParams = spec.needsNoSession ? rawParams : paramsWithoutToken
  const parsedParams = spec.params.safeParse(ownParams, { error: malformedWords() })
  const illFormedPath = findIllFormedText(paramsWithoutToken)
  if (illFormedPath) {
    const path = illFormedPath.join('.').slice(0, MAX_ERROR_LENGTH)
    return auditRefusal(call, spec, malformedRefusal([{ path, message: m.contract_noControlCharacters() }]))
  }
  if (!parsedParams.success)
    return auditRefusal(call, spec, malformedRefusal(issuesToErrors(parsedParams.error.issues)))
  const handle = async (context: object): Promise<ApiResponse> => {
    // Checked within the transaction of a change, because a repeated call must get its first response without a check.
    const holdRefusal = spec.afterUserChange === 'held' ? await refuseWhileHeld(context as SessionContext) : undefined
    // Such a handler writes the trail itself, but the handler is not called, so the refusal is recorded here.
    if (holdRefusal && spec.trail === 'byHandler') return auditRefusal(call, spec, holdRefusal)
    if (holdRefusal) return refusalToResponse(holdRefusal)
    const response = await handler(context, parsedParams.data)
    if ('refusalCode' in response) return refusalToResponse(response as unknown as Refusal)
    if (options.checkResults) spec.result.parse(response)
    return { resultCode: spec.successCode, ...response }
  }
  if (spec.isChange) {
    const { requestId, ...params } = parsedParams.data as { requestId: string } & Record<string, string>
    const callerSecret = spec.keyedBy === undefined ? undefined : params[spec.keyedBy]
    return runChange({ ...call, params }, { requestId, callerSecret }, handle)
  }
  const response = await handle(createReadContext(call))
  // Audited before the response is sent, so that nothing is shown without an audit entry.
  if (spec.trail === 'view' || spec.trail === 'access') await auditRead(call, spec, response)
  return response
}

/** The field `malformed` tells the caller that only the form of the parameters was checked, before any query. */
const malformedRefusal = (errors: NonNullable<Refusal['errors']>) =>
  refuse(codes.refusedParameters, m.dates_valuesNotValid, { errors, fields: { malformed: true } })
const notAuthorizedRefusal = () => refuse(codes.notAuthorized, m.access_youAreNotAuthorized)

function isAuthorized(
  viewer: Viewer | undefined,
  spec: Operation,
  rawParams: Readonly<Record<string, unknown>>,
): boolean {
  if (spec.permission === 'none') return true
  if (!viewer) return false
  // Undefined if the parameters do not change which permission is required.
  const permissionForParams = spec.permissionOf?.(rawParams, { userId: String(viewer.userId) })
  const requiredPermission = permissionForParams ?? spec.permission
  return requiredPermission === 'signedIn' || hasAnyPermission(viewer.permissions, requiredPermission)
}

/** Audits a refusal that was decided before the handler runs, and returns it as a response. */
async function auditRefusal(call: Call, spec: Operation, refusal: Refusal): Promise<ApiResponse> {
  const response = refusalToResponse(refusal)
  if (isAudited(spec)) await writeAudit(call.services.db, callToAuditEvent(call, response))
  return response
}

/** True if refusals before the handler are audited. */
function isAudited({ trail, needsNoSession }: MethodInfo): boolean {
  if (trail === 'none') return false
  // Only the handler finds the user of such a call, so an earlier refusal belongs to no user.
  const isUserUnknown = needsNoSession && trail === 'byHandler'
  return !isUserUnknown
}

/** Polled reads are audited when a user opens the view, and then once per interval. */
const REPEATED_VIEW_MS = 15 * MINUTE_MS

async function auditRead(call: Call, spec: Operation, response: ApiResponse): Promise<void> {
  const { db } = call.services
  const event = callToAuditEvent(call, response)
  if (spec.isPolled && (await wasAuditedSince(db, event, event.at - REPEATED_VIEW_MS))) return
  await writeAudit(db, event)
}

function createReadContext(call: Call): object {
  const { services, correlationId, remoteAddress, userAgent, browserKey, viewer } = call
  const context = { ...services, correlationId, remoteAddress, userAgent, browserKey }
  if (!viewer) return context
  return {
    ...context,
    viewer,
    ...createAuditContext(call),
    // No transaction is open, so work for after the commit can run now.
    afterCommit: (action) => action(),
  } satisfies SessionContext
}

const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * The path of a text with a lone surrogate (half of a character), which PostgreSQL cannot store: ['rows', '3', 'name'].
 * The path is [] if the value itself is such a text. An ill-formed key is replaced by '?'.
 */
function findIllFormedText(value: unknown): string[] | undefined {
  if (typeof value === 'string') return LONE_SURROGATE.test(value) ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, nested] of Object.entries(value)) {
    if (LONE_SURROGATE.test(key)) return ['?']
    const path = findIllFormedText(nested)
    if (path) return [key, ...path]
  }
  return undefined
}

function issuesToErrors(issues: readonly z.core.$ZodIssue[]) {
  return issues.slice(0, MAX_ERRORS).map(({ path, message }) => ({
    path: path.map(String).join('.').slice(0, MAX_ERROR_LENGTH),
    message: message.slice(0, MAX_ERROR_LENGTH),
  }))
}

export type Endpoint = ReturnType<typeof createEndpoint>
