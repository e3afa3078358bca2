// The life of one change, as a chart: a decision about a batch, an act on a card, a merchant's sign-up, a user's new group. It is
// kept before it is sent; an answer settles it; without one nobody knows, and it can only be asked for again with the same
// requestId, as long as the host has its answer (contract "The wire"). Who keeps and sends is left open (flows/unanswered/send).
import { assign, fromPromise, setup } from 'xstate'
import { isAnswerKept, type Outcome } from '#domain/answers.ts'

/** When it was sent first, under which id; the same however often it is asked for again. */
export interface SentChange {
  readonly requestId: string
  /** ISO 8601 UTC. */
  readonly sentAt: string
}

export interface FieldError {
  readonly path: string
  readonly message: string
}

/** `earlier`: another change about the same thing must be known first. `refused`: this device does not let it be sent. */
export type Kept =
  | { readonly kind: 'kept'; readonly sent: SentChange }
  | { readonly kind: 'earlier' }
  | { readonly kind: 'refused'; readonly text: string }

/** What the host's answer, or none, says about it (domain/answers). */
export interface Said {
  readonly outcome: Outcome
  readonly text: string
  readonly errors: readonly FieldError[]
  /** Seconds until it may be sent again, where the host has turned it away for now. */
  readonly retryAfter?: number
}

/** `notHandedOver`: what the answer brought could not be put where it belongs, and is asked for again. */
export type HandedOver = { readonly kind: 'handedOver' } | { readonly kind: 'notHandedOver'; readonly text: string }

export interface ChangeContext {
  /** Undefined while it is not kept: nothing may be sent. */
  readonly sent: SentChange | undefined
  /** True once it was asked for again: whatever is refused now may have been done then. */
  readonly isAskedAgain: boolean
  /** What the host, or this device, has said about it; '' for nothing. */
  readonly text: string
  readonly errors: readonly FieldError[]
  /** Seconds until it may be sent again. */
  readonly retryAfter: number | undefined
}

export interface ChangeInput {
  /** Of one that was sent before and has no answer; undefined of a new one. */
  readonly sent: SentChange | undefined
}

export type ChangeEvent =
  /** `at`: ISO 8601 UTC. */
  { readonly type: 'ask.again'; readonly at: string } | { readonly type: 'dismiss' }

export type Sending = { readonly sent: SentChange; readonly isAskedAgain: boolean }

const nobody = (name: string) => () => Promise.reject(new Error(`${name} is not provided`))

