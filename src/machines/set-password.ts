// The state machine for setting a password with a mailed link (docs/rules/access.md, "Links in e-mails"). The link is
// checked, the password is saved, and a new account is activated. flows/access/passwords provides the calls.
import { assign, fromPromise, setup } from 'xstate'
import { type LinkAnswer, type LinkKind, type LinkState, linkToState } from '#domain/access/links.ts'
import { type AnswerMessage, type Failed, messageOf } from './answers.ts'
import { endedAs, isKind, output } from './params.ts'

export interface NewPassword {
  readonly password: string
  readonly confirmation: string
}

/** The result of a change: done, refused with the server's message, or no response. */
export type ChangeAnswer = { readonly kind: 'done' } | Failed

export interface LinkInput {
  readonly kind: LinkKind
  readonly uuid: string
  /** The client's owner. The link must belong to the same owner. */
  readonly ownerId: number
}

export interface SetPasswordContext extends LinkInput {
  /** Undefined until the link is checked. */
  readonly link: LinkState | undefined
  readonly message: AnswerMessage | undefined
}

export type SetPasswordEvent =
  | { readonly type: 'password.submitted'; readonly typed: NewPassword }
  | { readonly type: 'retried' }

export type LinkResult = { readonly kind: 'answered'; readonly link: LinkAnswer } | { readonly kind: 'unreachable' }

type SaveInput = NewPassword & LinkInput & { readonly userId: string }

const nobody = (name: string) => () => Promise.reject(new Error(`${name} is not provided`))

export const setPasswordMachine = setup({
  types: { input: {} as LinkInput, context: {} as SetPasswordContext, events: {} as SetPasswordEvent },
  actors: {
    fetchLink: fromPromise<LinkResult, LinkInput>(nobody('fetchLink')),
    savePassword: fromPromise<ChangeAnswer, SaveInput>(nobody('savePassword')),
    activateUser: fromPromise<ChangeAnswer, LinkInput & { userId: string }>(nobody('activateUser')),
  },
  actions: {
    say: assign({ message: (_, answer: LinkResult | ChangeAnswer) => messageOf(answer) }),
    sayError: assign({ message: { code: 'failed' } }),
    hush: assign({ message: undefined }),
    judge: assign(({ context }, result: LinkResult) => ({
      link: result.kind === 'answered' ? linkToState(context.kind, result.link, context.ownerId) : undefined,
      message: undefined,
    })),
  },
  guards: {
    /** The password is saved, and the account must still be activated. */
    isActivation: ({ context }, answer: ChangeAnswer) => answer.kind === 'done' && context.kind === 'activate',
    is: isKind,
    isUsable: ({ context }) => context.link?.kind === 'usable',
  },
}).createMachine({
  id: 'setPassword',
  context: ({ input }) => ({ ...input, link: undefined, message: undefined }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The server is asked whose link this is.',
      invoke: {
        id: 'fetchLink',
        src: 'fetchLink',
        input: ({ context: { kind, uuid, ownerId } }) => ({ kind, uuid, ownerId }),
        onDone: [
          {
            guard: endedAs('unreachable'),
            target: 'unknown',
            actions: { type: 'say', params: output },
          },
          {
            target: 'looked',
            actions: { type: 'judge', params: output },
          },
        ],
        onError: { target: 'unknown', actions: 'sayError' },
      },
    },
    unknown: {
      description: 'Nothing came back about the link.',
      on: { retried: { target: 'loading', actions: 'hush' } },
    },
    looked: {
      description: 'What the link is decides the view.',
      always: [{ guard: 'isUsable', target: 'typing' }, { target: 'invalid' }],
    },
    invalid: { description: 'The link leads nowhere: used, too old, or not one of this client.', type: 'final' },
    typing: {
      description: 'The form is open.',
      on: { 'password.submitted': 'saving' },
    },
    saving: {
      description: 'The password is with the server.',
      tags: 'pending',
      invoke: {
        id: 'savePassword',
        src: 'savePassword',
        input: ({ context, event }) => ({ ...linkOf(context), ...typedOf(event) }),
        onDone: [
          { guard: { type: 'isActivation', params: output }, target: 'activating' },
          {
            guard: endedAs('done'),
            target: 'done',
          },
          { target: 'typing', actions: { type: 'say', params: output } },
        ],
        onError: { target: 'typing', actions: 'sayError' },
      },
    },
    // The password is saved. Only the activation is missing, and it can be repeated.
    activating: {
      description: 'The account is being activated; its password is saved.',
      tags: 'pending',
      invoke: {
        id: 'activateUser',
        src: 'activateUser',
        input: ({ context }) => linkOf(context),
        onDone: [
          {
            guard: endedAs('done'),
            target: 'done',
          },
          { target: 'notActivated', actions: { type: 'say', params: output } },
        ],
        onError: { target: 'notActivated', actions: 'sayError' },
      },
    },
    notActivated: {
      description: 'Saved, but not activated yet.',
      on: { retried: { target: 'activating', actions: 'hush' } },
    },
    done: { description: 'The password is set.', type: 'final' },
  },
})

const linkOf = ({ kind, uuid, ownerId, link }: SetPasswordContext) => ({
  kind,
  uuid,
  ownerId,
  userId: link?.kind === 'usable' ? link.userId : '',
})

/** Only an event of the form leads to 'saving'. */
function typedOf(event: SetPasswordEvent): NewPassword {
  if (event.type !== 'password.submitted') throw new Error('saving without a password')
  return event.typed
}
