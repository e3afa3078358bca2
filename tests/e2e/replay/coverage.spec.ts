// The coverage of the replays: gaps are not allowed, and must be detected.
import { expect, test } from '#tests/support/fixtures.ts'
import { configAt, withChangedConfig } from '#tests/support/changed-machine.ts'
import type { PageReplay } from '#tests/support/replay-page.ts'
import { plan } from '#tests/support/replay.ts'
import { batchReplay } from './batch-acts.ts'
import { orderReplay, virtualOrderReplay } from './order-acts.ts'
import { sessionReplay } from './session-acts.ts'

test('the replay of each state machine shows every state and transition, or explains why not', () => {
  const plans = [sessionReplay, batchReplay, orderReplay, virtualOrderReplay].map((replay) =>
    plan(replay as PageReplay<never>),
  )
  expect(plans.flatMap(({ gaps }) => gaps)).toEqual([])
  process.stdout.write(`\n${plans.map(({ summary }) => summary).join('\n')}\n`)
})

test('an extra state, transition or act is reported as a gap', () => {
  const machine = withChangedConfig(sessionReplay.entry.machine, (config) => {
    configAt(config, 'states')['locked'] = { on: { cancelled: 'signedOut' } }
    configAt(config, 'states', 'enteringCode', 'on')['session.locked'] = 'locked'
    delete configAt(config, 'states', 'userNotLoaded', 'on')['user.retried']
  })
  expect(plan({ ...sessionReplay, entry: { ...sessionReplay.entry, machine } }).gaps).toEqual([
    'is not reached: locked',
    'is not reached: enteringCode · session.locked',
    'is not reached: locked · cancelled',
    'is never performed: the user is requested again',
    'has no marker: locked',
  ])
})

test('the coverage of a base replay does not replace the states and repeated acts of a replay', () => {
  const acts = sessionReplay.acts.map((act) =>
    act.description === 'the secret arrives' ? { ...act, evenIfInBase: true, when: () => false } : act,
  )
  const { gaps, summary } = plan({ ...sessionReplay, base: sessionReplay, acts })
  expect(summary).toContain('of the transitions by the walk of session')
  expect(gaps).toContain('is never performed: the secret arrives')
  expect(gaps).toContain('is not reached: enrolling')
})
