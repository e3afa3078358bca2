// Passwords without a session: requesting a reset link, and setting a password with a mailed link
// (docs/rules/access.md, "Links in e-mails").
import { client } from '#brand/current.ts'
import {
  type LinkResponse,
  type LinkState,
  type LinkType,
  linkToState,
  REMINDER_SENT_CODE,
} from '#domain/access/links.ts'
import type { FailedCall } from '#machines/failure-message.ts'
import { type CallResponse, requestWithoutSession } from '#services/server/api.ts'
import { createReusedRequestId } from '#services/server/reused-request-id.ts'

/** The result of requesting a reset link, as plain data that can be restored after a reload of the page. */
export type ReminderOutcome =
  /** The owner's setting allows showing the address. */
  | { readonly kind: 'sent'; readonly email: string }
  /** A link was sent if the account exists. The server does not reveal whether it exists. */
  | { readonly kind: 'sentIfKnown' }
  /** The server has responded, but with nothing except this text. */
  | { readonly kind: 'serverMessage'; readonly text: string }
  | { readonly kind: 'unreachable' | 'failed' }

export interface StoredReminder {
  readonly input: string
  readonly outcome: ReminderOutcome
}

/** Reads a stored result. Undefined if nothing is stored, or if another version of the portal wrote it. */
export function readStoredReminder(stored: unknown): StoredReminder | undefined {
  const { input, outcome } = (stored ?? {}) as Partial<Record<keyof StoredReminder, unknown>>
  const { kind, email, text } = (outcome ?? {}) as Partial<Record<string, unknown>>
  if (typeof input !== 'string') return undefined
  switch (kind) {
    case 'sent':
      return typeof email === 'string' ? { input, outcome: { kind, email } } : undefined
    case 'serverMessage':
      return typeof text === 'string' ? { input, outcome: { kind, text } } : undefined
    case 'sentIfKnown':
    case 'unreachable':
    case 'failed':
      return { input, outcome: { kind } }
    default:
      return undefined
  }
}

/** Requests a link to set a new password. Can be called again safely, because each link replaces the previous link. */
export async function requestReminder(account: string, signal: AbortSignal): Promise<ReminderOutcome> {
  const response = await requestWithoutSession('rememberPassword', { account, ownerId: client.ownerId }, { signal })
  if (response.ok) return { kind: 'sent', email: response.resultText ?? '' }
  if (response.kind === 'unreachable') return { kind: 'unreachable' }
  if (response.code === REMINDER_SENT_CODE) return { kind: 'sentIfKnown' }
  return { kind: 'serverMessage', text: response.text }
}

interface MailedLink {
  readonly kind: LinkType
  readonly uuid: string
}

/** Checks a mailed link. The link must belong to the client's owner. */
export async function checkLink(
  { kind, uuid }: MailedLink,
  signal: AbortSignal,
): Promise<LinkState | { readonly kind: 'unreachable' }> {
  const method = kind === 'reset' ? 'getResetPasswordInfo' : 'getActivationInfo'
  const response = await requestWithoutSession(method, { userUUID: uuid }, { signal })
  if (!response.ok && response.kind === 'unreachable') return { kind: 'unreachable' }
  const link: LinkResponse = response.ok ? apiToLink(response.result) : { kind: 'refused', text: response.text }
  return linkToState(kind, link, client.ownerId)
}

export interface NewPassword {
  readonly password: string
  readonly confirmation: string
}

// A repeated request with the same password has the same requestId. If the first response was lost, the request can
// therefore be sent again safely.
const savePasswordId = createReusedRequestId()
const activateUserId = createReusedRequestId()

export async function savePassword(
  { kind, uuid, userId, password, confirmation }: NewPassword & MailedLink & { readonly userId: string },
  signal: AbortSignal,
): Promise<CallOutcome> {
  const params = {
    userId,
    ownerId: client.ownerId,
    userUUID: uuid,
    password,
    confirmPassword: confirmation,
    reset: kind === 'reset',
  }
  const requestId = savePasswordId.idOf(params)
  const outcome = toOutcome(await requestWithoutSession('savePassword', { ...params, requestId }, { signal }))
  if (outcome.kind === 'done') savePasswordId.forget()
  return outcome
}

/** Activates a new account whose password is saved. */
export async function activateUser(
  { uuid, userId }: { readonly uuid: string; readonly userId: string },
  signal: AbortSignal,
): Promise<CallOutcome> {
  const params = { user: userId, token: uuid }
  const requestId = activateUserId.idOf(params)
  return toOutcome(await requestWithoutSession('activateUser', { ...params, requestId }, { signal }))
}

type CallOutcome = { readonly kind: 'done' } | FailedCall

const toOutcome = (response: CallResponse<'savePassword' | 'activateUser'>): CallOutcome =>
  response.ok ? { kind: 'done' } : { kind: response.kind, text: response.text }

const INVALID_LINK: LinkResponse = {
  kind: 'info',
  isValid: false,
  isExpired: false,
  isPasswordSet: false,
  user: { userId: '', ownerId: undefined, username: '' },
}

// `resultText.userActivationData` is JSON. If the JSON cannot be read, the link counts as invalid.
function apiToLink(result: object): LinkResponse {
  try {
    const { resultText } = result as { resultText?: { userActivationData?: string } }
    const activationData = JSON.parse(resultText?.userActivationData ?? '') as Record<string, unknown>
    const user = (activationData['USER'] ?? {}) as Record<string, unknown>
    const textOf = (name: string) => {
      const value = user[name]
      return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
    }
    const ownerIdText = textOf('OWNERID')
    return {
      kind: 'info',
      isValid: activationData['ISVALID'] === true,
      isExpired: activationData['ISEXPIRED'] === true,
      isPasswordSet: activationData['ISPASSWORDSET'] === true,
      minLength: typeof activationData['PASSWORDMIN'] === 'number' ? activationData['PASSWORDMIN'] : undefined,
      user: {
        userId: textOf('USERID'),
        ownerId: ownerIdText === '' ? undefined : Number(ownerIdText),
        username: textOf('USERNAME'),
      },
    }
  } catch {
    return INVALID_LINK
  }
}
