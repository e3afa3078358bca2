// Explores a machine: tries every known step in every position that it reaches. Reports the shortest path to each
// position, and violated invariants with the path to them. XState's getShortestPaths needs half as much time again,
// because it stores every step before it looks for paths.
import { getSimplePaths } from 'xstate/graph'
import { begin, defaultInput, type Position, possibleSteps, StepRefused, stepToWords, take } from './drive.ts'
import type { MachineEntry, MachineState, Step } from './entry.ts'

/** A position, with the steps that lead to it. */
export interface ReachedPosition {
  readonly position: Position
  readonly input: string
  readonly steps: readonly Step[]
}

export interface Exploration {
  /** Every position, with a shortest path to it. */
  readonly reached: readonly ReachedPosition[]
  /** Number of steps tried, from all positions. */
  readonly stepsTaken: number
  /** Names of the transitions taken at least once. */
  readonly transitions: ReadonlySet<string>
  /** Paths of the states reached. */
  readonly states: ReadonlySet<string>
  /** Violated invariants as messages, each with the path that leads to it. */
  readonly violations: readonly string[]
}

/** Explores the machine from each of its inputs. A machine of the portal has up to a few thousand positions. */
export function explore(entry: MachineEntry): Exploration {
  const found = new Map<string, ReachedPosition>()
  const log = createLog(entry)
  const starts = Object.keys(entry.inputs).map((input) => ({ position: begin(entry, input), input, steps: [] }))
  for (const { position: start, input } of starts) {
    log.addPosition(start)
    const { transition } = createLogic(entry, log.addStep)
    const isNew = ({ key }: Node) => !found.has(key)
    let nodes = [nodeOf(entry, start)].filter(isNew)
    for (const { key, position } of nodes) found.set(key, { position, input, steps: [] })
    while (nodes.length > 0) {
      const nextNodes: Node[] = []
      for (const node of nodes) {
        const { steps = [] } = found.get(node.key) ?? {}
        for (const move of stepsFrom(entry, node)) {
          const next = transition(node, move)
          if (!isNew(next)) continue
          found.set(next.key, { position: next.position, input, steps: [...steps, move.step] })
          nextNodes.push(next)
        }
      }
      nodes = nextNodes
    }
  }
  return {
    reached: [...found.values()],
    stepsTaken: log.stepsTaken(),
    transitions: log.transitions,
    states: log.states,
    violations: violationsIn(entry, starts, found, log),
  }
}

/**
 * Every path without a repeated position, from one input. Only for small machines, because the number of paths grows
 * fast.
 */
export const simplePaths = (entry: MachineEntry, input: string = defaultInput(entry)): readonly ReachedPosition[] =>
  getSimplePaths(createLogic(entry), optionsOf(entry, begin(entry, input))).map(({ state, steps }) => ({
    position: state.position,
    input,
    steps: toSteps(steps),
  }))

/** The simple paths to a state, the shortest first, at most `limit` of them. Explores only as far as these paths reach. */
export function pathsTo(
  entry: MachineEntry,
  to: string,
  limit: number,
  input: string = defaultInput(entry),
): readonly ReachedPosition[] {
  const start = nodeOf(entry, begin(entry, input))
  const seen = new Set([start.key])
  const edges = new Map<string, readonly Edge[]>()
  const goals: string[] = []
  let distances: ReadonlyMap<string, number> = new Map()
  const found: ReachedPosition[] = []
  const visited = new Set<string>()
  // Collects the simple paths from `node` to a goal that have exactly `length` more steps.
  const walk = (node: Node, steps: readonly Step[], length: number): void => {
    const isGoalTooFar = (distances.get(node.key) ?? Infinity) > length
    if (found.length >= limit || isGoalTooFar) return
    if (length === 0) found.push({ position: node.position, input, steps })
    visited.add(node.key)
    for (const { event, state } of edges.get(node.key) ?? [])
      if (!visited.has(state.key)) walk(state, [...steps, event.step], length - 1)
    visited.delete(node.key)
  }
  // The positions at the distance `length` from the start.
  let layer: readonly Node[] = [start]
  for (let length = 0; length < seen.size && found.length < limit; length += 1) {
    if (layer.length > 0) {
      goals.push(...layer.filter(({ position }) => isWithin(position, to)).map(({ key }) => key))
      distances = distancesToGoals(edges, goals)
    }
    walk(start, [], length)
    if (found.length >= limit) break
    const next = new Map<string, Node>()
    for (const node of layer) {
      if (isWithin(node.position, to)) continue
      const nextEdges = edgesOf(entry, node)
      edges.set(node.key, nextEdges)
      for (const { state } of nextEdges) if (!seen.has(state.key)) next.set(state.key, state)
    }
    for (const key of next.keys()) seen.add(key)
    layer = [...next.values()]
  }
  return found
}

