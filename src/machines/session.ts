// The state machine of the sign-in: signed out → signing in → loading the user → signed in. Two more views handle the
// second factor: the one-time code and enrolment. domain/access/login-outcomes has the table of login responses
// (docs/rules/access.md, "Sign-in"). flows/access/session provides the calls.
import { assign, fromPromise, setup } from 'xstate'
import { SIGNED_IN_CODE } from '#domain/access/login-outcomes.ts'
import {
  responseToContext,
  type ConfirmResponse,
  confirmResponseToMessage,
  isConfirmed,
  toLoadedUser,
  type LoginResponse,
  type LeavingResponse,
  type LoginInput,
  type Message,
  type PasskeyResult,
  type ProviderResponse,
  type SecretResponse,
  type SessionContext,
  type SessionEvent,
  type SignedInUser,
  signedOutContext,
  type UserResponse,
} from './session-steps.ts'
import { messageOf } from './failure-message.ts'
import { is, field, isGuard, output, wholeEvent } from './params.ts'
import { notProvided } from './not-provided.ts'

type Done<Output> = { readonly event: { readonly output: Output } }
const toMessage = ({ event }: Done<UserResponse | SecretResponse | LeavingResponse | ProviderResponse>) =>
  messageOf(event.output)
const toPasskeyMessage = ({ event: { output: result } }: Done<PasskeyResult>): Message | undefined =>
  'fault' in result ? { code: result.fault } : messageOf(result)
const toConfirmMessage = ({ event }: Done<ConfirmResponse>) => confirmResponseToMessage(event.output)

