// Runs scenarios, which are lists of steps and expectations. Results come line by line, so that the same list serves a
// page, a terminal and a test.
import { begin, can, type Place, StepRefused, stepToWords, take, defaultInput } from './drive.ts'
import type { Expectation, MachineEntry, Scenario, Step } from './entry.ts'

/** The result of one entry of a scenario. */
export interface PlayedStep {
  readonly kind: 'begun' | 'taken' | 'refused' | 'expected'
  readonly description: string
  /** The machine's state after it. */
  readonly place: Place
  /** Failed expectations, or why the step is impossible here; empty if all is well. */
  readonly wrong: readonly string[]
}

/** Runs a scenario as far as possible: an impossible step ends it, a failed expectation does not. */
export function play(entry: MachineEntry, scenario: Scenario): readonly PlayedStep[] {
  const input = scenario.input ?? defaultInput(entry)
  let place: Place
  try {
    place = begin(entry, input)
  } catch (error) {
    if (error instanceof StepRefused) throw new ScenarioFault(error.message)
    throw error
  }
  const played: PlayedStep[] = [
    { kind: 'begun', description: `begins: ${input}`, place, wrong: brokenIn(entry, place) },
  ]
  for (const each of scenario.steps) {
    if ('expect' in each) {
      played.push({
        kind: 'expected',
        description: expectationToWords(each.expect),
        place,
        wrong: differencesOf(entry, place, each.expect),
      })
      continue
    }
    try {
      const before = place
      place = take(entry, place, each)
      played.push({ kind: 'taken', description: stepToWords(each), place, wrong: brokenIn(entry, place, before, each) })
    } catch (error) {
      if (!(error instanceof StepRefused)) throw error
      played.push({ kind: 'refused', description: stepToWords(each), place, wrong: [error.message] })
      break
    }
  }
  return played
}

/** The invariants that a place violates. */
const brokenIn = (entry: MachineEntry, place: Place, before?: Place, step?: Step): readonly string[] =>
  entry.invariants.filter(({ holds }) => !holds(place, before, step)).map(({ description }) => `Broken: ${description}`)

/** Failed expectations, as messages. */
export function differencesOf(entry: MachineEntry, place: Place, expected: Expectation): readonly string[] {
  const { state, context, underWay, can: possible = [], cannot = [] } = expected
  return [
    ...(state === undefined || place.states.some((each) => each === state || each.startsWith(`${state}.`))
      ? []
      : [`The state is ${place.states.join(', ')}, not ${state}`]),
    ...(context === undefined ? [] : unlike(context, place.context, 'context')),
    ...(underWay === undefined || [...underWay].sort().join() === [...place.underWay].sort().join()
      ? []
      : [`Under way is ${place.underWay.join(', ') || 'nothing'}, not ${underWay.join(', ') || 'nothing'}`]),
    ...possible.filter((type) => !canSend(entry, place, type)).map((type) => `${type} can do nothing here`),
    ...cannot.filter((type) => canSend(entry, place, type)).map((type) => `${type} can do something here`),
  ]
}

/** 'expects outcomeUnknown, context.intent, can resend'. */
function expectationToWords({ state, context = {}, underWay, can: possible = [], cannot = [] }: Expectation): string {
  const words = [
    ...(state === undefined ? [] : [state]),
    ...Object.keys(context).map((key) => `context.${key}`),
    ...(underWay === undefined ? [] : [`under way ${underWay.join(', ') || 'nothing'}`]),
    ...possible.map((type) => `can ${type}`),
    ...cannot.map((type) => `cannot ${type}`),
  ]
  return `expects ${words.join(', ')}`
}

const canSend = (entry: MachineEntry, place: Place, send: string): boolean =>
  Object.keys(entry.events[send]?.samples ?? {}).some((sample) => can(entry, place, { send, sample }))

/** The paths where `found` lacks what `wanted` names. */
function unlike(wanted: unknown, found: unknown, path: string): readonly string[] {
  if (typeof wanted !== 'object' || wanted === null) {
    return Object.is(wanted, found) ? [] : [`${path} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`]
  }
  if (typeof found !== 'object' || found === null)
    return [`${path} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`]
  return Object.entries(wanted).flatMap(([key, value]) =>
    unlike(value, (found as Record<string, unknown>)[key], `${path}.${key}`),
  )
}

/** A file that is not a scenario, or is for an unknown machine; the message says what is wrong. */
export class ScenarioFault extends Error {}

/**
 * Reads a scenario from a file: the form that `entry.ts` describes, or only its list of steps. Throws ScenarioFault.
 */
export function textToScenario(text: string, name: string): Scenario {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ScenarioFault(`${name} is not JSON: ${(error as Error).message}`)
  }
  const given = Array.isArray(value) ? { steps: value as unknown[] } : value
  if (!isRecord(given) || !Array.isArray(given['steps'])) throw new ScenarioFault(`${name} has no list of steps`)
  for (const [at, step] of given['steps'].entries()) {
    if (!isStep(step))
      throw new ScenarioFault(`Step ${at + 1} of ${name} is none: it has one of send, end, wait or expect`)
  }
  const input = given['input']
  if (input !== undefined && typeof input !== 'string') throw new ScenarioFault(`The input of ${name} is a name`)
  return { name, steps: given['steps'] as Scenario['steps'], ...(input !== undefined && { input }) }
}

function isStep(value: unknown): boolean {
  if (!isRecord(value)) return false
  if (isRecord(value['expect'])) return true
  return ['send', 'end', 'wait'].filter((key) => typeof value[key] === 'string').length === 1
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
