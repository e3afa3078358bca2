// Runs scenarios of the terminal on the real page and server, using the acts of the replays: the scenarios below, or
// those that `npm run machine -- … --browser` lists in MACHINE_SCENARIOS.
import { readFileSync } from 'node:fs'
import { entryOf } from '#tools/lab/catalogue/all.ts'
import type { Scenario } from '#tools/lab/catalogue/entry.ts'
import { textToScenario } from '#tools/lab/catalogue/scenario-file.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { actsOfScenario } from '#tests/support/replay-scenario.ts'
import { pageWalks } from './page-walks.ts'

interface ScenarioRequest {
  readonly machine: string
  /** Scenarios of the machine by name, or files. */
  readonly scenarios: readonly string[]
}

const defaultRequests: readonly ScenarioRequest[] = [
  { machine: 'batch', scenarios: ['A file, a check, a submission'] },
  { machine: 'virtualOrder', scenarios: ['One step and a confirmation'] },
]
const requested = process.env['MACHINE_SCENARIOS']
const requests = requested === undefined ? defaultRequests : [JSON.parse(requested) as ScenarioRequest]

for (const { machine, scenarios } of requests) {
  for (const name of scenarios) {
    test(`${machine}: ${name}`, async ({ page, server }) => {
      const { replay, walk } = pageWalks[machine] ?? {}
      if (!replay || !walk) throw new Error(`No page replays ${machine}: ${Object.keys(pageWalks).join(', ')}`)
      const acts = actsOfScenario(replay, scenarioOf(machine, name))
      if (requested !== undefined) process.stdout.write(`\n${[name, ...acts].join('\n  → ')}\n`)
      await walk(page, server, acts)
    })
  }
}

test('a scenario with a step that no act can perform is refused with that step', () => {
  const { replay } = pageWalks['batch'] ?? {}
  if (!replay) throw new Error('No replay of batch')
  const steps = [{ send: 'files.dropped' }, { end: 'readFile', as: 'fails' }]
  expect(() => actsOfScenario(replay, { name: 'x', steps })).toThrow(
    'No act on the page of batch continues with: readFile ends: fails',
  )
  const failingSteps = [{ send: 'files.dropped' }, { expect: { state: 'done' } }]
  expect(() => actsOfScenario(replay, { name: 'x', steps: failingSteps })).toThrow('The state is reading, not done')
})

function scenarioOf(machine: string, name: string): Scenario {
  const entry = entryOf(machine)
  if (!entry) throw new Error(`There is no machine '${machine}'`)
  return entry.scenarios.find((each) => each.name === name) ?? textToScenario(entry, readFileSync(name, 'utf8'), name)
}