export const changeMachine = setup({
  types: { input: {} as ChangeInput, context: {} as ChangeContext, events: {} as ChangeEvent },
  actors: {
    keep: fromPromise<Kept>(nobody('keep')),
    send: fromPromise<Said, Sending>(nobody('send')),
    handOver: fromPromise<HandedOver, Sending>(nobody('handOver')),
    forget: fromPromise<void, Sending>(nobody('forget')),
  },
  actions: {
    takeSent: assign((_, kept: Kept) => (kept.kind === 'kept' ? { sent: kept.sent } : {})),
    say: assign((_, said: Kept | Said | HandedOver) => ({
      text: 'text' in said ? said.text : '',
      errors: 'errors' in said ? said.errors : [],
      retryAfter: 'retryAfter' in said ? said.retryAfter : undefined,
    })),
    hush: assign({ text: '', errors: [], retryAfter: undefined }),
    noteAskedAgain: assign({ isAskedAgain: true }),
  },
  guards: {
    wasSent: ({ context }) => context.sent !== undefined,
    is: (_, { found, kind }: { found: string; kind: string }) => found === kind,
    mayBeAskedAgain: ({ context }, at: string) => isAnswerKept(context.sent?.sentAt, Date.parse(at)),
  },
}).createMachine({
  id: 'change',
  context: ({ input: { sent } }) => ({ sent, isAskedAgain: false, text: '', errors: [], retryAfter: undefined }),
  initial: 'opening',
  states: {
    opening: {
      description: 'A new change is kept first; one without an answer waits for what the operator wants.',
      always: [{ guard: 'wasSent', target: 'unknown' }, { target: 'keeping' }],
    },
    keeping: {
      description: 'Its requestId is stored before anything is sent.',
      invoke: {
        id: 'keep',
        src: 'keep',
        onDone: [
          {
            guard: { type: 'is', params: ({ event }) => ({ found: event.output.kind, kind: 'kept' }) },
            target: 'sending',
            actions: { type: 'takeSent', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'is', params: ({ event }) => ({ found: event.output.kind, kind: 'earlier' }) },
            target: 'barred',
          },
          { target: 'refused', actions: { type: 'say', params: ({ event }) => event.output } },
        ],
      },
    },
    sending: {
      description: 'On its way; the answer may take long, or never come.',
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context }) => toSending(context),
        onDone: [
          {
            guard: { type: 'is', params: ({ event }) => ({ found: event.output.outcome, kind: 'done' }) },
            target: 'handingOver',
            actions: 'hush',
          },
          {
            guard: { type: 'is', params: ({ event }) => ({ found: event.output.outcome, kind: 'notDone' }) },
            target: 'forgettingRefused',
            actions: { type: 'say', params: ({ event }) => event.output },
          },
          { target: 'unknown', actions: { type: 'say', params: ({ event }) => event.output } },
        ],
        onError: { target: 'unknown', actions: 'hush' },
      },
    },
    handingOver: {
      description: 'It is done; what its answer brought is put where it belongs.',
      invoke: {
        id: 'handOver',
        src: 'handOver',
        input: ({ context }) => toSending(context),
        onDone: [
          {
            guard: { type: 'is', params: ({ event }) => ({ found: event.output.kind, kind: 'handedOver' }) },
            target: 'forgettingDone',
          },
          { target: 'unknown', actions: { type: 'say', params: ({ event }) => event.output } },
        ],
        onError: 'unknown',
      },
    },
    forgettingDone: {
      description: 'Its outcome is known: it is unanswered no more, in any tab.',
      invoke: {
        id: 'forgetDone',
        src: 'forget',
        input: ({ context }) => toSending(context),
        onDone: 'done',
        onError: 'done',
      },
    },
    forgettingRefused: {
      description: 'Its outcome is known: it is unanswered no more, in any tab.',
      invoke: {
        id: 'forgetRefused',
        src: 'forget',
        input: ({ context }) => toSending(context),
        onDone: 'refused',
        onError: 'refused',
      },
    },
    unknown: {
      tags: 'settled',
      description: 'Sent, and nobody knows whether it was carried out: neither a success nor a failure.',
      on: {
        'ask.again': [
          {
            guard: { type: 'mayBeAskedAgain', params: ({ event }) => event.at },
            target: 'sending',
            actions: ['hush', 'noteAskedAgain'],
          },
          // The host knows the request no more, and would do it a second time.
          { target: 'unknown' },
        ],
        dismiss: 'dismissing',
      },
    },
    dismissing: {
      description: 'The operator has seen elsewhere how it ended.',
      invoke: {
        id: 'forgetUnknown',
        src: 'forget',
        input: ({ context }) => toSending(context),
        onDone: 'dismissed',
        onError: 'dismissed',
      },
    },
    barred: {
      tags: 'settled',
      description: 'Not sent: an earlier one about the same thing has no answer yet.',
      type: 'final',
    },
    done: { tags: 'settled', description: 'Carried out, once.', type: 'final' },
    refused: {
      tags: 'settled',
      description: 'Not carried out; the host, or this device, has said why.',
      type: 'final',
    },
    dismissed: { tags: 'settled', description: 'Nothing is asked any more.', type: 'final' },
  },
})

/** What is under way was kept before. */
function toSending({ sent, isAskedAgain }: ChangeContext): Sending {
  if (sent === undefined) throw new Error('a change is sent that was not kept')
  return { sent, isAskedAgain }
}
