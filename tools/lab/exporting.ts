// Exports the steps taken by hand, as a scenario for the terminal or as a test: to the clipboard, or as a file.
import type { Driven } from './drive-state.ts'
import { currentPosition } from './drive-state.ts'

/** A file for `npm run machine`. It ends by expecting the reached state. The terminal and the lab check `machine`. */
export function drivenToScenario(driven: Driven): string {
  const { entry, input, steps, currentIndex } = driven
  const expected = { expect: { state: currentPosition(driven).states[0] } }
  return `${JSON.stringify({ machine: entry.id, input, steps: [...steps.slice(0, currentIndex), expected] }, undefined, 2)}\n`
}

/** A test for the suite. */
export function drivenToTest(driven: Driven): string {
  const { entry, input, steps, currentIndex } = driven
  const { states, underWay } = currentPosition(driven)
  const listed = steps.slice(0, currentIndex).map((step) => `      ${JSON.stringify(step)},`)
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
    ...listed,
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
