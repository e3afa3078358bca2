// Locks an order for a change of its state: of two at the same moment one waits, and is then judged by what the other left.
import { codes } from '#contract/codes.ts'
import type { OrderToDecide } from '#domain/order/decisions.ts'
import { money } from '#server/audit/audit-fields.ts'
import { refuse, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { orderRowToState } from '#server/db/order-states.ts'
import { NO_SUCH_ORDER } from './lists.ts'
import { holdOrder, type OrderRow } from './queries.ts'

interface Change {
  /** Which orders can be changed so; others answer like unknown ones. */
  readonly isFor: (order: OrderRow) => boolean
  readonly rule: (order: OrderToDecide, viewerId: string) => string | undefined
}

interface LockedOrder extends OrderRow {
  /** The moment by which it was judged: what is written with the change must be no later. */
  readonly judgedAt: Date
}

/** The order, locked until the transaction ends; or why it cannot be changed. */
export async function changeOrder(
  context: SessionContext,
  id: number,
  { isFor, rule }: Change,
): Promise<LockedOrder | Refusal> {
  const { db, viewer } = context
  context.concerns('order', id)
  const order = await holdOrder(db, id, viewer)
  if (!order || !isFor(order)) return refuse(codes.notFound, NO_SUCH_ORDER)
  const now = context.now()
  const state = orderRowToState(order, now)
  const text = rule({ state, orderedBy: String(order.ordered_by) }, String(viewer.userId))
  if (text !== undefined) return refuse(codes.refusedState, text)
  context.records({
    campaigns: [order.campaign_id],
    cards: order.row_count,
    amount: money(order.amount_cents, order.currency),
  })
  return { ...order, judgedAt: new Date(now) }
}
