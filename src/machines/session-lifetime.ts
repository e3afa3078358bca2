// The state machine of an open session. Activity prolongs the session and a warning precedes its end. A session ends
// after too long without activity, at its limit, by Log out, or in another tab (docs/rules/access.md, "Sessions"). Each
// event carries the time, because timers stop in a hidden tab and while the device sleeps.
// services/session/lifetime provides the clock, the calls and the state that tabs share.
import { assign, fromPromise, setup } from 'xstate'
import { field, output, wholeEvent } from './params.ts'
import { notProvided } from './not-provided.ts'

/** The server's response about the session (`sessionState`). */
export interface RemainingTime {
  readonly secondsLeft: number
  /** 'idle': activity prolongs the session. 'limit': the session ends at its maximum length, whatever the user does. */
  readonly endsBy: 'idle' | 'limit'
}

/** The time now, and the times that tabs share, in epoch milliseconds. */
export interface ClockReading {
  readonly at: number
  /** The last activity in any tab. Undefined if no tab has shared it. */
  readonly activityAt?: number
  /** How long a session lasts without activity. Undefined if no tab has shared it. */
  readonly idleTimeoutMs?: number
}

export interface ProlongResult {
  readonly requestedAt: number
  /** The time of the response. */
  readonly at: number
  /** Undefined if no response arrived. */
  readonly remaining: RemainingTime | undefined
}

export interface SessionEnd {
  readonly endsAt: number
  readonly endsBy: RemainingTime['endsBy']
}

/** The reason why this tab ends a session: the user logs out, or the time is over ('ended'). */
export type EndReason = 'logout' | 'ended'

export interface LifetimeContext {
  /** The user whose data is on this device. Undefined if there is no data. */
  readonly userId: string | undefined
  /** The last reading of the clock. */
  readonly at: number
  readonly activityAt: number
  readonly idleTimeoutMs: number
  /** When the session reaches its maximum length. Undefined if the server has not reported this time. */
  readonly limitAt: number | undefined
  /** The time of the last activity in this tab, if it was not reported to the server yet. Undefined if it was. */
  readonly unreportedAt: number | undefined
  /** The time of the last report to the server. */
  readonly reportedAt: number
}

export type LifetimeEvent =
  /** The page was opened with a session. */
  | ({ readonly type: 'session.found'; readonly userId: string } & ClockReading)
  /** The user has signed in, in this tab or another. */
  | ({ readonly type: 'session.opened'; readonly userId: string } & ClockReading)
  /** The session was ended by this tab, another tab or the server. */
  | { readonly type: 'session.closed' }
  | ({ readonly type: 'user.active' } & ClockReading)
  | ({ readonly type: 'clock.read' } & ClockReading)
  | ({ readonly type: 'stay' } & ClockReading)
  /** The user has closed the warning that the limit is near. */
  | { readonly type: 'warning.closed' }
  | { readonly type: 'log.out' }

const DEFAULT_IDLE_TIMEOUT_MS = 15 * 60_000
/** WCAG 2.2.1 requires at least 20 seconds. */
const WARNING_MS = 60_000
const REPORT_EVERY_MS = 60_000

const initialContext: LifetimeContext = {
  userId: undefined,
  at: 0,
  activityAt: 0,
  idleTimeoutMs: DEFAULT_IDLE_TIMEOUT_MS,
  limitAt: undefined,
  unreportedAt: undefined,
  reportedAt: 0,
}

/** When the session ends, and why. */
export function sessionEnd({ activityAt, idleTimeoutMs, limitAt }: LifetimeContext): SessionEnd {
  const idleAt = activityAt + idleTimeoutMs
  const endsByLimit = limitAt !== undefined && limitAt < idleAt
  return endsByLimit ? { endsAt: limitAt, endsBy: 'limit' } : { endsAt: idleAt, endsBy: 'idle' }
}

const withReading = (context: LifetimeContext, { at, activityAt, idleTimeoutMs }: ClockReading): LifetimeContext => ({
  ...context,
  at,
  activityAt: activityAt ?? context.activityAt,
  idleTimeoutMs: idleTimeoutMs ?? context.idleTimeoutMs,
})

const isOver = (context: LifetimeContext): boolean => sessionEnd(context).endsAt <= context.at

/** True if the warning is due: a minute before the end, or later if the idle timeout is shorter than two minutes. */
function isEndNear(context: LifetimeContext): boolean {
  const remainingMs = sessionEnd(context).endsAt - context.at
  return remainingMs <= Math.min(WARNING_MS, context.idleTimeoutMs / 2)
}

