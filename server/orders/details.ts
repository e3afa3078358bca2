// The rows of one order: a virtual one for those who decide about it, an own one of either kind for its maker.
import { codes } from '#contract/codes.ts'
import type { VirtualCardOrderDetail } from '#contract/orders.ts'
import { type Handler, refuse, type SessionContext } from '#server/context.ts'
import { NO_SUCH_ORDER } from './lists.ts'
import { orderById, type OrderRow } from './queries.ts'
import { rowsNow } from './rows-now.ts'
import { orderToBatchLoad, orderToMine, rowToElement } from './to-wire.ts'

export const fetchVirtualCardOrdersBatchLoadDetails: Handler<'fetchVirtualCardOrdersBatchLoadDetails'> = async (
  context,
  params,
) => {
  const order = await virtualOrder(context, params.batchLoadFileID)
  if (!order) return refuse(codes.notFound, NO_SUCH_ORDER)
  const details = (await rowsNow(context, order)).map(({ row, outcome }): VirtualCardOrderDetail => ({
    ...rowToElement('virtual', row),
    virtualCardOrderId: String(row.row_no),
    ...outcome,
  }))
  context.records({ cards: details.length })
  return { resultText: JSON.stringify(details), batchLoad: orderToBatchLoad(order, context.now()) }
}

export const myCardOrderRows: Handler<'myCardOrderRows'> = async (context, params) => {
  const { db, viewer } = context
  const id = Number(params.orderId)
  context.concerns('order', id)
  const order = await orderById(db, viewer.ownerId, id)
  // Another's order answers as one that does not exist.
  if (order?.ordered_by !== viewer.userId) return refuse(codes.notFound, NO_SUCH_ORDER)
  const rows = await rowsNow(context, order)
  context.records({ cards: rows.length })
  const mine = orderToMine(order, context.now())
  return order.kind === 'physical'
    ? {
        order: mine,
        cardOrders: rows.map(({ row, outcome }) => ({
          ...rowToElement('physical', row),
          rowNumber: row.row_no,
          ...outcome,
        })),
      }
    : {
        order: mine,
        virtualCardOrders: rows.map(({ row, outcome }) => ({
          ...rowToElement('virtual', row),
          rowNumber: row.row_no,
          ...outcome,
        })),
      }
}

/** A virtual order of the owner; a physical one is in nobody's list of what to approve. */
export async function virtualOrder(context: SessionContext, id: string): Promise<OrderRow | undefined> {
  context.concerns('order', Number(id))
  const order = await orderById(context.db, context.viewer.ownerId, Number(id))
  return order?.kind === 'virtual' ? order : undefined
}
