// The sample file of an order: its columns with two rows of what belongs there (batches §2 "a sample file download").
import type { CalendarDate } from '#domain/calendar.ts'
import { valueRules } from '#domain/rows/fields.ts'
import { type OrderKind, orderKinds, type OrderType } from './kinds.ts'
import { orderRows } from './rows.ts'

/** Without its ending. */
export const orderSampleName = ({ type }: Pick<OrderKind, 'type'>): string =>
  type === 'physical' ? 'card-order-template' : 'virtual-card-order-template'

const samples: Readonly<Record<OrderType, readonly (readonly string[])[]>> = {
  physical: [
    ['Wei Ling', 'Tan', 'STAFF-0001', '50.00', '5', 'Wei Ling Tan', '91234567', '1 Harbour Road', '#04-12', '049315'],
    ['Arjun', 'Nair', 'STAFF-0002', '', '', 'Reception', '62345678', '88 Market Street', '', '048948'],
  ],
  virtual: [
    ['STAFF-0001', 'Wei Ling Tan', '91234567', '2030-12-31', '50.00', 'department|trip', 'sales|Perth'],
    ['STAFF-0002', 'Arjun Nair', '', '', '', '', ''],
  ],
}

/** Header and rows, and which columns a spreadsheet has to keep as text. */
export function orderSample(type: OrderType) {
  const { wanted } = orderRows(type, '2026-01-01' as CalendarDate)
  return {
    name: orderKinds[type].title,
    header: wanted.map(({ label }) => label),
    rows: samples[type],
    widths: wanted.map(({ value }) => valueRules[value].width),
    textColumns: wanted.flatMap(({ value }, index) => (valueRules[value].keepsText ? [index] : [])),
  }
}
