// The same rows once more: which orders of the last 30 days had this fingerprint, and what is asked of an order then (threats T35).
import { codes } from '#contract/codes.ts'
import type { earlierOrder } from '#contract/orders.ts'
import { instantToText } from '#domain/instants.ts'
import { orderKinds, type OrderType } from '#domain/order/kinds.ts'
import { orderStateWords } from '#domain/order/states.ts'
import { DAY_MS } from '#domain/units.ts'
import { DUPLICATE_REASON, isDuplicateReason } from '#domain/uploads.ts'
import { refuse, type Refusal, type SessionContext } from '#server/context.ts'
import { orderRowToState } from '#server/db/order-states.ts'
import * as say from '#words/server/orders.ts'
import type * as z from 'zod'
import { type OrderRow, ordersByFingerprint } from './queries.ts'

const DAYS = 30

/** Newest first. */
export function earlierOrders(context: SessionContext, fingerprint: string): Promise<OrderRow[]> {
  const since = new Date(context.now() - DAYS * DAY_MS)
  return ordersByFingerprint(context.db, context.viewer.ownerId, fingerprint, since)
}

export const earlierToWire = (row: OrderRow, now: number): z.output<typeof earlierOrder> => ({
  orderId: String(row.id),
  orderedBy: row.maker_username,
  orderedAt: row.ordered_at.toISOString(),
  state: orderRowToState(row, now),
})

/** Why these rows may not be ordered again without a reason, naming the earlier order; undefined where they may. */
export function refuseRepeated(
  context: SessionContext,
  earlier: readonly OrderRow[],
  reason: string,
  type: OrderType,
): Refusal | undefined {
  const [last] = earlier
  if (!last || isDuplicateReason(reason)) return undefined
  const when = instantToText(last.ordered_at.toISOString(), context.client)
  const state = orderStateWords[orderRowToState(last, context.now())]
  const { least, most } = DUPLICATE_REASON
  const message = say.sameWereOrderedAsOrder(
    orderKinds[type].noun.many,
    last.id,
    last.maker_username,
    when,
    state,
    least,
    most,
  )
  return refuse(codes.refusedParameters, message, { errors: [{ path: 'duplicateReason', message }] })
}
