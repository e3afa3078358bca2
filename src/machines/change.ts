// The state machine of one change: a decision about a batch, a card action, a merchant's sign-up, a user's new group.
// The change is stored before it is sent, and a response settles it. Without a response, its outcome is unknown. The
// request can then be repeated with the same requestId, as long as the server keeps the response.
// flows/pending-changes/send.ts provides storing and sending.
import { assign, fromPromise, setup } from 'xstate'
import { isResponseStored } from '#domain/request-outcomes.ts'
import type { FailureMessage } from './failure-message.ts'
import { is, field, isGuard, output } from './params.ts'
import { notProvided } from './not-provided.ts'

/** The requestId and time of the first request. They stay the same when the request is repeated. */
export interface SentChange {
  readonly requestId: string
  /** ISO 8601 UTC. */
  readonly sentAt: string
}

export interface FieldError {
  readonly path: string
  readonly message: string
}

/**
 * The reason why the change was not made, or may not have been made. flows/pending-changes/send.ts has the sentences.
 */
export type ChangeMessage = FailureMessage | { readonly code: 'notSaved' | 'changesLocked' | 'listFull' }

/** The outcome of a change. */
export type ChangeOutcome =
  | { readonly kind: 'done' }
  /** The server, or this device, has refused the change, with the reason and the affected parameters if known. */
  | {
      readonly kind: 'refused'
      readonly message: ChangeMessage
      readonly errors: readonly FieldError[]
      /** Seconds until the change can be sent again. */
      readonly retryAfter?: number | undefined
    }
  /** Not settled: nothing was sent, no response arrived, or the file in the response could not be saved. */
  | { readonly kind: 'unknown'; readonly message?: ChangeMessage | undefined; readonly retryAfter?: number | undefined }

/**
 * The result of storing a change: stored under its requestId, or the reason why the change is not sent. 'unknown': the
 * outcome of an earlier change of the same subject is unknown.
 */
export type StoreResult =
  | { readonly kind: 'stored'; readonly sent: SentChange }
  | Exclude<ChangeOutcome, { readonly kind: 'done' }>

export interface ChangeContext {
  /** Undefined until the change is stored. Nothing is sent before that. */
  readonly sent: SentChange | undefined
  /** True if the request was repeated. The server may have executed the first request even if it refuses the second. */
  readonly isResent: boolean
  readonly outcome: ChangeOutcome
}

export interface ChangeInput {
  /** Set for a pending change, which was sent and has no response. Undefined for a new change. */
  readonly sent: SentChange | undefined
}

export type ChangeEvent =
  /** `at`: ISO 8601 UTC. */
  { readonly type: 'resend'; readonly at: string } | { readonly type: 'dismiss' }

export type Sending = { readonly sent: SentChange; readonly isResent: boolean }

