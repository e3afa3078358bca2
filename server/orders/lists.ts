// The lists of orders: virtual ones and those that can still be cancelled for those who approve, both kinds for their maker.
import type { Handler } from '#server/context.ts'
import { chosenRange } from '#server/day-range.ts'
import * as say from '#words/server/orders.ts'
import { ordersOfMaker, placedOrders, virtualOrders } from './queries.ts'
import { orderToBatchLoad, orderToMine, orderToPhysical } from './to-wire.ts'

export const NO_SUCH_ORDER = say.noSuchOrder

/** batches §5: the span is refused whatever the filter; what awaits a decision is listed whatever its day. */
export const fetchVirtualCardOrdersBatchLoads: Handler<'fetchVirtualCardOrdersBatchLoads'> = async (
  context,
  params,
) => {
  const range = chosenRange(context, params)
  if ('refused' in range) return range
  const rows = await virtualOrders(context.db, context.viewer.ownerId, params.filter, range)
  return { resultText: JSON.stringify(rows.map((row) => orderToBatchLoad(row, context.now()))) }
}

/** What those who may approve orders can still stop: its makers' own hours to cancel are theirs too. */
export const physicalCardOrders: Handler<'physicalCardOrders'> = async ({ db, viewer, now }, params) => {
  const at = now()
  const { rows, cursor, total } = await placedOrders(db, viewer.ownerId, at, params)
  return {
    orders: rows.map((row) => orderToPhysical(row, at, viewer.userId)),
    ...(cursor === undefined ? {} : { cursor }),
    total,
  }
}

export const myCardOrders: Handler<'myCardOrders'> = async (context, params) => {
  const range = chosenRange(context, params)
  if ('refused' in range) return range
  const { ownerId, userId } = context.viewer
  const { rows, cursor, total } = await ordersOfMaker(context.db, ownerId, userId, range, params)
  return {
    orders: rows.map((row) => orderToMine(row, context.now())),
    ...(cursor === undefined ? {} : { cursor }),
    total,
  }
}
