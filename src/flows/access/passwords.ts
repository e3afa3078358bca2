// Passwords without a session: requesting a reset link, and setting a password with a mailed link
// (docs/rules/access.md, "Links in e-mails").
import { useMachine } from '@xstate/react'
import { fromPromise } from 'xstate'
import { client } from '#brand/current.ts'
import { type LinkResponse, type LinkType, REMINDER_SENT_CODE } from '#domain/access/links.ts'
import { type ForgotContext, forgotPasswordMachine, type ReminderResponse } from '#machines/forgot-password.ts'
import { type ChangeResult, type LinkResult, setPasswordMachine } from '#machines/set-password.ts'
import { inspectOptions } from '#services/inspect/inspect.ts'
import { type CallResponse, requestWithoutSession } from '#services/server/api.ts'
import { createReusedRequestId } from '#services/server/reused-request-id.ts'

const forgotPassword = forgotPasswordMachine.provide({
  actors: { remind: fromPromise(({ input, signal }) => requestReminder(input.account, signal)) },
})

/** The result of requesting a link, as plain data that can be restored after a reload of the page. */
export interface StoredReminder {
  readonly value: 'sent' | 'messageShown' | 'noResponse'
  readonly context: ForgotContext
}

/** The machine of the forgotten-password page. It starts with the stored result if there is one. */
export const useForgotPassword = (stored: StoredReminder | undefined) =>
  useMachine(forgotPassword, { ...inspectOptions, ...(stored && { snapshot: forgotPassword.resolveState(stored) }) })

/** Converts a state of the machine to the form in which it is stored. Undefined while there is no result. */
export function toStoredReminder({
  value,
  context,
}: {
  value: string
  context: ForgotContext
}): StoredReminder | undefined {
  const outcome = outcomes.find((each) => each === value)
  return outcome && { value: outcome, context }
}

/** Reads a stored result. Undefined if nothing is stored, or if another version of the portal wrote it. */
export function readStoredReminder(stored: unknown): StoredReminder | undefined {
  const { value, context } = (stored ?? {}) as Partial<Record<keyof StoredReminder, unknown>>
  const outcome = outcomes.find((each) => each === value)
  const { account, email, message } = (context ?? {}) as Partial<Record<keyof ForgotContext, unknown>>
  const hasTexts = typeof account === 'string' && typeof email === 'string'
  return outcome && hasTexts
    ? { value: outcome, context: { account, email, message: message as ForgotContext['message'] } }
    : undefined
}

const outcomes = ['sent', 'messageShown', 'noResponse'] as const

// A repeated request with the same password has the same requestId, so it is safe if the first response was lost.
const savePasswordId = createReusedRequestId()
const activateUserId = createReusedRequestId()

const setPassword = setPasswordMachine.provide({
  actors: {
    fetchLink: fromPromise(({ input, signal }) => fetchLink(input.kind, input.uuid, signal)),
    savePassword: fromPromise(async ({ input: { kind, uuid, userId, ownerId, password, confirmation }, signal }) => {
      const params = {
        userId,
        ownerId,
        userUUID: uuid,
        password,
        confirmPassword: confirmation,
        reset: kind === 'reset',
      }
      const requestId = savePasswordId.idOf(params)
      const response = toChangeResult(await requestWithoutSession('savePassword', { ...params, requestId }, { signal }))
      if (response.kind === 'done') savePasswordId.forget()
      return response
    }),
    activateUser: fromPromise(async ({ input: { uuid, userId }, signal }) => {
      const params = { user: userId, token: uuid }
      const requestId = activateUserId.idOf(params)
      return toChangeResult(await requestWithoutSession('activateUser', { ...params, requestId }, { signal }))
    }),
  },
})

/** The machine of the page that a mailed link opens. */
export const useSetPassword = (kind: LinkType, uuid: string) =>
  useMachine(setPassword, { ...inspectOptions, input: { kind, uuid, ownerId: client.ownerId } })

async function requestReminder(account: string, signal: AbortSignal): Promise<ReminderResponse> {
  const response = await requestWithoutSession('rememberPassword', { account, ownerId: client.ownerId }, { signal })
  if (response.ok) return { kind: 'sent', email: response.resultText ?? '' }
  if (response.kind === 'unreachable') return response
  return response.code === REMINDER_SENT_CODE ? { kind: 'sentIfKnown' } : { kind: 'serverMessage', text: response.text }
}

async function fetchLink(kind: LinkType, userUUID: string, signal: AbortSignal): Promise<LinkResult> {
  const method = kind === 'reset' ? 'getResetPasswordInfo' : 'getActivationInfo'
  const response = await requestWithoutSession(method, { userUUID }, { signal })
  if (response.ok) return { kind: 'responded', link: apiToLink(response.result) }
  if (response.kind === 'unreachable') return response
  return { kind: 'responded', link: { kind: 'refused', text: response.text } }
}

const toChangeResult = (response: CallResponse<'savePassword' | 'activateUser'>): ChangeResult =>
  response.ok ? { kind: 'done' } : { kind: response.kind, text: response.text }

// `resultText.userActivationData` is JSON. If it cannot be read, the link counts as invalid.
function apiToLink(result: object): LinkResponse {
  const invalidLink = { kind: 'info', isValid: false, isExpired: false, isPasswordSet: false } as const
  const noUser = { userId: '', ownerId: undefined, username: '' }
  try {
    const { resultText } = result as { resultText?: { userActivationData?: string } }
    const activationData = JSON.parse(resultText?.userActivationData ?? '') as Record<string, unknown>
    const user = (activationData['USER'] ?? {}) as Record<string, unknown>
    const textOf = (name: string) =>
      typeof user[name] === 'string' || typeof user[name] === 'number' ? `${user[name]}` : ''
    const ownerId = Number(textOf('OWNERID'))
    return {
      kind: 'info',
      isValid: activationData['ISVALID'] === true,
      isExpired: activationData['ISEXPIRED'] === true,
      isPasswordSet: activationData['ISPASSWORDSET'] === true,
      minLength: typeof activationData['PASSWORDMIN'] === 'number' ? activationData['PASSWORDMIN'] : undefined,
      user: {
        userId: textOf('USERID'),
        ownerId: textOf('OWNERID') === '' ? undefined : ownerId,
        username: textOf('USERNAME'),
      },
    }
  } catch {
    return { ...invalidLink, user: noUser }
  }
}
