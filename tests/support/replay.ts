// Plans walks over a page from its state machine and a table of acts. The walks take each transition that a user, the
// server or the connection can cause. Has no side effects: tests/support/replay-page.ts performs the walks.
import type { Locator } from '@playwright/test'
import type { AnyMachineSnapshot } from 'xstate'
import { messageToText } from '#domain/message-text.ts'
import type { Message } from '#domain/messages.ts'
import { allStates, allTransitions, begin, type Position, StepRefused, take } from '#tools/lab/catalogue/drive.ts'
import type { MachineEntry, Step } from '#tools/lab/catalogue/entry.ts'
import { type Edge, type Node, findCoveringPath } from './replay-path.ts'

/** Facts outside the machine that decide which acts are possible: the current user, the data that the server has. */
export type World = Readonly<Record<string, string>>

/** A step of the machine. 'reopened': the page is reopened, and the machine starts from stored data. */
export type ReplayStep = Step | 'reopened'

/**
 * One act on the page, by its user, the server or the connection. `refusal` is set if the machine refuses the act with
 * a message. 'shown': the control works, and the page shows the message. 'blocked': the control is disabled, and the
 * message is its description. 'not offered': the page has no control. The machine does not receive the last two.
 */
export interface Act<Setup> {
  readonly description: string
  /** A condition for the act, in addition to those of the machine. */
  readonly when?: (position: Position, world: World) => boolean
  readonly steps: readonly ReplayStep[] | ((position: Position) => readonly ReplayStep[])
  readonly world?: World
  readonly refusal?: 'shown' | 'blocked' | 'not offered'
  /** The page's message, if it differs from the machine's. */
  readonly message?: string
  /** The control to press. */
  readonly control?: (setup: Setup) => Locator
  /** True if the act must be performed even if `base` has the same act. */
  readonly evenIfInBase?: boolean
  /** Performs the act on the page, if it is more than a press of the control. */
  readonly perform?: (setup: Setup, before: Position) => Promise<unknown>
}

export interface Replay<Setup> {
  /** Another replay of the same machine on the same page: transitions and acts of both are walked only there. */
  readonly base?: Replay<Setup>
  readonly entry: MachineEntry
  /** The facts outside the machine at the start of the walk. */
  readonly world: World
  readonly acts: readonly Act<Setup>[]
  /** Facts of a position that acts check in addition to the machine's relevant context. */
  readonly extraFacts?: (position: Position) => unknown
  /** The machine's input after its page was reopened. */
  readonly inputAfterReload?: (snapshot: AnyMachineSnapshot) => unknown
  /** For each state that the page shows, an element that is visible in it. */
  readonly markers: Readonly<Record<string, unknown>>
  /** States and transitions that cannot be reached on the page, each with the reason. */
  readonly exclusions: Readonly<Record<string, string>>
}

/** A position of the machine with the facts outside it. */
export interface Situation {
  readonly position: Position
  readonly world: World
}

/** The result of an act. */
export interface ActResult extends Situation {
  readonly takenTransitions: readonly string[]
  /** The work that the act started and that is still running. */
  readonly startedWork: readonly string[]
  /** The message with which the machine refused the act. */
  readonly refusal: string | undefined
}

export interface Plan {
  /** The names of the acts, in order. */
  readonly walk: readonly string[]
  /** The states and transitions that the walk covers. */
  readonly covered: ReadonlySet<string>
  /** Problems: states and transitions with neither a walk nor a reason, and superfluous acts, markers and reasons. */
  readonly gaps: readonly string[]
  /** '11 states, 60 transitions, …'. */
  readonly summary: string
}

export const firstSituation = <Setup>({ entry, world }: Replay<Setup>): Situation => ({ position: begin(entry), world })

/** The situation after an act; undefined if the act is impossible. */
export function applyAct<Setup>(
  replay: Replay<Setup>,
  act: Act<Setup>,
  { position, world }: Situation,
): ActResult | undefined {
  if (act.when && !act.when(position, world)) return undefined
  const result = cachedResult(replay, act, position)
  return result && { ...result, world: { ...world, ...act.world } }
}

