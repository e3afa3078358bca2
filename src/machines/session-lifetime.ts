// The state machine of an open session. Activity prolongs the session and a warning precedes its end. It ends after too
// long without activity, at its limit, by Log out, or in another tab (docs/rules/access.md, "Sessions"). Each event
// carries the clock's reading, because timers stop in a hidden tab and while the device sleeps.
// services/session/lifetime provides the clock, the calls and the state that tabs share.
import { assign, fromPromise, setup } from 'xstate'
import { field, output, wholeEvent } from './params.ts'

/** The server's response about the session (`sessionState`). */
export interface SessionLeft {
  readonly secondsLeft: number
  /** 'idle': activity prolongs it. 'limit': the maximum length of a session ends it, whatever the user does. */
  readonly endsBy: 'idle' | 'limit'
}

/** Times are epoch milliseconds. */
export interface Reading {
  readonly at: number
  /**
   * The last activity in any tab, and how long a session lasts without activity. Undefined if the tabs share nothing.
   */
  readonly activityAt?: number
  readonly idleMs?: number
}

/** `left` is undefined if no response arrived. */
export interface Prolonged {
  readonly askedAt: number
  readonly at: number
  readonly left: SessionLeft | undefined
}

export interface SessionEnding {
  readonly endsAt: number
  readonly endsBy: SessionLeft['endsBy']
}

/** The reason why this tab ends a session: the user logs out, or the time is over. */
export type EndReason = 'logout' | 'ended'

export interface LifetimeContext {
  /** The user whose data is on this device. Undefined if there is no data. */
  readonly userId: string | undefined
  /** The last reading of the clock. */
  readonly at: number
  readonly activityAt: number
  readonly idleMs: number
  readonly limitAt: number | undefined
  /** The last activity in this tab that was not reported to the server yet. Undefined if all activity was reported. */
  readonly unreportedAt: number | undefined
  readonly reportedAt: number
}

export type LifetimeEvent =
  /** The page was opened with a session. */
  | ({ readonly type: 'session.found'; readonly userId: string } & Reading)
  /** Signed in, in this tab or another. */
  | ({ readonly type: 'session.opened'; readonly userId: string } & Reading)
  /** The session was ended by this tab, another tab or the server. */
  | { readonly type: 'session.closed' }
  | ({ readonly type: 'user.active' } & Reading)
  | ({ readonly type: 'clock.read' } & Reading)
  | ({ readonly type: 'stay' } & Reading)
  /** The user has closed the warning that the limit is near. */
  | { readonly type: 'warning.closed' }
  | { readonly type: 'log.out' }

const DEFAULT_IDLE_MS = 15 * 60_000
/** WCAG 2.2.1 requires at least 20 seconds. */
const WARNING_MS = 60_000
const REPORT_EVERY_MS = 60_000

const none: LifetimeContext = {
  userId: undefined,
  at: 0,
  activityAt: 0,
  idleMs: DEFAULT_IDLE_MS,
  limitAt: undefined,
  unreportedAt: undefined,
  reportedAt: 0,
}

/** When the session ends, and why. */
export function endingOf({ activityAt, idleMs, limitAt }: LifetimeContext): SessionEnding {
  const idleAt = activityAt + idleMs
  return limitAt !== undefined && limitAt < idleAt
    ? { endsAt: limitAt, endsBy: 'limit' }
    : { endsAt: idleAt, endsBy: 'idle' }
}

const withReading = (context: LifetimeContext, { at, activityAt, idleMs }: Reading): LifetimeContext => ({
  ...context,
  at,
  activityAt: activityAt ?? context.activityAt,
  idleMs: idleMs ?? context.idleMs,
})

const isOver = (context: LifetimeContext): boolean => endingOf(context).endsAt <= context.at
const isNear = (context: LifetimeContext): boolean =>
  endingOf(context).endsAt - context.at <= Math.min(WARNING_MS, context.idleMs / 2)

