// A row of an order as stored: its texts as JSON by field name, each amount in a separate column.
import { type Cents, cents } from '#domain/money.ts'
import { type MappedOrderFields, type OrderAmountName, mapOrderFields } from '#domain/order/fields.ts'
import type { OrderType } from '#domain/order/types.ts'
import type { NewOrderRow } from '#server/db/insert-order.ts'
import type { OrderCardRow } from './queries.ts'

export const toStoredRow = (row: Pick<OrderCardRow, 'fields' | 'load_cents' | 'fee_cents'>): NewOrderRow => ({
  fields: row.fields,
  loadCents: cents(row.load_cents),
  feeCents: cents(row.fee_cents),
})

const amountReaders: Readonly<Record<OrderAmountName, (row: NewOrderRow) => Cents>> = {
  loadAmount: ({ loadCents }) => loadCents,
  cardOrderFee: ({ feeCents }) => feeCents,
}

/**
 * The fields of a row by name. `toAmount` converts each amount. A text field is '' if the field was added after the row
 * was stored.
 */
export const storedToFields = <Type extends OrderType, Amount>(
  type: Type,
  row: NewOrderRow,
  toAmount: (amount: Cents) => Amount,
): MappedOrderFields<Type, string, Amount> =>
  mapOrderFields(type, {
    text: (name): string => row.fields[name] ?? '',
    amount: (name) => toAmount(amountReaders[name](row)),
  })
