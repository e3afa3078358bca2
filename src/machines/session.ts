// Signing in as a conversation: signed out → signing in → loading the user → signed in, with the second factor's views beside
// it. What an answer means is the table in domain/access/login-outcomes (access §4); who asks is left open (flows/session).
import { assign, fromPromise, setup } from 'xstate'
import { CODE_RESENT, CODE_WRONG, loginOutcome, type MfaStatus, SIGNED_IN_CODE } from '#domain/access/login-outcomes.ts'
import type { PermissionMap } from '#domain/access/permissions.ts'

export type LoginAnswer =
  | { readonly kind: 'answered'; readonly code: string; readonly text: string; readonly token: string; readonly resendLimit: string } // prettier-ignore
  | { readonly kind: 'unreachable'; readonly text: string }

export interface LoginInput {
  readonly username: string
  readonly password: string
  /** The one-time code; '' when none was asked for. */
  readonly challenge: string
  readonly resend: boolean
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
  /** base64; '' where the host gave none. */
  readonly draftKey: string
}

export type UserAnswer =
  | { readonly kind: 'loaded'; readonly loaded: SignedInUser }
  | { readonly kind: 'refused' | 'unreachable'; readonly text: string }

export interface SessionContext extends LoginInput {
  readonly mfaStatus: MfaStatus
  /** What the view says, '' for nothing. */
  readonly message: string
  /** Good news rather than a refusal: the code was sent again. */
  readonly messageIsGood: boolean
  /** From logIn until the session is open; '' before and after. */
  readonly token: string
}

export type SessionEvent =
  | { readonly type: 'credentials.submitted'; readonly username: string; readonly password: string }
  | { readonly type: 'code.submitted'; readonly code: string }
  | { readonly type: 'code.resendAsked' }
  | { readonly type: 'user.retried' }
  | { readonly type: 'enrolment.confirmed' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'session.ended' }

const signedOut: SessionContext = {
  username: '',
  password: '',
  challenge: '',
  resend: false,
  mfaStatus: 'unknown',
  message: '',
  messageIsGood: false,
  token: '',
}

export const sessionMachine = setup({
  types: { context: {} as SessionContext, events: {} as SessionEvent },
  actors: {
    logIn: fromPromise<LoginAnswer, LoginInput>(() => Promise.reject(new Error('logIn is not provided'))),
    loadUser: fromPromise<UserAnswer, { token: string }>(() => Promise.reject(new Error('loadUser is not provided'))),
    openSession: fromPromise<void, { token: string; loaded: SignedInUser }>(() =>
      Promise.reject(new Error('openSession is not provided')),
    ),
  },
  actions: {
    forget: assign(signedOut),
    takeAnswer: assign(({ context }, answer: LoginAnswer) => answerToContext(context, answer)),
    say: assign({ message: (_, text: string) => text, messageIsGood: false }),
  },
  guards: {
    isCodeRequired: ({ context }) => context.mfaStatus === 'required',
    isNotEnrolled: ({ context }) => context.mfaStatus === 'not enrolled',
  },
}).createMachine({
  id: 'session',
  context: signedOut,
  initial: 'signedOut',
  on: { 'session.ended': { target: '.signedOut', actions: 'forget' } },
  states: {
    signedOut: {
      // The form keeps its own input; the machine holds a password only while it needs it.
      entry: assign({ password: '', token: '' }),
      on: {
        'credentials.submitted': {
          target: 'signingIn',
          actions: assign(({ event }) => ({ ...signedOut, username: event.username, password: event.password })),
        },
      },
    },
    signingIn: {
      tags: 'pending',
      invoke: {
        id: 'logIn',
        src: 'logIn',
        input: ({ context: { username, password, challenge, resend } }) => ({ username, password, challenge, resend }),
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'answered' && event.output.code === SIGNED_IN_CODE,
            target: 'loadingUser',
            actions: assign({
              token: ({ event }) => (event.output.kind === 'answered' ? event.output.token : ''),
              message: '',
            }),
          },
          { target: 'choosingView', actions: { type: 'takeAnswer', params: ({ event }) => event.output } },
        ],
      },
    },
    choosingView: {
      always: [
        { guard: 'isCodeRequired', target: 'enteringCode' },
        { guard: 'isNotEnrolled', target: 'enrolling' },
        { target: 'signedOut' },
      ],
    },
    enteringCode: {
      on: {
        'code.submitted': {
          target: 'signingIn',
          actions: assign({ challenge: ({ event }) => event.code, resend: false, message: '', messageIsGood: false }),
        },
        'code.resendAsked': {
          target: 'signingIn',
          actions: assign({ challenge: '', resend: true, message: '', messageIsGood: false }),
        },
        // access §4: cancel resets the two-factor state to unknown.
        cancelled: { target: 'signedOut', actions: 'forget' },
      },
    },
    enrolling: {
      on: {
        'enrolment.confirmed': {
          target: 'enrolled',
          actions: assign({ mfaStatus: 'enrolment complete', message: '' }),
        },
        cancelled: { target: 'signedOut', actions: 'forget' },
      },
    },
    enrolled: { on: { cancelled: { target: 'signedOut', actions: 'forget' } } },
    loadingUser: {
      tags: 'pending',
      invoke: {
        id: 'loadUser',
        src: 'loadUser',
        input: ({ context }) => ({ token: context.token }),
        onDone: [
          { guard: ({ event }) => event.output.kind === 'loaded', target: 'openingSession' },
          {
            guard: ({ event }) => event.output.kind === 'unreachable',
            target: 'userUnknown',
            actions: { type: 'say', params: ({ event }) => textOf(event.output) },
          },
          {
            target: 'signedOut',
            actions: ['forget', { type: 'say', params: ({ event }) => textOf(event.output) }],
          },
        ],
      },
    },
    // Signed in at the host, but the answer about the user was lost: ask again, without a new sign-in or a new code.
    userUnknown: {
      on: {
        'user.retried': { target: 'loadingUser', actions: assign({ message: '' }) },
        cancelled: { target: 'signedOut', actions: 'forget' },
      },
    },
    openingSession: {
      tags: 'pending',
      invoke: {
        id: 'openSession',
        src: 'openSession',
        input: ({ context, event }) => ({ token: context.token, loaded: loadedOf(event) }),
        onDone: { target: 'signedIn' },
      },
    },
    signedIn: { entry: 'forget' },
  },
})

/** The next view and what it says (access §4). */
function answerToContext(context: SessionContext, answer: LoginAnswer): Partial<SessionContext> {
  if (answer.kind === 'unreachable') return { message: answer.text, messageIsGood: false }
  const { status, says } = loginOutcome(answer.code)
  const messages = {
    nothing: '',
    server: answer.text,
    'code wrong': CODE_WRONG,
    'code resent': context.resend ? CODE_RESENT : '',
    'resend limit': context.resend ? answer.resendLimit || answer.text : '',
  }
  return {
    mfaStatus: status === 'as before' ? context.mfaStatus : status,
    message: messages[says],
    messageIsGood: says === 'code resent',
  }
}

const textOf = (answer: UserAnswer): string => (answer.kind === 'loaded' ? '' : answer.text)

/** The state is entered by loadUser's answer alone. */
function loadedOf(event: object): SignedInUser {
  const { output } = event as { output: UserAnswer }
  if (output.kind !== 'loaded') throw new Error('openingSession without a user')
  return output.loaded
}
