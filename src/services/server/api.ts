// The portal's calls to the server, typed by the contract. A call never throws. It returns the result, a refusal with
// the server's message, or 'unreachable' if no complete response arrived. After 'unreachable', it is unknown whether
// the call has succeeded. Rules: docs/rules/requests.md, "Missing responses".
import { client } from '#brand/current.ts'
import { getLocale } from '#words/runtime.js'
import { codes, MAX_LENGTH_WITHOUT_SESSION } from '#contract/codes.ts'
import { type ChangingMethod, methodInfo, type Method, type OpenMethod, type ReadingMethod } from '#contract/methods.ts'
import type { Params, Result } from '#contract/operations.ts'
import { failureMessages } from '#domain/request-outcomes.ts'
import type { Fault } from '#machines/connection.ts'
import { reportReached, reportFailedCall } from './connection.ts'
import { yieldToEvents } from '../breathe.ts'
import { askForPassword } from './password-prompt.ts'
import { whilePending } from './pending.ts'
import { sessionStore } from '../session/session.ts'
import { returnsTextList, LIST_UNREADABLE, textToList } from './text-lists.ts'
import { type ApiResponse, toApiResponse } from './response-shape.ts'

export type CallResponse<M extends Method> = SuccessResponse<M> | RefusedResponse | MissingResponse
export type Failure = RefusedResponse | MissingResponse

export interface SuccessResponse<M extends Method> {
  readonly ok: true
  readonly result: Result<M>
  readonly resultText?: string
}

/** The server refused, and nothing was changed. */
export interface RefusedResponse {
  readonly ok: false
  readonly kind: 'refused'
  readonly code: string
  readonly text: string
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
  /** Seconds to wait before trying again (`-20429`). */
  readonly retryAfter?: number
  /** Other fields of the response, e.g. `resendOTPLimitMessage`. */
  readonly details: Readonly<Record<string, unknown>>
}

/** No complete response arrived. A change may have happened. It can be repeated safely with the same requestId. */
export interface MissingResponse {
  readonly ok: false
  readonly kind: 'unreachable'
  readonly text: string
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  /** Used instead of the session's token. During login there is a token, but no session yet. */
  readonly token?: string
  /** Parses the body of a large response in a worker. If it returns undefined, the body is parsed here. */
  readonly parseLarge?: ((bytes: ArrayBuffer) => Promise<unknown>) | undefined
}

const READ_TIMEOUT_MS = 30_000
/** Long enough for a file of 5,000 rows on a poor connection. */
const CHANGE_TIMEOUT_MS = 90_000
/** A body longer than this is handled in several tasks. */
const LARGE_BODY = 100_000

/** True if the object does not exist, or this user cannot see it (-20404). */
export const isMissing = (failure: Failure): boolean => failure.kind === 'refused' && failure.code === codes.notFound

export const unreachable: MissingResponse = { ok: false, kind: 'unreachable', text: failureMessages.noConnection }

/** Calls an operation without a session: a query, or a change by a mailed link. */
export const requestWithoutSession = <M extends OpenMethod>(method: M, params: Params<M>, options: CallOptions = {}) =>
  call(method, params, options)

/** Sends a query, which changes nothing at the server. */
export const request = <M extends ReadingMethod>(method: M, params: Params<M>, options: CallOptions = {}) =>
  call(method, withToken(params, options.token), options)

/** Sends a change. `params.requestId` is created once per user action and stored before this call. */
export async function change<M extends ChangingMethod>(
  method: M,
  params: Params<M>,
  options: CallOptions = {},
): Promise<CallResponse<M>> {
  const response = await call<M>(method, withToken(params, options.token), options)
  const isRefused = !response.ok && response.kind === 'refused'
  const needsPassword = isRefused && response.details['passwordNeeded'] === true
  if (!needsPassword) return response
  const isConfirmed = await askForPassword()
  if (!isConfirmed) return response
  // The server does not store refusals, so it handles the same request anew.
  return call<M>(method, withToken(params, options.token), options)
}

/** Without `otherToken`, the token of the session is added. */
function withToken<P extends object>(params: P, otherToken: string | undefined): P {
  const token = otherToken ?? sessionStore.get()?.token
  return token === undefined ? params : { ...params, token }
}

