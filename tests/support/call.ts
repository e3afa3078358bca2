// Calls the server's API like any client: POST {base}api with { method, params }.
import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import { clients } from '#brand/clients.ts'
import { activationData } from '#contract/access.ts'
import { methodInfo, type Method } from '#contract/methods.ts'
import type { Operations, Result } from '#contract/operations.ts'
import { untilNextTry } from './pauses.ts'

/** The fields that every response has in addition to the operation's result. */
export interface ApiResponse {
  resultCode: string
  resultText?: string
  errors?: { path: string; message: string }[]
  retryAfter?: number
  correlationId?: string
}

type Input<M extends Method> = z.input<Operations[M]['params']>
/** An operation's parameters as a test passes them. The requestId is optional, since `call` creates one. */
export type CallParams<M extends Method> =
  Input<M> extends { requestId: infer Id } ? Omit<Input<M>, 'requestId'> & { requestId?: Id } : Input<M>

export const demoPassword = 'Sunny-Harbor-42'

/** Makes one call with exactly these parameters, valid or not; returns the HTTP status and the response's JSON. */
export async function post(
  url: string,
  method: string,
  params: unknown,
  language?: string,
): Promise<{ status: number; response: ApiResponse & Record<string, unknown> }> {
  const response = await fetch(`${url}api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(language && { 'accept-language': language }) },
    body: JSON.stringify({ method, params }),
  })
  return { status: response.status, response: (await response.json()) as ApiResponse & Record<string, unknown> }
}

/** A typed call with a token, and with a new requestId if the operation changes something and none is given. */
export type TypedCall = <M extends Method>(method: M, params: CallParams<M>) => Promise<ApiResponse & Result<M>>

export const callWith =
  (url: string, token: string, language?: string): TypedCall =>
  async <M extends Method>(method: M, params: CallParams<M>) => {
    const requestId = methodInfo(method).isChange ? { requestId: randomUUID() } : {}
    const { response } = await post(url, method, { ...requestId, ...(params as object), token }, language)
    return response as unknown as ApiResponse & Result<M>
  }

export interface SignedInClient {
  readonly url: string
  readonly username: string
  readonly token: string
  readonly call: TypedCall
  /** Like `call`, for parameters that violate the contract. */
  callUnchecked(method: string, params: Record<string, unknown>): Promise<ApiResponse & Record<string, unknown>>
}

/**
 * Logs in a demo user; the returned client makes calls as that user. A server of a client that the build does not have
 * needs the owner's id.
 */
export async function clientFor(
  server: { readonly url: string; readonly ownerId?: number },
  username: string,
  password = demoPassword,
): Promise<SignedInClient> {
  const ownerID =
    server.ownerId ?? Object.values(clients).find(({ basePath }) => new URL(server.url).pathname === basePath)?.ownerId
  if (ownerID === undefined) throw new Error(`No client is served under ${server.url}`)
  const { response } = await post(server.url, 'logIn', { username, password, ownerID })
  if (response.resultCode !== '0') throw new Error(`${username} cannot sign in: ${JSON.stringify(response)}`)
  const token = response['token'] as string
  return {
    url: server.url,
    username,
    token,
    call: callWith(server.url, token),
    async callUnchecked(method, params) {
      return (await post(server.url, method, { token, ...params })).response
    },
  }
}

/** How long the patient client repeats a call: longer than any failover takes on a busy machine. */
const PATIENCE_MS = 120_000

/** The same client, but it repeats a call like the portal until it gets a response; a change keeps its requestId. */
export function patientClient(client: SignedInClient): SignedInClient {
  const { url, token } = client
  const call: TypedCall = async <M extends Method>(method: M, params: CallParams<M>) => {
    const requestId = methodInfo(method).isChange ? { requestId: randomUUID() } : {}
    const allParams = { ...requestId, ...(params as object), token }
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
      const { status, response } = await post(url, method, allParams)
      if (status !== 503) return response as unknown as ApiResponse & Result<M>
      await untilNextTry()
    }
    throw new Error(`${method} never got a response`)
  }
  return { ...client, call }
}

/** Activates a new user with the link of the activation mail and a new password. */
export async function activateByLink(server: { readonly url: string }, uuid: string, password: string): Promise<void> {
  const request = async (method: string, params: object) => {
    const { response } = await post(server.url, method, params)
    if (response.resultCode !== '0') throw new Error(`${method}: ${JSON.stringify(response)}`)
    return response
  }
  const info = await request('getActivationInfo', { userUUID: uuid })
  const { userActivationData } = info.resultText as unknown as { userActivationData: string }
  const { USER } = activationData.parse(JSON.parse(userActivationData))
  const user = { userId: USER.USERID, ownerId: USER.OWNERID, userUUID: uuid, password, confirmPassword: password }
  await request('savePassword', { requestId: randomUUID(), ...user, reset: false })
  await request('activateUser', { requestId: randomUUID(), user: USER.USERID, token: uuid })
}
