// Runs scenarios of the terminal on the real page and server: each machine once, or those that
// `npm run machine -- … --browser` lists in MACHINE_SCENARIOS. tests/machines/paths.test.ts tests every transition of the
// machines themselves, and page tests what only a page shows.
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
  {
    machine: 'session',
    scenarios: [
      'A code by e-mail, wrong once, then right',
      'A second factor is set up during a sign-in',
      'The connection is lost after the server has accepted the sign-in',
    ],
  },
  {
    machine: 'batch',
    scenarios: ['The response to the submission is lost', 'A file is refused while the reference is blank'],
  },
  { machine: 'order', scenarios: ['A file, a check, an order', 'Columns are chosen for unknown headings'] },
  { machine: 'virtualOrder', scenarios: ['One step and a confirmation'] },
]
const requested = process.env['MACHINE_SCENARIOS']
const requests = requested === undefined ? defaultRequests : [JSON.parse(requested) as ScenarioRequest]

for (const { machine, scenarios } of requests) {
  for (const name of scenarios) {
    test(`${machine}: ${name}`, async ({ page, server }) => {
      const { walk } = walkOf(machine)
      const acts = actsOf(machine, name)
      if (requested !== undefined) process.stdout.write(`\n${[name, ...acts.map(({ act }) => act)].join('\n  → ')}\n`)
      await walk(page, server, acts)
    })
  }
}

test('these scenarios perform every act', () => {
  const performed = defaultRequests.flatMap(({ machine, scenarios }) =>
    scenarios.flatMap((name) => actsOf(machine, name).map(({ act }) => act)),
  )
  const acts = Object.values(pageWalks).flatMap(({ replay }) => replay.acts.map(({ description }) => description))
  expect(acts.filter((act) => !performed.includes(act))).toEqual([])
})

test('a page that shows another message than the scenario expects is noticed', async ({ page, server }) => {
  const { walk } = walkOf('batch')
  const acts = actsOf('batch', 'A file is refused while the reference is blank')
  const expected = acts.map(({ act, message }) => ({ act, message: message && 'Enter a reference' }))
  expect(expected.at(-1)).not.toEqual(acts.at(-1))
  await expect(walk(page, server, expected)).rejects.toThrow('the page shows “Enter a reference”')
})

test('a scenario with a step that no act can perform is refused with that step', () => {
  const { replay } = walkOf('batch')
  const steps = [{ send: 'files.dropped' }, { end: 'readFile', as: 'fails' }]
  expect(() => actsOfScenario(replay, { name: 'x', steps })).toThrow(
    'No act on the page of batch continues with: readFile ends: fails',
  )
  const failingSteps = [{ send: 'files.dropped' }, { expect: { state: 'done' } }]
  expect(() => actsOfScenario(replay, { name: 'x', steps: failingSteps })).toThrow('The state is reading, not done')
  const wrongText = [{ send: 'files.dropped' }, { expect: { message: 'Enter a reference' } }]
  expect(() => actsOfScenario(replay, { name: 'x', input: 'nothing typed', steps: wrongText })).toThrow(
    /The message is "the load reference can't be blank.*", not "Enter a reference"/,
  )
})

function walkOf(machine: string) {
  const walk = pageWalks[machine]
  if (!walk) throw new Error(`No page performs ${machine}: ${Object.keys(pageWalks).join(', ')}`)
  return walk
}

const actsOf = (machine: string, name: string) => actsOfScenario(walkOf(machine).replay, scenarioOf(machine, name))

function scenarioOf(machine: string, name: string): Scenario {
  const entry = entryOf(machine)
  if (!entry) throw new Error(`There is no machine '${machine}'`)
  return entry.scenarios.find((each) => each.name === name) ?? textToScenario(entry, readFileSync(name, 'utf8'), name)
}
