// Counts the cards of listed orders that an approver should look at. The list warns about the same cards as the details
// of an order.
import type { FundingAccount } from '#domain/funding/funds.ts'
import { countRowWarnings, type OrderRowWarnings } from '#domain/order/row-warnings.ts'
import type { SessionContext } from '#server/operations/context.ts'
import { type CurrentRows, readCurrentRowsOfOrders } from './current-rows.ts'
import type { StoredOrder } from './queries.ts'

/** The most cards that are checked for one list, so that a long list does not take much longer than a short one. */
const MAX_ROWS = 10_000

/**
 * The warnings by the order's id, for virtual orders. Orders that would exceed `MAX_ROWS` are not checked and have no
 * entry. A checked order has an entry even if there is nothing to warn about. The number of SQL statements does not
 * depend on the number of orders. `account` is the funding account, which pays for all orders.
 */
export async function readRowWarnings(
  context: SessionContext,
  orders: readonly StoredOrder[],
  account: FundingAccount,
): Promise<ReadonlyMap<number, OrderRowWarnings>> {
  let rowsLeft = MAX_ROWS
  const checkedOrders: StoredOrder[] = []
  for (const order of orders) {
    if (order.row_count > rowsLeft) continue
    rowsLeft -= order.row_count
    checkedOrders.push(order)
  }
  if (checkedOrders.length === 0) return new Map()
  const currentRows = await readCurrentRowsOfOrders(context, 'virtual', checkedOrders, account)
  return new Map(checkedOrders.map(({ id }, index) => [id, toWarnings(currentRows[index]?.rows ?? [])]))
}

const toWarnings = (rows: CurrentRows['rows']): OrderRowWarnings =>
  countRowWarnings(
    rows.map(({ row, outcome }) => ({
      state: outcome.state,
      customerReference: row.fields['customerReference'] ?? '',
      ERROR: outcome.ERROR ?? '',
      isUncovered: outcome.fundsShort === true,
      NOTE: outcome.NOTE ?? '',
      repeatedIn: outcome.repeatedIn ?? [],
    })),
  )
