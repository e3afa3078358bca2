// Compares two responses of the overview, and returns the notifications for the user. A notification is about a new item
// that waits for the user, such as a batch or a file, or about a decision on one of the user's batches.
import { m } from '#words/messages.js'
import type { Result } from '#contract/operations.ts'
import type { SystemNotice } from '#services/device/system-notices.ts'

type Overview = Result<'overview'>

export function alertsSince(before: Overview, now: Overview): readonly SystemNotice[] {
  const alerts: SystemNotice[] = []
  const batchId = onlyBatchIdSince(before, now)
  if (hasIncreased(before.batchesToApprove?.count, now.batchesToApprove?.count))
    alerts.push(batchAlert({ tag: 'batch-waits', title: m.app_batchWaits(), listPath: '/batchloads', batchId }))
  if (hasIncreased(before.ordersToApprove?.count, now.ordersToApprove?.count))
    alerts.push(listAlert({ tag: 'order-waits', title: m.app_orderWaits(), listPath: '/card/virtual-card-orders' }))
  if (hasIncreased(before.paymentsToConfirm?.count, now.paymentsToConfirm?.count))
    alerts.push(listAlert({ tag: 'payment-waits', title: m.app_paymentWaits(), listPath: '/funding?state=waiting' }))
  if (hasIncreased(before.feedFilesToConfirm?.count, now.feedFilesToConfirm?.count))
    alerts.push(
      listAlert({
        tag: 'event-file-waits',
        title: m.app_eventFileWaits(),
        listPath: '/card/events/files?state=waiting',
      }),
    )
  if (hasIncreased(before.unappliedEvents?.count, now.unappliedEvents?.count))
    alerts.push(listAlert({ tag: 'event-not-applied', title: m.app_eventNotApplied(), listPath: '/card/events' }))
  if (hasIncreased(before.physicalOrders?.count, now.physicalOrders?.count))
    alerts.push(listAlert({ tag: 'order-placed', title: m.app_orderPlaced(), listPath: '/card/physical-orders' }))
  if (hasIncreased(before.producerFiles?.count, now.producerFiles?.count))
    alerts.push(listAlert({ tag: 'file-waits', title: m.common_producerFileWaits(), listPath: '/card/producer-files' }))
  if (hasIncreased(decidedCount(before), decidedCount(now)))
    alerts.push(
      batchAlert({ tag: 'batch-decided', title: m.app_ownBatchDecided(), listPath: '/batches/mine', batchId }),
    )
  return alerts
}

interface ListAlert {
  readonly tag: string
  readonly title: string
  readonly listPath: string
}

/** A notification that opens a list. */
const listAlert = ({ tag, title, listPath }: ListAlert): SystemNotice => ({
  tag,
  title,
  path: listPath,
  actions: [{ title: m.common_openList(), path: listPath }],
})

interface BatchAlert extends ListAlert {
  /** Undefined if the notification is about several batches. */
  readonly batchId: string | undefined
}

/** A notification that opens a batch, or the list of several batches. */
function batchAlert({ batchId, ...list }: BatchAlert): SystemNotice {
  if (batchId === undefined) return listAlert(list)
  const path = `${list.listPath}?batch=${batchId}`
  const openList = { title: m.common_openList(), path: list.listPath }
  return { tag: list.tag, title: list.title, path, actions: [{ title: m.common_openBatch(), path }, openList] }
}

const hasIncreased = (before: number | undefined, now: number | undefined): boolean =>
  before !== undefined && now !== undefined && now > before

/** The number of the user's batches with a decision of any type. */
function decidedCount({ ownBatches }: Overview): number | undefined {
  if (!ownBatches) return undefined
  return ownBatches.approved + ownBatches.processing + ownBatches.rejected + ownBatches.closed
}

/** The id of the batch that all new events are about. Undefined if they are about several batches or about none. */
function onlyBatchIdSince(before: Overview, { recentActivity }: Overview): string | undefined {
  // '' is before every time.
  const lastEventAt = before.recentActivity[0]?.at ?? ''
  const newEvents = recentActivity.filter(({ at }) => at > lastEventAt)
  const [id, ...otherIds] = new Set(newEvents.map(({ batchLoadFileID }) => batchLoadFileID))
  if (otherIds.length > 0) return undefined
  // Null for an event that is not about a batch.
  return id ?? undefined
}
