// The state machine of the sign-in: signed out → signing in → loading the user → signed in. Two more views handle the
// second factor: the one-time code and enrolment. domain/access/login-outcomes has the table of login responses
// (docs/rules/access.md, "Sign-in"). flows/access/session provides the calls.
import { assign, fromPromise, setup } from 'xstate'
import { SIGNED_IN_CODE } from '#domain/access/login-outcomes.ts'
import {
  answerToContext,
  type ConfirmAnswer,
  confirmAnswerToMessage,
  isConfirmed,
  loadedOf,
  type LoginAnswer,
  type LoginInput,
  type Message,
  type PasskeyAnswer,
  type SecretAnswer,
  type SessionContext,
  type SessionEvent,
  type SignedInUser,
  signedOut,
  type UserAnswer,
} from './session-steps.ts'
import { messageOf } from './answers.ts'
import { endedAs, field, isKind, output, wholeEvent } from './params.ts'

type Ended<Output> = { readonly event: { readonly output: Output } }
const toMessage = ({ event }: Ended<UserAnswer | SecretAnswer>) => messageOf(event.output)
const toPasskeyMessage = ({ event: { output } }: Ended<PasskeyAnswer>): Message | undefined =>
  'fault' in output ? { code: output.fault } : messageOf(output)
const toConfirmMessage = ({ event }: Ended<ConfirmAnswer>) => confirmAnswerToMessage(event.output)

