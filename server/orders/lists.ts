// The lists of orders: virtual ones for those who approve, both kinds for their maker.
import type { Handler } from '#server/context.ts'
import { chosenRange } from '#server/day-range.ts'
import * as say from '#words/server/orders.ts'
import { ordersOfMaker, virtualOrders } from './queries.ts'
import { orderToBatchLoad, orderToMine } from './to-wire.ts'

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
