// The path of one call: session → permission from the contract's row → parameters → handler → answer. The transport around
// it (content type, size, JSON) is app.ts; what is wrapped around a change is change.ts.
//
// The order says as little as possible to somebody without a session: an unknown method and a known one answer alike
// (-20012); only a signed-in user is told that a method does not exist, and only an entitled one what its parameters are.
import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import { codes } from '#contract/codes.ts'
import { factsOf, isMethod } from '#contract/facts.ts'
import { type Operation, operations } from '#contract/operations.ts'
import { AN_ERROR, MALFORMED_TEXT } from '#domain/answers.ts'
import { hasOneOf, NOT_AUTHORIZED } from '#domain/access/permissions.ts'
import * as say from '#words/server.ts'
import { writeAudit } from './audit.ts'
import { audited, type Call, refusalToAnswer, type WireAnswer } from './call.ts'
import { runChange } from './change.ts'
import { type Handlers, type Host, refuse, type SessionContext, type Viewer } from './context.ts'
import { isDiskFull, isUnreachable } from './db/faults.ts'
import { errorToFields } from './log.ts'
import { tokenToViewer } from './sessions.ts'

export interface Request {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly remoteAddress: string
  /** The header of that name. */
  readonly userAgent: string | undefined
}

export interface EndpointOptions {
  /** A limit per user: seconds to wait where it is reached. */
  readonly limitUser?: (userId: number) => number | undefined
  /** Checks answers against the contract too; for tests, since types have done it already. */
  readonly checkResults?: boolean
}

/** Thrown if the database cannot be reached or has no room for a change; the transport answers 503. */
export class NotReady extends Error {
  readonly reason: 'unreachable' | 'diskFull'
  constructor(reason: NotReady['reason'] = 'unreachable') {
    super(reason)
    this.reason = reason
  }
}

type AnyHandler = (context: object, params: unknown) => Promise<Record<string, unknown>>

const MAX_ERRORS = 20
/** A caller's own words come back in them, so they are cut; and no operation has as many parameters. */
const MAX_ERROR_LENGTH = 200
const MAX_PARAMS = 64
export const SESSION_ENDED = say.sessionEnded
const NO_SUCH_METHOD = say.thereIsNoSuchOperation
const TOO_MANY_PARAMS = say.tooManyParameters(MAX_PARAMS)
export const TOO_MANY = say.tooManyRequests

/** Gives the function that answers calls. Throws where an operation has no handler or no permission of its own (T01). */
export function createEndpoint(host: Host, handlers: Handlers, options: EndpointOptions = {}) {
  for (const [method, spec] of Object.entries<Operation>(operations)) {
    if (!Object.hasOwn(handlers, method) || !spec.permission || spec.open !== (spec.permission === 'none'))
      throw new Error(`The operation ${method} has no handler or no permission`)
  }
  return async (request: Request): Promise<WireAnswer> => {
    const started = performance.now()
    const correlationId = randomUUID()
    const trace: Trace = {}
    const {
      refused: _refused,
      keeps: _keeps,
      ...answer
    } = await answerCall(host, handlers, options, request, correlationId, trace)
    host.log.info(
      {
        method: isMethod(request.method) ? request.method : 'unknown',
        code: answer.resultCode,
        ms: Math.round(performance.now() - started),
        userId: trace.viewer?.userId,
        correlationId,
      },
      'call',
    )
    return answer
  }
}

interface Trace {
  viewer?: Viewer
}

