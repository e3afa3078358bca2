// Drives a machine of the catalogue step by step, as a pure function: the same start and steps always lead to the same
// place, and any earlier place can be continued. No effect is carried out; its outcome is a step.
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  fromCallback,
  getInitialMicrosteps,
  initialTransition,
} from 'xstate'
import type { EventRow, MachineEntry, Standing, Step } from './entry.ts'

/** The state of a driven machine, and the results of the last step. */
export interface Place extends Standing {
  /** Effects in progress, by the ids of their invokes. */
  readonly underWay: readonly string[]
  /** Paths of states that wait for a delay, and its length in milliseconds. */
  readonly waits: readonly { readonly state: string; readonly ms: number }[]
  /** Effects that the last step started, with their input. */
  readonly begun: readonly { readonly id: string; readonly input: unknown }[]
  /** Actions that the last step ran, which return no answer. */
  readonly done: readonly { readonly action: string; readonly params: unknown }[]
  /** The transitions of the last step, by name, in order. */
  readonly taken: readonly string[]
  /** Needed for the next step. */
  readonly snapshot: AnyMachineSnapshot
}

/** A step that is impossible in the current state; the message says why. */
export class StepRefused extends Error {}

/** Starts the machine, with one of the entry's inputs or another. */
export function begin(entry: MachineEntry, input: string | { readonly input: unknown } = defaultInput(entry)): Place {
  const given = typeof input === 'string' ? entry.inputs[input] : input.input
  if (typeof input === 'string' && !Object.hasOwn(entry.inputs, input)) {
    throw new StepRefused(`${entry.id} has no input '${input}': ${Object.keys(entry.inputs).join(', ')}`)
  }
  const [snapshot, actions] = initialTransition(entry.machine, given)
  const steps = getInitialMicrosteps(entry.machine, given).map(([each]) => each as AnyMachineSnapshot)
  // The automatic transitions at the start, before any event.
  const taken = steps.slice(0, -1).flatMap((each) => react(entry, bare(entry.machine, each), NOTHING).taken.slice(0, 1))
  return toPlace(snapshot as AnyMachineSnapshot, actions, taken)
}

export const defaultInput = ({ inputs }: MachineEntry): string => Object.keys(inputs)[0] ?? ''

/** Takes one step. Throws StepRefused if it is impossible here, or if a guard blocks it. */
export function take(entry: MachineEntry, { snapshot: before }: Pick<Place, 'snapshot'>, step: Step): Place {
  const from = bare(entry.machine, before)
  const event = stepToEvent(entry, from, step)
  // Test first: most steps do nothing in most places, and taking one creates an actor.
  if (entry.machine.getTransitionData(from, event).length === 0)
    throw new StepRefused(`${stepToWords(step)} does nothing in ${statesOf(before).join(', ')}`)
  const { snapshot, actions, taken } = react(entry, from, event)
  return toPlace(snapshot, actions, taken)
}

/** Whether a step would do anything here: a guard can block it, or no transition exists. */
export function can(entry: MachineEntry, place: Pick<Place, 'snapshot'>, step: Step): boolean {
  try {
    const from = bare(entry.machine, place.snapshot)
    return from.can(stepToEvent(entry, from, step))
  } catch (error) {
    if (error instanceof StepRefused) return false
    throw error
  }
}

/**
 * Every step that would do something here: each sample of each event, each outcome of each effect in progress, each
 * delay.
 */
export function possibleSteps(entry: MachineEntry, place: Place): readonly Step[] {
  const sent = Object.entries(entry.events).flatMap(([send, row]) =>
    Object.keys(row.samples).map((sample) => ({ send, sample })),
  )
  const ended = place.underWay.flatMap((end) =>
    Object.keys(entry.effects[end]?.outcomes ?? {}).map((as) => ({ end, as })),
  )
  const waited = place.waits.map(({ state }) => ({ wait: state }))
  return [...sent.filter((step) => can(entry, place, step)), ...ended, ...waited]
}