type MachineResult = Omit<ActResult, 'world'>
const machineResults = new WeakMap<Position, Map<object, MachineResult | undefined>>()

/** The machine's position after an act, which does not depend on the world and is computed once. */
function cachedResult<Setup>(replay: Replay<Setup>, act: Act<Setup>, position: Position): MachineResult | undefined {
  const results = machineResults.get(position) ?? new Map<object, MachineResult | undefined>()
  machineResults.set(position, results)
  if (!results.has(act)) results.set(act, takeSteps(replay, act, position))
  return results.get(act)
}

function takeSteps<Setup>(replay: Replay<Setup>, act: Act<Setup>, position: Position): MachineResult | undefined {
  const steps = typeof act.steps === 'function' ? act.steps(position) : act.steps
  let current = position
  const takenTransitions: string[] = []
  const startedWork = new Set<string>()
  try {
    for (const step of steps) {
      current =
        step === 'reopened'
          ? begin(replay.entry, { input: replay.inputAfterReload?.(current.snapshot) })
          : take(replay.entry, current, step)
      takenTransitions.push(...current.takenTransitions)
      current.startedEffects.forEach(({ id }) => startedWork.add(id))
    }
  } catch (error) {
    if (error instanceof StepRefused) return undefined
    throw error
  }
  const refusal = steps.length === 1 ? refusalIn(position, current) : undefined
  if ((refusal === undefined) !== (act.refusal === undefined)) return undefined
  const isReceived = act.refusal === undefined || act.refusal === 'shown'
  return {
    position: isReceived ? current : position,
    takenTransitions,
    startedWork: [...startedWork].filter((id) => current.underWay.includes(id)),
    refusal,
  }
}

/** The message with which a machine refused a step: the message is new, and the state is unchanged. */
export function refusalIn(before: Position, after: Position): string | undefined {
  const notice = after.context['notice'] as { readonly message: Message } | undefined
  const isNew = notice !== undefined && notice !== before.context['notice']
  return isNew && after.states.join() === before.states.join() && after.takenTransitions.length === 1
    ? messageToText(notice.message)
    : undefined
}

const plans = new WeakMap<object, Plan>()

/** One walk over the page that takes every reachable transition and act, except those in the walk of `base`. */
export function plan<Setup>(replay: Replay<Setup>): Plan {
  const newPlan = plans.get(replay) ?? makePlan(replay)
  plans.set(replay, newPlan)
  return newPlan
}

interface Targets<Setup> {
  /** Acts, states and transitions that the walk must cover. */
  readonly names: ReadonlySet<string>
  /** The names that `base`, and the `base` of that replay, cover. */
  readonly coveredByBase: ReadonlySet<string>
  /** The acts that the walk must cover. */
  readonly requiredActs: readonly Act<Setup>[]
}

function targetsOf<Setup>(replay: Replay<Setup>): Targets<Setup> {
  const { entry, acts, exclusions, base } = replay
  const { states: firstStates, takenTransitions: firstTransitions } = firstSituation(replay).position
  const states = allStates(entry)
  // Each replay must cover all states, whatever its base covers.
  const coveredByBase = new Set(
    base && coveredBy(base).filter((name) => !(name in exclusions) && !states.includes(name)),
  )
  const requiredActs = acts.filter(
    ({ evenIfInBase, description }) => evenIfInBase === true || !coveredByBase.has(description),
  )
  const transitions = allTransitions(entry).filter((name) => !coveredByBase.has(name))
  const names = new Set([...states, ...transitions, ...requiredActs.map(({ description }) => description)])
  for (const name of [...firstStates, ...firstTransitions]) names.delete(name)
  return { names, coveredByBase, requiredActs }
}

