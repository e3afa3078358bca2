// The state machine of the connection to the server. Its inputs are the calls themselves, the browser's events and,
// while the server cannot be reached, a small probe that is sent less and less often. services/connection provides the
// probe.
import { assign, fromPromise, setup } from 'xstate'
import { field, output, wholeEvent } from './params.ts'
import { notProvided } from './not-provided.ts'

/**
 * 'no connection': no response at all. 'invalid response': a response that is not the server's own (a page of a proxy),
 * or that leaves the outcome unknown (a 500).
 */
export type Fault = 'no connection' | 'invalid response'

/**
 * What long work waits for. 'server': the end of the pause that a busy server asked for. 'retry': the next retry, if no
 * response arrived although there is a connection.
 */
export type WaitReason = 'connection' | 'server' | 'retry'

export interface ConnectionContext {
  readonly fault: Fault | undefined
  /** When the server was last found reachable or unreachable, in epoch milliseconds. */
  readonly since: number
  /** The time until the next probe. */
  readonly retryDelayMs: number
}

export type ConnectionEvent =
  /** The server has responded to a call that was sent at `sentAt`. */
  | { readonly type: 'reached'; readonly at: number; readonly sentAt: number }
  /** A call got no response from the server. Only a probe shows whether the connection is lost. */
  | { readonly type: 'doubted'; readonly fault: Fault; readonly at: number }
  /** The browser reports that it is offline. */
  | { readonly type: 'lost'; readonly fault: Fault; readonly at: number }
  /** The browser reports that it is online, or the user requests a probe. */
  | { readonly type: 'probe.requested' }

export interface ConnectionInput {
  readonly at: number
  /** What the browser reports. True can be wrong. False is believed until a call gets a response. */
  readonly isOnline: boolean
}

/** The result of a probe at the time `at`. */
export type ProbeResult = { readonly fault: Fault | undefined; readonly at: number }

export const FIRST_PROBE_DELAY_MS = 2_000
export const LONGEST_PROBE_DELAY_MS = 30_000

export const connectionMachine = setup({
  types: { input: {} as ConnectionInput, context: {} as ConnectionContext, events: {} as ConnectionEvent },
  actors: {
    probe: fromPromise<ProbeResult, { fault: Fault | undefined }>(notProvided('connectionMachine', 'probe')),
  },
  actions: {
    setReached: assign((_, at: number) => ({ fault: undefined, since: at })),
    setLost: assign((_, { fault, at }: { fault: Fault | undefined; at: number }) => ({
      fault,
      since: at,
      retryDelayMs: FIRST_PROBE_DELAY_MS,
    })),
    setFault: assign((_, fault: Fault | undefined) => ({ fault })),
    doubleDelay: assign(({ context: { retryDelayMs } }) => ({
      retryDelayMs: Math.min(retryDelayMs * 2, LONGEST_PROBE_DELAY_MS),
    })),
  },
  guards: {
    isReached: (_, fault: Fault | undefined) => fault === undefined,
    // A call that was sent before the loss proves nothing about the time after it.
    isSentAfterLoss: ({ context }, sentAt: number) => sentAt >= context.since,
    isOnline: ({ context }) => context.fault === undefined,
  },
  delays: { pause: ({ context }) => context.retryDelayMs },
}).createMachine({
  id: 'connection',
  context: ({ input: { at, isOnline } }) => ({
    fault: isOnline ? undefined : 'no connection',
    since: at,
    retryDelayMs: FIRST_PROBE_DELAY_MS,
  }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Starts with what the browser reports, until the first call.',
      always: [{ guard: 'isOnline', target: 'online' }, { target: 'unreachable.probing' }],
    },
    online: {
      description: 'The last call or probe got a response from the server.',
      initial: 'idle',
      on: {
        lost: { target: 'unreachable', actions: { type: 'setLost', params: wholeEvent } },
      },
      states: {
        idle: {
          description: 'No probe is running.',
          on: { 'probe.requested': 'probing', doubted: 'probing' },
        },
        probing: {
          description: 'A probe was requested, or a call has failed, although the server seems reachable.',
          tags: 'probing',
          invoke: {
            id: 'probeWhileOnline',
            src: 'probe',
            input: ({ context: { fault } }) => ({ fault }),
            onDone: [
              {
                guard: { type: 'isReached', params: ({ event }) => event.output.fault },
                target: 'idle',
                actions: { type: 'setReached', params: ({ event }) => event.output.at },
              },
              {
                target: '#connection.unreachable',
                actions: { type: 'setLost', params: output },
              },
            ],
            onError: 'idle',
          },
          on: { reached: { target: 'idle', actions: { type: 'setReached', params: field('at') } } },
        },
      },
    },
    unreachable: {
      description: 'The last probe got no response from the server, or the browser is offline.',
      initial: 'waiting',
      on: {
        reached: [
          {
            guard: { type: 'isSentAfterLoss', params: field('sentAt') },
            target: 'online',
            actions: { type: 'setReached', params: field('at') },
          },
          { target: '.probing' },
        ],
        lost: { actions: { type: 'setFault', params: field('fault') } },
        doubted: { actions: { type: 'setFault', params: field('fault') } },
        'probe.requested': '.probing',
      },
      states: {
        waiting: {
          description: 'Waits before the next probe.',
          after: { pause: { target: 'probing', actions: 'doubleDelay' } },
        },
        probing: {
          description: 'A probe is running.',
          tags: 'probing',
          invoke: {
            id: 'probe',
            src: 'probe',
            input: ({ context: { fault } }) => ({ fault }),
            onDone: [
              {
                guard: { type: 'isReached', params: ({ event }) => event.output.fault },
                target: '#connection.online',
                actions: { type: 'setReached', params: ({ event }) => event.output.at },
              },
              {
                target: 'waiting',
                actions: { type: 'setFault', params: ({ event }) => event.output.fault },
              },
            ],
            onError: 'waiting',
          },
        },
      },
    },
  },
})
