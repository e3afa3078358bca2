// Catalogue entry for testers: the machine of an open session, with its warnings and every way in which it can end.
import {
  sessionEnd,
  type LifetimeContext,
  type ProlongResult,
  sessionLifetimeMachine,
} from '#machines/session-lifetime.ts'
import { type MachineEntry, type MachineState, type Outcome, sends } from './entry.ts'

const start = Date.parse('2026-03-04T02:00:00.000Z')
const minute = (number: number) => start + number * 60_000
const prolongOutcome = (at: number, remaining: ProlongResult['remaining']): Outcome => ({
  output: { requestedAt: at, at, remaining } satisfies ProlongResult,
})
const contextOf = ({ context }: MachineState) => context as unknown as LifetimeContext
const isIn = ({ states }: MachineState, path: string) =>
  states.some((state) => state === path || state.startsWith(`${path}.`))
const readings = {
  'minute 1': { at: minute(1) },
  'minute 14': { at: minute(14) },
  'minute 14, active in another tab': { at: minute(14), activityAt: minute(13) },
  'minute 16': { at: minute(16) },
  'an hour late': { at: minute(75) },
  'the clock was set back': { at: minute(-60) },
}

export const sessionLifetimeEntry: MachineEntry = {
  id: 'sessionLifetime',
  title: 'An open session',
  purpose:
    'The warning before a session ends, and its end: without activity, at the limit, by Log out, in another tab.',
  machine: sessionLifetimeMachine,
  inputs: { usual: undefined },
  events: {
    'session.found': {
      description: 'The portal is opened with a session.',
      samples: {
        usual: { userId: '7', at: start, activityAt: minute(-5) },
        'too late': { userId: '7', at: start, activityAt: minute(-16) },
      },
    },
    'session.opened': {
      description: 'A user signs in, in this tab or another.',
      samples: { usual: { userId: '7', at: start }, 'another user': { userId: '8', at: start } },
    },
    'session.closed': {
      description: 'Another tab or the server has ended the session.',
      samples: { usual: {} },
    },
    'user.active': { description: 'The pointer moves, or a key is pressed.', samples: readings },
    'clock.read': {
      description: 'The clock is read: by a timer, or because the page becomes visible.',
      samples: readings,
    },
    stay: {
      description: 'Stay is pressed.',
      samples: { 'minute 14': readings['minute 14'], 'too late': readings['minute 16'] },
    },
    'warning.closed': { description: 'The warning of the limit is closed.', samples: { usual: {} } },
    'log.out': { description: 'Log out is pressed.', samples: { usual: {} } },
  },
  effects: {
    prolong: {
      description: 'The activity is reported (userInfo), and the remaining time is fetched (sessionState).',
      outcomes: {
        'fifteen minutes': prolongOutcome(start, { secondsLeft: 900, endsBy: 'idle' }),
        'fifteen minutes, at minute 14': prolongOutcome(minute(14), { secondsLeft: 900, endsBy: 'idle' }),
        'limit very near': prolongOutcome(minute(14), { secondsLeft: 30, endsBy: 'limit' }),
        'limit near': prolongOutcome(minute(13), { secondsLeft: 90, endsBy: 'limit' }),
        'limit far': prolongOutcome(start, { secondsLeft: 14 * 60, endsBy: 'limit' }),
        lost: prolongOutcome(start, undefined),
      },
    },
  },
  invariants: [
    {
      description: 'An open session has time left',
      holds: (now) => !isIn(now, 'open') || sessionEnd(contextOf(now)).endsAt > contextOf(now).at,
    },
    {
      description: 'The context has no user while none is signed in',
      holds: (now) => !isIn(now, 'signedOut') || contextOf(now).userId === undefined,
    },
    {
      description: 'The warning shows the reason why the session ends',
      holds: (now) => {
        const { endsBy } = sessionEnd(contextOf(now))
        if (isIn(now, 'open.time.idleWarning')) return endsBy === 'idle'
        if (isIn(now, 'open.time.limitWarning')) return endsBy === 'limit'
        return true
      },
    },
    {
      description: 'After the warning of inactivity, only Stay extends the session',
      holds: (now, before, step) => {
        if (!before || !isIn(before, 'open.time.idleWarning') || !isIn(now, 'open.time.idleWarning')) return true
        return !sends(step, 'user.active') || contextOf(now).unreportedAt === contextOf(before).unreportedAt
      },
    },
    {
      description: 'No session lasts longer than its limit',
      holds: (now, before, step) => {
        const isUse = sends(step, 'user.active') || sends(step, 'stay')
        if (!before || !isUse || !isIn(now, 'open')) return true
        return contextOf(now).limitAt === contextOf(before).limitAt
      },
    },
  ],
  // Only the order of the times matters.
  relevantContext: (context) => {
    const lifetime = context as unknown as LifetimeContext
    const { userId, at, activityAt, limitAt, unreportedAt, reportedAt } = lifetime
    const { endsAt, endsBy } = sessionEnd(lifetime)
    return [userId, at, activityAt, endsAt, endsBy, limitAt, unreportedAt !== undefined, reportedAt > start]
  },
  scenarios: [
    {
      name: 'A warning, and Stay',
      steps: [
        { send: 'session.opened' },
        { end: 'prolong', as: 'fifteen minutes' },
        { wait: 'open.time.watching' },
        { send: 'clock.read', sample: 'minute 14' },
        { expect: { state: 'open.time.idleWarning', can: ['stay', 'log.out'] } },
        { send: 'user.active', sample: 'minute 14' },
        { expect: { state: 'open.time.idleWarning' } },
        { send: 'stay', sample: 'minute 14' },
        { expect: { state: 'open.time.watching', underWay: ['prolong'] } },
      ],
    },
    {
      name: 'The device slept: a timer comes an hour too late',
      steps: [
        { send: 'session.opened' },
        { wait: 'open.time.watching' },
        { send: 'clock.read', sample: 'an hour late' },
        { expect: { state: 'ending', cannot: ['stay', 'user.active'] } },
        { send: 'session.closed' },
        { expect: { state: 'signedOut' } },
      ],
    },
    {
      name: 'After the device has slept, the first key press ends the session',
      steps: [
        { send: 'session.opened' },
        { send: 'user.active', sample: 'minute 16' },
        { expect: { state: 'ending' } },
      ],
    },
    {
      name: 'The limit is near: the warning stays closed',
      steps: [
        { send: 'session.opened' },
        { end: 'prolong', as: 'limit near' },
        { send: 'clock.read', sample: 'minute 14' },
        { expect: { state: 'open.time.limitWarning.shown' } },
        { send: 'warning.closed' },
        { send: 'user.active', sample: 'minute 14' },
        { wait: 'open.server.waiting' },
        { end: 'prolong', as: 'limit very near' },
        { expect: { state: 'open.time.limitWarning.closed' } },
      ],
    },
    {
      name: 'The user logs out, and another user’s session is ended in another tab',
      steps: [
        { send: 'session.opened' },
        { send: 'log.out' },
        { expect: { state: 'ending' } },
        { send: 'session.closed' },
        { send: 'session.opened', sample: 'another user' },
        { send: 'session.closed' },
        { expect: { state: 'signedOut', context: { userId: undefined } } },
      ],
    },
    {
      name: 'The portal is opened with a session whose time is over',
      steps: [{ send: 'session.found', sample: 'too late' }, { expect: { state: 'ending' } }],
    },
  ],
}
