// Changes to the user's own account: password, recovery codes, passkeys, authenticator app, e-mail alerts. Changes to
// how the user signs in require the password again. Repeating the same request is safe.
import { m } from '#words/messages.js'
import type { Result } from '#contract/operations.ts'
import type { MailAlertType } from '#domain/access/mail-alerts.ts'
import type { FailedCall } from '#machines/failure-message.ts'
import { request, change } from '#services/server/api.ts'
import { passkeyFaultTexts } from '#services/session/passkey-faults.ts'
import { createReusedRequestId } from '#services/server/reused-request-id.ts'

/** The result: success with its value, or the reason for the failure. */
export type AccountResult<T = unknown> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly text: string }

const changePasswordId = createReusedRequestId()
const renewCodesId = createReusedRequestId()
const confirmAuthenticatorId = createReusedRequestId()
const removeAuthenticatorId = createReusedRequestId()
const removePasskeyId = createReusedRequestId()
const endSessionId = createReusedRequestId()
const mailAlertsId = createReusedRequestId()

/** Changes the user's own password. */
export async function changePassword(
  passwords: { readonly oldPassword: string; readonly password: string },
  signal: AbortSignal,
): Promise<{ readonly kind: 'done' } | FailedCall> {
  const requestId = changePasswordId.idOf(passwords)
  const response = await change('changePassword', { ...passwords, requestId }, { signal })
  if (!response.ok) return { kind: response.kind, text: response.text }
  changePasswordId.forget()
  return { kind: 'done' }
}

/** Creates new recovery codes, which are shown only once. They replace all earlier codes. */
export async function renewRecoveryCodes(password: string): Promise<AccountResult<readonly string[]>> {
  const response = await change('renewRecoveryCodes', { password, requestId: renewCodesId.idOf({ password }) })
  if (!response.ok) return { ok: false, text: response.text }
  renewCodesId.forget()
  return { ok: true, value: response.result.recoveryCodes }
}

/** Sends the password again, for the changes that require a recently entered password. */
export async function confirmIdentity(password: string): Promise<AccountResult> {
  const response = await request('confirmIdentity', { password })
  return response.ok ? { ok: true, value: undefined } : { ok: false, text: response.text }
}

/** Creates the secret of an authenticator app. `confirmAuthenticator` activates it. */
export async function offerAuthenticator(password: string): Promise<AccountResult<Result<'offerAuthenticator'>>> {
  const response = await request('offerAuthenticator', { password })
  return response.ok ? { ok: true, value: response.result } : { ok: false, text: response.text }
}

/**
 * Activates the app with its first code. Returns the recovery codes. If the response is lost, the request is repeated
 * immediately. If that response is lost too, the user's next attempt repeats the same request.
 */
export async function confirmAuthenticator(challenge: string): Promise<AccountResult<readonly string[]>> {
  const confirm = () =>
    change('confirmAuthenticator', { challenge, requestId: confirmAuthenticatorId.idOf({ challenge }) })
  let response = await confirm()
  if (!response.ok && response.kind === 'unreachable') response = await confirm()
  const hasResponse = response.ok || response.kind !== 'unreachable'
  if (hasResponse) confirmAuthenticatorId.forget()
  return response.ok ? { ok: true, value: response.result.recoveryCodes } : { ok: false, text: response.text }
}

export async function removeAuthenticator(password: string): Promise<AccountResult> {
  const response = await change('removeAuthenticator', {
    password,
    requestId: removeAuthenticatorId.idOf({ password }),
  })
  if (!response.ok) return { ok: false, text: response.text }
  removeAuthenticatorId.forget()
  return { ok: true, value: undefined }
}

/** Creates a passkey with the browser's own dialog, on this or another device, and registers it at the server. */
export async function addPasskey(name: string, password: string): Promise<AccountResult> {
  const options = await request('passkeyRegistrationOptions', { password })
  if (!options.ok) return { ok: false, text: options.text }
  const passkeys = await import('#services/session/passkeys.ts').catch(() => undefined)
  if (!passkeys) return { ok: false, text: m.common_cannotConnectToServer() }
  const created = await passkeys.makePasskey(options.result.options)
  if (created.kind === 'failed') return { ok: false, text: passkeyFaultTexts[created.fault] }
  const params = { name, response: created.response }
  // The browser's response is valid for only one registration. If the server's response is lost, the request is
  // therefore repeated immediately.
  const registrationId = createReusedRequestId()
  const register = () => change('registerPasskey', { ...params, requestId: registrationId.idOf(params) })
  let response = await register()
  if (!response.ok && response.kind === 'unreachable') response = await register()
  return response.ok ? { ok: true, value: undefined } : { ok: false, text: response.text }
}

export async function removePasskey(passkeyId: string, password: string): Promise<AccountResult> {
  const params = { passkeyId, password }
  const response = await change('removePasskey', { ...params, requestId: removePasskeyId.idOf(params) })
  if (!response.ok) return { ok: false, text: response.text }
  removePasskeyId.forget()
  return { ok: true, value: undefined }
}

export async function endSession(sessionId: string): Promise<AccountResult> {
  const response = await change('endMySession', { sessionId, requestId: endSessionId.idOf({ sessionId }) })
  if (!response.ok) return { ok: false, text: response.text }
  endSessionId.forget()
  return { ok: true, value: undefined }
}

interface MailAlertChoice {
  readonly off: readonly MailAlertType[]
  readonly daily: boolean
}

/** Turns off some types of e-mail (`off`). `daily`: the other e-mails are combined into one e-mail a day. */
export async function setMailAlerts({ off, daily }: MailAlertChoice): Promise<AccountResult> {
  const params = { off: [...off], daily }
  const response = await change('setMailAlerts', { ...params, requestId: mailAlertsId.idOf(params) })
  if (!response.ok) return { ok: false, text: response.text }
  mailAlertsId.forget()
  return { ok: true, value: undefined }
}
