// The rows of an order with what became of them and, while their cards can still be issued, what stands against each now though
// it passed at the submission.
import { hasPermission } from '#domain/access/permissions.ts'
import type { VirtualCardOrderDetail } from '#contract/orders.ts'
import type { SessionContext } from '#server/context.ts'
import { orderRowToState } from '#server/db/order-states.ts'
import { programmeDay } from '#server/day-range.ts'
import { orderCampaign } from './campaigns.ts'
import { judgeStored } from './judged.ts'
import { type OrderCardRow, orderCards, type OrderRow } from './queries.ts'
import { toStoredRow } from './stored-row.ts'

/** What has become of a row. */
export type RowOutcome = Pick<VirtualCardOrderDetail, 'state' | 'ERROR' | 'voucherID'>

export interface RowNow {
  readonly row: OrderCardRow
  readonly outcome: RowOutcome
}

/** The rows of an order in the file's order. */
export async function rowsNow(context: SessionContext, order: OrderRow): Promise<RowNow[]> {
  const { db, viewer } = context
  const rows = await orderCards(db, viewer.ownerId, order.id)
  const errors = isOpen(order, context.now()) ? await errorsNow(context, order, rows) : []
  const maySeeCards = hasPermission(viewer.permissions, 'CardStatement.read')
  return rows.map((row, index) => {
    const error = row.state === 'failed' ? row.result_text : row.state === 'waiting' ? errors[index] : undefined
    return {
      row,
      outcome: {
        state: row.state === 'cancelled' && order.rejected_at !== null ? 'rejected' : row.state,
        ...(error ? { ERROR: error } : {}),
        voucherID: maySeeCards && row.card_id !== null ? String(row.card_id) : null,
      },
    }
  })
}

/** Nobody has decided yet, or it may be cancelled still. */
function isOpen(order: OrderRow, now: number): boolean {
  const state = orderRowToState(order, now)
  return state === 'awaiting' || state === 'placed'
}

async function errorsNow(context: SessionContext, order: OrderRow, rows: readonly OrderCardRow[]) {
  const campaign = await orderCampaign(context.db, context.viewer.ownerId, order.campaign_id)
  if (!campaign) throw new Error(`order ${order.id} has no campaign`)
  return judgeStored(order.kind, campaign, rows.map(toStoredRow), programmeDay(context))
}
