// Plans walks over a page from its state machine and one table of acts, so that the walks take each transition that a
// user, the server or the connection can cause. Pure: tests/support/replay-page.ts carries them out.
import type { Locator } from '@playwright/test'
import type { AnyMachineSnapshot } from 'xstate'
import { messageToText } from '#domain/message-text.ts'
import type { Message } from '#domain/messages.ts'
import { allStates, allTransitions, begin, type Position, StepRefused, take } from '#tools/lab/catalogue/drive.ts'
import type { MachineEntry, Step } from '#tools/lab/catalogue/entry.ts'
import { type Edge, type Node, findCoveringPath } from './replay-path.ts'

/**
 * Facts outside the machine that decide the next possible acts of users and the server: the current user, the data that
 * the server already has.
 */
export type World = Readonly<Record<string, string>>

/** A step of the machine. 'reopened': the page is reopened, and the machine starts from stored data. */
export type ReplayStep = Step | 'reopened'

/**
 * One act on the page, by its user, the server or the connection. `refusal` is set if the machine refuses the act with
 * a message. 'said': the control works, and the page shows the message. 'blocked': the control is disabled and
 * described by the message. 'not offered': the page has no control. The machine does not receive the last two.
 */
export interface Act<Stage> {
  readonly description: string
  /** A condition for the act, in addition to those of the machine. */
  readonly when?: (position: Position, world: World) => boolean
  readonly steps: readonly ReplayStep[] | ((position: Position) => readonly ReplayStep[])
  readonly world?: World
  readonly refusal?: 'said' | 'blocked' | 'not offered'
  /** The page's message, if it differs from the machine's. */
  readonly words?: string
  /** The control to press. */
  readonly at?: (stage: Stage) => Locator
  /** True if the act must be done even if the replay named by `like` has the same act. */
  readonly isOwn?: boolean
  /** The act on the page, if it is not just a press of the control. */
  readonly does?: (stage: Stage, before: Position) => Promise<unknown>
}

export interface Replay<Stage> {
  /**
   * Another replay of the same machine on the same page: transitions and acts that both share are walked only there.
   */
  readonly like?: Replay<Stage>
  readonly entry: MachineEntry
  /** The facts outside the machine at the start of its walk. */
  readonly world: World
  readonly acts: readonly Act<Stage>[]
  /** The facts of a position that acts check in addition to the machine's decisive context. */
  readonly alsoDecisive?: (position: Position) => unknown
  /** The machine's input when its page is reopened. */
  readonly reopens?: (snapshot: AnyMachineSnapshot) => unknown
  /** The states that the page shows, with what is visible in each. */
  readonly looks: Readonly<Record<string, unknown>>
  /** The reasons for states and transitions that cannot be reached on the page. */
  readonly elsewhere: Readonly<Record<string, string>>
}

/** A position of the machine with the facts outside it. */
export interface Situation {
  readonly position: Position
  readonly world: World
}

/** The result of an act; undefined if it cannot be done. */
export interface Done extends Situation {
  readonly takenTransitions: readonly string[]
  /** Work that the act started and that is still running. */
  readonly begun: readonly string[]
  /** The message with which the machine refused the act. */
  readonly refusal: string | undefined
}

export interface Plan {
  /** The names of the acts, in order. */
  readonly walk: readonly string[]
  /** The states and transitions that the walk covers. */
  readonly covered: ReadonlySet<string>
  /** Problems: states and transitions without a walk and without a reason, and superfluous acts, states and reasons. */
  readonly gaps: readonly string[]
  /** '11 states, 60 transitions, …'. */
  readonly summary: string
}

export const firstSituation = <Stage>({ entry, world }: Replay<Stage>): Situation => ({ position: begin(entry), world })

export function carryOut<Stage>(
  replay: Replay<Stage>,
  act: Act<Stage>,
  { position, world }: Situation,
): Done | undefined {
  if (act.when && !act.when(position, world)) return undefined
  const led = ledTo(replay, act, position)
  return led && { ...led, world: { ...world, ...act.world } }
}

type Led = Omit<Done, 'world'>
const known = new WeakMap<Position, Map<object, Led | undefined>>()

/** The machine's position after an act, which does not depend on the world. */
function ledTo<Stage>(replay: Replay<Stage>, act: Act<Stage>, position: Position): Led | undefined {
  const before = known.get(position) ?? new Map<object, Led | undefined>()
  known.set(position, before)
  if (!before.has(act)) before.set(act, lead(replay, act, position))
  return before.get(act)
}

function lead<Stage>(replay: Replay<Stage>, act: Act<Stage>, position: Position): Led | undefined {
  const steps = typeof act.steps === 'function' ? act.steps(position) : act.steps
  let now = position
  const takenTransitions: string[] = []
  const begun = new Set<string>()
  try {
    for (const step of steps) {
      now =
        step === 'reopened'
          ? begin(replay.entry, { input: replay.reopens?.(now.snapshot) })
          : take(replay.entry, now, step)
      takenTransitions.push(...now.takenTransitions)
      now.begun.forEach(({ id }) => begun.add(id))
    }
  } catch (error) {
    if (error instanceof StepRefused) return undefined
    throw error
  }
  const refusal = steps.length === 1 ? refusalIn(position, now) : undefined
  if ((refusal === undefined) !== (act.refusal === undefined)) return undefined
  const isHeard = act.refusal === undefined || act.refusal === 'said'
  return {
    position: isHeard ? now : position,
    takenTransitions,
    begun: [...begun].filter((id) => now.underWay.includes(id)),
    refusal,
  }
}

