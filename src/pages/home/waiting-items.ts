// The user's batches and orders of the last days that need attention, because they were rejected, cancelled by another
// user or only partly done.
import { m } from '#words/messages.js'
import type { BatchLoadFile } from '#contract/batches.ts'
import { apiToBatchProgress } from '#contract/batch-progress.ts'
import type { MyOrder } from '#contract/orders.ts'
import { rowCountToText, countFailedRows } from '#domain/batch/words.ts'
import { cardCountToText } from '#domain/order/words.ts'
import { DAY_MS } from '#domain/units.ts'

export interface ProblemItem {
  readonly kind: 'batch' | 'order'
  readonly id: string
  /** For an order, 'Order 12, Gift cards'. For a batch, its reference. */
  readonly name: string
  readonly problem: string
  readonly to: string
  /** When the problem arose, ISO 8601. */
  readonly at: string
}

/** Older items are left out, since the user has had enough time to notice them. */
const RECENT_MS = 7 * DAY_MS

/** The problems of the last days, newest first. `now`: epoch milliseconds. */
export function toProblemItems(
  batches: readonly BatchLoadFile[],
  orders: readonly MyOrder[],
  now: number,
): readonly ProblemItem[] {
  const items = [...batches.map(batchToProblem), ...orders.map(orderToProblem)].filter((item) => item !== undefined)
  const recentItems = items.filter(({ at }) => now - Date.parse(at) < RECENT_MS)
  return recentItems.toSorted((a, b) => b.at.localeCompare(a.at))
}

/** Undefined for a batch without a problem. */
function batchToProblem(batch: BatchLoadFile): ProblemItem | undefined {
  const { BATCHLOADFILEID: id, BATCHLOADFILEREFERENCE: name } = batch
  const item = { kind: 'batch', id, name, to: `/batches/mine?batch=${id}` } as const
  const { BATCHLOADFILEREJECTEDDATE: rejectedAt, BATCHLOADFILEAPPROVEDDATE: approvedAt } = batch
  if (batch.BATCHLOADFILEREJECTED && rejectedAt !== null)
    return { ...item, problem: m.common_rejected(), at: rejectedAt }
  // The rows of a running batch can still be loaded, and the rows of a closed batch need no more attention.
  if (batch.BEGUN || batch.BATCHLOADFILECLOSED) return undefined
  const failedCount = countFailedRows(apiToBatchProgress(batch))
  if (failedCount === 0 || approvedAt === null) return undefined
  return { ...item, problem: m.home_failed({ count: rowCountToText(failedCount, batch.LOADTYPE) }), at: approvedAt }
}

/** Undefined for an order without a problem. */
function orderToProblem(order: MyOrder): ProblemItem | undefined {
  const { orderId: id, campaignName, kind, state, failedCount, cancelledAt, cancelledBy } = order
  // Cards of an order that needs no decision are issued when the order is final.
  const at = cancelledAt ?? order.decidedAt ?? order.finalAt
  const name = m.home_orderWithCampaign({ orderId: id, campaignName })
  const item = { kind: 'order', id, name, to: `/card/my-orders?order=${id}` } as const
  if (at === null) return undefined
  if (state === 'rejected') return { ...item, problem: m.common_rejected(), at }
  if (state === 'cancelled' && cancelledBy) return { ...item, problem: m.home_cancelledBy({ who: cancelledBy }), at }
  if (state !== 'partlyIssued') return undefined
  return { ...item, problem: m.home_notIssued({ count: cardCountToText(failedCount, kind) }), at }
}