/** Every transition of a machine by name: generated paths have to take them all. */
export function allTransitions({ machine }: Pick<MachineEntry, 'machine'>): readonly string[] {
  const names: string[] = []
  const visit = (node: (typeof machine)['root']) => {
    for (const each of transitionsFrom(node)) names.push(nameOf(each))
    for (const child of Object.values(node.states)) visit(child)
  }
  visit(machine.root)
  return names
}

/** Every state in which a machine can rest, as paths, without those that it always leaves immediately. */
export function allStates({ machine }: Pick<MachineEntry, 'machine'>): readonly string[] {
  const paths: string[] = []
  const visit = (node: (typeof machine)['root']) => {
    const children = Object.values(node.states)
    const isPassing = (node.always ?? []).some(({ guard }) => guard === undefined)
    if (children.length === 0 && !isPassing) paths.push(node.path.join('.'))
    for (const child of children) visit(child)
  }
  visit(machine.root)
  return paths
}

export function stepToWords(step: Step): string {
  if ('send' in step)
    return step.sample === undefined || step.sample === 'usual' ? step.send : `${step.send} (${step.sample})`
  if ('wait' in step) return `time passes in ${step.wait}`
  return `${step.end} ends${step.as === undefined ? '' : `: ${step.as}`}`
}

/** The payload of a step, without its type. */
export function payloadOf(
  row: EventRow | undefined,
  step: { readonly sample?: string; readonly with?: object },
): object {
  if (step.with) return step.with
  const [usual = ''] = Object.keys(row?.samples ?? {})
  return row?.samples[step.sample ?? usual] ?? {}
}

interface Action {
  readonly type: string
  readonly params?: unknown
}
type Event = { readonly type: string }
const NOTHING: Event = { type: 'nothing' }

function toPlace(snapshot: AnyMachineSnapshot, actions: readonly Action[], taken: readonly string[]): Place {
  const nodes = snapshot._nodes
  return {
    states: statesOf(snapshot),
    context: snapshot.context as Readonly<Record<string, unknown>>,
    isOver: snapshot.status !== 'active',
    underWay: nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id)),
    waits: nodes.flatMap((node) =>
      node.after.map(({ delay }) => ({ state: node.path.join('.'), ms: delayOf(delay, snapshot) })),
    ),
    begun: actions.flatMap(({ type, params }) => {
      if (type !== 'xstate.spawnChild') return []
      const { id, input } = params as { readonly id: string; readonly input: unknown }
      return [{ id, input }]
    }),
    done: actions.flatMap(({ type, params }) => (type.startsWith('xstate.') ? [] : [{ action: type, params }])),
    taken,
    snapshot,
  }
}

/** Drops effects in progress: their outcomes are steps, and continuing from here must not start them. */
const bare = (machine: AnyStateMachine, { value, context }: AnyMachineSnapshot): AnyMachineSnapshot =>
  machine.resolveState({ value: value as never, context: context as unknown })

function statesOf({ _nodes }: AnyMachineSnapshot): readonly string[] {
  return _nodes.filter(({ states }) => Object.keys(states).length === 0).map(({ path }) => path.join('.'))
}

function stepToEvent(entry: MachineEntry, snapshot: AnyMachineSnapshot, step: Step): Event {
  if ('send' in step) {
    const row = entry.events[step.send]
    if (!row)
      throw new StepRefused(`${entry.id} knows no event '${step.send}': ${Object.keys(entry.events).join(', ')}`)
    if (step.sample !== undefined && !Object.hasOwn(row.samples, step.sample)) {
      throw new StepRefused(`${step.send} has no sample '${step.sample}': ${Object.keys(row.samples).join(', ')}`)
    }
    return { ...payloadOf(row, step), type: step.send }
  }
  if ('wait' in step) {
    const timer = snapshot._nodes.flatMap((node) => (node.path.join('.') === step.wait ? node.after : []))[0]
    if (!timer) throw new StepRefused(`Nothing waits for a time to pass in '${step.wait}'`)
    return { type: String(timer.eventType) }
  }
  return endToEvent(entry, snapshot, step)
}