const edgeCache = new WeakMap<MachineEntry, Map<string, readonly Edge[]>>()

/** The steps from a position. Cached, because searches from different inputs reach the same positions. */
function edgesOf(entry: MachineEntry, node: Node): readonly Edge[] {
  const cachedEdges = edgeCache.get(entry) ?? new Map<string, readonly Edge[]>()
  edgeCache.set(entry, cachedEdges)
  const knownEdges = cachedEdges.get(node.key)
  if (knownEdges) return knownEdges
  const { transition } = createLogic(entry)
  const edges = stepsFrom(entry, node).map((event) => ({ event, state: transition(node, event) }))
  cachedEdges.set(node.key, edges)
  return edges
}

/** The distance of each position from the nearest goal in steps. Only goals have distance 0. */
function distancesToGoals(
  edges: ReadonlyMap<string, readonly Edge[]>,
  goals: readonly string[],
): ReadonlyMap<string, number> {
  const distances = new Map(goals.map((key) => [key, 0]))
  const distanceOf = (key: string) => distances.get(key) ?? Infinity
  let hasChanged: boolean
  do {
    hasChanged = false
    for (const [key, nextEdges] of edges) {
      const distance = 1 + Math.min(...nextEdges.map(({ state }) => distanceOf(state.key)))
      if (distance >= distanceOf(key)) continue
      distances.set(key, distance)
      hasChanged = true
    }
  } while (hasChanged)
  return distances
}

/** True if the machine is in this state, or in a state inside it. */
export const isWithin = ({ states }: Pick<MachineState, 'states'>, path: string): boolean =>
  states.some((state) => state === path || state.startsWith(`${path}.`))

/** Positions with equal keys count as one position: they have the same states and the same relevant context. */
export const positionKey = (
  entry: MachineEntry,
  { states, context }: Pick<MachineState, 'states' | 'context'>,
): string => JSON.stringify([states, entry.relevantContext?.(context) ?? context])

/** A position in the form of XState's snapshots, with its key. */
interface Node {
  readonly status: 'active'
  readonly output: undefined
  readonly error: undefined
  readonly position: Position
  readonly key: string
}
interface Move {
  readonly type: string
  readonly step: Step
}
interface Edge {
  readonly event: Move
  readonly state: Node
}
/** `now` is undefined if the step has no effect. */
type OnStep = (before: Position, key: string, step: Step, now: Position | undefined) => void

/** A machine as the logic of an actor for XState’s graph utilities. Calls `onStep` after each step. */
function createLogic(entry: MachineEntry, onStep: OnStep = () => {}) {
  return {
    getInitialSnapshot: () => nodeOf(entry, begin(entry)),
    getPersistedSnapshot: (node: Node) => node,
    transition: (node: Node, { step }: Move): Node => {
      const { position: before, key } = node
      try {
        const now = take(entry, before, step)
        onStep(before, key, step, now)
        return nodeOf(entry, now)
      } catch (error) {
        if (!(error instanceof StepRefused)) throw error
        onStep(before, key, step, undefined)
        return node
      }
    },
  }
}