async function answerCall(
  host: Host,
  handlers: Handlers,
  options: EndpointOptions,
  request: Request,
  correlationId: string,
  trace: Trace,
): Promise<WireAnswer> {
  let call: Call | undefined
  try {
    const spec: Operation | undefined = isMethod(request.method) ? operations[request.method] : undefined
    if (!spec?.open) {
      const viewer = await tokenToViewer(host.db, host, request.params['token'], spec?.polls !== true)
      if (!viewer) return refusalToAnswer(refuse(codes.sessionInvalid, SESSION_ENDED))
      trace.viewer = viewer
      const retryAfter = options.limitUser?.(viewer.userId)
      if (retryAfter !== undefined) return refusalToAnswer(refuse(codes.tooManyAttempts, TOO_MANY, { retryAfter }))
    }
    if (!spec || !isMethod(request.method)) return refusalToAnswer(refuse(codes.notFound, NO_SUCH_METHOD))
    const { remoteAddress, userAgent } = request
    const { viewer } = trace
    const caller = { correlationId, remoteAddress, userAgent }
    call = { host, method: request.method, params: {}, ...caller, viewer, subject: {}, actor: {} }
    return await answerKnown(call, spec, handlers[request.method] as AnyHandler, request.params, options)
  } catch (error) {
    if (isUnreachable(error)) {
      host.log.warn({ method: call?.method, correlationId, ...errorToFields(error) }, 'the database cannot be reached')
      throw new NotReady(isDiskFull(error) ? 'diskFull' : 'unreachable')
    }
    host.log.error({ method: call?.method, correlationId, ...errorToFields(error) }, 'a call failed')
    if (call && factsOf(call.method).changes)
      await writeAudit(host.db, audited(call, codes.internal)).catch(() => undefined)
    return { resultCode: codes.internal, resultText: AN_ERROR, correlationId, refused: true }
  }
}

async function answerKnown(
  call: Call,
  spec: Operation,
  handler: AnyHandler,
  given: Readonly<Record<string, unknown>>,
  options: EndpointOptions,
): Promise<WireAnswer> {
  if (!isEntitled(call.viewer, spec, given)) return refused(call, spec, NOT_ENTITLED)
  if (Object.keys(given).length > MAX_PARAMS)
    return refused(call, spec, refuse(codes.refusedParameters, TOO_MANY_PARAMS))
  const { token: _token, ...withoutToken } = given
  const parsed = () => spec.params.safeParse(spec.open ? given : withoutToken)
  const result = parsed()
  if (!result.success) {
    const errors = issuesToErrors(result.error.issues)
    return refused(call, spec, refuse(codes.refusedParameters, MALFORMED_TEXT, { errors, fields: MALFORMED }))
  }
  const handle = async (context: object): Promise<WireAnswer> => {
    const answer = await handler(context, result.data)
    if ('refused' in answer) return refusalToAnswer(answer as never)
    if (options.checkResults) spec.result.parse(answer)
    return { resultCode: spec.successCode, ...answer }
  }
  if (spec.changes) {
    const { requestId, ...params } = result.data as { requestId: string } & Record<string, string>
    return runChange({ ...call, params }, { requestId, keyedBy: spec.keyedBy && params[spec.keyedBy] }, handle)
  }
  return handle(readingContext(call))
}

/** Tells a caller that nothing was looked up yet, whatever `errors` names. */
const MALFORMED = { malformed: true } as const
const NOT_ENTITLED = refuse(codes.notAuthorized, NOT_AUTHORIZED)

function isEntitled(viewer: Viewer | undefined, spec: Operation, given: Readonly<Record<string, unknown>>): boolean {
  if (spec.permission === 'none') return true
  if (!viewer) return false
  const needed = spec.permissionOf?.(given, { userId: String(viewer.userId) }) ?? spec.permission
  return needed === 'signedIn' || hasOneOf(viewer.permissions, needed)
}

/** A refusal before the handler; one of a change is in the audit trail. */
async function refused(call: Call, spec: Operation, refusal: ReturnType<typeof refuse>): Promise<WireAnswer> {
  if (spec.changes) await writeAudit(call.host.db, audited(call, refusal.refused))
  return refusalToAnswer(refusal)
}

function readingContext(call: Call): object {
  const { host, correlationId, remoteAddress, userAgent, viewer, subject } = call
  const context = { ...host, correlationId, remoteAddress, userAgent }
  if (!viewer) return context
  return {
    ...context,
    viewer,
    concerns: (type, id) => Object.assign(subject, { type, id: String(id) }),
    // Nothing is open: whatever comes after the commit can come now.
    afterCommit: (action) => action(),
  } satisfies SessionContext
}

function issuesToErrors(issues: readonly z.core.$ZodIssue[]) {
  return issues.slice(0, MAX_ERRORS).map(({ path, message }) => ({
    path: path.map(String).join('.').slice(0, MAX_ERROR_LENGTH),
    message: message.slice(0, MAX_ERROR_LENGTH),
  }))
}

export type Endpoint = ReturnType<typeof createEndpoint>