export const sessionMachine = setup({
  types: { context: {} as SessionContext, events: {} as SessionEvent },
  actors: {
    logIn: fromPromise<LoginResponse, LoginInput>(notProvided('sessionMachine', 'logIn')),
    openProvider: fromPromise<LeavingResponse>(notProvided('sessionMachine', 'openProvider')),
    finishProvider: fromPromise<ProviderResponse>(notProvided('sessionMachine', 'finishProvider')),
    loadUser: fromPromise<UserResponse, { token: string }>(notProvided('sessionMachine', 'loadUser')),
    enrollUser: fromPromise<SecretResponse, { username: string; password: string }>(
      notProvided('sessionMachine', 'enrollUser'),
    ),
    promptPasskey: fromPromise<PasskeyResult, { username: string; password: string }>(
      notProvided('sessionMachine', 'promptPasskey'),
    ),
    confirmEnrolment: fromPromise<ConfirmResponse, { username: string; password: string; challenge: string }>(
      notProvided('sessionMachine', 'confirmEnrolment'),
    ),
    openSession: fromPromise<void, { token: string; loaded: SignedInUser }>(
      notProvided('sessionMachine', 'openSession'),
    ),
  },
  actions: {
    reset: assign(signedOutContext),
    applyLoginResponse: assign(({ context }, response: LoginResponse) => responseToContext(context, response)),
    // Each attempt uses only one second factor.
    setSecondFactor: assign((_, factor: Partial<LoginInput>) => ({
      challenge: '',
      resend: false,
      passkey: undefined,
      message: undefined,
      ...factor,
    })),
    showMessage: assign({ message: (_, message: Message | undefined) => message }),
    showError: assign({ message: { code: 'failed' } }),
    clearMessage: assign({ message: undefined }),
    clearSecrets: assign({ password: '', token: '' }),
    setCredentials: assign((_, { username, password }: { username: string; password: string }) => ({
      ...signedOutContext,
      username,
      password,
    })),
    // The ticket replaces the password in the calls of this sign-in.
    setTicket: assign((_, response: ProviderResponse) => ({
      ...signedOutContext,
      ...(response.kind === 'identified' && { username: response.username, password: response.ticket }),
    })),
    setToken: assign((_, response: LoginResponse) => ({
      token: response.kind === 'responded' ? response.token : '',
      message: undefined,
    })),
    setSecret: assign((_, response: SecretResponse) => ({
      enrolment: response.kind === 'received' ? response.enrolment : undefined,
      message: undefined,
    })),
    setCode: assign((_, challenge: string) => ({ challenge, message: undefined })),
    // Clears the secret and everything else.
    setRecoveryCodes: assign((_, response: ConfirmResponse) => ({
      ...signedOutContext,
      mfaStatus: 'enrolment complete' as const,
      recoveryCodes: response.kind === 'responded' ? response.recoveryCodes : [],
    })),
  },
  guards: {
    isCodeRequired: ({ context }) => context.mfaStatus === 'required',
    isCodeUnavailable: ({ context }) => context.codeUnavailableReason !== '',
    isNotEnrolled: ({ context }) => context.mfaStatus === 'not enrolled',
    isSignedIn: (_, response: LoginResponse) => response.kind === 'responded' && response.code === SIGNED_IN_CODE,
    isFirst: (_, response: ProviderResponse) => response.kind === 'identified' && response.isFirst,
    isConfirmed: (_, response: ConfirmResponse) => isConfirmed(response),
    is: isGuard,
  },
}).createMachine({
  id: 'session',
  context: signedOutContext,
  initial: 'signedOut',
  states: {
    signedOut: {
      description: 'The form is open; no user is signed in.',
      // The form keeps its own input. The machine needs a password only during a call.
      entry: 'clearSecrets',
      on: {
        'credentials.submitted': {
          target: 'signingIn',
          actions: { type: 'setCredentials', params: wholeEvent },
        },
        'provider.chosen': { target: 'openingProvider', actions: 'reset' },
        'provider.returned': { target: 'returning', actions: 'reset' },
      },
    },
    openingProvider: {
      description: 'The address is requested.',
      tags: 'pending',
      invoke: {
        id: 'openProvider',
        src: 'openProvider',
        onDone: [
          { guard: is('leaving'), target: 'atProvider' },
          { target: 'signedOut', actions: { type: 'showMessage', params: toMessage } },
        ],
        onError: { target: 'signedOut', actions: 'showError' },
      },
      on: { cancelled: { target: 'signedOut', actions: 'reset' } },
    },
    // The page is restored in this state if the user comes back with the Back button.
    atProvider: {
      description: 'The browser leaves.',
      tags: 'pending',
      on: { cancelled: { target: 'signedOut', actions: 'reset' } },
    },
    returning: {
      description: 'The outcome is requested.',
      tags: 'pending',
      invoke: {
        id: 'finishProvider',
        src: 'finishProvider',
        onDone: [
          {
            guard: { type: 'isFirst', params: output },
            target: 'linked',
            actions: { type: 'setTicket', params: output },
          },
          { guard: is('identified'), target: 'signingIn', actions: { type: 'setTicket', params: output } },
          {
            guard: is('noAccount'),
            target: 'noAccount',
            actions: { type: 'showMessage', params: toMessage },
          },
          {
            guard: is('unreachable'),
            target: 'outcomeMissing',
            actions: { type: 'showMessage', params: toMessage },
          },
          { target: 'providerRefused', actions: { type: 'showMessage', params: toMessage } },
        ],
        onError: { target: 'outcomeMissing', actions: 'showError' },
      },
      on: { cancelled: { target: 'signedOut', actions: 'reset' } },
    },
    outcomeMissing: {
      description: 'The outcome is missing.',
      on: {
        'provider.returned': { target: 'returning', actions: 'clearMessage' },
        cancelled: { target: 'signedOut', actions: 'reset' },
      },
    },
    providerRefused: {
      description: 'The provider has refused.',
      on: {
        'provider.chosen': { target: 'openingProvider', actions: 'reset' },
        cancelled: { target: 'signedOut', actions: 'reset' },
      },
    },
    noAccount: {
      description: 'The portal has no such user.',
      on: {
        'provider.chosen': { target: 'openingProvider', actions: 'reset' },
        cancelled: { target: 'signedOut', actions: 'reset' },
      },
    },
    linked: {
      description: 'The user is told about the link.',
      on: {
        'link.noticed': { target: 'signingIn' },
        cancelled: { target: 'signedOut', actions: 'reset' },
      },
    },
    signingIn: {
      description: 'The sign-in was sent to the server.',
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
            actions: { type: 'setToken', params: output },
          },
          { target: 'choosingView', actions: { type: 'applyLoginResponse', params: output } },
        ],
        onError: { target: 'choosingView', actions: 'showError' },
      },
      on: { cancelled: { target: 'signedOut', actions: 'reset' } },
    },
    choosingView: {
      description: 'Chooses the next view from the response.',
      always: [
        { guard: 'isCodeUnavailable', target: 'codeUnavailable' },
        { guard: 'isCodeRequired', target: 'enteringCode' },
        { guard: 'isNotEnrolled', target: 'fetchingSecret' },
        { target: 'signedOut' },
      ],
    },
    enteringCode: {
      description: 'The user enters a one-time code or uses a passkey.',
      on: {
        'code.submitted': {
          target: 'signingIn',
          actions: [{ type: 'setSecondFactor', params: ({ event }) => ({ challenge: event.code }) }],
        },
        'code.resendRequested': {
          target: 'signingIn',
          actions: [{ type: 'setSecondFactor', params: { resend: true } }],
        },
        'passkey.chosen': { target: 'promptingPasskey', actions: [{ type: 'setSecondFactor', params: {} }] },
        // The last message does not apply to the other second factor.
        'factor.switched': { actions: 'clearMessage' },
        // Cancel resets the two-factor state to unknown.
        cancelled: { target: 'signedOut', actions: 'reset' },
      },
    },
    // Showing the code field would be a dead end: no code was sent, and no earlier code is valid.
    codeUnavailable: {
      description: 'No code is valid, and none can be sent yet.',
      on: {
        'code.resendRequested': {
          target: 'signingIn',
          actions: [{ type: 'setSecondFactor', params: { resend: true } }],
        },
        'passkey.chosen': { target: 'promptingPasskey', actions: [{ type: 'setSecondFactor', params: {} }] },
        cancelled: { target: 'signedOut', actions: 'reset' },
      },
    },
    promptingPasskey: {
      description: 'The browser prompts for the passkey.',
      tags: 'pending',
      invoke: {
        id: 'promptPasskey',
        src: 'promptPasskey',
        input: ({ context: { username, password } }) => ({ username, password }),
        onDone: [
          {
            guard: is('succeeded'),
            target: 'signingIn',
            actions: {
              type: 'setSecondFactor',
              params: ({ event: { output: result } }) =>
                result.kind === 'succeeded' ? { passkey: result.response } : {},
            },
          },
          { target: 'choosingView', actions: { type: 'showMessage', params: toPasskeyMessage } },
        ],
        onError: { target: 'choosingView', actions: 'showError' },
      },
      on: { cancelled: { target: 'signedOut', actions: 'reset' } },
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
            guard: is('received'),
            target: 'enrolling',
            actions: { type: 'setSecret', params: output },
          },
          { target: 'secretMissing', actions: { type: 'showMessage', params: toMessage } },
        ],
        onError: { target: 'secretMissing', actions: 'showError' },
      },
      on: { cancelled: { target: 'signedOut', actions: 'reset' } },
    },
    secretMissing: {
      description: 'The secret could not be fetched.',
      on: {
        'secret.retried': { target: 'fetchingSecret', actions: 'clearMessage' },
        cancelled: { target: 'signedOut', actions: 'reset' },
      },
    },
    enrolling: {
      description: 'The secret is shown.',
      on: {
        'code.submitted': {
          target: 'confirmingEnrolment',
          actions: { type: 'setCode', params: field('code') },
        },
        cancelled: { target: 'signedOut', actions: 'reset' },
      },
    },
    // Cannot be cancelled, because the response contains the recovery codes and they are sent only once.
    confirmingEnrolment: {
      description: 'The code was sent to the server.',
      tags: 'pending',
      invoke: {
        id: 'confirmEnrolment',
        src: 'confirmEnrolment',
        input: ({ context: { username, password, challenge } }) => ({ username, password, challenge }),
        onDone: [
          {
            guard: { type: 'isConfirmed', params: output },
            target: 'enrolled',
            actions: { type: 'setRecoveryCodes', params: output },
          },
          { target: 'enrolling', actions: { type: 'showMessage', params: toConfirmMessage } },
        ],
        onError: { target: 'enrolling', actions: 'showError' },
      },
    },
    // The OK button also sends `cancelled`, which resets the two-factor state to unknown.
    enrolled: {
      description: 'The recovery codes are shown once.',
      on: { cancelled: { target: 'signedOut', actions: 'reset' } },
    },
    loadingUser: {
      description: 'The user is being loaded.',
      tags: 'pending',
      invoke: {
        id: 'loadUser',
        src: 'loadUser',
        input: ({ context }) => ({ token: context.token }),
        onDone: [
          {
            guard: is('loaded'),
            target: 'openingSession',
          },
          {
            guard: is('unreachable'),
            target: 'userNotLoaded',
            actions: { type: 'showMessage', params: toMessage },
          },
          {
            target: 'signedOut',
            actions: ['reset', { type: 'showMessage', params: toMessage }],
          },
        ],
        onError: { target: 'userNotLoaded', actions: 'showError' },
      },
      on: { cancelled: { target: 'signedOut', actions: 'reset' } },
    },
    // The server has signed the user in, but the response about the user was lost. Request it again, without a new
    // sign-in or a new code.
    userNotLoaded: {
      description: 'The user could not be loaded.',
      on: {
        'user.retried': { target: 'loadingUser', actions: 'clearMessage' },
        cancelled: { target: 'signedOut', actions: 'reset' },
      },
    },
    openingSession: {
      description: 'The session is stored.',
      tags: 'pending',
      invoke: {
        id: 'openSession',
        src: 'openSession',
        input: ({ context, event }) => ({ token: context.token, loaded: toLoadedUser(event) }),
        onDone: { target: 'signedIn' },
        onError: { target: 'signedOut', actions: ['reset', 'showError'] },
      },
    },
    // The next sign-in starts fresh.
    signedIn: { description: 'The portal is open.', type: 'final', entry: 'reset' },
  },
})
