// The state machine for requesting a password reset link (docs/rules/access.md, "Links in e-mails"): typing → sending →
// sent or refused. flows/access/passwords provides the call.
import { assign, fromPromise, setup } from 'xstate'
import { type FailureMessage, messageOf } from './failure-message.ts'
import { outcomeIs, field, isKind, output } from './params.ts'
import { notProvided } from './not-provided.ts'

export type ReminderResponse =
  /** The owner's setting allows showing the address. */
  | { readonly kind: 'sent'; readonly email: string }
  /** A link was sent if the account exists, which the server does not reveal. */
  | { readonly kind: 'sentIfKnown' }
  /** The server has responded, but with nothing except this text. */
  | { readonly kind: 'serverMessage'; readonly text: string }
  | { readonly kind: 'unreachable' }

export interface ForgotContext {
  readonly account: string
  readonly email: string
  readonly message: FailureMessage | { readonly code: 'reminderSent' } | undefined
}

export type ForgotEvent =
  | { readonly type: 'account.submitted'; readonly account: string }
  | { readonly type: 'retried' }

export const forgotPasswordMachine = setup({
  types: { context: {} as ForgotContext, events: {} as ForgotEvent },
  actors: {
    remind: fromPromise<ReminderResponse, { account: string }>(notProvided('forgotPasswordMachine', 'remind')),
  },
  actions: {
    setAccount: assign((_, account: string) => ({ account })),
    setEmail: assign((_, response: ReminderResponse) => ({ email: response.kind === 'sent' ? response.email : '' })),
    showMessage: assign({ message: (_, response: ReminderResponse) => messageOf(response) }),
    showReminderSent: assign({ message: { code: 'reminderSent' } }),
    showError: assign({ message: { code: 'failed' } }),
    clearMessage: assign({ message: undefined }),
  },
  guards: {
    is: isKind,
  },
}).createMachine({
  id: 'forgotPassword',
  context: { account: '', email: '', message: undefined },
  initial: 'typing',
  states: {
    typing: {
      description: 'The form is open.',
      on: {
        'account.submitted': {
          target: 'sending',
          actions: { type: 'setAccount', params: field('account') },
        },
      },
    },
    sending: {
      description: 'The server was asked to send a link.',
      tags: 'pending',
      invoke: {
        id: 'remind',
        src: 'remind',
        input: ({ context }) => ({ account: context.account }),
        onDone: [
          {
            guard: outcomeIs('sent'),
            target: 'sent',
            actions: { type: 'setEmail', params: output },
          },
          { guard: outcomeIs('sentIfKnown'), target: 'messageShown', actions: 'showReminderSent' },
          {
            guard: outcomeIs('serverMessage'),
            target: 'messageShown',
            actions: { type: 'showMessage', params: output },
          },
          {
            target: 'noResponse',
            actions: { type: 'showMessage', params: output },
          },
        ],
        onError: { target: 'noResponse', actions: 'showError' },
      },
    },
    sent: { description: 'A link was sent, and its address can be shown.', type: 'final' },
    messageShown: { description: "The server's message is shown.", type: 'final' },
    // Requesting it again is safe: each link replaces the previous one.
    noResponse: {
      description: 'No response arrived.',
      on: { retried: { target: 'sending', actions: 'clearMessage' } },
    },
  },
})
