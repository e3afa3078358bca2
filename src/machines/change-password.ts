// The state machine for changing the user's own password: typing → changing → changed. flows/access/account provides
// the call.
import { assign, fromPromise, setup } from 'xstate'
import { type AnswerMessage, messageOf } from './answers.ts'
import type { ChangeAnswer } from './set-password.ts'
import { output } from './params.ts'

export interface PasswordsTyped {
  readonly oldPassword: string
  readonly password: string
}

export type ChangePasswordEvent = { readonly type: 'passwords.submitted'; readonly typed: PasswordsTyped }

export const changePasswordMachine = setup({
  types: { context: {} as { readonly message: AnswerMessage | undefined }, events: {} as ChangePasswordEvent },
  actors: {
    changePassword: fromPromise<ChangeAnswer, PasswordsTyped>(() =>
      Promise.reject(new Error('changePassword is not provided')),
    ),
  },
  actions: {
    say: assign({ message: (_, answer: ChangeAnswer) => messageOf(answer) }),
    sayError: assign({ message: { code: 'failed' } }),
    hush: assign({ message: undefined }),
  },
  guards: { isDone: (_, answer: ChangeAnswer) => answer.kind === 'done' },
}).createMachine({
  id: 'changePassword',
  context: { message: undefined },
  initial: 'typing',
  states: {
    typing: { description: 'The form is open.', on: { 'passwords.submitted': 'changing' } },
    changing: {
      description: 'Both passwords are with the server.',
      tags: 'pending',
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ event }) => event.typed,
        onDone: [
          { guard: { type: 'isDone', params: output }, target: 'changed', actions: 'hush' },
          {
            target: 'typing',
            actions: { type: 'say', params: output },
          },
        ],
        onError: { target: 'typing', actions: 'sayError' },
      },
    },
    changed: { description: 'The new password holds.', type: 'final' },
  },
})
