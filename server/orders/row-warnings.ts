// Counts the cards of listed orders that an approver should look at, so that the list warns about the same cards as the
// details of an order.
import { countRowWarnings, type OrderRowWarnings } from '#domain/order/row-warnings.ts'
import type { SessionContext } from '#server/operations/context.ts'
import { readCurrentRows } from './current-rows.ts'
import type { OrderRow } from './queries.ts'

/** The number of cards that one list checks, so that the answer of a long list does not take much longer. */
const MAX_ROWS = 10_000

/**
 * The warnings by the order's id. Null for an order whose cards exceed what is left of `MAX_ROWS`: it has not been
 * checked, which is not the same as no warnings.
 */
export async function readRowWarnings(
  context: SessionContext,
  orders: readonly OrderRow[],
): Promise<ReadonlyMap<number, OrderRowWarnings | null>> {
  const warnings = new Map<number, OrderRowWarnings | null>()
  let rowsLeft = MAX_ROWS
  for (const order of orders) {
    const isChecked = order.row_count <= rowsLeft
    if (isChecked) rowsLeft -= order.row_count
    warnings.set(order.id, isChecked ? await warningsOfOrder(context, order) : null)
  }
  return warnings
}

async function warningsOfOrder(context: SessionContext, order: OrderRow): Promise<OrderRowWarnings> {
  const { rows } = await readCurrentRows(context, order)
  return countRowWarnings(
    rows.map(({ row, outcome }) => ({
      state: outcome.state,
      customerReference: row.fields['customerReference'] ?? '',
      ERROR: outcome.ERROR ?? '',
      isUncovered: outcome.fundsShort === true,
      NOTE: outcome.NOTE ?? '',
      repeatedIn: outcome.repeatedIn ?? [],
    })),
  )
}
