// `npm run machine` as run by a tester or a CI job: recorded scenario files, the output, and the exit code.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { catalogue, entryOf } from '#tools/lab/catalogue/all.ts'
import { runTerminal } from '#tools/lab/terminal.ts'

const runFile = promisify(execFile)
const files: Record<string, string> = {
  'lost.json': JSON.stringify({
    input: 'new',
    steps: [
      { end: 'store', as: 'stored' },
      { end: 'send', as: 'lost' },
      { expect: { state: 'unknown', can: ['resend'] } },
    ],
  }),
  'wrong.json': JSON.stringify([{ end: 'store', as: 'stored' }, { expect: { state: 'done' } }]),
  'text.json': JSON.stringify([
    { send: 'credentials.submitted' },
    { end: 'logIn', as: 'code required' },
    { send: 'code.submitted' },
    { end: 'logIn', as: 'code wrong' },
    { expect: { state: 'enteringCode', message: 'Verification code not valid' } },
  ]),
  'stops.json': JSON.stringify([{ send: 'dismiss' }, { expect: { state: 'dismissed' } }]),
  'none.json': '{"steps": 7}',
  'mistyped.json': JSON.stringify([
    { end: 'store', as: 'stored' },
    { expect: { sate: 'nowhere', cannot: ['resnd'] } },
    { end: 'send', sa: 'done' },
  ]),
}
const terminal = (...args: string[]) => runTerminal(args, (path) => files[path])

test('a scenario that runs as expected exits with 0 and prints each step', () => {
  const { lines, exitCode } = terminal('change', 'lost.json')
  expect(lines).toEqual([
    'A change: lost.json',
    '  ✓ begins: new → storing   begins store',
    '  ✓ store ends: stored → sending   begins send',
    '  ✓ send ends: lost → unknown',
    '  ✓ expects unknown, can resend',
    'As expected',
    '',
  ])
  expect(exitCode).toBe(0)
})

test('a scenario that fails exits with 1, prints the failed expectation, and does not stop the next scenario', () => {
  const { lines, exitCode } = terminal('change', 'wrong.json', 'lost.json')
  expect(lines).toContain('  ✗ expects done')
  expect(lines).toContain('      The state is sending, not done')
  expect(lines.filter((line) => line.endsWith('xpected'))).toEqual(['Not as expected', 'As expected'])
  expect(exitCode).toBe(1)
})

test('a scenario that expects another text than the portal has exits with 1, so it never reaches the browser', () => {
  const { lines, exitCode } = terminal('session', 'text.json')
  expect(lines.slice(-4)).toEqual([
    '  ✗ expects enteringCode, message "Verification code not valid"',
    '      The message is "Verification code not valid, please try again", not "Verification code not valid"',
    'Not as expected',
    '',
  ])
  expect(exitCode).toBe(1)
  // A machine without a message on a page has none to expect.
  const { lines: refusal } = runTerminal(['change', 'x.json'], () => '[{ "expect": { "message": "" } }]')
  expect(refusal[1]).toContain("expect has no key 'message'")
})

test('an impossible step ends its scenario', () => {
  const { lines, exitCode } = terminal('change', 'stops.json')
  expect(lines.slice(2)).toEqual(['  ✗ dismiss', '      dismiss does nothing in storing', 'Not as expected', ''])
  expect(exitCode).toBe(1)
})

test.each([
  [['nobody'], "There is no machine 'nobody': 'session', "],
  [['bacth'], "There is no machine 'bacth': did you mean 'batch'?"],
  [['change', 'gone.json'], "There is neither a file nor a scenario of change called 'gone.json'"],
  [['change', 'none.json'], 'none.json:1: steps is 7'],
  [['session', 'lost.json'], "lost.json:1: input cannot be 'new': 'usual'"],
])('an invalid call exits with 2: %j', (args, sentence) => {
  const { lines, exitCode } = terminal(...args)
  expect(lines.join('\n')).toContain(sentence)
  expect(exitCode).toBe(2)
})

test('a file that is not a scenario exits with 2, and the others are still reported', () => {
  const { lines, exitCode } = terminal('change', 'mistyped.json', 'wrong.json', 'lost.json')
  expect(lines.slice(0, 6)).toEqual([
    'A change: mistyped.json',
    "  mistyped.json:1: step 2: expect.cannot.0 cannot be 'resnd': did you mean 'resend'?",
    "  mistyped.json:1: step 2: expect has no key 'sate': did you mean 'state'?",
    "  mistyped.json:1: step 3: there is no key 'sa': did you mean 'as'?",
    'Not a scenario of this machine',
    '',
  ])
  expect(lines.filter((line) => line.endsWith('xpected'))).toEqual(['Not as expected', 'As expected'])
  expect(exitCode).toBe(2)
})

