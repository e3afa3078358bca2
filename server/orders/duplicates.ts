// Finds orders of the last 30 days with the same rows, and writes the message about the newest of them.
import { m } from '#words/messages.js'
import type { earlierOrder } from '#contract/orders.ts'
import { instantToText } from '#domain/instants.ts'
import { orderTypes, type OrderType } from '#domain/order/types.ts'
import { orderStateLabels } from '#domain/order/states.ts'
import { DUPLICATE_REASON } from '#domain/uploads.ts'
import type { SessionContext } from '#server/operations/context.ts'
import { orderToState } from '#server/db/order-states.ts'
import { startOfDuplicatePeriod } from '#server/approvals/duplicates.ts'
import type * as z from 'zod'
import { type StoredOrder, findOrdersByFingerprint } from './queries.ts'

/** The orders with the same rows, newest first. */
export const findDuplicates = (context: SessionContext, fingerprint: string): Promise<StoredOrder[]> =>
  findOrdersByFingerprint(context.db, context.viewer, fingerprint, startOfDuplicatePeriod(context))

export const duplicateToApi = (order: StoredOrder, now: number): z.output<typeof earlierOrder> => ({
  orderId: String(order.id),
  orderedBy: order.maker_username,
  orderedAt: order.ordered_at.toISOString(),
  state: orderToState(order, now),
})

/** The message that names the earlier order and asks for a reason to submit the same rows again. */
export const duplicateToMessage = (context: SessionContext, order: StoredOrder, type: OrderType): string =>
  m.orders_duplicateNeedsReason({
    many: orderTypes[type].noun.many,
    id: order.id,
    maker_username: order.maker_username,
    when: instantToText(order.ordered_at.toISOString(), context.client),
    state: orderStateLabels[orderToState(order, context.now())],
    least: DUPLICATE_REASON.minLength,
    most: DUPLICATE_REASON.maxLength,
  })
