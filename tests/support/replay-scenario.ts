// Finds the acts on a page that take its machine through a scenario, so that the same JSON runs in the terminal, in the
// lab and in a browser. Has no side effects.
import { entryOf } from '#tools/lab/catalogue/all.ts'
import { outcomeOf, type Position, take } from '#tools/lab/catalogue/drive.ts'
import type { MachineEntry, Scenario, Step } from '#tools/lab/catalogue/entry.ts'
import { positionKey } from '#tools/lab/catalogue/explore.ts'
import { differencesOf, play } from '#tools/lab/catalogue/scenario.ts'
import { type Act, applyAct, firstSituation, type Replay, type Situation } from './replay.ts'

/** No acts on the page produce the scenario; the message names the first step that fails. */
export class NotOnPage extends Error {}

/** An act on the page, and what the scenario expects of it. */
export interface ExpectedAct {
  /** The description of the act. */
  readonly act: string
  /** The text of the message that the page must show after the act; undefined if the scenario expects none. */
  readonly message: string | undefined
}

/** The acts, in order. Throws NotOnPage, or ScenarioFault if the scenario does not belong to this machine. */
export function actsOfScenario<Setup>(replay: Replay<Setup>, scenario: Scenario): readonly ExpectedAct[] {
  const { entry, acts } = replay
  // The catalogue's entry starts with the values that a scenario expects. The replay's own entry starts with empty
  // fields, and the first acts type these values.
  const steps = expectedSteps(entryOf(entry.id) ?? entry, scenario)
  let furthest = 0
  const visit = (situation: Situation, from: number): readonly ExpectedAct[] | undefined => {
    const index = skipExpectations(entry, steps, from, situation.position)
    if (index === undefined) return undefined
    furthest = Math.max(furthest, index)
    if (index === steps.length) return []
    for (const act of acts) {
      const after = applyAct(replay, act, situation)
      if (!after) continue
      const { next, reached } = advance(entry, act, situation.position, steps, index)
      furthest = Math.max(furthest, reached)
      const laterActs = next !== undefined && next > index ? visit(after, next) : undefined
      if (laterActs) return [{ act: act.description, message: messageAfter(steps, next) }, ...laterActs]
    }
    return undefined
  }
  const path = visit(firstSituation(replay), 0)
  if (path) return path
  const { description = 'the end' } = steps[furthest] ?? {}
  throw new NotOnPage(`No act on the page of ${entry.id} continues with: ${description}`)
}

interface ExpectedStep {
  readonly description: string
  readonly step: Scenario['steps'][number]
  /** The machine's position after this step. */
  readonly position: Position
}

/** The steps of a scenario. Throws if its expectations fail even without a page. */
function expectedSteps(entry: MachineEntry, scenario: Scenario): readonly ExpectedStep[] {
  const [, ...played] = play(entry, scenario)
  const failedStep = played.find(({ wrong }) => wrong.length > 0)
  if (failedStep) throw new NotOnPage(`${failedStep.description}: ${failedStep.wrong.join('. ')}`)
  return scenario.steps.flatMap((step, index) => {
    const playedStep = played[index]
    return playedStep ? [{ step, description: playedStep.description, position: playedStep.position }] : []
  })
}

/** The index of the next step that is not an expectation; undefined if an expectation before it is not met. */
function skipExpectations(
  entry: MachineEntry,
  steps: readonly ExpectedStep[],
  from: number,
  position: Position,
): number | undefined {
  let index = from
  for (let step = steps[index]?.step; step && 'expect' in step; step = steps[index]?.step) {
    if (differencesOf(entry, position, step.expect).length > 0) return undefined
    index += 1
  }
  return index
}

/** The message in the last expectations before this index. */
const messageAfter = (steps: readonly ExpectedStep[], next = 0): string | undefined => {
  const lastStep = steps.slice(0, next).findLastIndex(({ step }) => !('expect' in step))
  return steps
    .slice(lastStep + 1, next)
    .flatMap(({ step }) => ('expect' in step ? [step.expect.message] : []))
    .findLast((text) => text !== undefined)
}

/**
 * `next`: the index in the scenario after an act; undefined if the act leaves the scenario, after the step before
 * `reached`. Steps in which an act types a value may be missing in the scenario.
 */
function advance<Setup>(
  entry: MachineEntry,
  act: Act<Setup>,
  before: Position,
  steps: readonly ExpectedStep[],
  from: number,
): { readonly next: number | undefined; readonly reached: number } {
  let [position, index] = [before, from]
  for (const step of typeof act.steps === 'function' ? act.steps(before) : act.steps) {
    position = take(entry, position, step)
    const next: ExpectedStep | undefined = steps[index]
    if (next && isSameStep(entry, step, next.step) && isSamePosition(entry, position, next.position)) {
      const following = skipExpectations(entry, steps, index + 1, position)
      if (following === undefined) return { next: undefined, reached: index + 1 }
      index = following
    } else if (!('send' in step) || step.send !== 'options.changed') return { next: undefined, reached: index }
  }
  return { next: index, reached: index }
}

/**
 * True for the same event, or the same result of the same work. Typed values may differ between a scenario and a page.
 */
function isSameStep(entry: MachineEntry, step: Step, expected: ExpectedStep['step']): boolean {
  if ('expect' in expected) return false
  if ('send' in step) return 'send' in expected && step.send === expected.send
  if ('wait' in step) return 'wait' in expected && step.wait === expected.wait
  if (!('end' in expected) || step.end !== expected.end) return false
  const [result, expectedResult] = [outcomeOf(entry, step), outcomeOf(entry, expected)].map((outcome) => {
    if ('error' in outcome) return ['error']
    const { kind, code, isCodeUnavailable } = (outcome.output ?? {}) as {
      kind?: string
      code?: string
      isCodeUnavailable?: boolean
    }
    return [kind, kind === 'responded' ? code : '', isCodeUnavailable]
  })
  return JSON.stringify(result) === JSON.stringify(expectedResult)
}

const isSamePosition = (entry: MachineEntry, position: Position, expected: Position): boolean =>
  entry.relevantContext
    ? positionKey(entry, position) === positionKey(entry, expected)
    : position.states.join() === expected.states.join()
