// The same rows once more: which orders of the last 30 days had this fingerprint, and the sentence that names the last.
import type { earlierOrder } from '#contract/orders.ts'
import { instantToText } from '#domain/instants.ts'
import { orderKinds, type OrderType } from '#domain/order/kinds.ts'
import { orderStateWords } from '#domain/order/states.ts'
import { DUPLICATE_REASON } from '#domain/uploads.ts'
import type { Refusal, SessionContext } from '#server/operations/context.ts'
import { orderRowToState } from '#server/db/order-states.ts'
import { refuseWithoutReason, repeatsSince } from '#server/operations/duplicates.ts'
import * as say from '#words/server/orders.ts'
import type * as z from 'zod'
import { type OrderRow, ordersByFingerprint } from './queries.ts'

/** Newest first. */
export const earlierOrders = (context: SessionContext, fingerprint: string): Promise<OrderRow[]> =>
  ordersByFingerprint(context.db, context.viewer, fingerprint, repeatsSince(context))

export const earlierToWire = (row: OrderRow, now: number): z.output<typeof earlierOrder> => ({
  orderId: String(row.id),
  orderedBy: row.maker_username,
  orderedAt: row.ordered_at.toISOString(),
  state: orderRowToState(row, now),
})

/** Why these rows may not be ordered again without a reason, naming the earlier order; undefined where they may. */
export const refuseRepeated = (
  context: SessionContext,
  [last]: readonly OrderRow[],
  reason: string,
  type: OrderType,
): Refusal | undefined =>
  refuseWithoutReason(last, reason, (order) =>
    say.sameOrderedBefore(
      orderKinds[type].noun.many,
      order.id,
      order.maker_username,
      instantToText(order.ordered_at.toISOString(), context.client),
      orderStateWords[orderRowToState(order, context.now())],
      DUPLICATE_REASON.least,
      DUPLICATE_REASON.most,
    ),
  )
