// The context, events and responses of the sign-in (machines/session), and how a response changes the context
// (docs/rules/access.md, "Sign-in").
import { loginOutcome, type MfaStatus, SIGNED_IN_CODE } from '#domain/access/login-outcomes.ts'
import type { PermissionMap } from '#domain/access/permissions.ts'
import { type FailureMessage, type FailedCall, messageOf } from './failure-message.ts'

export type LoginResponse =
  | {
      readonly kind: 'responded'
      readonly code: string
      readonly text: string
      readonly token: string
      /** The server's message that no further code can be sent yet. '' if there is no such message. */
      readonly resendLimitText: string
      readonly isCodeUnavailable: boolean
      readonly factor: Factor
      readonly hasPasskey: boolean
    }
  | { readonly kind: 'unreachable' }

/** The source of the code: an e-mail, or the user's authenticator app. */
export type Factor = 'email' | 'app'

/** The browser's passkey response, which the server checks. */
export type PasskeyResponse = Readonly<Record<string, unknown>>

export interface LoginInput {
  readonly username: string
  readonly password: string
  /** The one-time code. '' if none was entered. */
  readonly challenge: string
  readonly resend: boolean
  /** Used instead of a code. */
  readonly passkey: PasskeyResponse | undefined
}

export interface SignedInUser {
  readonly user: {
    readonly userId: string
    readonly username: string
    readonly firstname: string
    readonly lastname: string
    readonly email: string
  }
  readonly permissions: PermissionMap
  /** The language that the user has chosen. */
  readonly language?: string | undefined
  /** base64. '' if the server sent none. */
  readonly draftKey: string
}

/** The secret of a new second factor, while its view is open. */
export interface EnrolmentSecret {
  /** base32, for typing. */
  readonly secret: string
  /** The content of the QR code. */
  readonly otpauthUrl: string
}

export type SecretResponse = { readonly kind: 'received'; readonly enrolment: EnrolmentSecret } | FailedCall

export type ConfirmResponse =
  | {
      readonly kind: 'responded'
      readonly code: string
      readonly text: string
      readonly recoveryCodes: readonly string[]
    }
  | { readonly kind: 'unreachable' }

export type PasskeyResult =
  | { readonly kind: 'succeeded'; readonly response: PasskeyResponse }
  /** The user or the browser has refused to use a passkey. */
  | { readonly kind: 'failed'; readonly fault: PasskeyFault }
  | FailedCall

/** 'leaving': the browser opens the address at the company's login, and leaves this page. */
export type LeavingResponse = { readonly kind: 'leaving' } | FailedCall

/** The result of a sign-in by the company's login. */
export type ProviderResponse =
  | {
      readonly kind: 'identified'
      readonly username: string
      /** Used once instead of a password. */
      readonly ticket: string
      /** True if the user was linked to the company's login just now. */
      readonly isFirst: boolean
    }
  /** The provider knows the person, but no user of the portal belongs to them. */
  | { readonly kind: 'noAccount'; readonly text: string }
  | FailedCall

export type UserResponse = { readonly kind: 'loaded'; readonly loaded: SignedInUser } | FailedCall

/** The message in the view. The sign-in page has the sentences. */
export type Message = FailureMessage | { readonly code: 'codeWrong' | 'codeSentAgain' | PasskeyFault }

/** The reason why the browser used no passkey. */
export type PasskeyFault = 'passkeyNotUsed' | 'passkeyExists' | 'passkeyElsewhere' | 'passkeyUnusable'

export interface SessionContext extends LoginInput {
  readonly mfaStatus: MfaStatus
  readonly factor: Factor
  /** True if the user can use a passkey. */
  readonly hasPasskey: boolean
  readonly message: Message | undefined
  /** The reason why no code can be entered now, in the server's words. '' if a code can be entered. */
  readonly codeUnavailableReason: string
  /** The token between logIn and the open session. '' before and after. */
  readonly token: string
  /** Set only while the enrolment view is open. */
  readonly enrolment: EnrolmentSecret | undefined
  /** Shown once, after a successful enrolment. */
  readonly recoveryCodes: readonly string[]
}

export type SessionEvent =
  | { readonly type: 'credentials.submitted'; readonly username: string; readonly password: string }
  | { readonly type: 'provider.chosen' }
  | { readonly type: 'provider.returned' }
  | { readonly type: 'link.noticed' }
  | { readonly type: 'code.submitted'; readonly code: string }
  | { readonly type: 'code.resendRequested' }
  | { readonly type: 'user.retried' }
  | { readonly type: 'passkey.chosen' }
  | { readonly type: 'factor.switched' }
  | { readonly type: 'secret.retried' }
  | { readonly type: 'cancelled' }

export const signedOutContext: SessionContext = {
  username: '',
  password: '',
  challenge: '',
  resend: false,
  passkey: undefined,
  mfaStatus: 'unknown',
  factor: 'email',
  hasPasskey: false,
  message: undefined,
  codeUnavailableReason: '',
  token: '',
  enrolment: undefined,
  recoveryCodes: [],
}

/** The changes of the context that decide the next view and its message. */
export function responseToContext(context: SessionContext, response: LoginResponse): Partial<SessionContext> {
  if (response.kind === 'unreachable') return { message: messageOf(response) }
  const { status } = loginOutcome(response.code)
  // The first response includes the user's second factors. Later responses may omit them.
  const isLaterResponse = context.mfaStatus === 'required'
  const factors = isLaterResponse ? {} : { factor: response.factor, hasPasskey: response.hasPasskey }
  if (status === 'required' && response.isCodeUnavailable) {
    const codeUnavailableReason = response.resendLimitText || response.text
    return { ...factors, mfaStatus: status, codeUnavailableReason, message: undefined }
  }
  const message = responseToMessage(response, context)
  if (status === 'as before') return { ...factors, message }
  return { ...factors, mfaStatus: status, codeUnavailableReason: '', message }
}

/** `resend`: true if the user has asked for another code. Only then do messages about another code apply. */
function responseToMessage(
  response: Extract<LoginResponse, { kind: 'responded' }>,
  { resend }: SessionContext,
): Message | undefined {
  switch (loginOutcome(response.code).message) {
    case 'nothing':
      return undefined
    case 'server':
      return messageOf(response)
    case 'code wrong':
      return codeWrong
    case 'code resent':
      return resend ? codeSentAgain : undefined
    case 'resend limit':
      return resend ? messageOf({ ...response, text: response.resendLimitText || response.text }) : undefined
  }
}

const codeWrong: Message = { code: 'codeWrong' }
const codeSentAgain: Message = { code: 'codeSentAgain' }

/** The user in the event that leads to the state openingSession, which is always the response of loadUser. */
export function toLoadedUser(event: object): SignedInUser {
  const { output } = event as { output: UserResponse }
  if (output.kind !== 'loaded') throw new Error('openingSession without a user')
  return output.loaded
}

/** The message after a failed confirmation. The view and the secret stay. */
export function confirmResponseToMessage(response: ConfirmResponse): Message | undefined {
  if (response.kind === 'unreachable') return messageOf(response)
  return loginOutcome(response.code).message === 'code wrong' ? codeWrong : messageOf(response)
}

export const isConfirmed = (response: ConfirmResponse): boolean =>
  response.kind === 'responded' && response.code === SIGNED_IN_CODE
