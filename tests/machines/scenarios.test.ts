// Runs the scenarios of the catalogue, and checks the messages for an invalid step, an unexpected state, and an invalid
// file.
import { expect, test, vi } from 'vitest'
import { type AnyActorLogic, createActor } from 'xstate'
import { catalogue, entryOfRunning } from '#tools/lab/catalogue/all.ts'
import { begin, possibleSteps, take } from '#tools/lab/catalogue/drive.ts'
import { changeEntry, connectionEntry, updateEntry } from '#tools/lab/catalogue/app-wide.ts'
import { batchEntry } from '#tools/lab/catalogue/uploads.ts'
import { play } from '#tools/lab/catalogue/scenario.ts'
import { ScenarioFault, textToScenario } from '#tools/lab/catalogue/scenario-file.ts'

const scenarios = catalogue.flatMap((entry) =>
  entry.scenarios.map((scenario) => ({ name: `${entry.id}: ${scenario.name}`, entry, scenario })),
)

test.each(scenarios)('the scenario runs as described: $name', ({ entry, scenario }) => {
  const played = play(entry, scenario)
  expect(played.flatMap(({ description, wrong }) => wrong.map((fault) => `${description}: ${fault}`))).toEqual([])
  expect(played).toHaveLength(scenario.steps.length + 1)
})

test.each([
  ['upload', { type: 'physical' }, 'order'],
  ['upload', { type: 'virtual' }, 'virtualOrder'],
  ['upload', { type: 'load' }, 'batch'],
  ['upload', { type: 'devalue' }, 'batch'],
  ['session', {}, 'session'],
  ['nothing', {}, undefined],
])('a running machine %s with %j is the %s of the catalogue', (machine, context, id) => {
  expect(entryOfRunning(machine, context)?.id).toBe(id)
})

test('every machine has a scenario', () => {
  expect(catalogue.filter((entry) => entry.scenarios.length === 0)).toEqual([])
})

test.each([
  ['a different state', [{ expect: { state: 'done' } }], 'The state is choosing, not done'],
  ['a different value', [{ expect: { context: { figures: { rows: 3 } } } }], 'context.figures.rows is 0, not 3'],
  [
    'a missing value',
    [{ expect: { context: { file: { name: 'x' } } } }],
    'context.file is undefined, not {"name":"x"}',
  ],
  ['a call that is not running', [{ expect: { underWay: ['readFile'] } }], 'Under way is nothing, not readFile'],
  ['an event without effect', [{ expect: { can: ['submit'] } }], 'submit can do nothing here'],
  [
    'an event that can do something',
    [{ expect: { cannot: ['files.dropped'] } }],
    'files.dropped can do something here',
  ],
  ['a step that does nothing', [{ send: 'submit' }], 'submit does nothing in choosing'],
  ['an end of a call that is not running', [{ end: 'verifyRows', as: 'passed' }], "'verifyRows' is not under way"],
] as const)('a scenario reports %s', (_, steps, expected) => {
  const [, messages] = play(batchEntry, { name: 'x', steps })
  expect(messages?.wrong[0]).toContain(expected)
})

const machines = new Map(catalogue.map(({ machine }) => [machine.id, machine]))
test.each([...machines.values()])('$id reports that it was started without its actors', (machine) => {
  vi.useFakeTimers()
  for (const [name, logic] of Object.entries(machine.implementations.actors as Record<string, AnyActorLogic>)) {
    const actor = createActor(logic)
    actor.subscribe({ error: () => {} })
    actor.start()
    expect(() => vi.runAllTimers(), name).toThrow(`was started without its actor ${name}`)
  }
  vi.useRealTimers()
})

test('a tester’s own payload, response and failure are handled like those of the catalogue', () => {
  const text = JSON.stringify([
    { send: 'files.dropped', with: { files: [{ name: 'a.csv', size: 1 }] } },
    { end: 'readFile', error: 'out of memory' },
    { expect: { state: 'choosing', context: { notice: { message: { code: 'fileFailed' } } } } },
  ])
  expect(play(batchEntry, textToScenario(batchEntry, text, 'a.json')).flatMap(({ wrong }) => wrong)).toEqual([])
})

