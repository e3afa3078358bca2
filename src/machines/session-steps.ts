// The context, events and answers of the sign-in (machines/session), and how an answer changes the context
// (docs/rules/access.md, "Sign-in").
import { CODE_RESENT, CODE_WRONG, loginOutcome, type MfaStatus, SIGNED_IN_CODE } from '#domain/access/login-outcomes.ts'
import type { PermissionMap } from '#domain/access/permissions.ts'

export type LoginAnswer =
  | {
      readonly kind: 'answered'
      readonly code: string
      readonly text: string
      readonly token: string
      readonly resendLimit: string
      readonly noCode: boolean
      readonly factor: Factor
      readonly hasPasskey: boolean
    }
  | { readonly kind: 'unreachable'; readonly text: string }

/** Where the code comes from: an e-mail, or the user's authenticator app. */
export type Factor = 'email' | 'app'

/** The response of the browser's passkey, which the server checks. */
export type PasskeyResponse = Readonly<Record<string, unknown>>

export interface LoginInput {
  readonly username: string
  readonly password: string
  /** The one-time code; '' if none was requested. */
  readonly challenge: string
  readonly resend: boolean
  /** Instead of a code. */
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
  /** base64; '' if the server sent none. */
  readonly draftKey: string
}

/** The secret of a new second factor, while its view is open. */
export interface EnrolmentSecret {
  /** base32, for typing. */
  readonly secret: string
  /** The content of the QR code. */
  readonly otpauthUrl: string
}

export type SecretAnswer =
  | { readonly kind: 'given'; readonly enrolment: EnrolmentSecret }
  | { readonly kind: 'refused' | 'unreachable'; readonly text: string }

export type ConfirmAnswer =
  | {
      readonly kind: 'answered'
      readonly code: string
      readonly text: string
      readonly recoveryCodes: readonly string[]
    }
  | { readonly kind: 'unreachable'; readonly text: string }

export type PasskeyAnswer =
  | { readonly kind: 'given'; readonly response: PasskeyResponse }
  /** The user, the browser or the server has refused. */
  | { readonly kind: 'failed'; readonly text: string }

export type UserAnswer =
  | { readonly kind: 'loaded'; readonly loaded: SignedInUser }
  | { readonly kind: 'refused' | 'unreachable'; readonly text: string }

export interface SessionContext extends LoginInput {
  readonly mfaStatus: MfaStatus
  readonly factor: Factor
  /** The user may answer with a passkey. */
  readonly hasPasskey: boolean
  /** The message of the view, '' for none. */
  readonly message: string
  /** True if the message is a confirmation: the code was sent again. */
  readonly messageIsGood: boolean
  /** Why no code can be right now, in the server's words; '' if one can. */
  readonly noCode: string
  /** From logIn until the session is open; '' before and after. */
  readonly token: string
  /** Only while the enrolment view is open. */
  readonly enrolment: EnrolmentSecret | undefined
  /** Shown once, after a successful enrolment. */
  readonly recoveryCodes: readonly string[]
}

export type SessionEvent =
  | { readonly type: 'credentials.submitted'; readonly username: string; readonly password: string }
  | { readonly type: 'code.submitted'; readonly code: string }
  | { readonly type: 'code.resendAsked' }
  | { readonly type: 'user.retried' }
  | { readonly type: 'passkey.chosen' }
  | { readonly type: 'message.dismissed' }
  | { readonly type: 'secret.retried' }
  | { readonly type: 'cancelled' }

export const signedOut: SessionContext = {
  username: '',
  password: '',
  challenge: '',
  resend: false,
  passkey: undefined,
  mfaStatus: 'unknown',
  factor: 'email',
  hasPasskey: false,
  message: '',
  messageIsGood: false,
  noCode: '',
  token: '',
  enrolment: undefined,
  recoveryCodes: [],
}

/** The next view and its message. */
export function answerToContext(context: SessionContext, answer: LoginAnswer): Partial<SessionContext> {
  if (answer.kind === 'unreachable') return { message: answer.text, messageIsGood: false }
  const { status, message } = loginOutcome(answer.code)
  const messages = {
    nothing: '',
    server: answer.text,
    'code wrong': CODE_WRONG,
    'code resent': context.resend ? CODE_RESENT : '',
    'resend limit': context.resend ? answer.resendLimit || answer.text : '',
  }
  // The first answer reports the user's second factors; later ones can leave them out.
  const first = context.mfaStatus === 'required' ? {} : { factor: answer.factor, hasPasskey: answer.hasPasskey }
  if (status === 'required' && answer.noCode) {
    const noCode = answer.resendLimit || answer.text
    return { ...first, mfaStatus: status, noCode, message: '', messageIsGood: false }
  }
  return {
    ...first,
    mfaStatus: status === 'as before' ? context.mfaStatus : status,
    noCode: status === 'as before' ? context.noCode : '',
    message: messages[message],
    messageIsGood: message === 'code resent',
  }
}

export const textOf = (answer: { readonly kind: string; readonly text?: string }): string => answer.text ?? ''

/** Only the answer of loadUser leads to this state. */
export function loadedOf(event: object): SignedInUser {
  const { output } = event as { output: UserAnswer }
  if (output.kind !== 'loaded') throw new Error('openingSession without a user')
  return output.loaded
}

/** The message of a failed confirmation; the view and the secret stay. */
export function confirmAnswerToText(answer: ConfirmAnswer): string {
  if (answer.kind === 'unreachable') return answer.text
  return loginOutcome(answer.code).message === 'code wrong' ? CODE_WRONG : answer.text
}

export const isConfirmed = (answer: ConfirmAnswer): boolean =>
  answer.kind === 'answered' && answer.code === SIGNED_IN_CODE