interface StepLog {
  readonly transitions: ReadonlySet<string>
  readonly states: ReadonlySet<string>
  /** Keys of the positions that a step leaves for another state. */
  readonly leftKeys: ReadonlySet<string>
  /** The first step that violates each rule, by the rule. `key` is the position before it. */
  readonly violations: ReadonlyMap<string, { readonly key: string; readonly step: Step }>
  readonly stepsTaken: () => number
  readonly addPosition: (position: Position) => void
  readonly addStep: OnStep
}

/** Checks each step when it is taken, because storing thousands of positions would take too much memory. */
function createLog(entry: MachineEntry): StepLog {
  const transitions = new Set<string>()
  const states = new Set<string>()
  const leftKeys = new Set<string>()
  const violations = new Map<string, { key: string; step: Step }>()
  let stepsTaken = 0
  const addPosition = (position: Position) => {
    for (const name of position.takenTransitions) transitions.add(name)
    for (const state of position.states) states.add(state)
  }
  const addStep: OnStep = (before, key, step, now) => {
    stepsTaken += 1
    const report = (description: string) => {
      if (!violations.has(description)) violations.set(description, { key, step })
    }
    if (now === undefined) return report(`${before.states.join(', ')} does nothing when ${stepToWords(step)}`)
    addPosition(now)
    if (now.error !== undefined) report(`The machine stops when ${stepToWords(step)}, which nothing handles`)
    if (now.states.join() !== before.states.join()) leftKeys.add(key)
    for (const { description, holds } of entry.invariants) if (!holds(now, before, step)) report(description)
  }
  return { transitions, states, leftKeys, violations, stepsTaken: () => stepsTaken, addPosition, addStep }
}

const nodeOf = (entry: MachineEntry, position: Position): Node => ({
  status: 'active',
  output: undefined,
  error: undefined,
  position,
  key: positionKey(entry, position),
})

const optionsOf = (entry: MachineEntry, start: Position) => ({
  fromState: nodeOf(entry, start),
  events: (node: Node) => stepsFrom(entry, node),
  serializeState: ({ key }: Node) => key as never,
  serializeEvent: ({ step }: Move) => JSON.stringify(step) as never,
})

const stepsFrom = (entry: MachineEntry, { position }: Node): readonly Move[] =>
  possibleSteps(entry, position).map((step) => ({ type: stepToWords(step), step }))

/** XState's paths begin with the start event. */
const toSteps = (steps: readonly { readonly event: object }[]): readonly Step[] =>
  steps.slice(1).map(({ event }) => (event as Move).step)

/** Violated invariants, one message for each. */
function violationsIn(
  entry: MachineEntry,
  starts: readonly ReachedPosition[],
  found: ReadonlyMap<string, ReachedPosition>,
  log: StepLog,
): string[] {
  const violations = new Map<string, string>()
  const report = (description: string, path: Pick<ReachedPosition, 'input' | 'steps'>) => {
    if (!violations.has(description)) violations.set(description, `${description}: ${pathToWords(path)}`)
  }
  for (const start of starts)
    for (const { description, holds } of entry.invariants) if (!holds(start.position)) report(description, start)
  for (const [description, { key, step }] of log.violations) {
    const { input = '', steps = [] } = found.get(key) ?? {}
    report(description, { input, steps: [...steps, step] })
  }
  for (const [key, reached] of found) {
    const { underWay, states } = reached.position
    if (underWay.length > 0 && !log.leftKeys.has(key))
      report(`${states.join(', ')} is busy, and no step leaves it`, reached)
    for (const end of underWay) if (!entry.effects[end]) report(`The catalogue does not know the work ${end}`, reached)
  }
  return [...violations.values()]
}

/** 'new: files.dropped (one), readFile ends: read'. */
export const pathToWords = ({ input, steps }: Pick<ReachedPosition, 'input' | 'steps'>): string =>
  `${input}: ${steps.map(stepToWords).join(', ') || 'at the beginning'}`
