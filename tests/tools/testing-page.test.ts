// The instructions of docs/testing.md work as written: its code runs, its scenario passes, and its state diagrams match
// the machines.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
// oxlint-disable-next-line house/paths -- imported as a script does, with its types
import type { Step } from '#machines'
import { pageWalks } from '#tests/e2e/replay/page-walks.ts'
import { actsOfScenario } from '#tests/support/replay-scenario.ts'
import type { Scenario } from '#tools/lab/catalogue/entry.ts'
import { runTerminal } from '#tools/lab/terminal.ts'
import { drawAllMachines } from '#tools/lab/draw.tsx'

const runFile = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/testing.md'), 'utf8')

test('the ten lines that drive a machine run in plain Node, and print what the page says', async () => {
  const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(10)
  await runFile(process.execPath, [join(root, 'tools/machines-build.mjs')], { cwd: root })
  // Inside the repository, where `#machines` can be resolved.
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/ten-lines-'))
  try {
    writeFileSync(join(folder, 'mine.mjs'), code)
    const { stdout } = await runFile(process.execPath, ['mine.mjs'], { cwd: folder })
    expect(stdout).toContain("[ 'reviewing.unverified' ]")
    expect(stdout).toContain('rows: 2')
    expect(stdout).toContain("{ send: 'check', sample: 'usual' }")
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the built machines have their types', () => {
  const step: Step = { send: 'check' }
  expect(step).toEqual({ send: 'check' })
})

test('the scenario on the page passes in the terminal, and can be replayed on the real page', () => {
  const scenario = /`(\[\{ "send"[\s\S]*?\])`/.exec(page)?.[1] ?? ''
  const { lines, exitCode } = runTerminal(['batch', 'events.json'], () => scenario)
  expect([lines.at(-2), exitCode]).toEqual(['As expected', 0])
  const { replay } = pageWalks['batch'] ?? {}
  if (!replay) throw new Error('no batch')
  expect(actsOfScenario(replay, { name: 'events.json', steps: JSON.parse(scenario) as Scenario['steps'] })).toEqual([
    { act: 'a file is dropped', message: undefined },
  ])
})

test('the state diagrams in the documentation match the machines', async () => {
  const folder = join(root, 'src/machines/charts')
  const drawn = await drawAllMachines()
  expect(readdirSync(folder).toSorted()).toEqual([...drawn.keys()].toSorted())
  for (const [name, picture] of drawn) expect(readFileSync(join(folder, name), 'utf8')).toBe(picture)
})
