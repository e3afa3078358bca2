// Drives a machine in a terminal: returns the output of `npm run machine`, and its exit code. Takes the scenario's text
// and returns lines, so that tests see the same output as users.
import { catalogue, entryOf } from '#tools/lab/catalogue/all.ts'
import type { MachineEntry } from '#tools/lab/catalogue/entry.ts'
import { allStates, begin, nodesOf, outcomesOf, possibleSteps, stepToWords } from '#tools/lab/catalogue/drive.ts'
import { pathsTo, pathToWords } from '#tools/lab/catalogue/explore.ts'
import { ScenarioFault, textToScenario } from '#tools/lab/catalogue/scenario-file.ts'
import { unknownName } from '#tools/lab/catalogue/similar-names.ts'
import { play, type PlayedStep } from '#tools/lab/catalogue/scenario.ts'

/** 'notAsExpected': an expectation or a step failed. 'wrongCall': the call or one of its files is wrong. */
export const exitCodes = { asExpected: 0, notAsExpected: 1, wrongCall: 2 } as const

export interface TerminalResult {
  readonly lines: readonly string[]
  readonly exitCode: (typeof exitCodes)[keyof typeof exitCodes]
}

export const USAGE = [
  'npm run machine                            lists the machines',
  'npm run machine -- batch                   its states, events and effects, and the scenarios that come with it',
  'npm run machine -- batch events.json …     runs scenario files; ends with 1 if something is not as expected,',
  '                                           with 2 if a file is not a scenario of this machine',
  "npm run machine -- batch 'A scenario'      runs one that comes with the machine",
  'npm run machine -- batch --to done --limit 5     the simple paths to a state, the shortest first (20 without a limit)',
  'npm run machine -- batch events.json --browser   runs it on the real page, too (session, batch, order, virtualOrder)',
]

/**
 * `args`: the machine's id, then scenario files or names. `read` returns the text of a file. Undefined if there is no
 * such file.
 */
export function runTerminal(args: readonly string[], read: (path: string) => string | undefined): TerminalResult {
  const [id, ...scenarios] = args
  if (id === undefined) return { lines: [...machineList(), '', ...USAGE], exitCode: exitCodes.asExpected }
  const entry = entryOf(id)
  if (!entry) {
    const ids = catalogue.map((machineEntry) => machineEntry.id)
    return { lines: [unknownName('There is no machine', id, ids), ...USAGE], exitCode: exitCodes.wrongCall }
  }
  if (scenarios.length === 0) return { lines: describeMachine(entry), exitCode: exitCodes.asExpected }
  if (scenarios[0] === '--to') return pathsToLines(entry, scenarios)
  const runs = scenarios.map((nameOrFile) => runOne(entry, nameOrFile, read))
  return { lines: runs.flatMap(({ lines }) => lines), exitCode: worstOf(runs) }
}

const DEFAULT_LIMIT = '20'

/** `args`: '--to', the state, '--limit', the number. */
function pathsToLines(entry: MachineEntry, args: readonly string[]): TerminalResult {
  const [, to = '', , limit = DEFAULT_LIMIT] = args
  const nestedNodes = nodesOf(entry.machine).filter(({ path }) => path.length > 0)
  const states = nestedNodes.map(({ path }) => path.join('.'))
  if (!states.includes(to))
    return { lines: [unknownName(`${entry.id} has no state`, to, states)], exitCode: exitCodes.wrongCall }
  if (!/^[1-9][0-9]{0,3}$/.test(limit))
    return { lines: [`The limit is a number from 1 to 9999, not '${limit}'`], exitCode: exitCodes.wrongCall }
  const paths = Object.keys(entry.inputs).flatMap((input) => pathsTo(entry, to, Number(limit), input))
  const shortest = paths.toSorted((a, b) => a.steps.length - b.steps.length).slice(0, Number(limit))
  return {
    lines: [
      `${entry.title}: ${shortest.length} simple paths to ${to}`,
      ...shortest.map((path) => `  ${pathToWords(path)}`),
    ],
    exitCode: exitCodes.asExpected,
  }
}

/** The highest exit code of all runs. One invalid file makes the result 2, even if other scenarios only failed. */
const worstOf = (runs: readonly TerminalResult[]): TerminalResult['exitCode'] =>
  Math.max(...runs.map(({ exitCode }) => exitCode)) as TerminalResult['exitCode']