async function call<M extends Method>(method: M, params: object, options: CallOptions): Promise<CallResponse<M>> {
  const { isChange, isLongPoll, successCode } = methodInfo(method)
  const defaultTimeoutMs = isChange ? CHANGE_TIMEOUT_MS : READ_TIMEOUT_MS
  const { signal, timeoutMs = defaultTimeoutMs, parseLarge } = options
  const sentAt = Date.now()
  const sending = send({ method, params }, { isChange, signal, timeoutMs, parseLarge })
  // No one waits for a held call, so the progress bar does not show it.
  const responseOrFault = await (isLongPoll ? sending : whilePending(sending))
  if (typeof responseOrFault === 'string') {
    // If the caller has aborted the call, the connection may be fine.
    if (!signal?.aborted) reportFailedCall(responseOrFault)
    return unreachable
  }
  reportReached(sentAt)
  const { resultCode, resultText, ...rest } = responseOrFault
  if (resultCode === successCode) {
    // The server validates its responses against the contract, so the portal does not check them again.
    if (returnsTextList(method)) return readList(resultText, rest)
    // A resultText that is an object belongs to the result.
    if (typeof resultText === 'object') return { ok: true, result: { ...rest, resultText } as Result<M> }
    const result = rest as Result<M>
    return resultText === undefined ? { ok: true, result } : { ok: true, result, resultText }
  }
  if (resultCode === codes.sessionInvalid && 'token' in params) endSession(params.token)
  return refusal(resultCode, resultText, rest)
}

interface SendOptions extends Pick<CallOptions, 'parseLarge'> {
  readonly isChange: boolean
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
}

async function send(
  body: { readonly method: string; readonly params: { readonly token?: string } },
  { isChange, signal, timeoutMs, parseLarge }: SendOptions,
): Promise<ApiResponse | Fault> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const requestText = JSON.stringify(body)
  // With thousands of rows, formatting, sending, receiving, decoding and parsing would be one long task. Between these
  // steps, the browser can therefore handle events.
  if (requestText.length > LARGE_BODY) await yieldToEvents()
  const { token } = body.params
  // The server reads a long request only if its header has the token of a session.
  const needsHeader = Boolean(token) && requestText.length > MAX_LENGTH_WITHOUT_SESSION
  // A cookie binds a sign-in by the company's login, or a test of that login, to this browser. Any call without a token
  // can be part of such a sign-in. Calls after the sign-in need no cookie.
  const canBeCompanySignIn = client.signIn !== undefined && !token
  const needsCookie = canBeCompanySignIn || body.method === 'startTestLogin'
  // What a failure means: before the response has begun, there is no connection. Later, the response is invalid.
  let fault: Fault = 'no connection'
  try {
    const response = await fetch(`${client.basePath}api`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        // The page's language, which can differ from the browser's.
        'accept-language': getLocale(),
        ...(needsHeader && { authorization: `Bearer ${token}` }),
      },
      body: requestText,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      cache: 'no-store',
      credentials: needsCookie ? 'same-origin' : 'omit',
      redirect: 'error',
    })
    fault = 'invalid response'
    const contentType = response.headers.get('content-type') ?? ''
    const isJson = /^application\/json\b/i.test(contentType)
    if (!isJson) return fault
    // A failing server may have stopped waiting for a change that still happens. Its error does not tell the outcome.
    if (response.status >= 500 && isChange) return fault
    // `text()` would receive and decode in one task.
    const bytes = await response.arrayBuffer()
    const isLarge = bytes.byteLength > LARGE_BODY
    if (isLarge && parseLarge) {
      const parsedBody = await parseLarge(bytes).catch(() => undefined)
      if (parsedBody !== undefined) return toApiResponse(parsedBody) ?? fault
    }
    if (isLarge) await yieldToEvents()
    const responseText = new TextDecoder().decode(bytes)
    if (isLarge) await yieldToEvents()
    return toApiResponse(JSON.parse(responseText)) ?? fault
  } catch {
    return fault
  }
}

// The result contains the list as text, as the server sent it, because responses are stored unchanged for offline
// reading.
function readList<M extends Method>(resultText: unknown, rest: object): CallResponse<M> {
  if (textToList(resultText) === undefined) return refusal(codes.internal, LIST_UNREADABLE, {})
  return { ok: true, result: { ...rest, resultText } as Result<M> }
}

/** Ends the session after the server has refused its token. A late response about an earlier token must not end it. */
export function endSession(token: unknown): void {
  const session = sessionStore.get()
  if (session && token === session.token) sessionStore.clear('ended')
}

function refusal(code: string, resultText: unknown, details: Readonly<Record<string, unknown>>): RefusedResponse {
  const { errors, retryAfter } = details
  const hasText = typeof resultText === 'string' && resultText !== ''
  return {
    ok: false,
    kind: 'refused',
    code,
    text: hasText ? resultText : failureMessages.failed,
    details,
    ...(Array.isArray(errors) && { errors: errors.filter(isFieldError) }),
    ...(typeof retryAfter === 'number' && { retryAfter }),
  }
}

const isFieldError = (value: unknown): value is { path: string; message: string } =>
  typeof value === 'object' && value !== null && 'path' in value && 'message' in value