/** The names that a replay and its bases cover, if none has gaps. */
function coveredBy<Setup>(replay: Replay<Setup>): readonly string[] {
  const { names, coveredByBase } = targetsOf(replay)
  return [...names, ...coveredByBase].filter((name) => !(name in replay.exclusions))
}

function makePlan<Setup>(replay: Replay<Setup>): Plan {
  const { entry, markers, exclusions, base } = replay
  const { states: firstStates, takenTransitions: firstTransitions } = firstSituation(replay).position
  const [states, transitions] = [allStates(entry), allTransitions(entry)]
  const { names, coveredByBase, requiredActs } = targetsOf(replay)
  const path = findCoveringPath(explore(replay), (name) => names.has(name))
  const walk = path.map(({ act }) => act)
  const covered = new Set([...firstStates, ...firstTransitions, ...path.flatMap((edge) => edge.names)])

  const machineNames = [...states, ...transitions]
  const isCovered = (name: string) => covered.has(name) || coveredByBase.has(name)
  const gaps = [
    ...machineNames
      .filter((name) => !isCovered(name) && !(name in exclusions))
      .map((name) => `is not reached: ${name}`),
    ...Object.keys(exclusions)
      .filter((name) => covered.has(name) || !machineNames.includes(name))
      .map((name) => `needs no reason: ${name}`),
    ...requiredActs
      .filter(({ description }) => !covered.has(description))
      .map(({ description }) => `is never performed: ${description}`),
    ...states.filter((name) => !(name in markers) && !(name in exclusions)).map((name) => `has no marker: ${name}`),
    ...Object.keys(markers)
      .filter((name) => !states.includes(name))
      .map((name) => `is not a state: ${name}`),
  ]
  const toShare = (allNames: readonly string[]) => `${allNames.filter(isCovered).length} of ${allNames.length}`
  const baseTransitionCount = transitions.filter((name) => !covered.has(name) && coveredByBase.has(name)).length
  const summary = `${entry.id.padEnd(16)} ${toShare(states)} states, ${toShare(transitions)} transitions in the browser, ${walk.length} acts${base ? `; ${baseTransitionCount} of the transitions by the walk of ${base.entry.id}` : ''}`
  return { walk, covered, gaps, summary }
}

/** The approximate cost of an act: 2 for a press and the check after it, 3 for typing, 8 for reopening the page. */
const costOf = <Setup>({ control, steps }: Act<Setup>) => {
  if (control) return 2
  return typeof steps !== 'function' && steps.includes('reopened') ? 8 : 3
}

/**
 * Builds the graph of all situations that acts lead to, and returns its first node. Situations with the same
 * relevant facts are one node.
 */
function explore<Setup>(replay: Replay<Setup>): Node {
  const nodes = new Map<string, Node>()
  const positions = new Map<string, Position>()
  const waiting: { readonly situation: Situation; readonly node: Node }[] = []
  const nodeOf = ({ position, world }: Situation): Node => {
    const relevantFacts = [
      replay.entry.relevantContext?.(position.context) ?? position.context,
      replay.extraFacts?.(position),
    ]
    const positionKey = JSON.stringify([position.states, relevantFacts])
    const key = JSON.stringify([positionKey, world])
    const existing = nodes.get(key)
    if (existing) return existing
    const node: Node = { number: nodes.size, edges: [], edgesTo: [] }
    nodes.set(key, node)
    // Equal positions share one object, so that the results of acts are computed once rather than for each world.
    const sharedPosition = positions.get(positionKey) ?? position
    positions.set(positionKey, sharedPosition)
    waiting.push({ situation: { position: sharedPosition, world }, node })
    return node
  }
  const first = nodeOf(firstSituation(replay))
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    for (const act of replay.acts) {
      const after = applyAct(replay, act, next.situation)
      if (!after) continue
      const names = [act.description, ...after.takenTransitions, ...after.position.states]
      const edge: Edge = { act: act.description, cost: costOf(act), names, from: next.node, to: nodeOf(after) }
      edge.from.edges.push(edge)
      edge.to.edgesTo.push(edge)
    }
  }
  return first
}