test.each([
  ['{', 'a.json is not JSON'],
  ['{"steps": 1}', 'a.json:1: steps is 1'],
  ['{"steps": [], "machin": "batch"}', "a.json:1: there is no key 'machin': did you mean 'machine'?"],
  ['{"machine": "session", "steps": []}', "a.json:1: machine cannot be 'session': 'batch'"],
  ['{"input": "neww", "steps": []}', "a.json:1: input cannot be 'neww': did you mean 'new'?"],
  ['[{"send":"check","end":"y"}]', "a.json:1: step 1: it needs exactly one of 'send', 'end', 'wait', 'expect'"],
  ['[{"sned":"check"}]', "step 1: it needs exactly one of 'send', 'end', 'wait', 'expect': did you mean 'send'?"],
  ['[\n{"send":"submitt"}]', "a.json:2: step 1: send cannot be 'submitt': did you mean 'submit'?"],
  ['[{"send":"files.dropped","smaple":"two"}]', "step 1: there is no key 'smaple': did you mean 'sample'?"],
  ['[{"send":"files.dropped","sample":"tow"}]', "step 1: files.dropped has no sample 'tow': did you mean 'two'?"],
  ['[{"send":"files.dropped","with":{"rubbish":true}}]', "step 1: 'with' has no 'rubbish'"],
  ['[{"send":"files.dropped","with":{}}]', "step 1: 'with' needs 'files'"],
  ['[{"end":"redFile","as":"read"}]', "step 1: end cannot be 'redFile': did you mean 'readFile'?"],
  ['[{"end":"readFile","sa":"read"}]', "step 1: there is no key 'sa': did you mean 'as'?"],
  [
    '[{"end":"readFile"}]',
    "readFile needs exactly one of 'as', 'output' and 'error'; 'as' is one of 'read', 'read, rows to fix'",
  ],
  ['[{"end":"readFile","as":"rows to fix"}]', "readFile has no outcome 'rows to fix': 'read', 'read, rows to fix', "],
  ['[{"end":"readFile","output":{"kind":"red"}}]', "'output' has no kind 'red': did you mean 'read'?"],
  ['[{"end":"readFile","output":{"kind":"refused"}}]', "'output' needs 'message'"],
  ['[{"wait":"choosing"}]', "step 1: wait cannot be 'choosing'"],
  ['[{"expect":{"sate":"done"}}]', "step 1: expect has no key 'sate': did you mean 'state'?"],
  ['[{"expect":{"state":"nowhere"}}]', "step 1: expect.state cannot be 'nowhere'"],
  ['[{"expect":{"undrway":["x"]}}]', "step 1: expect has no key 'undrway': did you mean 'underWay'?"],
  ['[{"expect":{"cannot":["sumbit"]}}]', "step 1: expect.cannot.0 cannot be 'sumbit': did you mean 'submit'?"],
  ['[{"expect":{"cannot":["no.such.event"]}}]', "step 1: expect.cannot.0 cannot be 'no.such.event'"],
  ['[{"expect":{}}]', 'step 1: it expects nothing'],
  ['[{"expect":{"can":[]}}]', 'step 1: it expects nothing'],
  ['[{"expect":{"context":{}}}]', 'step 1: it expects nothing'],
  ['[7]', "step 1: it needs exactly one of 'send', 'end', 'wait', 'expect'"],
])('a file that is not a scenario of a batch is refused: %s', (text, expected) => {
  let message = ''
  try {
    textToScenario(batchEntry, text, 'a.json')
  } catch (error) {
    expect(error).toBeInstanceOf(ScenarioFault)
    message = (error as Error).message
  }
  expect(message).toContain(expected)
})

test('every fault of a file is reported, each with its line', () => {
  const text = '{\n  "steps": [\n    { "send": "chek" },\n    { "expect": {\n      "sate": "done" } }\n  ]\n}'
  expect(() => textToScenario(batchEntry, text, 'a.json')).toThrow(
    "a.json:3: step 1: send cannot be 'chek': did you mean 'check'?\na.json:5: step 2: expect has no key 'sate'",
  )
})

test('a scenario in code is checked in the same way', () => {
  expect(() => play(changeEntry, { name: 'x', input: 'none', steps: [] })).toThrow("x: input cannot be 'none'")
  const mistyped = JSON.parse('{"expect":{"sate":"done"}}') as { expect: object }
  expect(() => play(changeEntry, { name: 'x', steps: [mistyped] })).toThrow("did you mean 'state'?")
})

test('a list is compared as a whole', () => {
  const steps = [{ expect: { context: { holds: [] } } }, { send: 'hold' }, { expect: { context: { holds: [] } } }]
  expect(play(updateEntry, { name: 'x', steps }).map(({ wrong }) => wrong)).toEqual([
    [],
    [],
    [],
    ['context.holds is ["upload"], not []'],
  ])
})

test('a step reports started work, actions and possible next steps, and a run can continue from an earlier step', () => {
  const first = begin(changeEntry)
  expect(first).toMatchObject({ states: ['storing'], underWay: ['store'], takenTransitions: ['opening · always · 2'] })
  const second = take(changeEntry, first, { end: 'store', as: 'stored' })
  expect(second.startedEffects).toEqual([{ id: 'send', input: { sent: second.context['sent'], isResent: false } }])
  expect(possibleSteps(changeEntry, second).map((step) => 'as' in step && step.as)).toEqual([
    'done',
    'refused',
    'outcome unknown',
    'lost',
    'fails',
  ])
  expect(take(changeEntry, first, { end: 'store', as: 'refused' }).states).toEqual(['refused'])
  const afterReading = take(batchEntry, take(batchEntry, begin(batchEntry), { send: 'files.dropped' }), {
    end: 'readFile',
    as: 'read',
  })
  expect(take(batchEntry, afterReading, { send: 'start.over' }).ranActions.map(({ action }) => action)).toContain(
    'setDraftAside',
  )
  const waiting = take(connectionEntry, begin(connectionEntry), { send: 'lost' })
  expect(waiting.delays).toEqual([{ state: 'unreachable.waiting', ms: 2_000 }])
})