const drop = (files: unknown) => ({ send: 'files.dropped', with: { files } })
const expectation = { expect: { state: 'reviewing' } }
const file = { name: 'a.csv', size: 1 }
const read = (change: object) => ({ end: 'readFile', output: { ...readOutput, ...change } })
const readOutput = Object.values(entryOf('batch')?.effects['readFile']?.outcomes ?? {}).flatMap((outcome) =>
  'output' in outcome ? [outcome.output as { readonly kind: string; readonly figures: object }] : [],
)[0] ?? { kind: '', figures: {} }

test.each([
  ['no expectation', [{ send: 'files.dropped', sample: 'one' }], "it expects nothing: add a step with 'expect'"],
  ['no steps', [], "it expects nothing: add a step with 'expect'"],
  ['an empty expectation', [{ expect: {} }], 'it expects nothing'],
  ['an empty object in the context', [{ expect: { context: { figures: {} } } }], 'it expects nothing'],
  ['a text for a list', [drop('x')], `'with.files' is "x", not of type list`],
  ['an object for a list', [drop(file)], `'with.files' is {"name":"a.csv","size":1}, not of type list`],
  ['a mistyped key in a list', [drop([{ nam: 'x', size: 1 }])], "'with.files.0' has no 'nam': did you mean 'name'?"],
  ['a missing key in a list', [drop([file, { name: 'x' }])], "'with.files.1' needs 'size'"],
  ['a text for a number', [drop([{ ...file, size: '1' }])], `'with.files.0.size' is "1", not of type number`],
  ['a number for a text', [drop([{ ...file, name: 5 }])], "'with.files.0.name' is 5, not of type string"],
  ['null for a text', [drop([{ ...file, name: null }])], "'with.files.0.name' is null, not of type string"],
  ['a key that no event has', [{ send: 'check', with: { now: true } }], "'with' has no 'now'"],
  [
    'a mistyped option',
    [{ send: 'options.changed', with: { options: { refrence: 'x' } } }],
    "'with.options' has no 'refrence': did you mean 'reference'?",
  ],
  [
    'an option of another type',
    [{ send: 'options.changed', with: { options: { reference: 7 } } }],
    "'with.options.reference' is 7, not of type string",
  ],
  ['an unknown outcome', [read({ kind: 'raed' })], "'output' has no kind 'raed': did you mean 'read'?"],
  ['a text for an output', [{ end: 'readFile', output: 'read' }], `'output' is "read", not of type object`],
  ['figures that are missing', [read({ figures: {} })], "'output.figures' needs 'rows'"],
  [
    'a figure that is a text',
    [read({ figures: { ...readOutput.figures, rows: '2' } })],
    `'output.figures.rows' is "2", not of type number`,
  ],
  ['a list for figures', [read({ figures: [] })], "'output.figures' is [], not of type object"],
  ['two endings', [{ end: 'readFile', as: 'read', error: 'x' }], "readFile needs exactly one of 'as'"],
  ['an error that is no text', [{ end: 'readFile', error: 5 }], 'error is 5'],
])('a scenario with %s is refused', (_, steps, message) => {
  const expectsAnything = message.startsWith('it expects') ? steps : [...steps, expectation]
  const { lines, exitCode } = runTerminal(['batch', 'x.json'], () => JSON.stringify(expectsAnything))
  expect(lines.join('\n')).toContain(message)
  expect(exitCode).toBe(2)
})

test('a scenario in which a key occurs twice is refused', () => {
  const text = '[{ "expect": { "state": "done",\n "state": "empty" } }]'
  const { lines, exitCode } = runTerminal(['batch', 'x.json'], () => text)
  expect(lines[1]).toBe("  x.json is not JSON. Line 2, column 2: 'state' occurs twice.")
  expect(exitCode).toBe(2)
})

test('each outcome is listed on a separate line, with the form of its result', () => {
  const { lines } = terminal('batch')
  expect(lines.find((line) => line.includes("'read, rows to fix'"))).toMatch(
    /^ {6}'read, rows to fix' {3}\{"kind":"read",/,
  )
  expect(lines).toContain('      \'fails\'   {"error":"an unexpected failure"}')
  expect(lines.find((line) => line.includes('duplicateReason:'))).toBe('  duplicateReason: ""')
})

test('without a scenario a machine is described, and without a machine all are listed', () => {
  for (const { id, scenarios } of catalogue) {
    expect(terminal().lines.some((line) => line.startsWith(`${id} `))).toBe(true)
    const { lines, exitCode } = terminal(id)
    expect([lines.includes(`  ${scenarios[0]?.name}`), exitCode]).toEqual([true, 0])
  }
})

test('the command prints the result, and exits with 2 for an unknown machine', async () => {
  const tool = join(import.meta.dirname, '../../tools/machine.mjs')
  // Only once, since each run compiles the machines, which takes five seconds of a processor.
  await expect(runFile(process.execPath, [tool, 'nobody'])).rejects.toMatchObject({
    code: 2,
    stdout: expect.stringContaining("There is no machine 'nobody'") as string,
  })
}, 120_000)
