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
import { SIGNED_IN_CODE } from '#domain/access/login-outcomes.ts'
import { toPermissionMap } from '#domain/access/permissions.ts'
import { request, requestWithoutSession } from '#services/server/api.ts'

export async function logIn(input: LoginInput, signal: AbortSignal): Promise<LoginResponse> {
  const { username, password, challenge, resend, passkey } = input
  const response = await requestWithoutSession(
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
  if (response.ok)
    return {
      kind: 'responded',
      code: SIGNED_IN_CODE,
      text: '',
      token: response.result.token,
      resendLimitText: '',
      isCodeUnavailable: false,
      factor: 'email',
      hasPasskey: false,
    }
  if (response.kind === 'unreachable') return response
  const { code, text, details } = response
  const resendLimitText = details['resendOTPLimitMessage']
  return {
    kind: 'responded',
    code,
    text,
    token: '',
    resendLimitText: typeof resendLimitText === 'string' ? resendLimitText : '',
    // The server sends a waiting time only if it cannot send a code yet.
    isCodeUnavailable: response.retryAfter !== undefined,
    factor: details['factor'] === 'app' ? 'app' : 'email',
    hasPasskey: details['passkey'] === true,
  }
}

export async function loadUser(token: string, signal: AbortSignal): Promise<UserResponse> {
  const response = await request('userInfo', {}, { token, signal })
  if (!response.ok) return { kind: response.kind, text: response.text }
  const { user, permissions, draftKey = '', language } = response.result
  return { kind: 'loaded', loaded: { user, permissions: toPermissionMap(permissions), draftKey, language } }
}

/** Requests the user's passkey in the browser's own dialog. The library is loaded on demand. */
export async function promptPasskey(
  { username, password }: { username: string; password: string },
  signal: AbortSignal,
): Promise<PasskeyResult> {
  const response = await requestWithoutSession(
    'passkeyLoginOptions',
    { username, password, ownerID: client.ownerId },
    { signal },
  )
  if (!response.ok) return response
  try {
    const { promptForPasskey } = await import('#services/session/passkeys.ts')
    return await promptForPasskey(response.result.options)
  } catch {
    return { kind: 'unreachable' }
  }
}

/** Reports activity to the server, then requests the remaining time. Undefined if one of the requests failed. */
export async function prolongSession(): Promise<RemainingTime | undefined> {
  const activity = await request('userInfo', {})
  if (!activity.ok) return undefined
  const response = await request('sessionState', {})
  return response.ok ? response.result : undefined
}

export async function enrollUser(
  { username, password }: { username: string; password: string },
  signal: AbortSignal,
): Promise<SecretResponse> {
  const response = await requestWithoutSession(
    'enrollUser',
    { username, password, ownerID: client.ownerId },
    { signal },
  )
  if (!response.ok) return { kind: response.kind, text: response.text }
  const { secret, otpauthUrl } = response.result
  return { kind: 'received', enrolment: { secret, otpauthUrl } }
}

export async function confirmEnrolment(
  input: { username: string; password: string; challenge: string },
  signal: AbortSignal,
): Promise<ConfirmResponse> {
  const response = await requestWithoutSession('confirm2FAEnrolment', { ...input, ownerID: client.ownerId }, { signal })
  if (response.ok)
    return { kind: 'responded', code: SIGNED_IN_CODE, text: '', recoveryCodes: response.result.recoveryCodes }
  if (response.kind === 'unreachable') return response
  return { kind: 'responded', code: response.code, text: response.text, recoveryCodes: [] }
}
