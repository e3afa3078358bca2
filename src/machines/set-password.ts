// The state machine for setting a password with a mailed link (docs/rules/access.md, "Links in e-mails"). The link is
// checked, the password is saved, and a new account is activated. flows/access/passwords provides the calls.
import { assign, fromPromise, setup } from 'xstate'
import { type LinkResponse, type LinkType, type LinkState, linkToState } from '#domain/access/links.ts'
import { type FailureMessage, type FailedCall, messageOf } from './failure-message.ts'
import { outcomeIs, isKind, output } from './params.ts'
import { notProvided } from './not-provided.ts'

export interface NewPassword {
  readonly password: string
  readonly confirmation: string
}

/** The result of a call that changes something: done, refused with the server's message, or no response. */
export type ChangeResult = { readonly kind: 'done' } | FailedCall

export interface LinkInput {
  readonly kind: LinkType
  readonly uuid: string
  /** The client's owner. The link must belong to the same owner. */
  readonly ownerId: number
}

export interface SetPasswordContext extends LinkInput {
  /** Undefined until the link is checked. */
  readonly link: LinkState | undefined
  readonly message: FailureMessage | undefined
}

export type SetPasswordEvent =
  | { readonly type: 'password.submitted'; readonly typed: NewPassword }
  | { readonly type: 'retried' }

export type LinkResult = { readonly kind: 'responded'; readonly link: LinkResponse } | { readonly kind: 'unreachable' }

type SaveInput = NewPassword & LinkInput & { readonly userId: string }

export const setPasswordMachine = setup({
  types: { input: {} as LinkInput, context: {} as SetPasswordContext, events: {} as SetPasswordEvent },
  actors: {
    fetchLink: fromPromise<LinkResult, LinkInput>(notProvided('setPasswordMachine', 'fetchLink')),
    savePassword: fromPromise<ChangeResult, SaveInput>(notProvided('setPasswordMachine', 'savePassword')),
    activateUser: fromPromise<ChangeResult, LinkInput & { userId: string }>(
      notProvided('setPasswordMachine', 'activateUser'),
    ),
  },
  actions: {
    showMessage: assign({ message: (_, response: LinkResult | ChangeResult) => messageOf(response) }),
    showError: assign({ message: { code: 'failed' } }),
    clearMessage: assign({ message: undefined }),
    setLinkState: assign(({ context }, result: LinkResult) => ({
      link: result.kind === 'responded' ? linkToState(context.kind, result.link, context.ownerId) : undefined,
      message: undefined,
    })),
  },
  guards: {
    /** The password is saved, and the account must still be activated. */
    isActivation: ({ context }, response: ChangeResult) => response.kind === 'done' && context.kind === 'activate',
    is: isKind,
    isUsable: ({ context }) => context.link?.kind === 'usable',
  },
}).createMachine({
  id: 'setPassword',
  context: ({ input }) => ({ ...input, link: undefined, message: undefined }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The link is being checked.',
      invoke: {
        id: 'fetchLink',
        src: 'fetchLink',
        input: ({ context: { kind, uuid, ownerId } }) => ({ kind, uuid, ownerId }),
        onDone: [
          {
            guard: outcomeIs('unreachable'),
            target: 'loadFailed',
            actions: { type: 'showMessage', params: output },
          },
          {
            target: 'linkChecked',
            actions: { type: 'setLinkState', params: output },
          },
        ],
        onError: { target: 'loadFailed', actions: 'showError' },
      },
    },
    loadFailed: {
      description: 'The link could not be checked: no response arrived.',
      on: { retried: { target: 'loading', actions: 'clearMessage' } },
    },
    linkChecked: {
      description: 'Chooses the next view from the result.',
      always: [{ guard: 'isUsable', target: 'typing' }, { target: 'invalid' }],
    },
    invalid: { description: 'The link is used, expired, or belongs to another client.', type: 'final' },
    typing: {
      description: 'The form is open.',
      on: { 'password.submitted': 'saving' },
    },
    saving: {
      description: 'The password was sent to the server.',
      tags: 'pending',
      invoke: {
        id: 'savePassword',
        src: 'savePassword',
        input: ({ context, event }) => ({ ...toLinkInput(context), ...toNewPassword(event) }),
        onDone: [
          { guard: { type: 'isActivation', params: output }, target: 'activating' },
          {
            guard: outcomeIs('done'),
            target: 'done',
          },
          { target: 'typing', actions: { type: 'showMessage', params: output } },
        ],
        onError: { target: 'typing', actions: 'showError' },
      },
    },
    // The password is saved. Only the activation is missing, and it can be repeated.
    activating: {
      description: 'The password is saved. The account is being activated.',
      tags: 'pending',
      invoke: {
        id: 'activateUser',
        src: 'activateUser',
        input: ({ context }) => toLinkInput(context),
        onDone: [
          {
            guard: outcomeIs('done'),
            target: 'done',
          },
          { target: 'notActivated', actions: { type: 'showMessage', params: output } },
        ],
        onError: { target: 'notActivated', actions: 'showError' },
      },
    },
    notActivated: {
      description: 'The password is saved, but the account is not activated yet.',
      on: { retried: { target: 'activating', actions: 'clearMessage' } },
    },
    done: { description: 'The password is set.', type: 'final' },
  },
})

const toLinkInput = ({ kind, uuid, ownerId, link }: SetPasswordContext) => ({
  kind,
  uuid,
  ownerId,
  userId: link?.kind === 'usable' ? link.userId : '',
})

/** Only an event of the form leads to 'saving'. */
function toNewPassword(event: SetPasswordEvent): NewPassword {
  if (event.type !== 'password.submitted') throw new Error('saving without a password')
  return event.typed
}
