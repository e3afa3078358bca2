// The lists of orders. Approvers get the virtual orders, and the physical orders that can still be cancelled. Makers
// get their own orders of both types.
import { fundsFor, missingFunds } from '#domain/funding/funds.ts'
import { centsToDecimal } from '#domain/money.ts'
import { virtualOrderFilters } from '#domain/order/states.ts'
import type { Handler } from '#server/operations/context.ts'
import { readApprovals } from '#server/approvals/signatures.ts'
import { totalFee } from '#server/db/order-states.ts'
import { toDayRange } from '#server/operations/day-range.ts'
import { readFundingAccount } from '#server/ledger/funding.ts'
import { findOrdersOfMaker, type StoredOrder, findPlacedOrders, findVirtualOrders } from './queries.ts'
import { readRowWarnings } from './row-warnings.ts'
import { orderToBatchLoad, orderToMyOrder, orderToPhysical } from './to-api.ts'

/** The date range does not apply to orders that await a decision, but an invalid range is refused for them too. */
export const fetchVirtualCardOrdersBatchLoads: Handler<'fetchVirtualCardOrdersBatchLoads'> = async (
  context,
  params,
) => {
  const range = toDayRange(context, params)
  if ('refusalCode' in range) return range
  const { db, viewer, now } = context
  const rows = await findVirtualOrders(db, viewer, params.filter, range)
  // An owner has one currency, so one account pays for all orders.
  const [firstOrder] = rows
  const isAwaiting = params.filter === virtualOrderFilters.awaiting
  // Only the list of orders that await a decision has warnings.
  const account =
    firstOrder && isAwaiting ? await readFundingAccount(db, viewer.ownerId, firstOrder.currency) : undefined
  const rowWarnings = account && (await readRowWarnings(context, rows, account))
  const toWarningFields = (order: StoredOrder) => {
    if (!account) return undefined
    // The totals of the order are enough to compute the missing funds.
    const cost = order.amount_cents + totalFee(order)
    return {
      // Null if the rows of the order were not checked.
      rowWarnings: rowWarnings?.get(order.id) ?? null,
      fundsMissing: centsToDecimal(missingFunds(cost, fundsFor(account, now()))),
    }
  }
  const approvals = await readApprovals(context, 'order', rows)
  const orders = rows.map((order) => ({
    ...orderToBatchLoad(order, { now: now(), approval: approvals.get(order.id) }),
    ...toWarningFields(order),
  }))
  return { resultText: JSON.stringify(orders) }
}

/** The physical orders that approvers can still cancel. */
export const physicalCardOrders: Handler<'physicalCardOrders'> = async (context, params) => {
  const { db, viewer } = context
  const currentTime = context.now()
  const { rows, cursor, total } = await findPlacedOrders(db, viewer, currentTime, params)
  const approvals = await readApprovals(context, 'order', rows)
  const toView = (order: StoredOrder) => ({ now: currentTime, approval: approvals.get(order.id) })
  return {
    orders: rows.map((order) => orderToPhysical(order, toView(order), viewer.userId)),
    ...(cursor === undefined ? {} : { cursor }),
    total,
  }
}

export const myCardOrders: Handler<'myCardOrders'> = async (context, params) => {
  const range = toDayRange(context, params)
  if ('refusalCode' in range) return range
  const { viewer } = context
  const { rows, cursor, total } = await findOrdersOfMaker(context.db, viewer, viewer.userId, range, params)
  const approvals = await readApprovals(context, 'order', rows)
  const toView = (order: StoredOrder) => ({ now: context.now(), approval: approvals.get(order.id) })
  return {
    orders: rows.map((order) => orderToMyOrder(order, toView(order))),
    ...(cursor === undefined ? {} : { cursor }),
    total,
  }
}
