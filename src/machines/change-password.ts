// The state machine for changing the user's own password: typing → changing → changed. flows/access/account provides
// the call.
import { assign, fromPromise, setup } from 'xstate'
import { type FailureMessage, messageOf } from './failure-message.ts'
import type { ChangeResult } from './set-password.ts'
import { output } from './params.ts'
import { notProvided } from './not-provided.ts'

export interface TypedPasswords {
  readonly oldPassword: string
  readonly password: string
}

export type ChangePasswordEvent = { readonly type: 'passwords.submitted'; readonly typed: TypedPasswords }

export const changePasswordMachine = setup({
  types: { context: {} as { readonly message: FailureMessage | undefined }, events: {} as ChangePasswordEvent },
  actors: {
    changePassword: fromPromise<ChangeResult, TypedPasswords>(notProvided('changePasswordMachine', 'changePassword')),
  },
  actions: {
    showMessage: assign({ message: (_, response: ChangeResult) => messageOf(response) }),
    showError: assign({ message: { code: 'failed' } }),
    clearMessage: assign({ message: undefined }),
  },
  guards: { isDone: (_, response: ChangeResult) => response.kind === 'done' },
}).createMachine({
  id: 'changePassword',
  context: { message: undefined },
  initial: 'typing',
  states: {
    typing: { description: 'The form is open.', on: { 'passwords.submitted': 'changing' } },
    changing: {
      description: 'The passwords were sent to the server.',
      tags: 'pending',
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ event }) => event.typed,
        onDone: [
          { guard: { type: 'isDone', params: output }, target: 'changed', actions: 'clearMessage' },
          {
            target: 'typing',
            actions: { type: 'showMessage', params: output },
          },
        ],
        onError: { target: 'typing', actions: 'showError' },
      },
    },
    changed: { description: 'The password was changed.', type: 'final' },
  },
})
