// Counts the cards of listed orders that an approver should look at, so that the list warns about the same cards as the
// details of an order.
import type { FundingAccount } from '#domain/funding/funds.ts'
import { countRowWarnings, type OrderRowWarnings } from '#domain/order/row-warnings.ts'
import type { SessionContext } from '#server/operations/context.ts'
import { type CurrentRows, readCurrentRowsOfOrders } from './current-rows.ts'
import type { OrderRow } from './queries.ts'

/** The number of cards that one list checks, so that the answer of a long list does not take much longer. */
const MAX_ROWS = 10_000

/**
 * The warnings by the order's id, for virtual orders. None for an order whose cards exceed what is left of `MAX_ROWS`:
 * it has not been checked, which is not the same as no warnings. The number of statements does not depend on the number
 * of orders. `account`: the funding account, which pays for all of them.
 */
export async function readRowWarnings(
  context: SessionContext,
  orders: readonly OrderRow[],
  account: FundingAccount,
): Promise<ReadonlyMap<number, OrderRowWarnings>> {
  let rowsLeft = MAX_ROWS
  const checkedOrders = orders.filter(({ row_count: rowCount }) => {
    const isChecked = rowCount <= rowsLeft
    if (isChecked) rowsLeft -= rowCount
    return isChecked
  })
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
