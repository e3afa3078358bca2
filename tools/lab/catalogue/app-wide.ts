// Catalogue entries for testers: the machines that all pages use: a change whose response may get lost, the connection,
// an update.
import { type ChangeContext, changeMachine, type ChangeOutcome, type StoreResult } from '#machines/change.ts'
import {
  type ConnectionContext,
  connectionMachine,
  type ProbeResult,
  LONGEST_PROBE_DELAY_MS,
} from '#machines/connection.ts'
import { updateMachine } from '#machines/update.ts'
import { type MachineEntry, type Outcome, sends, serverText, type MachineState, type Step } from './entry.ts'

const sentAt = '2026-03-04T02:00:00.000Z'
const dayLater = '2026-03-05T03:00:00.000Z'
const sent = { requestId: '11111111-1111-4111-8111-111111111111', sentAt }
const output = <T>(value: T): Outcome => ({ output: value })
const isIn = ({ states }: MachineState, ...paths: readonly string[]) => paths.some((path) => states.includes(path))
const changeOf = ({ context }: MachineState) => context as unknown as ChangeContext
const forgetEffect = {
  description: 'The change is removed from the list on this device, in all tabs.',
  outcomes: { forgotten: output(undefined) },
}

/** True if the step ends the sending with a refusal: an outcome of the catalogue, or a result that a tester entered. */
function endsRefused(step: Step | undefined): boolean {
  if (step === undefined || !('end' in step)) return false
  const typedResult = step.output as { readonly kind?: string } | undefined
  return step.as === 'refused' || typedResult?.kind === 'refused'
}

export const changeEntry: MachineEntry = {
  id: 'change',
  title: 'A change',
  purpose: 'A decision about a batch or an order, an action on a card, a merchant’s sign-up, a change of a user.',
  machine: changeMachine,
  inputs: { new: { sent: undefined }, pending: { sent } },
  events: {
    resend: {
      description: 'The same request is sent again.',
      samples: { 'the same day': { at: sentAt }, 'a day later': { at: dayLater } },
    },
    dismiss: {
      description: 'The user has seen the outcome elsewhere and closes the question.',
      samples: { usual: {} },
    },
  },
  effects: {
    store: {
      description: 'The change is stored on this device.',
      outcomes: {
        stored: output<StoreResult>({ kind: 'stored', sent }),
        'an earlier one is pending': output<StoreResult>({ kind: 'unknown' }),
        refused: output<StoreResult>({ kind: 'refused', message: { code: 'listFull' }, errors: [] }),
      },
    },
    send: {
      description: 'The request is sent.',
      outcomes: {
        done: output<ChangeOutcome>({ kind: 'done' }),
        refused: output<ChangeOutcome>({
          kind: 'refused',
          message: { code: 'serverMessage', text: serverText },
          errors: [],
        }),
        'outcome unknown': output<ChangeOutcome>({
          kind: 'unknown',
          message: { code: 'serverMessage', text: serverText },
        }),
        lost: output<ChangeOutcome>({ kind: 'unknown', message: { code: 'noConnection' } }),
      },
    },
    handleResult: {
      description: 'The result is passed to the page.',
      outcomes: {
        handled: output<ChangeOutcome>({ kind: 'done' }),
        'not saved': output<ChangeOutcome>({ kind: 'unknown', message: { code: 'notSaved' } }),
      },
    },
    forgetDone: forgetEffect,
    forgetRefused: forgetEffect,
    forgetUnknown: forgetEffect,
  },
  invariants: [
    {
      description: 'A change is stored before it is sent',
      holds: (now) => !isIn(now, 'sending', 'handlingResult', 'unknown') || changeOf(now).sent !== undefined,
    },
    {
      description: 'A change keeps its requestId each time it is sent',
      holds: (now, before) => {
        const sentBefore = before && changeOf(before).sent
        return sentBefore === undefined || sentBefore.requestId === changeOf(now).sent?.requestId
      },
    },
    {
      description: 'A change is done only after a response that reports it',
      holds: (now, before) => !isIn(now, 'done') || before === undefined || isIn(before, 'forgettingDone'),
    },
    {
      description: 'A change that was sent counts as refused only after a response that refuses it',
      holds: (now, before, step) => {
        const wasSending = before !== undefined && isIn(before, 'sending')
        const isRefused = isIn(now, 'forgettingRefused', 'refused')
        return wasSending && isRefused ? endsRefused(step) : true
      },
    },
    {
      description: 'A change that is sent again is marked as such',
      holds: (now, before) => {
        const isSentAgain = before !== undefined && isIn(before, 'unknown') && isIn(now, 'sending')
        return isSentAgain ? changeOf(now).isResent : true
      },
    },
    {
      description: 'A change is not sent again after a day',
      holds: (now, _, step) => !sends(step, 'resend', 'a day later') || isIn(now, 'unknown'),
    },
  ],
  scenarios: [
    {
      name: 'The response is lost, and the change is sent again and done once',
      steps: [
        { end: 'store', as: 'stored' },
        { end: 'send', as: 'lost' },
        {
          expect: {
            state: 'unknown',
            context: { outcome: { message: { code: 'noConnection' } }, sent },
            can: ['resend', 'dismiss'],
          },
        },
        { send: 'resend', sample: 'the same day' },
        { expect: { state: 'sending', context: { isResent: true, sent } } },
        { end: 'send', as: 'done' },
        { end: 'handleResult', as: 'handled' },
        { end: 'forgetDone', as: 'forgotten' },
        { expect: { state: 'done' } },
      ],
    },
    {
      name: 'The outcome of an earlier change of the same card is unknown',
      steps: [
        { end: 'store', as: 'an earlier one is pending' },
        { expect: { state: 'blocked', context: { sent: undefined } } },
      ],
    },
    {
      name: 'After a day the user has to look up the outcome',
      input: 'pending',
      steps: [
        { send: 'resend', sample: 'a day later' },
        { expect: { state: 'unknown' } },
        { send: 'dismiss' },
        { end: 'forgetUnknown', as: 'forgotten' },
        { expect: { state: 'dismissed' } },
      ],
    },
  ],
}

