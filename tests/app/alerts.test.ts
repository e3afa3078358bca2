// Notifications while the user is not looking at the portal. They report what is new since the last response, and never
// name a card, a batch or an amount.
import { expect, test } from 'vitest'
import { alertsSince } from '#app/alerts/alerts.ts'

type Overview = Parameters<typeof alertsSince>[0]

const activityEvent = (at: string, batchLoadFileID: string | null) => ({
  at,
  who: 'Amir',
  what: 'Approved March pay',
  batchLoadFileID,
})
const batchCounts = { awaiting: 2, processing: 0, approved: 3, rejected: 1, closed: 0 }
const before: Overview = {
  batchesToApprove: { count: 1, amount: '5.00', oldestUploadedAt: null },
  ordersToApprove: { count: 0, cards: 0, amount: '0.00', oldestOrderedAt: null },
  physicalOrders: { count: 0, cards: 0, amount: '0.00', firstFinalAt: null },
  producerFiles: { count: 0, cards: 0, oldestReadyAt: null },
  unappliedEvents: { count: 1, oldestFoundAt: '2026-03-04T01:00:00Z' },
  feedFilesToConfirm: { count: 0, oldestUploadedAt: null },
  ownBatches: batchCounts,
  recentActivity: [activityEvent('2026-03-04T01:00:00Z', '7')],
  currency: 'SGD',
}
const alertsAfter = (now: Partial<Overview>) =>
  alertsSince(before, { ...before, ...now }).map(({ title, path }) => `${title} ${path}`)
const batchesWaiting = (count: number) => ({ batchesToApprove: { count, amount: '9.00', oldestUploadedAt: null } })

test('a new batch awaiting approval is reported, with a link to it if it is the only one', () => {
  const newActivity = activityEvent('2026-03-04T02:00:00Z', '8')
  expect(alertsAfter({ ...batchesWaiting(2), recentActivity: [newActivity, ...before.recentActivity] })).toEqual([
    'A batch is waiting for your approval /batchloads?batch=8',
  ])
  const twoActivities = [activityEvent('2026-03-04T03:00:00Z', '9'), newActivity]
  expect(alertsAfter({ ...batchesWaiting(3), recentActivity: twoActivities })).toEqual([
    'A batch is waiting for your approval /batchloads',
  ])
})

test('a new order, a file for the card producer, an unapplied event, an event file and a decision about an own batch are reported', () => {
  expect(alertsAfter({ ordersToApprove: { count: 1, cards: 4, amount: '1.00', oldestOrderedAt: null } })).toEqual([
    'A card order is waiting for your approval /card/virtual-card-orders',
  ])
  expect(alertsAfter({ physicalOrders: { count: 1, cards: 4, amount: '1.00', firstFinalAt: null } })).toEqual([
    'Physical cards were ordered, and you can still cancel the order /card/physical-orders',
  ])
  expect(alertsAfter({ producerFiles: { count: 1, cards: 4, oldestReadyAt: null } })).toEqual([
    'A file is waiting for the card producer /card/producer-files',
  ])
  expect(alertsAfter({ unappliedEvents: { count: 2, oldestFoundAt: '2026-03-04T01:00:00Z' } })).toEqual([
    'An event of the card processor could not be applied /card/events',
  ])
  expect(alertsAfter({ feedFilesToConfirm: { count: 1, oldestUploadedAt: '2026-03-04T02:00:00Z' } })).toEqual([
    'An event file is waiting for your confirmation /card/events/files?state=waiting',
  ])
  for (const decided of [{ approved: 4 }, { processing: 1 }, { rejected: 2 }])
    expect(alertsAfter({ ownBatches: { ...batchCounts, awaiting: 1, ...decided } })).toEqual([
      'One of your batches was approved or rejected /batches/mine',
    ])
})

test('nothing is reported if nothing changed, items are gone, the run of an own batch ends, or the earlier state is unknown', () => {
  expect(alertsAfter({})).toEqual([])
  expect(alertsAfter(batchesWaiting(0))).toEqual([])
  const running = { ...before, ownBatches: { ...batchCounts, processing: 1 } }
  expect(alertsSince(running, { ...before, ownBatches: { ...batchCounts, approved: 4 } })).toEqual([])
  const { batchesToApprove: _, ...withoutBatchCount } = before
  expect(alertsSince(withoutBatchCount, before)).toEqual([])
})
