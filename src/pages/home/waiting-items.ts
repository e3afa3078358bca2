// Items that only their maker will act on: the user's batches and orders of the last days that were rejected, cancelled
// by someone else or only partly done.
import { m } from '#words/messages.js'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchFileToProgress } from '#contract/batch-file.ts'
import type { MyOrder } from '#contract/orders.ts'
import { rowCountToText, failedRows } from '#domain/batch/words.ts'
import { cardCountToText } from '#domain/order/words.ts'
import { DAY_MS } from '#domain/units.ts'

export interface WaitingItem {
  readonly kind: 'batch' | 'order'
  readonly id: string
  /** The item and what happened to it. */
  readonly name: string
  readonly problem: string
  readonly to: string
  /** The time of the event, ISO 8601. */
  readonly at: string
}

/** Older items have been dealt with or never will be. */
const RECENT_MS = 7 * DAY_MS

/** Newest first; `now` in milliseconds since 1970. */
export const waitingItems = (
  batches: readonly BatchLoadFile[],
  orders: readonly MyOrder[],
  now: number,
): readonly WaitingItem[] =>
  [...batches.map(waitingBatch), ...orders.map(waitingOrder)]
    .filter((subject) => subject !== undefined)
    .filter(({ at }) => now - Date.parse(at) < RECENT_MS)
    .toSorted((one, other) => other.at.localeCompare(one.at))

function waitingBatch(file: BatchLoadFile): WaitingItem | undefined {
  const { BATCHLOADFILEID: id, BATCHLOADFILEREFERENCE: name } = file
  const subject = { kind: 'batch', id, name, to: `/batches/mine?batch=${id}` } as const
  const { BATCHLOADFILEREJECTEDDATE: rejectedAt, BATCHLOADFILEAPPROVEDDATE: approvedAt } = file
  if (file.BATCHLOADFILEREJECTED && rejectedAt !== null)
    return { ...subject, problem: m.common_rejected(), at: rejectedAt }
  const failed = file.BEGUN || file.BATCHLOADFILECLOSED ? 0 : failedRows(batchFileToProgress(file))
  return failed > 0 && approvedAt !== null
    ? { ...subject, problem: m.home_failed({ count: rowCountToText(failed, file.LOADTYPE) }), at: approvedAt }
    : undefined
}

function waitingOrder(order: MyOrder): WaitingItem | undefined {
  const { orderId: id, campaignName, kind, state, failedCount, cancelledAt, cancelledBy } = order
  const at = cancelledAt ?? order.decidedAt ?? order.finalAt
  const name = m.home_orderOrderIdCampaignName({ orderId: id, campaignName })
  const subject = { kind: 'order', id, name, to: `/card/my-orders?order=${id}` } as const
  if (at === null) return undefined
  if (state === 'rejected') return { ...subject, problem: m.common_rejected(), at }
  if (state === 'cancelled' && cancelledBy) return { ...subject, problem: m.home_cancelledBy({ who: cancelledBy }), at }
  return state === 'partlyIssued'
    ? { ...subject, problem: m.home_notIssued({ count: cardCountToText(failedCount, kind) }), at }
    : undefined
}
