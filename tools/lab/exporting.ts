// Exports the steps taken by hand, as a scenario for the terminal or as a test: to the clipboard, or as a file.
import { defaultInput, eventToStep } from '#tools/lab/catalogue/drive.ts'
import type { MachineEntry, Step } from '#tools/lab/catalogue/entry.ts'
import type { LiveActor } from './live.ts'
import type { ManualRun } from './drive-state.ts'
import { currentPosition } from './drive-state.ts'

/**
 * A file for `npm run machine`. Its last step expects the state that was reached, and the message on the page. The
 * terminal and the lab refuse the file if its key `machine` is not the machine's id.
 */
export const runToScenario = (run: ManualRun): string =>
  toScenario(run.entry, run.input, run.steps.slice(0, run.currentIndex), {
    state: currentPosition(run).states[0],
    message: run.entry.messageIn?.(currentPosition(run).context) || undefined,
  })

function toScenario(
  entry: MachineEntry,
  input: string,
  steps: readonly (Step | undefined)[],
  expected: { readonly state: string | undefined; readonly message?: string | undefined },
): string {
  const takenSteps = steps.filter((step) => step !== undefined)
  return `${JSON.stringify({ machine: entry.id, input, steps: [...takenSteps, { expect: expected }] }, undefined, 2)}\n`
}

/** What a machine of an open tab has done. Undefined if the lab has not seen it start. */
export function liveToScenario({ entry, events, states }: LiveActor): string | undefined {
  const [start] = events
  if (!entry || start?.type !== 'xstate.init') return undefined
  const inputText = JSON.stringify(start['input'] ?? {})
  const input = Object.keys(entry.inputs).find((name) => JSON.stringify(entry.inputs[name] ?? {}) === inputText)
  const steps = events.map((event) => eventToStep(entry, event))
  return toScenario(entry, input ?? defaultInput(entry), steps, { state: states[0] })
}

/** A test for the suite. */
export function runToTest(run: ManualRun): string {
  const { entry, input, steps, currentIndex } = run
  const { states, underWay } = currentPosition(run)
  const stepLines = steps.slice(0, currentIndex).map((step) => `      ${JSON.stringify(step)},`)
  return [
    "import { expect, test } from 'vitest'",
    "import { entryOf } from '#tools/lab/catalogue/all.ts'",
    "import { play } from '#tools/lab/catalogue/scenario.ts'",
    '',
    `test('${entry.id}: …', () => {`,
    `  const entry = entryOf('${entry.id}')`,
    "  if (!entry) throw new Error('no such machine')",
    '  const played = play(entry, {',
    "    name: '…',",
    `    input: ${JSON.stringify(input)},`,
    '    steps: [',
    ...stepLines,
    `      { expect: ${JSON.stringify({ state: states[0], underWay })} },`,
    '    ],',
    '  })',
    '  expect(played.flatMap(({ wrong }) => wrong)).toEqual([])',
    '})',
    '',
  ].join('\n')
}

export const copy = (text: string): void => void navigator.clipboard.writeText(text)

export function save(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}