const connectionOf = ({ context }: MachineState) => context as unknown as ConnectionContext
const startTime = Date.parse(sentAt)
const probeEffect = {
  description: 'The server’s readiness is checked.',
  outcomes: {
    ready: output<ProbeResult>({ fault: undefined, at: startTime + 1 }),
    'no connection': output<ProbeResult>({ fault: 'no connection', at: startTime + 1 }),
    'a page of a proxy': output<ProbeResult>({ fault: 'invalid response', at: startTime + 1 }),
  },
}

export const connectionEntry: MachineEntry = {
  id: 'connection',
  title: 'Connection',
  purpose: 'Whether the server can be reached, and how often the portal tries again.',
  machine: connectionMachine,
  inputs: { online: { at: startTime, isOnline: true }, 'the browser is offline': { at: startTime, isOnline: false } },
  events: {
    reached: {
      description: 'A call gets a response.',
      samples: {
        usual: { at: startTime + 2, sentAt: startTime + 2 },
        'sent before the loss': { at: startTime + 2, sentAt: startTime },
      },
    },
    doubted: {
      description: 'A call gets no response from the server.',
      samples: {
        'no connection': { fault: 'no connection', at: startTime + 2 },
        'a page of a proxy': { fault: 'invalid response', at: startTime + 2 },
      },
    },
    lost: {
      description: 'The browser reports that it is offline.',
      samples: {
        'no connection': { fault: 'no connection', at: startTime + 2 },
        'a page of a proxy': { fault: 'invalid response', at: startTime + 2 },
      },
    },
    'probe.requested': {
      description: 'The browser reports that it is online, or Try again is pressed.',
      samples: { usual: {} },
    },
  },
  effects: { probe: probeEffect, probeWhileOnline: probeEffect },
  invariants: [
    {
      description: 'The context has a fault if and only if the server cannot be reached',
      holds: (state) =>
        state.states.some((path) => path.startsWith('unreachable')) === (connectionOf(state).fault !== undefined),
    },
    {
      description: 'The server is checked at least every 30 seconds',
      holds: (state) => connectionOf(state).retryDelayMs <= LONGEST_PROBE_DELAY_MS,
    },
  ],
  scenarios: [
    {
      name: 'One call fails, but the server answers the probe',
      steps: [
        { send: 'doubted', sample: 'a page of a proxy' },
        { expect: { state: 'online.probing' } },
        { end: 'probeWhileOnline', as: 'ready' },
        { expect: { state: 'online.idle' } },
      ],
    },
    {
      name: 'The connection is lost, checked less and less often, and restored',
      steps: [
        { send: 'lost', sample: 'no connection' },
        { expect: { state: 'unreachable.waiting', context: { retryDelayMs: 2_000 } } },
        { wait: 'unreachable.waiting' },
        { end: 'probe', as: 'no connection' },
        { expect: { context: { retryDelayMs: 4_000, fault: 'no connection' } } },
        { wait: 'unreachable.waiting' },
        { end: 'probe', as: 'ready' },
        { expect: { state: 'online.idle', context: { fault: undefined } } },
      ],
    },
    {
      name: 'A response to a call from before the loss',
      steps: [
        { send: 'lost', sample: 'no connection' },
        { send: 'reached', sample: 'sent before the loss' },
        { expect: { state: 'unreachable.probing', context: { fault: 'no connection' } } },
        { end: 'probe', as: 'no connection' },
        { expect: { state: 'unreachable.waiting' } },
        { send: 'reached' },
        { expect: { state: 'online.idle' } },
      ],
    },
  ],
}

const startsToApply = (state: MachineState, before: MachineState | undefined): boolean => {
  const wasApplying = before !== undefined && isIn(before, 'applying')
  return isIn(state, 'applying') && !wasApplying
}

export const updateEntry: MachineEntry = {
  id: 'update',
  title: 'A new version',
  purpose: 'A new version of the portal is offered, delayed, postponed, activated.',
  machine: updateMachine,
  inputs: { usual: undefined },
  events: {
    'version.found': { description: 'A newer version is ready.', samples: { usual: {} } },
    apply: { description: 'Reload now is pressed.', samples: { usual: {} } },
    later: { description: 'The prompt is closed.', samples: { usual: {} } },
    hold: {
      description: 'Work begins that must not be interrupted.',
      samples: { usual: { reason: 'upload' } },
    },
    release: { description: 'The work has ended.', samples: { usual: { reason: 'upload' } } },
  },
  effects: {},
  // More than two running tasks behave like two.
  relevantContext: ({ holds }) => Math.min((holds as unknown[]).length, 2),
  invariants: [
    {
      description: 'No version is activated while work is under way',
      holds: (state, before) => {
        if (before === undefined || !startsToApply(state, before)) return true
        const holdsBefore = before.context['holds'] as unknown[]
        return holdsBefore.length === 0
      },
    },
    {
      description: 'A version is activated only when the user agrees',
      holds: (state, before, step) => !startsToApply(state, before) || sends(step, 'apply'),
    },
  ],
  scenarios: [
    {
      name: 'A version is not activated during a submission',
      steps: [
        { send: 'version.found' },
        { send: 'hold' },
        { expect: { state: 'offered', cannot: ['apply'] } },
        { send: 'release' },
        { send: 'apply' },
        { expect: { state: 'applying' } },
      ],
    },
  ],
}
