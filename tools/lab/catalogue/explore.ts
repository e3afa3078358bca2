// Explores a machine by taking every known step from every place that such steps reach. It reaches each place by the
// shortest path, and reports violated invariants with the path that leads there.
import { begin, can, type Place, possibleSteps, stepToWords, take } from './drive.ts'
import type { MachineEntry, Step } from './entry.ts'

/** A place with the fewest steps that lead there. */
export interface Reached {
  readonly place: Place
  readonly input: string
  readonly steps: readonly Step[]
}

export interface Exploration {
  readonly reached: readonly Reached[]
  /** Number of steps taken, from all places. */
  readonly stepsTaken: number
  /** Names of the transitions taken at least once. */
  readonly transitions: ReadonlySet<string>
  /** Paths of the states reached. */
  readonly states: ReadonlySet<string>
  /** As messages, each with the path that shows it. */
  readonly broken: readonly string[]
  /** True if there were more than `limit` places: the rest was not explored. */
  readonly isCut: boolean
}

/** Explores at most `limit` places; a machine of the portal has some hundreds. */
export function explore(entry: MachineEntry, limit = 20_000): Exploration {
  const found = new Map<string, Reached>()
  const transitions = new Set<string>()
  const states = new Set<string>()
  const broken = new Map<string, string>()
  const waiting: Reached[] = []
  let stepsTaken = 0
  let isCut = false

  const arrive = (reached: Reached, before?: Place) => {
    const { place, steps } = reached
    place.taken.forEach((name) => transitions.add(name))
    place.states.forEach((state) => states.add(state))
    for (const { description, holds } of entry.invariants) {
      if (!broken.has(description) && !holds(place, before, steps.at(-1)))
        broken.set(description, `${description}: ${pathToWords(reached)}`)
    }
    const key = JSON.stringify([place.states, entry.decisive?.(place.context) ?? place.context])
    if (found.has(key)) return
    if (found.size === limit) isCut = true
    else {
      found.set(key, reached)
      waiting.push(reached)
    }
  }

  for (const input of Object.keys(entry.inputs)) arrive({ place: begin(entry, input), input, steps: [] })
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { place, input, steps } = next
    for (const step of possibleSteps(entry, place)) {
      stepsTaken += 1
      arrive({ place: take(entry, place, step), input, steps: [...steps, step] }, place)
    }
    const stuck = refuseStandstill(entry, place)
    if (stuck !== undefined && !broken.has(stuck)) broken.set(stuck, `${stuck}: ${pathToWords(next)}`)
  }
  const reached = [...found.values()]
  return { reached, stepsTaken, transitions, states, broken: [...broken.values()], isCut }
}

/** Why the machine is stuck here: an effect without known outcomes, or an outcome that leads nowhere. */
function refuseStandstill(entry: MachineEntry, place: Place): string | undefined {
  if (place.isOver) return undefined
  const ends = place.underWay.filter((end) => Object.keys(entry.effects[end]?.outcomes ?? {}).length === 0)
  if (ends.length > 0)
    return `${place.states.join(', ')} waits for ${ends.join(', ')}, whose outcomes the catalogue does not know`
  const dead = place.underWay.filter((end) =>
    Object.keys(entry.effects[end]?.outcomes ?? {}).some((as) => !can(entry, place, { end, as })),
  )
  if (dead.length > 0) return `${place.states.join(', ')} does not know what to do with an end of ${dead.join(', ')}`
  return undefined
}

/** 'new: files.dropped (one), readFile ends: read'. */
export const pathToWords = ({ input, steps }: Pick<Reached, 'input' | 'steps'>): string =>
  `${input}: ${steps.map(stepToWords).join(', ') || 'at the beginning'}`
