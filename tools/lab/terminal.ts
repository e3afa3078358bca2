// A machine driven from a terminal: the output of `npm run machine`, and its exit code. Takes the scenario's text and
// returns lines, so that tests read what users read.
import { catalogue, entryOf } from '#tools/lab/catalogue/all.ts'
import type { MachineEntry } from '#tools/lab/catalogue/entry.ts'
import { allStates, begin, possibleSteps, stepToWords } from '#tools/lab/catalogue/drive.ts'
import { ScenarioFault, play, textToScenario, type PlayedStep } from '#tools/lab/catalogue/scenario.ts'

/** Exit codes: all as expected; an expectation failed; the call or its file is invalid. */
export const exitCodes = { asExpected: 0, notAsExpected: 1, wrongCall: 2 } as const

export interface TerminalAnswer {
  readonly lines: readonly string[]
  readonly exitCode: (typeof exitCodes)[keyof typeof exitCodes]
}

export const USAGE = [
  'npm run machine                            lists the machines',
  'npm run machine -- batch                   its states, events, work, and the scenarios it brings',
  'npm run machine -- batch events.json …     runs scenario files; ends with 1 where something is not as expected',
  "npm run machine -- batch 'A scenario'      runs one that it brings",
]

/**
 * `arguments_`: the machine's id, then scenario files or names; `read` returns a file's text, undefined if there is no
 * file.
 */
export function runTerminal(arguments_: readonly string[], read: (path: string) => string | undefined): TerminalAnswer {
  const [id, ...wanted] = arguments_
  if (id === undefined) return { lines: [...listed(), '', ...USAGE], exitCode: exitCodes.asExpected }
  const entry = entryOf(id)
  if (!entry) return wrongCall(`There is no machine '${id}': ${catalogue.map((each) => each.id).join(', ')}`)
  if (wanted.length === 0) return { lines: described(entry), exitCode: exitCodes.asExpected }
  const lines: string[] = []
  let isAsExpected = true
  for (const each of wanted) {
    const own = entry.scenarios.find(({ name }) => name === each)
    const text = own ? '' : read(each)
    if (text === undefined) return wrongCall(`There is neither a file nor a scenario of ${id} called '${each}'`)
    try {
      const played = play(entry, own ?? textToScenario(text, each))
      const wrong = played.flatMap((step) => step.wrong)
      lines.push(
        `${entry.title}: ${each}`,
        ...played.flatMap(toldToLines),
        wrong.length === 0 ? 'As expected' : 'Not as expected',
        '',
      )
      if (wrong.length > 0) isAsExpected = false
    } catch (error) {
      if (error instanceof ScenarioFault) return wrongCall(error.message)
      throw error
    }
  }
  return { lines, exitCode: isAsExpected ? exitCodes.asExpected : exitCodes.notAsExpected }
}

const wrongCall = (sentence: string): TerminalAnswer => ({ lines: [sentence, ...USAGE], exitCode: exitCodes.wrongCall })

const listed = (): string[] => catalogue.map(({ id, title, purpose }) => `${id.padEnd(16)} ${title}. ${purpose}`)

function described(entry: MachineEntry): string[] {
  const place = begin(entry)
  return [
    `${entry.title}. ${entry.purpose}`,
    '',
    'Begins with',
    ...Object.keys(entry.inputs).map((name) => `  ${name}`),
    'States',
    ...allStates(entry).map((state) => `  ${state}`),
    'Events',
    ...Object.entries(entry.events).map(([type, { description, samples }]) =>
      `  ${type}: ${description} ${manyOf(Object.keys(samples))}`.trimEnd(),
    ),
    'Work, and how it can end',
    ...Object.entries(entry.effects).map(([name, { description, outcomes }]) =>
      `  ${name}: ${description} ${manyOf(Object.keys(outcomes))}`.trimEnd(),
    ),
    'What must hold',
    ...entry.invariants.map(({ description }) => `  ${description}`),
    'Scenarios',
    ...entry.scenarios.map(({ name }) => `  ${name}`),
    `Possible at the beginning (${place.states.join(', ')})`,
    ...possibleSteps(entry, place).map((step) => `  ${stepToWords(step)}`),
  ]
}

const manyOf = (names: readonly string[]): string =>
  names.length > 1 || names[0] !== 'usual' ? `[${names.join(', ')}]` : ''

/** '✓ submit (with a reason) → submitting.recording   begins recordIntent'. */
function toldToLines({ kind, description, place, wrong }: PlayedStep): string[] {
  const { states, begun, done } = place
  const work = [...begun.map(({ id }) => `begins ${id}`), ...done.map(({ action }) => `does ${action}`)]
  const led = kind === 'begun' || kind === 'taken'
  const what = led
    ? `${description} → ${states.join(', ')}${work.length > 0 ? `   ${work.join(', ')}` : ''}`
    : description
  return [`  ${wrong.length === 0 ? '✓' : '✗'} ${what}`, ...wrong.map((each) => `      ${each}`)]
}