export const sessionMachine = setup({
  types: { context: {} as SessionContext, events: {} as SessionEvent },
  actors: {
    logIn: fromPromise<LoginAnswer, LoginInput>(() => Promise.reject(new Error('logIn is not provided'))),
    loadUser: fromPromise<UserAnswer, { token: string }>(() => Promise.reject(new Error('loadUser is not provided'))),
    enrollUser: fromPromise<SecretAnswer, { username: string; password: string }>(() =>
      Promise.reject(new Error('enrollUser is not provided')),
    ),
    promptPasskey: fromPromise<PasskeyAnswer, { username: string; password: string }>(() =>
      Promise.reject(new Error('askPasskey is not provided')),
    ),
    confirmEnrolment: fromPromise<ConfirmAnswer, { username: string; password: string; challenge: string }>(() =>
      Promise.reject(new Error('confirmEnrolment is not provided')),
    ),
    openSession: fromPromise<void, { token: string; loaded: SignedInUser }>(() =>
      Promise.reject(new Error('openSession is not provided')),
    ),
  },
  actions: {
    forget: assign(signedOut),
    takeAnswer: assign(({ context }, answer: LoginAnswer) => answerToContext(context, answer)),
    // Each attempt uses only one second factor.
    answerWith: assign((_, way: Partial<LoginInput>) => ({
      challenge: '',
      resend: false,
      passkey: undefined,
      message: undefined,
      ...way,
    })),
    say: assign({ message: (_, message: Message | undefined) => message }),
    sayError: assign({ message: { code: 'failed' } }),
    hush: assign({ message: undefined }),
    dropSecrets: assign({ password: '', token: '' }),
    takeCredentials: assign((_, { username, password }: { username: string; password: string }) => ({
      ...signedOut,
      username,
      password,
    })),
    takeToken: assign((_, answer: LoginAnswer) => ({
      token: answer.kind === 'answered' ? answer.token : '',
      message: undefined,
    })),
    takeSecret: assign((_, answer: SecretAnswer) => ({
      enrolment: answer.kind === 'given' ? answer.enrolment : undefined,
      message: undefined,
    })),
    takeCode: assign((_, challenge: string) => ({ challenge, message: undefined })),
    // The secret is cleared and the status becomes 'enrolment complete'.
    takeRecoveryCodes: assign((_, answer: ConfirmAnswer) => ({
      ...signedOut,
      mfaStatus: 'enrolment complete' as const,
      recoveryCodes: answer.kind === 'answered' ? answer.recoveryCodes : [],
    })),
  },
  guards: {
    isCodeRequired: ({ context }) => context.mfaStatus === 'required',
    isWithoutCode: ({ context }) => context.noCode !== '',
    isNotEnrolled: ({ context }) => context.mfaStatus === 'not enrolled',
    isSignedIn: (_, answer: LoginAnswer) => answer.kind === 'answered' && answer.code === SIGNED_IN_CODE,
    isConfirmed: (_, answer: ConfirmAnswer) => isConfirmed(answer),
    is: isKind,
  },
}).createMachine({
  id: 'session',
  context: signedOut,
  initial: 'signedOut',
  states: {
    signedOut: {
      description: 'The form is open; nobody is signed in.',
      // The form keeps its own input. The machine needs a password only during a call.
      entry: 'dropSecrets',
      on: {
        'credentials.submitted': {
          target: 'signingIn',
          actions: { type: 'takeCredentials', params: wholeEvent },
        },
      },
    },
    signingIn: {
      description: 'Username, password and what answers the second factor are with the server.',
      tags: 'pending',
      invoke: {
        id: 'logIn',
        src: 'logIn',
        input: ({ context: { username, password, challenge, resend, passkey } }) => ({
          username,
          password,
          challenge,
          resend,
          passkey,
        }),
        onDone: [
          {
            guard: { type: 'isSignedIn', params: output },
            target: 'loadingUser',
            actions: { type: 'takeToken', params: output },
          },
          { target: 'choosingView', actions: { type: 'takeAnswer', params: output } },
        ],
        onError: { target: 'choosingView', actions: 'sayError' },
      },
      on: { cancelled: { target: 'signedOut', actions: 'forget' } },
    },
    choosingView: {
      description: 'What the answer asks for next.',
      always: [
        { guard: 'isWithoutCode', target: 'withoutCode' },
        { guard: 'isCodeRequired', target: 'enteringCode' },
        { guard: 'isNotEnrolled', target: 'fetchingSecret' },
        { target: 'signedOut' },
      ],
    },
    enteringCode: {
      description: 'A one-time code, or a passkey, is asked for.',
      on: {
        'code.submitted': {
          target: 'signingIn',
          actions: [{ type: 'answerWith', params: ({ event }) => ({ challenge: event.code }) }],
        },
        'code.resendAsked': {
          target: 'signingIn',
          actions: [{ type: 'answerWith', params: { resend: true } }],
        },
        'passkey.chosen': { target: 'promptingPasskey', actions: [{ type: 'answerWith', params: {} }] },
        // The user has chosen another second factor, so the last message no longer applies.
        'message.dismissed': { actions: 'hush' },
        // Cancel resets the two-factor state to unknown.
        cancelled: { target: 'signedOut', actions: 'forget' },
      },
    },
    // Showing the code field would be a dead end: no code was sent, and no earlier code is valid.
    withoutCode: {
      description: 'No code can be right: the last one is no longer valid, and a new one cannot be sent yet.',
      on: {
        'code.resendAsked': {
          target: 'signingIn',
          actions: [{ type: 'answerWith', params: { resend: true } }],
        },
        'passkey.chosen': { target: 'promptingPasskey', actions: [{ type: 'answerWith', params: {} }] },
        cancelled: { target: 'signedOut', actions: 'forget' },
      },
    },
    promptingPasskey: {
      description: 'The browser asks the person for the passkey.',
      tags: 'pending',
      invoke: {
        id: 'promptPasskey',
        src: 'promptPasskey',
        input: ({ context: { username, password } }) => ({ username, password }),
        onDone: [
          {
            guard: endedAs('given'),
            target: 'signingIn',
            actions: {
              type: 'answerWith',
              params: ({ event: { output } }) => (output.kind === 'given' ? { passkey: output.response } : {}),
            },
          },
          { target: 'choosingView', actions: { type: 'say', params: toPasskeyMessage } },
        ],
        onError: { target: 'choosingView', actions: 'sayError' },
      },
      on: { cancelled: { target: 'signedOut', actions: 'forget' } },
    },
    // The secret is fetched automatically when the enrolment view opens.
    fetchingSecret: {
      description: 'The secret of the new second factor is fetched.',
      tags: 'pending',
      invoke: {
        id: 'enrollUser',
        src: 'enrollUser',
        input: ({ context: { username, password } }) => ({ username, password }),
        onDone: [
          {
            guard: endedAs('given'),
            target: 'enrolling',
            actions: { type: 'takeSecret', params: output },
          },
          { target: 'secretMissing', actions: { type: 'say', params: toMessage } },
        ],
        onError: { target: 'secretMissing', actions: 'sayError' },
      },
      on: { cancelled: { target: 'signedOut', actions: 'forget' } },
    },
    secretMissing: {
      description: 'The secret did not come.',
      on: {
        'secret.retried': { target: 'fetchingSecret', actions: 'hush' },
        cancelled: { target: 'signedOut', actions: 'forget' },
      },
    },
    enrolling: {
      description: 'QR code and secret are shown; a code shows that they have arrived.',
      on: {
        'code.submitted': {
          target: 'confirmingEnrolment',
          actions: { type: 'takeCode', params: field('code') },
        },
        cancelled: { target: 'signedOut', actions: 'forget' },
      },
    },
    // Cannot be cancelled, because the response contains the recovery codes and they are sent only once.
    confirmingEnrolment: {
      description: 'The code is with the server; the recovery codes come with its answer.',
      tags: 'pending',
      invoke: {
        id: 'confirmEnrolment',
        src: 'confirmEnrolment',
        input: ({ context: { username, password, challenge } }) => ({ username, password, challenge }),
        onDone: [
          {
            guard: { type: 'isConfirmed', params: output },
            target: 'enrolled',
            actions: { type: 'takeRecoveryCodes', params: output },
          },
          { target: 'enrolling', actions: { type: 'say', params: toConfirmMessage } },
        ],
        onError: { target: 'enrolling', actions: 'sayError' },
      },
    },
    // OK resets the two-factor state to unknown.
    enrolled: {
      description: 'The recovery codes are shown, once.',
      on: { cancelled: { target: 'signedOut', actions: 'forget' } },
    },
    loadingUser: {
      description: 'Signed in at the server; who it is and what they may is asked for.',
      tags: 'pending',
      invoke: {
        id: 'loadUser',
        src: 'loadUser',
        input: ({ context }) => ({ token: context.token }),
        onDone: [
          {
            guard: endedAs('loaded'),
            target: 'openingSession',
          },
          {
            guard: endedAs('unreachable'),
            target: 'userUnknown',
            actions: { type: 'say', params: toMessage },
          },
          {
            target: 'signedOut',
            actions: ['forget', { type: 'say', params: toMessage }],
          },
        ],
        onError: { target: 'userUnknown', actions: 'sayError' },
      },
      on: { cancelled: { target: 'signedOut', actions: 'forget' } },
    },
    // The server has signed the user in, but the response about the user was lost. Request it again, without a new
    // sign-in or a new code.
    userUnknown: {
      description: 'Signed in at the server, but the answer about the user was lost.',
      on: {
        'user.retried': { target: 'loadingUser', actions: 'hush' },
        cancelled: { target: 'signedOut', actions: 'forget' },
      },
    },
    openingSession: {
      description: 'The session is put down on this device, its drafts with it.',
      tags: 'pending',
      invoke: {
        id: 'openSession',
        src: 'openSession',
        input: ({ context, event }) => ({ token: context.token, loaded: loadedOf(event) }),
        onDone: { target: 'signedIn' },
        onError: { target: 'signedOut', actions: ['forget', 'sayError'] },
      },
    },
    // The next sign-in starts fresh.
    signedIn: { description: 'The portal is open.', type: 'final', entry: 'forget' },
  },
})
