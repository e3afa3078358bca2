// Explores a machine with XState's graph utilities: tries every known step in every position that it reaches. Reports
// the shortest path to each position, and violated invariants with the path to them.
import { getShortestPaths, getSimplePaths } from 'xstate/graph'
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

/** Explores the machine from each of its inputs. A machine of the portal has a few hundred positions. */
export function explore(entry: MachineEntry): Exploration {
  const found = new Map<string, ReachedPosition>()
  const takenSteps: TakenStep[] = []
  const starts = Object.keys(entry.inputs).map((input) => ({ position: begin(entry, input), input, steps: [] }))
  for (const { position: start, input } of starts) {
    const earlierKeys = new Set(found.keys())
    const paths = getShortestPaths(createLogic(entry, takenSteps), {
      ...optionsOf(entry, start),
      // Skips positions that another input has explored.
      stopWhen: (node: Node) => earlierKeys.has(node.key),
    })
    for (const { state, steps } of paths) {
      if (!found.has(state.key)) found.set(state.key, { position: state.position, input, steps: toSteps(steps) })
    }
  }
  const reached = [...found.values()]
  const positions = [...starts.map(({ position }) => position), ...takenSteps.flatMap(({ now }) => now ?? [])]
  return {
    reached,
    stepsTaken: takenSteps.length,
    transitions: new Set(positions.flatMap((position) => position.takenTransitions)),
    states: new Set(positions.flatMap((position) => position.states)),
    violations: violationsIn(entry, starts, found, takenSteps),
  }
}

/**
 * Every path without a repeated position, from one input. Only for small machines, because the number of paths grows
 * fast.
 */
export const simplePaths = (entry: MachineEntry, input: string = defaultInput(entry)): readonly ReachedPosition[] =>
  getSimplePaths(createLogic(entry, []), optionsOf(entry, begin(entry, input))).map(({ state, steps }) => ({
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
  // Collects the simple paths with exactly `length` more steps. Gives up where the nearest goal is farther away.
  const walk = (node: Node, steps: readonly Step[], length: number): void => {
    if (found.length >= limit || (distances.get(node.key) ?? Infinity) > length) return
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
      goals.push(...layer.flatMap(({ key, position }) => (isWithin(position, to) ? [key] : [])))
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
  const { transition } = createLogic(entry, [])
  const edges =
    cachedEdges.get(node.key) ?? stepsFrom(entry, node).map((event) => ({ event, state: transition(node, event) }))
  cachedEdges.set(node.key, edges)
  return edges
}

/** The distance of each position from the nearest goal in steps. Only goals have distance 0. */
function distancesToGoals(
  edges: ReadonlyMap<string, readonly Edge[]>,
  goals: readonly string[],
): ReadonlyMap<string, number> {
  const distances = new Map(goals.map((key) => [key, 0]))
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false
    for (const [key, nextEdges] of edges) {
      const distance = 1 + Math.min(...nextEdges.map(({ state }) => distances.get(state.key) ?? Infinity))
      if (distance < (distances.get(key) ?? Infinity)) {
        distances.set(key, distance)
        hasChanged = true
      }
    }
  }
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
interface TakenStep {
  readonly before: Position
  readonly key: string
  readonly step: Step
  /** Undefined if the step has no effect. */
  readonly now: Position | undefined
}

/** A machine as the logic of an actor for XState’s graph utilities. Adds each step to `takenSteps`. */
function createLogic(entry: MachineEntry, takenSteps: TakenStep[]) {
  return {
    getInitialSnapshot: () => nodeOf(entry, begin(entry)),
    getPersistedSnapshot: (node: Node) => node,
    transition: (node: Node, { step }: Move): Node => {
      const { position: before, key } = node
      try {
        const now = take(entry, before, step)
        takenSteps.push({ before, key, step, now })
        return nodeOf(entry, now)
      } catch (error) {
        if (!(error instanceof StepRefused)) throw error
        takenSteps.push({ before, key, step, now: undefined })
        return node
      }
    },
  }
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
  takenSteps: readonly TakenStep[],
): string[] {
  const violations = new Map<string, string>()
  const report = (description: string, path: Pick<ReachedPosition, 'input' | 'steps'>) => {
    if (!violations.has(description)) violations.set(description, `${description}: ${pathToWords(path)}`)
  }
  for (const start of starts)
    for (const { description, holds } of entry.invariants) if (!holds(start.position)) report(description, start)
  const leftKeys = new Set<string>()
  for (const { before, key, step, now } of takenSteps) {
    const { input = '', steps = [] } = found.get(key) ?? {}
    const path = { input, steps: [...steps, step] }
    if (now === undefined) {
      report(`${before.states.join(', ')} does nothing when ${stepToWords(step)}`, path)
      continue
    }
    if (now.error !== undefined) report(`The machine stops when ${stepToWords(step)}, which nothing handles`, path)
    if (now.states.join() !== before.states.join()) leftKeys.add(key)
    for (const { description, holds } of entry.invariants) if (!holds(now, before, step)) report(description, path)
  }
  for (const [key, reached] of found) {
    const { underWay, states } = reached.position
    if (underWay.length > 0 && !leftKeys.has(key))
      report(`${states.join(', ')} is busy, and no step leaves it`, reached)
    for (const end of underWay) if (!entry.effects[end]) report(`The catalogue does not know the work ${end}`, reached)
  }
  return [...violations.values()]
}

/** 'new: files.dropped (one), readFile ends: read'. */
export const pathToWords = ({ input, steps }: Pick<ReachedPosition, 'input' | 'steps'>): string =>
  `${input}: ${steps.map(stepToWords).join(', ') || 'at the beginning'}`