/** The message with which a machine refused a step: it is new, and the state is unchanged. */
export function refusalIn(before: Position, now: Position): string | undefined {
  const notice = now.context['notice'] as { readonly message: Message } | undefined
  const isNew = notice !== undefined && notice !== before.context['notice']
  return isNew && now.states.join() === before.states.join() && now.takenTransitions.length === 1
    ? messageToText(notice.message)
    : undefined
}

const plans = new WeakMap<object, Plan>()

/**
 * One walk over the page that takes every reachable transition and does every reachable act, except those in the walk
 * of the replay named by `like`.
 */
export function plan<Stage>(replay: Replay<Stage>): Plan {
  const newPlan = plans.get(replay) ?? makePlan(replay)
  plans.set(replay, newPlan)
  return newPlan
}

interface Aims<Stage> {
  /** Acts, states and transitions that the walk must cover. */
  readonly names: ReadonlySet<string>
  /** The names that the replay named by `like`, and its own `like`, cover. */
  readonly alike: ReadonlySet<string>
  /** Acts that only this replay has. */
  readonly machineSteps: readonly Act<Stage>[]
}

function aimsOf<Stage>(replay: Replay<Stage>): Aims<Stage> {
  const { entry, acts, elsewhere, like } = replay
  const { states: begunIn, takenTransitions: begunBy } = firstSituation(replay).position
  const states = allStates(entry)
  // Each replay must cover all states itself.
  const alike = new Set(like && shownBy(like).filter((name) => !(name in elsewhere) && !states.includes(name)))
  const machineSteps = acts.filter(({ isOwn, description }) => isOwn === true || !alike.has(description))
  const transitions = allTransitions(entry).filter((name) => !alike.has(name))
  const names = new Set([...states, ...transitions, ...machineSteps.map(({ description }) => description)])
  for (const name of [...begunIn, ...begunBy]) names.delete(name)
  return { names, alike, machineSteps }
}

/** The names that a replay and those named by `like` cover, if none has gaps. */
function shownBy<Stage>(replay: Replay<Stage>): readonly string[] {
  const { names, alike } = aimsOf(replay)
  return [...names, ...alike].filter((name) => !(name in replay.elsewhere))
}

function makePlan<Stage>(replay: Replay<Stage>): Plan {
  const { entry, looks, elsewhere, like } = replay
  const { states: begunIn, takenTransitions: begunBy } = firstSituation(replay).position
  const [states, transitions] = [allStates(entry), allTransitions(entry)]
  const { names, alike, machineSteps } = aimsOf(replay)
  const way = findCoveringPath(explore(replay), (name) => names.has(name))
  const walk = way.map(({ act }) => act)
  const covered = new Set([...begunIn, ...begunBy, ...way.flatMap((edge) => edge.names)])

  const wanted = [...states, ...transitions]
  const isShown = (name: string) => covered.has(name) || alike.has(name)
  const gaps = [
    ...wanted.filter((name) => !isShown(name) && !(name in elsewhere)).map((name) => `nobody comes to: ${name}`),
    ...Object.keys(elsewhere)
      .filter((name) => covered.has(name) || !wanted.includes(name))
      .map((name) => `needs no reason: ${name}`),
    ...machineSteps
      .filter(({ description }) => !covered.has(description))
      .map(({ description }) => `is never done: ${description}`),
    ...states
      .filter((name) => !(name in looks) && !(name in elsewhere))
      .map((name) => `is not told how it looks: ${name}`),
    ...Object.keys(looks)
      .filter((name) => !states.includes(name))
      .map((name) => `is no state: ${name}`),
  ]
  const count = (all: readonly string[]) => `${all.filter(isShown).length} of ${all.length}`
  const others = transitions.filter((name) => !covered.has(name) && alike.has(name)).length
  const summary = `${entry.id.padEnd(16)} ${count(states)} states, ${count(transitions)} transitions in the browser, ${walk.length} acts${like ? `; ${others} of the transitions by the walk of ${like.entry.id}` : ''}`
  return { walk, covered, gaps, summary }
}

/** The approximate cost: a press and the check after it, typing, reopening the page. */
const costOf = <Stage>({ at, steps }: Act<Stage>) => {
  if (at) return 2
  return typeof steps !== 'function' && steps.includes('reopened') ? 8 : 3
}

/**
 * The graph of all situations that acts lead to; returns its first node. Situations with the same decisive facts are
 * one node.
 */
function explore<Stage>(replay: Replay<Stage>): Node {
  const nodes = new Map<string, Node>()
  const positions = new Map<string, Position>()
  const waiting: { readonly situation: Situation; readonly node: Node }[] = []
  const nodeOf = ({ position, world }: Situation): Node => {
    const decisive = [replay.entry.decisive?.(position.context) ?? position.context, replay.alsoDecisive?.(position)]
    const placeKey = JSON.stringify([position.states, decisive])
    const key = JSON.stringify([placeKey, world])
    const before = nodes.get(key)
    if (before) return before
    const node: Node = { number: nodes.size, edges: [], edgesTo: [] }
    nodes.set(key, node)
    // Equal positions share one object, so that the results of acts are computed once rather than for each world.
    const first = positions.get(placeKey) ?? position
    positions.set(placeKey, first)
    waiting.push({ situation: { position: first, world }, node })
    return node
  }
  const first = nodeOf(firstSituation(replay))
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    for (const act of replay.acts) {
      const after = carryOut(replay, act, next.situation)
      if (!after) continue
      const names = [act.description, ...after.takenTransitions, ...after.position.states]
      const edge: Edge = { act: act.description, cost: costOf(act), names, from: next.node, to: nodeOf(after) }
      edge.from.edges.push(edge)
      edge.to.edgesTo.push(edge)
    }
  }
  return first
}