export const changeMachine = setup({
  types: { input: {} as ChangeInput, context: {} as ChangeContext, events: {} as ChangeEvent },
  actors: {
    store: fromPromise<StoreResult>(notProvided('changeMachine', 'store')),
    send: fromPromise<ChangeOutcome, Sending>(notProvided('changeMachine', 'send')),
    handleResult: fromPromise<ChangeOutcome, Sending>(notProvided('changeMachine', 'handleResult')),
    forget: fromPromise<void, Sending>(notProvided('changeMachine', 'forget')),
  },
  actions: {
    setSent: assign((_, stored: StoreResult) => (stored.kind === 'stored' ? { sent: stored.sent } : {})),
    // The transitions exclude 'stored', which the type of the event allows.
    setOutcome: assign((_, outcome: StoreResult | ChangeOutcome) => (outcome.kind === 'stored' ? {} : { outcome })),
    clearOutcome: assign({ outcome: { kind: 'unknown' } }),
    refuseNotStored: assign({ outcome: { kind: 'refused', message: { code: 'failed' }, errors: [] } }),
    markResent: assign({ isResent: true }),
  },
  guards: {
    wasSent: ({ context }) => context.sent !== undefined,
    is: isGuard,
    canBeResent: ({ context }, at: string) => isResponseStored(context.sent?.sentAt, Date.parse(at)),
  },
}).createMachine({
  id: 'change',
  context: ({ input: { sent } }) => ({ sent, isResent: false, outcome: { kind: 'unknown' } }),
  initial: 'opening',
  states: {
    opening: {
      description: 'A new change is stored first. A pending change waits until the user repeats or dismisses it.',
      always: [{ guard: 'wasSent', target: 'unknown' }, { target: 'storing' }],
    },
    storing: {
      description: 'Its requestId is stored before anything is sent.',
      invoke: {
        id: 'store',
        src: 'store',
        onDone: [
          {
            guard: is('stored'),
            target: 'sending',
            actions: { type: 'setSent', params: output },
          },
          {
            guard: is('unknown'),
            target: 'blocked',
          },
          { target: 'refused', actions: { type: 'setOutcome', params: output } },
        ],
        onError: { target: 'refused', actions: 'refuseNotStored' },
      },
    },
    sending: {
      description: 'Sent. The response can take long or never arrive.',
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context }) => toSending(context),
        onDone: [
          {
            guard: is('done'),
            target: 'handlingResult',
          },
          {
            guard: is('refused'),
            target: 'forgettingRefused',
            actions: { type: 'setOutcome', params: output },
          },
          { target: 'unknown', actions: { type: 'setOutcome', params: output } },
        ],
        onError: { target: 'unknown', actions: 'clearOutcome' },
      },
    },
    handlingResult: {
      description: 'Carried out. The data in its response is stored.',
      invoke: {
        id: 'handleResult',
        src: 'handleResult',
        input: ({ context }) => toSending(context),
        onDone: [
          {
            guard: is('done'),
            target: 'forgettingDone',
            actions: { type: 'setOutcome', params: output },
          },
          { target: 'unknown', actions: { type: 'setOutcome', params: output } },
        ],
        onError: 'unknown',
      },
    },
    forgettingDone: {
      description: 'Its outcome is known: no tab treats it as pending any more.',
      invoke: {
        id: 'forgetDone',
        src: 'forget',
        input: ({ context }) => toSending(context),
        onDone: 'done',
        onError: 'done',
      },
    },
    forgettingRefused: {
      description: 'Its outcome is known: no tab treats it as pending any more.',
      invoke: {
        id: 'forgetRefused',
        src: 'forget',
        input: ({ context }) => toSending(context),
        onDone: 'refused',
        onError: 'refused',
      },
    },
    unknown: {
      tags: 'atRest',
      description: 'Sent, but no response arrived: the change may or may not have been carried out.',
      on: {
        resend: [
          {
            guard: { type: 'canBeResent', params: field('at') },
            target: 'sending',
            actions: ['clearOutcome', 'markResent'],
          },
          // The server has forgotten the request and would carry it out a second time.
          { target: 'unknown' },
        ],
        dismiss: 'dismissing',
      },
    },
    dismissing: {
      description: 'The user has found out the outcome in another way, so the stored change is deleted.',
      invoke: {
        id: 'forgetUnknown',
        src: 'forget',
        input: ({ context }) => toSending(context),
        onDone: 'dismissed',
        onError: 'dismissed',
      },
    },
    blocked: {
      tags: 'atRest',
      description: 'Not sent: an earlier change of the same subject is still pending.',
      type: 'final',
    },
    done: { tags: 'atRest', description: 'Carried out exactly once.', type: 'final' },
    refused: {
      tags: 'atRest',
      description: 'Not carried out. The server, or this device, has given the reason.',
      type: 'final',
    },
    dismissed: { tags: 'atRest', description: 'The user has dismissed it.', type: 'final' },
  },
})

/** Only stored changes are sent. */
function toSending({ sent, isResent }: ChangeContext): Sending {
  if (sent === undefined) throw new Error('a change must be stored before it is sent')
  return { sent, isResent }
}
