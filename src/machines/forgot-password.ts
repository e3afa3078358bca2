// The state machine for requesting a password reset link (docs/rules/access.md, "Links in e-mails"): typing → sending →
// sent or refused. flows/access/passwords provides the call.
import { assign, fromPromise, setup } from 'xstate'
import { type AnswerMessage, messageOf } from './answers.ts'
import { endedAs, field, isKind, output } from './params.ts'

export type ReminderAnswer =
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
  readonly message: AnswerMessage | { readonly code: 'reminderSent' } | undefined
}

export type ForgotEvent =
  | { readonly type: 'account.submitted'; readonly account: string }
  | { readonly type: 'retried' }

export const forgotPasswordMachine = setup({
  types: { context: {} as ForgotContext, events: {} as ForgotEvent },
  actors: {
    remind: fromPromise<ReminderAnswer, { account: string }>(() => Promise.reject(new Error('remind is not provided'))),
  },
  actions: {
    takeAccount: assign((_, account: string) => ({ account })),
    takeAddress: assign((_, answer: ReminderAnswer) => ({ email: answer.kind === 'sent' ? answer.email : '' })),
    say: assign({ message: (_, answer: ReminderAnswer) => messageOf(answer) }),
    sayReminded: assign({ message: { code: 'reminderSent' } }),
    sayError: assign({ message: { code: 'failed' } }),
    hush: assign({ message: undefined }),
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
          actions: { type: 'takeAccount', params: field('account') },
        },
      },
    },
    sending: {
      description: 'The server is asked to send a link.',
      tags: 'pending',
      invoke: {
        id: 'remind',
        src: 'remind',
        input: ({ context }) => ({ account: context.account }),
        onDone: [
          {
            guard: endedAs('sent'),
            target: 'sent',
            actions: { type: 'takeAddress', params: output },
          },
          { guard: endedAs('sentIfKnown'), target: 'answered', actions: 'sayReminded' },
          {
            guard: endedAs('serverMessage'),
            target: 'answered',
            actions: { type: 'say', params: output },
          },
          {
            target: 'unanswered',
            actions: { type: 'say', params: output },
          },
        ],
        onError: { target: 'unanswered', actions: 'sayError' },
      },
    },
    sent: { description: 'A link was sent, and where to may be said.', type: 'final' },
    answered: { description: 'The server says no more than its sentence.', type: 'final' },
    // Requesting it again is safe: each link replaces the previous one.
    unanswered: {
      description: 'Nothing came back.',
      on: { retried: { target: 'sending', actions: 'hush' } },
    },
  },
})
