// Returns the rows of one order, to approvers and to its maker. Approvers have one operation for each type of order.
// Makers have one operation for both types.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import type { VirtualCardOrderDetail } from '#contract/orders.ts'
import { fundingToApi } from '#domain/funding/funds.ts'
import type { OrderType } from '#domain/order/types.ts'
import { signingMethod } from '#server/approvals/challenge.ts'
import { readApprovals } from '#server/approvals/signatures.ts'
import { type Handler, refuse, type SessionContext } from '#server/operations/context.ts'
import { findOrderById, type StoredOrder } from './queries.ts'
import { type CurrentRow, readCurrentRows } from './current-rows.ts'
import { orderToBatchLoad, orderToMyOrder, orderToPhysical, rowToElement } from './to-api.ts'

export const fetchVirtualCardOrdersBatchLoadDetails: Handler<'fetchVirtualCardOrdersBatchLoadDetails'> = async (
  context,
  params,
) => {
  const order = await findVirtualOrder(context, params.batchLoadFileID)
  if (!order) return refuse(codes.notFound, m.orders_noSuchOrder)
  const { rows, funding } = await readCurrentRows(context, order)
  const details = rows.map(({ row, outcome }): VirtualCardOrderDetail => ({
    ...rowToElement('virtual', row),
    // The API identifies a row by its number.
    virtualCardOrderId: String(row.row_no),
    ...outcome,
  }))
  context.recordValues({ cards: details.length })
  return {
    resultText: JSON.stringify(details),
    batchLoad: orderToBatchLoad(order, await readOrderView(context, order)),
    signWith: await signingMethod(context, totalCentsOf(order)),
    funding: funding && fundingToApi(funding),
  }
}

export const myCardOrder: Handler<'myCardOrder'> = async (context, { orderId }) => {
  const order = await findOrderById(context.db, context.viewer, Number(orderId))
  // Other users' orders are not found.
  if (order?.ordered_by !== context.viewer.userId) return refuse(codes.notFound, m.orders_noSuchOrder)
  return { order: orderToMyOrder(order, await readOrderView(context, order)) }
}

export const myCardOrderRows: Handler<'myCardOrderRows'> = async (context, params) => {
  const { db, viewer } = context
  const id = Number(params.orderId)
  context.setSubject('order', id)
  const order = await findOrderById(db, viewer, id)
  // Other users' orders are not found.
  if (order?.ordered_by !== viewer.userId) return refuse(codes.notFound, m.orders_noSuchOrder)
  const { rows, funding } = await readCurrentRows(context, order)
  context.recordValues({ cards: rows.length })
  const commonFields = {
    order: orderToMyOrder(order, await readOrderView(context, order)),
    funding: funding && fundingToApi(funding),
  }
  if (order.kind === 'physical') return { ...commonFields, cardOrders: rows.map((row) => rowToDetail('physical', row)) }
  return { ...commonFields, virtualCardOrders: rows.map((row) => rowToDetail('virtual', row)) }
}

export const physicalCardOrderRows: Handler<'physicalCardOrderRows'> = async (context, params) => {
  const { db, viewer } = context
  const id = Number(params.orderId)
  context.setSubject('order', id)
  const order = await findOrderById(db, viewer, id)
  if (order?.kind !== 'physical') return refuse(codes.notFound, m.orders_noSuchOrder)
  const { rows, funding } = await readCurrentRows(context, order)
  context.recordValues({ cards: rows.length })
  return {
    order: orderToPhysical(order, await readOrderView(context, order), viewer.userId),
    signWith: await signingMethod(context, totalCentsOf(order)),
    cardOrders: rows.map((row) => rowToDetail('physical', row)),
    funding: funding && fundingToApi(funding),
  }
}

const totalCentsOf = (order: StoredOrder): number =>
  order.amount_cents + order.fee_cents + order.issue_fee_cents * order.row_count

/** The time and the approval, on which the state of the order depends. */
const readOrderView = async (context: SessionContext, order: StoredOrder) => ({
  now: context.now(),
  approval: (await readApprovals(context, 'order', [order])).get(order.id),
})

const rowToDetail = <Type extends OrderType>(type: Type, { row, outcome }: CurrentRow) => ({
  ...rowToElement(type, row),
  rowNumber: row.row_no,
  ...outcome,
})

/** Undefined if there is no virtual order with this id. Sets the order as the subject of the audit entry. */
export async function findVirtualOrder(context: SessionContext, id: string): Promise<StoredOrder | undefined> {
  context.setSubject('order', Number(id))
  const order = await findOrderById(context.db, context.viewer, Number(id))
  return order?.kind === 'virtual' ? order : undefined
}
