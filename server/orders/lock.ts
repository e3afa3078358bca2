// Locks an order for a change of its state.
import { m } from '#words/messages.js'
import type { OrderToDecide } from '#domain/order/decisions.ts'
import { type Approvable, type DecisionColumns, type Locked, lockForChange } from '#server/approvals/approvable.ts'
import { stateToRefusals } from '#server/approvals/signatures.ts'
import { money } from '#server/audit/audit-fields.ts'
import { orderToState } from '#server/db/order-states.ts'
import type { Refusal, SessionContext } from '#server/operations/context.ts'
import { enqueueOrderMail } from './mail.ts'
import { lockOrderRow, type StoredOrder } from './queries.ts'

interface OrderColumns extends DecisionColumns {
  readonly failed_count?: number
  readonly processed_at?: Date | null
}

export const approvableOrders: Approvable<StoredOrder, OrderColumns> = {
  subject: 'order',
  notFoundMessage: m.orders_noSuchOrder,
  changedMessage: m.orders_changedSinceOpened,
  lock: lockOrderRow,
  update: (db, id, columns) => db.updateTable('card_order').set(columns).where('id', '=', id).execute(),
  toAuditValues: (order) => ({
    campaigns: [order.campaign_id],
    cards: order.row_count,
    amount: money(order.amount_cents, order.currency),
  }),
  enqueueDecisionMail: (jobs, db, orderId) => enqueueOrderMail(jobs, db, { orderId, event: 'decided' }),
  enqueueSignedMail: (jobs, db, orderId) => enqueueOrderMail(jobs, db, { orderId, event: 'signed' }),
}

interface OrderChange {
  readonly id: string
  /** An order for which this returns false is not found. */
  readonly appliesTo: (order: StoredOrder) => boolean
  /** Returns why the change is refused. Undefined if it is allowed. */
  readonly refusalOf: (order: OrderToDecide, viewerId: string) => string | undefined
}

/** Locks the order until the transaction ends, or returns the refusal. */
export const lockOrder = (
  context: SessionContext,
  { id, appliesTo, refusalOf }: OrderChange,
): Promise<Locked<StoredOrder> | Refusal> =>
  lockForChange(context, approvableOrders, {
    id: Number(id),
    appliesTo,
    refusalOf: (order, { viewerId, now }) => refusalOf(toOrderToDecide(order, now), viewerId),
  })

const toOrderToDecide = (order: Locked<StoredOrder>, now: number): OrderToDecide => ({
  state: orderToState(order, now),
  orderedBy: String(order.ordered_by),
  keyMakerId: order.key_made_by === null ? undefined : String(order.key_made_by),
  refusals: stateToRefusals(order.approval),
})

export const isVirtual = ({ kind }: StoredOrder): boolean => kind === 'virtual'

/** True for virtual orders, and for physical orders with an approval rule. */
export const needsApproval = (order: StoredOrder): boolean => isVirtual(order) || order.approval_terms !== null
