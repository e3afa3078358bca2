// What the replays cover, before any of them is walked: every state and transition of a chart is shown by a browser, or its row
// says why not. A chart that has grown without its table is found here.
import { expect, test } from '#tests/support/fixtures.ts'
import { at, changed } from '#tests/support/changed-chart.ts'
import { plan } from '#tests/support/replay.ts'
import { batchReplay } from './batch-acts.ts'
import { orderReplay, virtualOrderReplay } from './order-acts.ts'
import { sessionReplay } from './session-acts.ts'

test('every state and transition is replayed, or it is said why not', () => {
  const plans = [plan(sessionReplay), ...[batchReplay, orderReplay, virtualOrderReplay].map((replay) => plan(replay))]
  process.stdout.write(`\n${plans.map(({ summary }) => summary).join('\n')}\n`)
  expect(plans.map(({ gaps }) => gaps)).toEqual(plans.map(() => []))
})

test('a state, a transition and an act too many are each found', () => {
  const machine = changed(sessionReplay.entry.machine, (config) => {
    at(config, 'states')['locked'] = { on: { cancelled: 'signedOut' } }
    at(config, 'states', 'enteringCode', 'on')['session.locked'] = 'locked'
    delete at(config, 'states', 'userUnknown', 'on')['user.retried']
  })
  expect(plan({ ...sessionReplay, entry: { ...sessionReplay.entry, machine } }).gaps).toEqual([
    'nobody comes to: locked',
    'nobody comes to: enteringCode · session.locked',
    'nobody comes to: locked · cancelled',
    'is never done: the user is asked for again',
    'is not told how it looks: locked',
  ])
})

test('what one wizard shows for another is nothing of the other’s own', () => {
  const acts = virtualOrderReplay.acts.map((act) =>
    act.says === 'the host takes it' ? { ...act, when: () => false } : act,
  )
  const { gaps } = plan({ ...virtualOrderReplay, acts })
  expect(gaps).toContain('is never done: the host takes it')
  expect(gaps).toContain('nobody comes to: done')
})
