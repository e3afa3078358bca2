// Drives a machine of the catalogue step by step, as a pure function: the same start and steps always lead to the same
// position, and any earlier position can be continued. No effect is run, because its outcome is a step. Uses only
// XState's public functions (initialTransition, transition, getNextTransitions), so that an actor would reach the same
// position.
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createMachine,
  getNextTransitions,
  initialTransition,
  type StateValue,
  transition,
} from 'xstate'
import { getStateNodes } from 'xstate/graph'
import { snapshotToStates, valueToPaths } from '#services/inspect/states.ts'
import { type EventRow, FAILS, type MachineEntry, type Outcome, type MachineState, type Step } from './entry.ts'

/** The state of a driven machine, and the results of the last step. */
export interface Position extends MachineState {
  /** The reason why the machine has stopped, like an actor with status 'error'. It then ignores all further steps. */
  readonly error: string | undefined
  /** Running effects, by the ids of their invokes. */
  readonly underWay: readonly string[]
  /** Paths of states that wait for a delay, with its length in milliseconds. */
  readonly delays: readonly { readonly state: string; readonly ms: number }[]
  /** Effects that the last step started, with their input. */
  readonly startedEffects: readonly { readonly id: string; readonly input: unknown }[]
  /** Actions that the last step ran. They return no result. */
  readonly ranActions: readonly { readonly action: string; readonly params: unknown }[]
  /** The transitions of the last step, by name, in order. */
  readonly takenTransitions: readonly string[]
  /** Needed for the next step. */
  readonly snapshot: AnyMachineSnapshot
}

/** A step that is impossible in the current state. The message gives the reason. */
export class StepRefused extends Error {}

/** Starts the machine with one of the entry's inputs, or with a different one. */
export function begin(
  entry: MachineEntry,
  input: string | { readonly input: unknown } = defaultInput(entry),
): Position {
  if (typeof input === 'string' && !Object.hasOwn(entry.inputs, input)) {
    throw new StepRefused(
      `${entry.id} has no input '${input}'; its inputs are ${toQuotedList(Object.keys(entry.inputs))}`,
    )
  }
  const machineInput = typeof input === 'string' ? entry.inputs[input] : input.input
  const [snapshot, actions] = initialTransition(withReportedTransitions(entry.machine), machineInput)
  return toPosition(snapshot as AnyMachineSnapshot, actions)
}

export const defaultInput = ({ inputs }: Pick<MachineEntry, 'inputs'>): string => Object.keys(inputs)[0] ?? ''

/**
 * Runs one step. Throws StepRefused if it is impossible here, or if a guard blocks it. An unhandled failure stops the
 * machine, and so does a guard or an action that throws.
 */
export function take(entry: MachineEntry, { snapshot: before }: Pick<Position, 'snapshot'>, step: Step): Position {
  const event = stepToEvent(entry, before, step)
  if (before.status !== 'active') throw new StepRefused(`${stepToWords(step)} does nothing: the machine has ended`)
  let after: Position
  try {
    const [snapshot, actions] = transition(stepLogic(entry.machine, before), before, event)
    after = toPosition(snapshot as AnyMachineSnapshot, actions)
  } catch (error) {
    const value = before.value as StateValue
    const context = before.context as unknown
    after = toPosition(
      withReportedTransitions(entry.machine).resolveState({ value, context, status: 'error', error }),
      [],
    )
  }
  if (after.takenTransitions.length === 0 && after.error === undefined)
    throw new StepRefused(`${stepToWords(step)} does nothing in ${snapshotToStates(before).join(', ')}`)
  return after
}

/** True if a step would have an effect here: a transition exists and its guard allows it. */
export function can(entry: MachineEntry, { snapshot }: Pick<Position, 'snapshot'>, step: Step): boolean {
  try {
    return snapshot.status === 'active' && snapshot.can(stepToEvent(entry, snapshot, step))
  } catch (error) {
    if (error instanceof StepRefused) return false
    throw error
  }
}

/**
 * Every step that would have an effect here: each sample of each event, each outcome of each running effect, each
 * delay.
 */
export function possibleSteps(entry: MachineEntry, position: Position): readonly Step[] {
  const acceptedTypes = new Set(getNextTransitions(position.snapshot).map(({ eventType }) => eventType as string))
  const sendSteps = Object.entries(entry.events)
    .filter(([send]) => acceptedTypes.has(send))
    .flatMap(([send, row]) => Object.keys(row.samples).map((sample) => ({ send, sample })))
  const endSteps = position.underWay.flatMap((end) => Object.keys(outcomesOf(entry, end)).map((as) => ({ end, as })))
  const waitSteps = position.delays.map(({ state }) => ({ wait: state }))
  return [...sendSteps.filter((step) => can(entry, position, step)), ...endSteps, ...waitSteps]
}

/** The possible outcomes of an effect, by name: those in the catalogue, and an unexpected failure. */
export const outcomesOf = (
  entry: Pick<MachineEntry, 'effects'>,
  effect: string,
): Readonly<Record<string, Outcome>> => ({
  ...entry.effects[effect]?.outcomes,
  [FAILS]: { error: 'an unexpected failure' },
})

