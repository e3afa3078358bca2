// The rows of an order and the host: how a row is sent, and what the host's answer says about it.
import type { CardOrder, VerifiedOrder, VirtualCardOrder } from '#contract/orders.ts'
import type { OrderHostFacts } from '#domain/order/rows.ts'
import { sentValue } from '#domain/rows/fields.ts'
import type { AnyRows, RowAnswer } from './rows.ts'

/** Amounts in minor units, 0 where there is none; texts as they are sent, '' where there is none. */
export const idsToOrders = (rows: AnyRows, ids: readonly number[]): Order[] => ids.map((id) => rowToOrder(rows, id))
type Order = CardOrder & VirtualCardOrder

function rowToOrder(rows: AnyRows, id: number): Order {
  const { wanted, moneyFields } = rows.kind()
  const { values, cents } = rows.row(id)
  const sent = wanted.map((field) => {
    const text = values[field.name] ?? ''
    return [field.name, field.value === 'money' ? (cents[moneyFields.indexOf(field)] ?? 0) : sentValue(field, text)]
  })
  // The fields of a kind of order are those of its element on the wire (batches §3).
  return Object.fromEntries(sent) as Order
}

/** What the host says about a row. Its fee is a field of it, or there is none. */
export const orderToAnswer = (
  rows: AnyRows,
  { ERROR }: Pick<VerifiedOrder, 'ERROR'>,
  currency: string,
  checkedAt: number,
): RowAnswer => ({
  findings: ERROR === undefined ? [] : [rows.kind().finding('refused')],
  facts: ERROR === undefined ? undefined : ({ error: ERROR } satisfies OrderHostFacts),
  feeCents: 0,
  checkedAt,
  currency,
})