export const sessionLifetimeMachine = setup({
  types: { context: {} as LifetimeContext, events: {} as LifetimeEvent },
  actors: {
    prolong: fromPromise<ProlongResult>(notProvided('sessionLifetimeMachine', 'prolong')),
  },
  actions: {
    // The portal provides the actions up to `deleteLocalData`. Here, they only declare the types of their parameters.
    /** Sends `clock.read`. */
    readClock: () => {},
    shareActivity: (_, activityAt: number) => void activityAt,
    shareIdleTimeout: (_, idleTimeoutMs: number) => void idleTimeoutMs,
    clearSharedTimes: () => {},
    /** Ends the session in every tab and sends `session.closed`. Notifies the server without waiting. */
    endSession: (_, why: EndReason) => void why,
    prepareLocalData: () => {},
    deleteLocalData: () => {},
    // Opening a page and signing in count as activity that the server knows of.
    begin: assign((_, { userId, ...reading }: ClockReading & { readonly userId: string }) => ({
      ...withReading(initialContext, reading),
      userId,
      activityAt: reading.at,
      reportedAt: reading.at,
    })),
    forget: assign(initialContext),
    setClockReading: assign(({ context }, reading: ClockReading) => withReading(context, reading)),
    recordActivity: assign(({ context }, reading: ClockReading) => ({
      ...withReading(context, reading),
      activityAt: reading.at,
      unreportedAt: reading.at,
    })),
    // Used if the clock was set back. The time without activity is then counted from now.
    restartIdleTimer: assign(({ context }, reading: ClockReading) => ({
      ...withReading(context, reading),
      activityAt: reading.at,
    })),
    setRemaining: assign(({ context }, { at, remaining }: ProlongResult) => {
      const { idleTimeoutMs } = context
      if (remaining === undefined) return { at, limitAt: undefined, idleTimeoutMs }
      const { secondsLeft, endsBy } = remaining
      if (endsBy === 'limit') return { at, limitAt: at + secondsLeft * 1000, idleTimeoutMs }
      // The server does not send the idle timeout. Just after a report, the remaining time is slightly shorter than the
      // timeout. The timeout is a number of whole minutes, so the remaining time is rounded up.
      return { at, limitAt: undefined, idleTimeoutMs: Math.ceil(secondsLeft / 60) * 60_000 }
    }),
    recordReport: assign(({ context: { unreportedAt } }, { requestedAt }: Pick<ProlongResult, 'requestedAt'>) => {
      const hasNewActivity = unreportedAt !== undefined && unreportedAt > requestedAt
      return { reportedAt: requestedAt, unreportedAt: hasNewActivity ? unreportedAt : undefined }
    }),
  },
  guards: {
    isOver: ({ context }) => isOver(context),
    isNearIdle: ({ context }) => isEndNear(context) && sessionEnd(context).endsBy === 'idle',
    isNearLimit: ({ context }) => isEndNear(context) && sessionEnd(context).endsBy === 'limit',
    isNotNear: ({ context }) => !isEndNear(context),
    isInTime: ({ context }, reading: ClockReading) => !isOver(withReading(context, reading)),
    wasIdleTooLong: (_, reading: ClockReading) =>
      reading.activityAt !== undefined && isOver(withReading(initialContext, reading)),
    isClockSetBack: ({ context }, reading: ClockReading) => withReading(context, reading).activityAt > reading.at,
    isSameUser: ({ context }, userId: string) => context.userId === userId,
    hasResponse: (_, { remaining }: ProlongResult) => remaining !== undefined,
    hasUnreported: ({ context }) => context.unreportedAt !== undefined,
  },
  delays: {
    checkInterval: 5_000,
    countdownInterval: 1_000,
    // Reports are delayed but never dropped. Activity since the last report is sent when the interval is over. The
    // server therefore never ends the session before the portal does.
    untilReport: ({ context: { at, idleTimeoutMs, reportedAt } }) => {
      const intervalMs = Math.min(REPORT_EVERY_MS, idleTimeoutMs / 4)
      return Math.max(0, reportedAt + intervalMs - at)
    },
  },
}).createMachine({
  id: 'sessionLifetime',
  context: initialContext,
  initial: 'signedOut',
  states: {
    signedOut: {
      description: 'There is no session in this browser.',
      on: {
        'session.found': [
          {
            guard: { type: 'wasIdleTooLong', params: wholeEvent },
            target: 'ending',
            actions: ['clearSharedTimes', { type: 'endSession', params: 'ended' }],
          },
          { target: 'open', actions: { type: 'begin', params: wholeEvent } },
        ],
        'session.opened': { target: 'open', actions: { type: 'begin', params: wholeEvent } },
        // Also ends the notices on this device, which continue after a session has timed out.
        'log.out': { actions: { type: 'endSession', params: 'logout' } },
      },
    },
    open: {
      description: 'Signed in. The time is checked and activity is reported to the server.',
      type: 'parallel',
      entry: [{ type: 'shareActivity', params: ({ context }) => context.activityAt }, 'prepareLocalData'],
      exit: 'clearSharedTimes',
      always: { guard: 'isOver', target: 'ending', actions: { type: 'endSession', params: 'ended' } },
      on: {
        // The data of the same user is kept. The data of another user is deleted.
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
          description: 'How near the end of the session is.',
          initial: 'watching',
          on: {
            'clock.read': [
              {
                guard: { type: 'isClockSetBack', params: wholeEvent },
                actions: [
                  { type: 'restartIdleTimer', params: wholeEvent },
                  { type: 'shareActivity', params: field('at') },
                ],
              },
              { actions: { type: 'setClockReading', params: wholeEvent } },
            ],
            'user.active': [
              {
                guard: { type: 'isInTime', params: wholeEvent },
                actions: [
                  { type: 'recordActivity', params: wholeEvent },
                  { type: 'shareActivity', params: field('at') },
                ],
              },
              // After the device slept, the returning user may be someone else.
              { actions: { type: 'setClockReading', params: wholeEvent } },
            ],
          },
          states: {
            watching: {
              description: 'The end is not near.',
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
                { guard: 'isNotNear', target: 'watching' },
              ],
              after: { countdownInterval: { target: 'idleWarning', reenter: true, actions: 'readClock' } },
              on: {
                'user.active': { actions: { type: 'setClockReading', params: wholeEvent } },
                stay: [
                  {
                    guard: { type: 'isInTime', params: wholeEvent },
                    actions: [
                      { type: 'recordActivity', params: wholeEvent },
                      { type: 'shareActivity', params: field('at') },
                    ],
                  },
                  { actions: { type: 'setClockReading', params: wholeEvent } },
                ],
              },
            },
            limitWarning: {
              description: 'The maximum length of the session is nearly reached. It cannot be prolonged.',
              initial: 'shown',
              always: [
                { guard: 'isNearIdle', target: 'idleWarning' },
                { guard: 'isNotNear', target: 'watching' },
              ],
              states: {
                shown: {
                  description: 'The warning is shown.',
                  after: { countdownInterval: { target: 'shown', reenter: true, actions: 'readClock' } },
                  on: { 'warning.closed': 'closed' },
                },
                closed: {
                  description: 'The user has closed the warning.',
                  after: { countdownInterval: { target: 'closed', reenter: true, actions: 'readClock' } },
                },
              },
            },
          },
        },
        server: {
          description: 'Reports activity to the server.',
          initial: 'reporting',
          states: {
            reporting: {
              description: 'Activity is being reported. The response contains the remaining time.',
              invoke: {
                id: 'prolong',
                src: 'prolong',
                onDone: [
                  {
                    guard: { type: 'hasResponse', params: output },
                    target: 'reported',
                    actions: [
                      { type: 'recordReport', params: output },
                      { type: 'setRemaining', params: output },
                      { type: 'shareIdleTimeout', params: ({ context }) => context.idleTimeoutMs },
                    ],
                  },
                  { target: 'reported', actions: { type: 'recordReport', params: output } },
                ],
                onError: {
                  target: 'reported',
                  actions: { type: 'recordReport', params: ({ context }) => ({ requestedAt: context.at }) },
                },
              },
            },
            reported: {
              description: 'All activity was reported, or the server could not be reached.',
              always: { guard: 'hasUnreported', target: 'waiting' },
            },
            waiting: {
              description: 'Activity is reported at most once a minute.',
              after: { untilReport: 'reporting' },
            },
          },
          on: {
            stay: { guard: { type: 'isInTime', params: wholeEvent }, target: '.reporting' },
          },
        },
      },
    },
    ending: {
      description: 'This tab is ending the session in all tabs.',
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