/** Every state of a machine, beginning with the machine itself. */
export const nodesOf = ({ root }: AnyStateMachine): readonly Node[] => [root, ...(getStateNodes(root) as Node[])]

/** Every transition of a machine by name. Generated paths must run all of them. */
export const allTransitions = ({ machine }: Pick<MachineEntry, 'machine'>): readonly string[] =>
  nodesOf(machine).flatMap((node) => transitionsFrom(node).map(transitionName))

/** The paths of all innermost states, without those that the machine always leaves immediately. */
export const allStates = ({ machine }: Pick<MachineEntry, 'machine'>): readonly string[] =>
  nodesOf(machine)
    .filter(({ states, always = [] }) => {
      const isTransient = always.some(({ guard }) => guard === undefined)
      return Object.keys(states).length === 0 && !isTransient
    })
    .map(({ path }) => path.join('.'))

export function stepToWords(step: Step): string {
  if ('wait' in step) return `time passes in ${step.wait}`
  if ('end' in step) return step.as === undefined ? `${step.end} ends` : `${step.end} ends: ${step.as}`
  const { send, sample = 'usual' } = step
  return sample === 'usual' ? send : `${send} (${sample})`
}

/** What a step of the catalogue means, and what it carries: an event's payload, or the result of an effect. */
export function explainStep(entry: MachineEntry, step: Step): { description: string; payload: unknown } {
  if ('wait' in step) return { description: '', payload: undefined }
  if ('send' in step) {
    const row = entry.events[step.send]
    const payload = payloadOf(row, step)
    const isEmpty = Object.keys(payload).length === 0
    return { description: row?.description ?? '', payload: isEmpty ? undefined : payload }
  }
  const outcome = step.as === undefined ? step : outcomesOf(entry, step.end)[step.as]
  const payload = outcome && ('output' in outcome ? outcome.output : outcome.error)
  return { description: entry.effects[step.end]?.description ?? '', payload }
}

/** "'read', 'read, rows to fix'": names can contain commas. */
export const toQuotedList = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')

/** The payload of a step, without its type. */
export function payloadOf(
  row: EventRow | undefined,
  step: { readonly sample?: string; readonly with?: object },
): object {
  if (step.with) return step.with
  const [firstSample = ''] = Object.keys(row?.samples ?? {})
  return row?.samples[step.sample ?? firstSample] ?? {}
}

interface Action {
  readonly type: string
  readonly params?: unknown
}
type Event = { readonly type: string }
type Node = AnyStateMachine['root']

/** The action with which a transition reports its name. */
const TAKEN = 'lab.taken'

function toPosition(snapshot: AnyMachineSnapshot, actions: readonly Action[]): Position {
  const nodes = snapshot.status === 'active' ? currentNodes(snapshot) : []
  return {
    states: snapshotToStates(snapshot),
    context: snapshot.context as Readonly<Record<string, unknown>>,
    isOver: snapshot.status !== 'active',
    error: snapshot.status === 'error' ? errorToText(snapshot.error) : undefined,
    underWay: nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id)),
    delays: nodes.flatMap((node) =>
      node.after.map(({ delay }) => ({ state: node.path.join('.'), ms: delayOf(delay, snapshot) })),
    ),
    startedEffects: actions
      .filter(({ type }) => type === 'xstate.spawnChild')
      .map(({ params }) => {
        const { id, input } = params as { readonly id: string; readonly input: unknown }
        return { id, input }
      }),
    ranActions: actions
      .filter(({ type }) => type !== TAKEN && !type.startsWith('xstate.'))
      .map(({ type, params }) => ({ action: type, params })),
    takenTransitions: actions
      .filter(({ type }) => type === TAKEN)
      .map(({ params }) => (params as { readonly name: string }).name),
    snapshot,
  }
}

const errorToText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The current states and their parents, outer states first. */
function currentNodes({ machine, value }: AnyMachineSnapshot): readonly Node[] {
  const nodes = new Set<Node>([machine.root])
  for (const path of valueToPaths(value as StateValue)) {
    let node: Node = machine.root
    for (const key of path) {
      const child = node.states[key]
      if (!child) break
      node = child
      nodes.add(node)
    }
  }
  return [...nodes]
}

function stepToEvent(entry: MachineEntry, snapshot: AnyMachineSnapshot, step: Step): Event {
  if ('send' in step) {
    const row = entry.events[step.send]
    if (!row)
      throw new StepRefused(`${entry.id} knows no event '${step.send}': ${toQuotedList(Object.keys(entry.events))}`)
    if (step.sample !== undefined && !Object.hasOwn(row.samples, step.sample)) {
      throw new StepRefused(`${step.send} has no sample '${step.sample}': ${toQuotedList(Object.keys(row.samples))}`)
    }
    return { ...payloadOf(row, step), type: step.send }
  }
  if ('wait' in step) {
    const waitingNode = currentNodes(snapshot).find((node) => node.path.join('.') === step.wait)
    const [timer] = waitingNode?.after ?? []
    if (!timer) throw new StepRefused(`Nothing waits for a time to pass in '${step.wait}'`)
    return { type: String(timer.eventType) }
  }
  return endToEvent(entry, snapshot, step)
}

