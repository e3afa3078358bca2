// Runs scenarios, which are lists of steps and expectations. The lab, the terminal and tests share this runner. It
// returns one result for each entry.
import { begin, can, type Position, StepRefused, stepToWords, take, defaultInput } from './drive.ts'
import type { Expectation, MachineEntry, Scenario, Step } from './entry.ts'
import { isWithin } from './explore.ts'
import { checkScenario } from './scenario-file.ts'

/** The result of one entry of a scenario. */
export interface PlayedStep {
  readonly kind: 'begun' | 'taken' | 'refused' | 'expected'
  readonly description: string
  /** The step, if it was run. */
  readonly step?: Step
  /** The machine's state after the step. */
  readonly position: Position
  /** Failed expectations, or the reason why the step is impossible here. Empty if everything is as expected. */
  readonly wrong: readonly string[]
}

/**
 * Runs a scenario as far as possible: an impossible step ends it, a failed expectation does not. Throws ScenarioFault
 * if the scenario contains a name that the machine does not have.
 */
export function play(entry: MachineEntry, scenario: Scenario): readonly PlayedStep[] {
  checkScenario(entry, scenario)
  const input = scenario.input ?? defaultInput(entry)
  let position = begin(entry, input)
  const played: PlayedStep[] = [
    { kind: 'begun', description: `begins: ${input}`, position, wrong: violationsIn(entry, position) },
  ]
  for (const stepOrExpectation of scenario.steps) {
    if ('expect' in stepOrExpectation) {
      played.push({
        kind: 'expected',
        description: expectationToWords(stepOrExpectation.expect),
        position,
        wrong: differencesOf(entry, position, stepOrExpectation.expect),
      })
      continue
    }
    try {
      const before = position
      position = take(entry, position, stepOrExpectation)
      const wrong = violationsIn(entry, position, before, stepOrExpectation)
      played.push({
        kind: 'taken',
        description: stepToWords(stepOrExpectation),
        step: stepOrExpectation,
        position,
        wrong,
      })
    } catch (error) {
      if (!(error instanceof StepRefused)) throw error
      played.push({ kind: 'refused', description: stepToWords(stepOrExpectation), position, wrong: [error.message] })
      break
    }
  }
  return played
}

/** The invariants that a position violates, and the reason why the machine has stopped. */
const violationsIn = (entry: MachineEntry, position: Position, before?: Position, step?: Step): readonly string[] => [
  ...(position.error === undefined ? [] : [`The machine has stopped, because nothing handles this: ${position.error}`]),
  ...entry.invariants
    .filter(({ holds }) => !holds(position, before, step))
    .map(({ description }) => `Broken: ${description}`),
]

/** Failed expectations, as messages. */
export function differencesOf(entry: MachineEntry, position: Position, expected: Expectation): readonly string[] {
  const { state, context, message, underWay, can: possible = [], cannot = [] } = expected
  const wrong: string[] = []
  if (state !== undefined && !isWithin(position, state))
    wrong.push(`The state is ${position.states.join(', ')}, not ${state}`)
  if (context !== undefined) wrong.push(...differences(context, position.context, 'context'))
  if (message !== undefined) wrong.push(...differences(message, entry.messageIn?.(position.context), 'The message'))
  if (underWay !== undefined && underWay.toSorted().join() !== position.underWay.toSorted().join())
    wrong.push(`Under way is ${namesOrNothing(position.underWay)}, not ${namesOrNothing(underWay)}`)
  return [
    ...wrong,
    ...possible.filter((type) => !canSend(entry, position, type)).map((type) => `${type} can do nothing here`),
    ...cannot.filter((type) => canSend(entry, position, type)).map((type) => `${type} can do something here`),
  ]
}

const namesOrNothing = (names: readonly string[]): string => (names.length === 0 ? 'nothing' : names.join(', '))

/** 'expects outcomeUnknown, context.intent, can resend'. */
function expectationToWords(expected: Expectation): string {
  const { state, context = {}, message, underWay, can: possible = [], cannot = [] } = expected
  const words = [
    state,
    ...Object.keys(context).map((key) => `context.${key}`),
    message === undefined ? undefined : `message ${JSON.stringify(message)}`,
    underWay === undefined ? undefined : `under way ${namesOrNothing(underWay)}`,
    ...possible.map((type) => `can ${type}`),
    ...cannot.map((type) => `cannot ${type}`),
  ]
  return `expects ${words.filter((each) => each !== undefined).join(', ')}`
}

const canSend = (entry: MachineEntry, position: Position, send: string): boolean =>
  Object.keys(entry.events[send]?.samples ?? {}).some((sample) => can(entry, position, { send, sample }))

/** The paths at which `actual` differs from the values in `expected`. Lists must have the same length. */
function differences(expected: unknown, actual: unknown, path: string): readonly string[] {
  if (typeof expected !== 'object' || expected === null) {
    return Object.is(expected, actual) ? [] : [`${path} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`]
  }
  if (typeof actual !== 'object' || actual === null)
    return [`${path} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`]
  if (Array.isArray(expected) && (!Array.isArray(actual) || actual.length !== expected.length))
    return [`${path} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`]
  return Object.entries(expected).flatMap(([key, value]) =>
    differences(value, (actual as Record<string, unknown>)[key], `${path}.${key}`),
  )
}
