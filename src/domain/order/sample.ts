// The sample file of an order: its columns with two example rows.
import type { CalendarDate } from '#domain/calendar.ts'
import { columnWidths, textColumns } from '#domain/rows/fields.ts'
import type { MappedOrderFields } from './fields.ts'
import { type OrderTypeInfo, orderTypes, type OrderType } from './types.ts'
import { orderRows } from './rows.ts'

/** The file name without its extension. */
export const orderSampleName = ({ type }: Pick<OrderTypeInfo, 'type'>): string =>
  type === 'physical' ? 'card-order-template' : 'virtual-card-order-template'

const samples: { readonly [Type in OrderType]: readonly MappedOrderFields<Type, string, string>[] } = {
  physical: [
    {
      name: 'Wei Ling',
      surname: 'Tan',
      customerReference: 'STAFF-0001',
      loadAmount: '50.00',
      cardOrderFee: '5',
      recipientName: 'Wei Ling Tan',
      recipientNumber: '91234567',
      address1: '1 Harbour Road',
      address2: '#04-12',
      postalCode: '049315',
    },
    {
      name: 'Arjun',
      surname: 'Nair',
      customerReference: 'STAFF-0002',
      loadAmount: '',
      cardOrderFee: '',
      recipientName: 'Reception',
      recipientNumber: '62345678',
      address1: '88 Market Street',
      address2: '',
      postalCode: '048948',
    },
  ],
  virtual: [
    {
      customerReference: 'STAFF-0001',
      cardLabel: 'Wei Ling Tan',
      notificationNumber: '91234567',
      expiryDate: '2030-12-31',
      loadAmount: '50.00',
      tagName: 'department|trip',
      tagValue: 'sales|Perth',
    },
    {
      customerReference: 'STAFF-0002',
      cardLabel: 'Arjun Nair',
      notificationNumber: '',
      expiryDate: '',
      loadAmount: '',
      tagName: '',
      tagValue: '',
    },
  ],
}

/** Header and rows, and the columns that a spreadsheet must store as text. */
export function orderSample(type: OrderType) {
  const { fields } = orderRows(type, '2026-01-01' as CalendarDate)
  return {
    name: orderTypes[type].title,
    header: fields.map(({ label }) => label),
    rows: samples[type].map((row: Readonly<Record<string, string>>) => fields.map(({ name }) => row[name] ?? '')),
    widths: fields.map(({ value: valueType }) => columnWidths[valueType]),
    textColumns: textColumns(fields),
  }
}