function endToEvent(entry: MachineEntry, snapshot: AnyMachineSnapshot, step: Extract<Step, { end: string }>): Event {
  const underWay = currentNodes(snapshot).flatMap(({ invoke }) => invoke.map(({ id }) => id))
  if (!underWay.includes(step.end)) {
    const others = underWay.length > 0 ? `, ${underWay.join(', ')} is` : ''
    throw new StepRefused(`'${step.end}' is not under way${others}`)
  }
  const outcome = outcomeOf(entry, step)
  // The events with which XState reports the end of an effect.
  const event =
    'error' in outcome
      ? { type: `xstate.error.actor.${step.end}`, error: new Error(outcome.error), actorId: step.end }
      : { type: `xstate.done.actor.${step.end}`, output: outcome.output, actorId: step.end }
  return event
}

/** The step that causes this event of a running machine. Undefined for its start. */
export function eventToStep(
  { machine }: Pick<MachineEntry, 'machine'>,
  { type, ...payload }: { readonly type: string; readonly [key: string]: unknown },
): Step | undefined {
  if (type === 'xstate.init') return undefined
  const [, doneEffect] = /^xstate\.done\.actor\.(.*)$/.exec(type) ?? []
  if (doneEffect !== undefined) return { end: doneEffect, output: payload['output'] }
  const [, failedEffect] = /^xstate\.error\.actor\.(.*)$/.exec(type) ?? []
  if (failedEffect !== undefined) return { end: failedEffect, error: String(payload['error']) }
  const timer = nodesOf(machine).find(({ after }) => after.some(({ eventType }) => eventType === type))
  if (timer) return { wait: timer.path.join('.') }
  return Object.keys(payload).length > 0 ? { send: type, with: payload } : { send: type }
}

/** The outcome with which this step ends an effect. */
export function outcomeOf(entry: MachineEntry, { end, as, output, error }: Extract<Step, { end: string }>): Outcome {
  if (as === undefined) return error === undefined ? { output } : { error }
  const outcomes = outcomesOf(entry, end)
  const outcome = outcomes[as]
  if (!outcome) throw new StepRefused(`${end} has no outcome '${as}': ${toQuotedList(Object.keys(outcomes))}`)
  return outcome
}

function delayOf(delay: unknown, snapshot: AnyMachineSnapshot): number {
  if (typeof delay === 'number') return delay
  const implementation = snapshot.machine.implementations.delays[String(delay)] as unknown
  if (typeof implementation === 'function')
    return Number(
      (implementation as (args: object) => unknown)({ context: snapshot.context as unknown, event: { type: '' } }),
    )
  return Number(implementation)
}

const reportingMachines = new WeakMap<AnyStateMachine, AnyStateMachine>()

/**
 * A copy of the machine whose transitions report their names as their first action. XState's public functions return
 * the actions of a step, but not its transitions.
 */
function withReportedTransitions(machine: AnyStateMachine): AnyStateMachine {
  const cached = reportingMachines.get(machine)
  if (cached) return cached
  const created: AnyStateMachine = createMachine(machine.config as never, machine.implementations as never)
  for (const definition of nodesOf(created).flatMap(transitionsFrom)) {
    const actions = [{ type: TAKEN, params: { name: transitionName(definition) } }, ...definition.actions]
    Object.assign(definition, { actions })
  }
  reportingMachines.set(machine, created)
  return created
}

/**
 * The machine as the logic of one step from this snapshot. XState computes a machine's first snapshot for each step, and
 * drops it. That takes longer than the step, because without an input most machines throw an error there.
 */
function stepLogic(machine: AnyStateMachine, snapshot: AnyMachineSnapshot): AnyStateMachine {
  return Object.create(withReportedTransitions(machine), {
    getInitialSnapshot: { value: () => snapshot },
  }) as AnyStateMachine
}

/** The transitions of a state: first those with an event, then the automatic ones. */
export const transitionsFrom = (node: Node): readonly AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

/** 'reviewing.verifying · verifyRows done · 2': state, event, and number of the branch. */
export function transitionName(definition: AnyTransitionDefinition): string {
  const { source } = definition
  const eventType = String(definition.eventType)
  const branches = eventType === '' ? source.always : source.transitions.get(eventType)
  const parts = [source.path.join('.') || source.id, eventTypeToLabel(eventType)]
  if (branches && branches.length > 1) parts.push(String(branches.indexOf(definition) + 1))
  return parts.join(' · ')
}

/** An automatic transition has the event type ''. */
function eventTypeToLabel(eventType: string): string {
  if (eventType === '') return 'always'
  return eventType
    .replace(/^xstate\.done\.actor\.(.*)$/, '$1 done')
    .replace(/^xstate\.error\.actor\.(.*)$/, '$1 broken')
    .replace(/^xstate\.after\..*$/, 'time passes')
}