function runOne(entry: MachineEntry, nameOrFile: string, read: (path: string) => string | undefined): TerminalResult {
  const builtIn = entry.scenarios.find(({ name }) => name === nameOrFile)
  const text = builtIn ? '' : read(nameOrFile)
  const title = `${entry.title}: ${nameOrFile}`
  try {
    if (text === undefined)
      throw new ScenarioFault(`There is neither a file nor a scenario of ${entry.id} called '${nameOrFile}'`)
    const played = play(entry, builtIn ?? textToScenario(entry, text, nameOrFile))
    const isAsExpected = played.every(({ wrong }) => wrong.length === 0)
    return {
      lines: [title, ...played.flatMap(playedToLines), isAsExpected ? 'As expected' : 'Not as expected', ''],
      exitCode: isAsExpected ? exitCodes.asExpected : exitCodes.notAsExpected,
    }
  } catch (error) {
    if (!(error instanceof ScenarioFault)) throw error
    const faults = error.message.split('\n').map((line) => `  ${line}`)
    return { lines: [title, ...faults, 'Not a scenario of this machine', ''], exitCode: exitCodes.wrongCall }
  }
}

const machineList = (): string[] => catalogue.map(({ id, title, purpose }) => `${id.padEnd(16)} ${title}. ${purpose}`)

function describeMachine(entry: MachineEntry): string[] {
  const position = begin(entry)
  return [
    `${entry.title}. ${entry.purpose}`,
    '',
    'Begins with',
    ...Object.keys(entry.inputs).map((name) => `  ${name}`),
    'States',
    ...allStates(entry).map((state) => `  ${state}`),
    'Events, and their samples',
    ...Object.entries(entry.events).flatMap(([type, { description, samples }]) => [
      `  ${type}: ${description}`,
      ...Object.entries(samples).flatMap(([name, sample]) => namedToLine(name, sample)),
    ]),
    'Effects, and how they can end',
    ...Object.entries(entry.effects).flatMap(([name, { description }]) => [
      `  ${name}: ${description}`,
      ...Object.entries(outcomesOf(entry, name)).flatMap(([as, outcome]) =>
        namedToLine(as, 'error' in outcome ? { error: outcome.error } : outcome.output),
      ),
    ]),
    'What it knows at the beginning (context)',
    ...Object.entries(position.context).map(([key, value]) => `  ${key}: ${shapeOf(value)}`),
    'What must hold',
    ...entry.invariants.map(({ description }) => `  ${description}`),
    'Scenarios',
    ...entry.scenarios.map(({ name }) => `  ${name}`),
    `Possible at the beginning (${position.states.join(', ')})`,
    ...possibleSteps(entry, position).map((step) => `  ${stepToWords(step)}`),
  ]
}

/** "    'read, rows to fix'   { kind: 'read', … }". One on each line, because names can contain commas. */
function namedToLine(name: string, value: unknown): readonly string[] {
  const isEmpty = value === undefined || Object.keys(value as object).length === 0
  if (name === 'usual' && isEmpty) return []
  return [value === undefined ? `      '${name}'` : `      '${name}'   ${shapeOf(value)}`]
}

const MAX_SHAPE_LENGTH = 140
/** A value as JSON, shortened if it is long. */
function shapeOf(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > MAX_SHAPE_LENGTH ? `${text.slice(0, MAX_SHAPE_LENGTH)}…` : text
}

/** '✓ submit (with a reason) → submitting.recording   begins recordIntent'. */
function playedToLines({ kind, description, position, wrong }: PlayedStep): string[] {
  const { states, startedEffects, ranActions } = position
  const effectsAndActions = [
    ...startedEffects.map(({ id }) => `begins ${id}`),
    ...ranActions.map(({ action }) => `does ${action}`),
  ]
  const hasMoved = kind === 'begun' || kind === 'taken'
  const movement = hasMoved ? ` → ${states.join(', ')}` : ''
  const consequences = hasMoved && effectsAndActions.length > 0 ? `   ${effectsAndActions.join(', ')}` : ''
  const mark = wrong.length === 0 ? '✓' : '✗'
  return [`  ${mark} ${description}${movement}${consequences}`, ...wrong.map((failure) => `      ${failure}`)]
}
