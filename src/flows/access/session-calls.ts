// The server calls of the sign-in, with their responses converted for the session machine (machines/session).
import { client } from '#brand/current.ts'
import type { RemainingTime } from '#machines/session-lifetime.ts'
import type {
  ConfirmResponse,
  LoginResponse,
  LoginInput,
  PasskeyResult,
  SecretResponse,
  UserResponse,
} from '#machines/session-steps.ts'
import { readPermissions } from '#domain/access/permissions.ts'
import { request, requestWithoutSession } from '#services/server/api.ts'

export async function logIn(input: LoginInput, signal: AbortSignal): Promise<LoginResponse> {
  const { username, password, challenge, resend, passkey } = input
  const answer = await requestWithoutSession(
    'logIn',
    {
      username,
      password,
      ownerID: client.ownerId,
      ...(challenge === '' ? {} : { challenge }),
      ...(resend ? { resend } : {}),
      ...(passkey === undefined ? {} : { passkey }),
    },
    { signal },
  )
  const plain = { noCode: false, factor: 'email', hasPasskey: false } as const
  const limit = (more: unknown) => (typeof more === 'string' ? more : '')
  if (answer.ok)
    return { kind: 'responded', code: '0', text: '', token: answer.result.token, resendLimit: '', ...plain }
  if (answer.kind === 'unreachable') return answer
  const { code, text, more } = answer
  const factor = more['factor'] === 'app' ? 'app' : 'email'
  return {
    kind: 'responded',
    code,
    text,
    token: '',
    resendLimit: limit(more['resendOTPLimitMessage']),
    // The server sends this together with the time until it can send a code.
    noCode: answer.retryAfter !== undefined,
    factor,
    hasPasskey: more['passkey'] === true,
  }
}

export async function loadUser(token: string, signal: AbortSignal): Promise<UserResponse> {
  const answer = await request('userInfo', {}, { token, signal })
  if (!answer.ok) return { kind: answer.kind, text: answer.text }
  const { user, permissions, draftKey = '', language } = answer.result
  return { kind: 'loaded', loaded: { user, permissions: readPermissions(permissions), draftKey, language } }
}

/** Requests the user's passkey in the browser's own dialog. The library is loaded on demand. */
export async function promptPasskey(
  { username, password }: { username: string; password: string },
  signal: AbortSignal,
): Promise<PasskeyResult> {
  const answer = await requestWithoutSession(
    'passkeyLoginOptions',
    { username, password, ownerID: client.ownerId },
    { signal },
  )
  if (!answer.ok) return answer
  try {
    const { answerWithPasskey } = await import('#services/session/passkeys.ts')
    return await answerWithPasskey(answer.result.options)
  } catch {
    return { kind: 'unreachable' }
  }
}

/** Reports activity to the server, then requests the remaining time. Undefined if no response arrived. */
export async function prolongSession(): Promise<RemainingTime | undefined> {
  if (!(await request('userInfo', {})).ok) return undefined
  const answer = await request('sessionState', {})
  return answer.ok ? answer.result : undefined
}

export async function enrollUser(
  { username, password }: { username: string; password: string },
  signal: AbortSignal,
): Promise<SecretResponse> {
  const answer = await requestWithoutSession('enrollUser', { username, password, ownerID: client.ownerId }, { signal })
  if (!answer.ok) return { kind: answer.kind, text: answer.text }
  const { secret, otpauthUrl } = answer.result
  return { kind: 'given', enrolment: { secret, otpauthUrl } }
}

export async function confirmEnrolment(
  input: { username: string; password: string; challenge: string },
  signal: AbortSignal,
): Promise<ConfirmResponse> {
  const answer = await requestWithoutSession('confirm2FAEnrolment', { ...input, ownerID: client.ownerId }, { signal })
  if (answer.ok) return { kind: 'responded', code: '0', text: '', recoveryCodes: answer.result.recoveryCodes }
  if (answer.kind === 'unreachable') return answer
  return { kind: 'responded', code: answer.code, text: answer.text, recoveryCodes: [] }
}
