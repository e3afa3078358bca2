// Compares two polls of the overview, and finds what the user gets a notification about: a new item that waits for the
// user, such as a batch or a file, or a decision about one of the user's batches.
import { m } from '#words/messages.js'
import type { Result } from '#contract/operations.ts'
import type { SystemNotice } from '#services/device/system-notices.ts'

type Overview = Result<'overview'>

export function alertsSince(before: Overview, now: Overview): readonly SystemNotice[] {
  const alerts: SystemNotice[] = []
  const batchId = onlyBatchIdSince(before, now)
  const query = batchId === undefined ? '' : `?batch=${batchId}`
  if (hasIncreased(before.batchesToApprove?.count, now.batchesToApprove?.count))
    alerts.push({
      tag: 'batch-waits',
      title: m.app_batchWaits(),
      path: `/batchloads${query}`,
      actions: actionsOf(batchId, '/batchloads'),
    })
  if (hasIncreased(before.ordersToApprove?.count, now.ordersToApprove?.count))
    alerts.push({
      tag: 'order-waits',
      title: m.app_orderWaits(),
      path: '/card/virtual-card-orders',
      actions: actionsOf(undefined, '/card/virtual-card-orders'),
    })
  if (hasIncreased(before.paymentsToConfirm?.count, now.paymentsToConfirm?.count))
    alerts.push({
      tag: 'payment-waits',
      title: m.app_paymentWaits(),
      path: '/funding?state=waiting',
      actions: actionsOf(undefined, '/funding?state=waiting'),
    })
  if (hasIncreased(before.feedFilesToConfirm?.count, now.feedFilesToConfirm?.count))
    alerts.push({
      tag: 'event-file-waits',
      title: m.app_eventFileWaits(),
      path: '/card/events/files?state=waiting',
      actions: actionsOf(undefined, '/card/events/files?state=waiting'),
    })
  if (hasIncreased(before.unappliedEvents?.count, now.unappliedEvents?.count))
    alerts.push({
      tag: 'event-not-applied',
      title: m.app_eventNotApplied(),
      path: '/card/events',
      actions: actionsOf(undefined, '/card/events'),
    })
  if (hasIncreased(before.physicalOrders?.count, now.physicalOrders?.count))
    alerts.push({
      tag: 'order-placed',
      title: m.app_orderPlaced(),
      path: '/card/physical-orders',
      actions: actionsOf(undefined, '/card/physical-orders'),
    })
  if (hasIncreased(before.producerFiles?.count, now.producerFiles?.count))
    alerts.push({
      tag: 'file-waits',
      title: m.common_producerFileWaits(),
      path: '/card/producer-files',
      actions: actionsOf(undefined, '/card/producer-files'),
    })
  if (hasIncreased(decidedCount(before), decidedCount(now)))
    alerts.push({
      tag: 'batch-decided',
      title: m.app_ownBatchDecided(),
      path: `/batches/mine${query}`,
      actions: actionsOf(batchId, '/batches/mine'),
    })
  return alerts
}

/** The links of a notification: to the batch, if `batchId` is known, and to the list. */
const actionsOf = (batchId: string | undefined, listPath: string) => [
  ...(batchId === undefined ? [] : [{ title: m.common_openBatch(), path: `${listPath}?batch=${batchId}` }]),
  { title: m.common_openList(), path: listPath },
]

const hasIncreased = (before: number | undefined, now: number | undefined): boolean =>
  before !== undefined && now !== undefined && now > before

/** The number of the user's batches with a decision of any type. */
const decidedCount = ({ ownBatches }: Overview): number | undefined =>
  ownBatches && ownBatches.approved + ownBatches.processing + ownBatches.rejected + ownBatches.closed

/** The id of the batch that all new events are about. Undefined if they are about several batches or about none. */
function onlyBatchIdSince(before: Overview, { recentActivity }: Overview): string | undefined {
  const lastEventAt = before.recentActivity[0]?.at ?? ''
  const newEvents = recentActivity.filter(({ at }) => at > lastEventAt)
  const [id, ...otherIds] = new Set(newEvents.map(({ batchLoadFileID }) => batchLoadFileID))
  return otherIds.length === 0 ? (id ?? undefined) : undefined
}
