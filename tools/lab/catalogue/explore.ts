// Explores a machine by XState's graph utilities: every known step from every place that such steps reach. Reports the
// shortest path to each place, and violated invariants with the path that leads there.
import { getShortestPaths, getSimplePaths } from 'xstate/graph'
import { begin, defaultInput, type Place, possibleSteps, StepRefused, stepToWords, take } from './drive.ts'
import type { MachineEntry, Standing, Step } from './entry.ts'

/** A place with the steps that lead there. */
export interface Reached {
  readonly place: Place
  readonly input: string
  readonly steps: readonly Step[]
}

export interface Exploration {
  /** Each with the fewest steps. */
  readonly reached: readonly Reached[]
  /** Number of steps taken, from all places. */
  readonly stepsTaken: number
  /** Names of the transitions taken at least once. */
  readonly transitions: ReadonlySet<string>
  /** Paths of the states reached. */
  readonly states: ReadonlySet<string>
  /** As messages, each with the path that shows it. */
  readonly broken: readonly string[]
}

/** Explores the machine from each of its inputs. A machine of the portal has some hundreds of places. */
export function explore(entry: MachineEntry): Exploration {
  const found = new Map<string, Reached>()
  const taken: Taken[] = []
  const starts = Object.keys(entry.inputs).map((input) => ({ place: begin(entry, input), input, steps: [] }))
  for (const { place: start, input } of starts) {
    const earlier = new Set(found.keys())
    const paths = getShortestPaths(walking(entry, taken), {
      ...optionsOf(entry, start),
      // What another input has explored is not explored again.
      stopWhen: (spot: Spot) => earlier.has(spot.key),
    })
    for (const { state, steps } of paths) {
      if (!found.has(state.key)) found.set(state.key, { place: state.place, input, steps: toSteps(steps) })
    }
  }
  const reached = [...found.values()]
  const places = [...starts.map(({ place }) => place), ...taken.flatMap(({ now }) => now ?? [])]
  return {
    reached,
    stepsTaken: taken.length,
    transitions: new Set(places.flatMap((place) => place.taken)),
    states: new Set(places.flatMap((place) => place.states)),
    broken: brokenIn(entry, starts, found, taken),
  }
}

/** Every path without a repeated place, from one input. Their number grows fast: for small machines, or to one state. */
export function simplePaths(entry: MachineEntry, input: string = defaultInput(entry), to?: string): readonly Reached[] {
  const options = {
    ...optionsOf(entry, begin(entry, input)),
    ...(to !== undefined && { toState: ({ place }: Spot) => isWithin(place, to) }),
    ...(to !== undefined && { stopWhen: ({ place }: Spot) => isWithin(place, to) }),
  }
  return getSimplePaths(walking(entry, []), options).map(({ state, steps }) => ({
    place: state.place,
    input,
    steps: toSteps(steps),
  }))
}

/** True in this state, or in a state inside it. */
export const isWithin = ({ states }: Pick<Standing, 'states'>, path: string): boolean =>
  states.some((state) => state === path || state.startsWith(`${path}.`))

/** Places with equal keys are one place: the same states, and the same decisive context. */
export const keyOf = (entry: MachineEntry, { states, context }: Pick<Standing, 'states' | 'context'>): string =>
  JSON.stringify([states, entry.decisive?.(context) ?? context])

/** A place in the form of XState's snapshots, with its key. */
interface Spot {
  readonly status: 'active'
  readonly output: undefined
  readonly error: undefined
  readonly place: Place
  readonly key: string
}
interface Move {
  readonly type: string
  readonly step: Step
}
interface Taken {
  readonly before: Place
  readonly key: string
  readonly step: Step
  /** Undefined if the step does nothing. */
  readonly now: Place | undefined
}

/** A driven machine as the logic of an actor, which notes each step taken. */
function walking(entry: MachineEntry, taken: Taken[]) {
  return {
    getInitialSnapshot: () => spotOf(entry, begin(entry)),
    getPersistedSnapshot: (spot: Spot) => spot,
    transition: (spot: Spot, { step }: Move): Spot => {
      const { place: before, key } = spot
      try {
        const now = take(entry, before, step)
        taken.push({ before, key, step, now })
        return spotOf(entry, now)
      } catch (error) {
        if (!(error instanceof StepRefused)) throw error
        taken.push({ before, key, step, now: undefined })
        return spot
      }
    },
  }
}

const spotOf = (entry: MachineEntry, place: Place): Spot => ({
  status: 'active',
  output: undefined,
  error: undefined,
  place,
  key: keyOf(entry, place),
})

const optionsOf = (entry: MachineEntry, start: Place) => ({
  fromState: spotOf(entry, start),
  events: ({ place }: Spot): readonly Move[] =>
    possibleSteps(entry, place).map((step) => ({ type: stepToWords(step), step })),
  serializeState: ({ key }: Spot) => key as never,
  serializeEvent: ({ step }: Move) => JSON.stringify(step) as never,
})

/** XState's paths begin with the event of the start. */
const toSteps = (steps: readonly { readonly event: object }[]): readonly Step[] =>
  steps.slice(1).map(({ event }) => (event as Move).step)

/** Violated invariants, one message for each. */
function brokenIn(
  entry: MachineEntry,
  starts: readonly Reached[],
  found: ReadonlyMap<string, Reached>,
  taken: readonly Taken[],
): string[] {
  const broken = new Map<string, string>()
  const report = (description: string, at: Pick<Reached, 'input' | 'steps'>) => {
    if (!broken.has(description)) broken.set(description, `${description}: ${pathToWords(at)}`)
  }
  for (const start of starts)
    for (const { description, holds } of entry.invariants) if (!holds(start.place)) report(description, start)
  const leaving = new Set<string>()
  for (const { before, key, step, now } of taken) {
    const { input = '', steps = [] } = found.get(key) ?? {}
    const at = { input, steps: [...steps, step] }
    if (now === undefined) {
      report(`${before.states.join(', ')} does nothing when ${stepToWords(step)}`, at)
      continue
    }
    if (now.error !== undefined) report(`The machine stops when ${stepToWords(step)}, which nothing handles`, at)
    if (now.states.join() !== before.states.join()) leaving.add(key)
    for (const { description, holds } of entry.invariants) if (!holds(now, before, step)) report(description, at)
  }
  for (const [key, reached] of found) {
    const { underWay, states } = reached.place
    if (underWay.length > 0 && !leaving.has(key)) report(`${states.join(', ')} is busy, and has no way out`, reached)
    for (const end of underWay) if (!entry.effects[end]) report(`The catalogue does not know the work ${end}`, reached)
  }
  return [...broken.values()]
}

/** 'new: files.dropped (one), readFile ends: read'. */
export const pathToWords = ({ input, steps }: Pick<Reached, 'input' | 'steps'>): string =>
  `${input}: ${steps.map(stepToWords).join(', ') || 'at the beginning'}`
