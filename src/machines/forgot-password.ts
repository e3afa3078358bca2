// Asking for a password reset link (access §2, §4): typing → sending → sent or refused. Who asks is left open
// (flows/access/passwords).
import { assign, fromPromise, setup } from 'xstate'

export type ReminderAnswer =
  /** The owner lets the address be told. */
  | { readonly kind: 'sent'; readonly email: string }
  /** The host has answered, and says no more than this. */
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'unreachable'; readonly text: string }

export interface ForgotContext {
  readonly account: string
  readonly email: string
  /** The error message of the specification; '' for none. */
  readonly message: string
}

export type ForgotEvent =
  { readonly type: 'account.submitted'; readonly account: string } | { readonly type: 'retried' }

export const forgotPasswordMachine = setup({
  types: { context: {} as ForgotContext, events: {} as ForgotEvent },
  actors: {
    remind: fromPromise<ReminderAnswer, { account: string }>(() => Promise.reject(new Error('remind is not provided'))),
  },
}).createMachine({
  id: 'forgotPassword',
  context: { account: '', email: '', message: '' },
  initial: 'typing',
  states: {
    typing: {
      description: 'The form is open.',
      on: { 'account.submitted': { target: 'sending', actions: assign({ account: ({ event }) => event.account }) } },
    },
    sending: {
      description: 'The host is asked to send a link.',
      tags: 'pending',
      invoke: {
        id: 'remind',
        src: 'remind',
        input: ({ context }) => ({ account: context.account }),
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'sent',
            target: 'sent',
            actions: assign({ email: ({ event: { output } }) => (output.kind === 'sent' ? output.email : '') }),
          },
          {
            guard: ({ event }) => event.output.kind === 'said',
            target: 'answered',
            actions: assign({ message: ({ event: { output } }) => ('text' in output ? output.text : '') }),
          },
          {
            target: 'unanswered',
            actions: assign({ message: ({ event: { output } }) => ('text' in output ? output.text : '') }),
          },
        ],
      },
    },
    sent: { description: 'A link was sent, and where to may be said.', type: 'final' },
    answered: { description: 'The host says no more than its sentence.', type: 'final' },
    // Asking again is safe: each link that is sent takes the place of the one before.
    unanswered: {
      description: 'Nothing came back.',
      on: { retried: { target: 'sending', actions: assign({ message: '' }) } },
    },
  },
})