export const sessionLifetimeMachine = setup({
  types: { context: {} as LifetimeContext, events: {} as LifetimeEvent },
  actors: {
    prolong: fromPromise<Prolonged>(() => Promise.reject(new Error('prolong is not provided'))),
  },
  actions: {
    /** Responds with `clock.read`. */
    readClock: () => {},
    shareActivity: (_, activityAt: number) => void activityAt,
    shareIdleTime: (_, idleMs: number) => void idleMs,
    forgetShared: () => {},
    /** Ends the session in every tab and responds with `session.closed`. Notifies the server without waiting. */
    endSession: (_, why: EndReason) => void why,
    prepareLocalData: () => {},
    deleteLocalData: () => {},
    // Opening a page and signing in count as activity that the server knows of.
    begin: assign((_, { userId, ...reading }: Reading & { readonly userId: string }) => ({
      ...withReading(none, reading),
      userId,
      activityAt: reading.at,
      reportedAt: reading.at,
    })),
    forget: assign(none),
    takeReading: assign(({ context }, reading: Reading) => withReading(context, reading)),
    noteActivity: assign(({ context }, reading: Reading) => ({
      ...withReading(context, reading),
      activityAt: reading.at,
      unreportedAt: reading.at,
    })),
    // The clock was set back, so the time without activity is counted from now.
    restartIdleTime: assign(({ context }, reading: Reading) => ({
      ...withReading(context, reading),
      activityAt: reading.at,
    })),
    // Just after a report the remaining time is nearly the idle limit, which is in whole minutes.
    takeLeft: assign(({ context }, { at, left }: Prolonged) => ({
      at,
      limitAt: left?.endsBy === 'limit' ? at + left.secondsLeft * 1000 : undefined,
      idleMs: left?.endsBy === 'idle' ? Math.ceil(left.secondsLeft / 60) * 60_000 : context.idleMs,
    })),
    noteReport: assign(({ context: { unreportedAt } }, { askedAt }: Pick<Prolonged, 'askedAt'>) => ({
      reportedAt: askedAt,
      unreportedAt: unreportedAt !== undefined && unreportedAt > askedAt ? unreportedAt : undefined,
    })),
  },
  guards: {
    isOver: ({ context }) => isOver(context),
    isNearIdle: ({ context }) => isNear(context) && endingOf(context).endsBy === 'idle',
    isNearLimit: ({ context }) => isNear(context) && endingOf(context).endsBy === 'limit',
    isFar: ({ context }) => !isNear(context),
    isInTime: ({ context }, reading: Reading) => !isOver(withReading(context, reading)),
    wasLeftTooLong: (_, reading: Reading) => reading.activityAt !== undefined && isOver(withReading(none, reading)),
    isClockSetBack: ({ context }, reading: Reading) => withReading(context, reading).activityAt > reading.at,
    isSameUser: ({ context }, userId: string) => context.userId === userId,
    hasAnswered: (_, { left }: Prolonged) => left !== undefined,
    hasUnreported: ({ context }) => context.unreportedAt !== undefined,
  },
  delays: {
    checkInterval: 5_000,
    countdownInterval: 1_000,
    // The last activity is also reported, a little later, so that the server never ends the session before the portal
    // does.
    untilReport: ({ context: { at, idleMs, reportedAt } }) =>
      Math.max(0, reportedAt + Math.min(REPORT_EVERY_MS, idleMs / 4) - at),
  },
}).createMachine({
  id: 'sessionLifetime',
  context: none,
  initial: 'signedOut',
  states: {
    signedOut: {
      description: 'There is no session in this browser.',
      on: {
        'session.found': [
          {
            guard: { type: 'wasLeftTooLong', params: wholeEvent },
            target: 'ending',
            actions: ['forgetShared', { type: 'endSession', params: 'ended' }],
          },
          { target: 'open', actions: { type: 'begin', params: wholeEvent } },
        ],
        'session.opened': { target: 'open', actions: { type: 'begin', params: wholeEvent } },
        // Also ends the notices of this device, which continue after a session that has timed out.
        'log.out': { actions: { type: 'endSession', params: 'logout' } },
      },
    },
    open: {
      description: 'Signed in: the time is watched, and the server hears of activity.',
      type: 'parallel',
      entry: [{ type: 'shareActivity', params: ({ context }) => context.activityAt }, 'prepareLocalData'],
      exit: 'forgetShared',
      always: { guard: 'isOver', target: 'ending', actions: { type: 'endSession', params: 'ended' } },
      on: {
        'session.opened': [
          {
            guard: { type: 'isSameUser', params: field('userId') },
            target: 'open',
            reenter: true,
            actions: { type: 'begin', params: wholeEvent },
          },
          {
            target: 'open',
            reenter: true,
            actions: ['deleteLocalData', { type: 'begin', params: wholeEvent }],
          },
        ],
        'session.closed': { target: 'signedOut', actions: ['deleteLocalData', 'forget'] },
        'log.out': { target: 'ending', actions: { type: 'endSession', params: 'logout' } },
      },
      states: {
        time: {
          description: 'How near the end is.',
          initial: 'watching',
          on: {
            'clock.read': [
              {
                guard: { type: 'isClockSetBack', params: wholeEvent },
                actions: [
                  { type: 'restartIdleTime', params: wholeEvent },
                  { type: 'shareActivity', params: field('at') },
                ],
              },
              { actions: { type: 'takeReading', params: wholeEvent } },
            ],
            'user.active': [
              {
                guard: { type: 'isInTime', params: wholeEvent },
                actions: [
                  { type: 'noteActivity', params: wholeEvent },
                  { type: 'shareActivity', params: field('at') },
                ],
              },
              // After the device slept, the returning user may be someone else.
              { actions: { type: 'takeReading', params: wholeEvent } },
            ],
          },
          states: {
            watching: {
              description: 'The end is far.',
              always: [
                { guard: 'isNearLimit', target: 'limitWarning' },
                { guard: 'isNearIdle', target: 'idleWarning' },
              ],
              after: { checkInterval: { target: 'watching', reenter: true, actions: 'readClock' } },
            },
            idleWarning: {
              description: 'The user is asked whether they are still there. Only Stay prolongs the session now.',
              always: [
                { guard: 'isNearLimit', target: 'limitWarning' },
                { guard: 'isFar', target: 'watching' },
              ],
              after: { countdownInterval: { target: 'idleWarning', reenter: true, actions: 'readClock' } },
              on: {
                'user.active': { actions: { type: 'takeReading', params: wholeEvent } },
                stay: [
                  {
                    guard: { type: 'isInTime', params: wholeEvent },
                    actions: [
                      { type: 'noteActivity', params: wholeEvent },
                      { type: 'shareActivity', params: field('at') },
                    ],
                  },
                  { actions: { type: 'takeReading', params: wholeEvent } },
                ],
              },
            },
            limitWarning: {
              description: 'The longest time is nearly over, which nothing prolongs.',
              initial: 'shown',
              always: [
                { guard: 'isNearIdle', target: 'idleWarning' },
                { guard: 'isFar', target: 'watching' },
              ],
              states: {
                shown: {
                  description: 'The user is told.',
                  after: { countdownInterval: { target: 'shown', reenter: true, actions: 'readClock' } },
                  on: { 'warning.closed': 'closed' },
                },
                closed: {
                  description: 'The user has read it and finishes what they are doing.',
                  after: { countdownInterval: { target: 'closed', reenter: true, actions: 'readClock' } },
                },
              },
            },
          },
        },
        server: {
          description: 'What the server knows of the activity.',
          initial: 'asking',
          states: {
            asking: {
              description: 'The server hears of the activity, and says how long the session lasts.',
              invoke: {
                id: 'prolong',
                src: 'prolong',
                onDone: [
                  {
                    guard: { type: 'hasAnswered', params: output },
                    target: 'informed',
                    actions: [
                      { type: 'noteReport', params: output },
                      { type: 'takeLeft', params: output },
                      { type: 'shareIdleTime', params: ({ context }) => context.idleMs },
                    ],
                  },
                  { target: 'informed', actions: { type: 'noteReport', params: output } },
                ],
                onError: {
                  target: 'informed',
                  actions: { type: 'noteReport', params: ({ context }) => ({ askedAt: context.at }) },
                },
              },
            },
            informed: {
              description: 'The server knows of all activity, or could not be reached.',
              always: { guard: 'hasUnreported', target: 'waiting' },
            },
            waiting: {
              description: 'Activity is reported at most once a minute.',
              after: { untilReport: 'asking' },
            },
          },
          on: {
            stay: { guard: { type: 'isInTime', params: wholeEvent }, target: '.asking' },
          },
        },
      },
    },
    ending: {
      description: 'This tab has ended the session, in all tabs.',
      on: {
        'session.closed': { target: 'signedOut', actions: ['deleteLocalData', 'forget'] },
        'session.opened': {
          target: 'open',
          actions: ['deleteLocalData', { type: 'begin', params: wholeEvent }],
        },
      },
    },
  },
})