function endToEvent(entry: MachineEntry, snapshot: AnyMachineSnapshot, step: Extract<Step, { end: string }>): Event {
  const underWay = snapshot._nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id))
  if (!underWay.includes(step.end)) {
    throw new StepRefused(`'${step.end}' is not under way${underWay.length > 0 ? `, ${underWay.join(', ')} is` : ''}`)
  }
  const outcomes = entry.effects[step.end]?.outcomes ?? {}
  if (step.as !== undefined && !Object.hasOwn(outcomes, step.as)) {
    throw new StepRefused(`${step.end} has no outcome '${step.as}': ${Object.keys(outcomes).join(', ')}`)
  }
  const outcome =
    step.error !== undefined
      ? { error: step.error }
      : (step.as !== undefined && outcomes[step.as]) || { output: step.output }
  return 'error' in outcome
    ? ({ type: `xstate.error.actor.${step.end}`, error: new Error(outcome.error), actorId: step.end } as Event)
    : ({ type: `xstate.done.actor.${step.end}`, output: outcome.output, actorId: step.end } as Event)
}

function delayOf(delay: unknown, snapshot: AnyMachineSnapshot): number {
  if (typeof delay === 'number') return delay
  const given = snapshot.machine.implementations.delays[String(delay)] as unknown
  if (typeof given === 'function')
    return Number((given as (args: object) => unknown)({ context: snapshot.context as unknown, event: { type: '' } }))
  return Number(given)
}

const machines = new WeakMap<AnyStateMachine, AnyStateMachine>()

/** The same machine with effects that do nothing. */
function withoutWork(machine: AnyStateMachine): AnyStateMachine {
  const known = machines.get(machine)
  if (known) return known
  const idle = fromCallback(() => undefined)
  const names = Object.keys(machine.implementations.actors)
  const made = machine.provide({ actors: Object.fromEntries(names.map((name) => [name, idle])) } as never)
  machines.set(machine, made)
  return made
}

/** The result of an event: the next state, its actions and transitions, as XState itself reports them. */
function react({ machine }: Pick<MachineEntry, 'machine'>, from: AnyMachineSnapshot, event: Event) {
  const taken: string[] = []
  const actions: Action[] = []
  const actor = createActor(withoutWork(machine), {
    snapshot: from,
    inspect: (inspected) => {
      if (inspected.type === '@xstate.microstep') taken.push(...inspected._transitions.map(nameOf))
      else if (inspected.type === '@xstate.action') actions.push(inspected.action)
    },
  })
  actor.start()
  actor.send(event)
  const snapshot = actor.getSnapshot() as AnyMachineSnapshot
  actor.stop()
  return { snapshot, actions, taken }
}

type Node = AnyStateMachine['root']

/** The transitions of a state: those by event, then the automatic ones. */
export const transitionsFrom = (node: Node): readonly AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

/** 'reviewing.verifying · verifyRows done · 2': state, event, number of the branch. */
export function nameOf(each: AnyTransitionDefinition): string {
  const { source } = each
  const eventType = String(each.eventType)
  const branches = eventType === '' ? (source.always ?? []) : (source.transitions.get(eventType) ?? [])
  const at = branches.indexOf(each)
  const what = eventType
    .replace(/^xstate\.done\.actor\.(.*)$/, '$1 done')
    .replace(/^xstate\.error\.actor\.(.*)$/, '$1 broken')
    .replace(/^xstate\.after\..*$/, 'time passes')
    .replace(/^$/, 'always')
  return [source.path.join('.') || source.id, what, ...(branches.length > 1 ? [String(at + 1)] : [])].join(' · ')
}
