// Runs the stories of the catalogue, and checks the messages for an invalid step, an unexpected state, and a file that
// is not a scenario.
import { expect, test } from 'vitest'
import { catalogue } from '#tools/lab/catalogue/all.ts'
import { begin, possibleSteps, take } from '#tools/lab/catalogue/drive.ts'
import { changeEntry, connectionEntry } from '#tools/lab/catalogue/around.ts'
import { batchEntry } from '#tools/lab/catalogue/uploads.ts'
import { play, textToScenario } from '#tools/lab/catalogue/scenario.ts'

const stories = catalogue.flatMap((entry) =>
  entry.scenarios.map((scenario) => ({ name: `${entry.id}: ${scenario.name}`, entry, scenario })),
)

test.each(stories)('$name', ({ entry, scenario }) => {
  const played = play(entry, scenario)
  expect(played.flatMap(({ description, wrong }) => wrong.map((each) => `${description}: ${each}`))).toEqual([])
  expect(played).toHaveLength(scenario.steps.length + 1)
})

test('every machine has a story', () => {
  expect(catalogue.filter(({ scenarios }) => scenarios.length === 0)).toEqual([])
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
  ['an unknown event', [{ send: 'submitt' }], "batch knows no event 'submitt': 'files.dropped', "],
  ['an unknown sample', [{ send: 'check', sample: 'x' }], "check has no sample 'x': 'usual'"],
  ['an end of a call that is not running', [{ end: 'verifyRows', as: 'passed' }], "'verifyRows' is not under way"],
  ['a wait in a state without a timer', [{ wait: 'choosing' }], "Nothing waits for a time to pass in 'choosing'"],
] as const)('reports %s', (_, steps, words) => {
  const [, messages] = play(batchEntry, { name: 'x', steps })
  expect(messages?.wrong[0]).toContain(words)
})

test('a tester’s own payload, answer and failure are handled like those of the catalogue', () => {
  const text = JSON.stringify([
    {
      send: 'files.dropped',
      with: { files: [{ name: 'a.csv', size: 1 }], options: { identifierType: 1, reference: 'May' } },
    },
    { end: 'readFile', error: 'out of memory' },
    { expect: { state: 'choosing', context: { notice: { text: 'File upload failed' } } } },
  ])
  expect(play(batchEntry, textToScenario(text, 'a.json')).flatMap(({ wrong }) => wrong)).toEqual([])
})

test.each([
  ['{', /a.json is not JSON/],
  ['{"steps": 1}', /a.json has no list of steps/],
  ['[{"send":"x","end":"y"}]', /Step 1 of a.json is none/],
  ['{"input":1,"steps":[]}', /The input of a.json is a name/],
])('refuses a file that is not a scenario: %s', (text, words) => {
  expect(() => textToScenario(text, 'a.json')).toThrow(words)
})

test('refuses an unknown input', () => {
  expect(() => play(changeEntry, { name: 'x', input: 'none', steps: [] })).toThrow("change has no input 'none'")
})

test('a step reports what it starts, its actions and the possible next steps, and a run can continue from an earlier step', () => {
  const first = begin(changeEntry)
  expect(first).toMatchObject({ states: ['keeping'], underWay: ['keep'], taken: ['opening · always · 2'] })
  const second = take(changeEntry, first, { end: 'keep', as: 'kept' })
  expect(second.begun).toEqual([{ id: 'send', input: { sent: second.context['sent'], isResent: false } }])
  expect(possibleSteps(changeEntry, second).map((step) => 'as' in step && step.as)).toEqual([
    'done',
    'refused',
    'tells nothing',
    'lost',
    'fails',
  ])
  expect(take(changeEntry, first, { end: 'keep', as: 'refused' }).states).toEqual(['refused'])
  const aside = take(batchEntry, take(batchEntry, begin(batchEntry), { send: 'files.dropped' }), {
    end: 'readFile',
    as: 'read',
  })
  expect(take(batchEntry, aside, { send: 'start.over' }).done.map(({ action }) => action)).toContain('setDraftAside')
  const waiting = take(connectionEntry, begin(connectionEntry), { send: 'lost' })
  expect(waiting.waits).toEqual([{ state: 'unreachable.waiting', ms: 2_000 }])
})
