// The fields of an ordered card, in file order. Files, forms, tables, API elements and stored rows all follow this
// table. A new field needs a row here. The compiler then asks for its other headings (heading-words.ts), its cells in the
// sample file (order/sample.ts) and its place in the producer's file (server/orders/producer-file.ts).
// server/orders/issue-chunk.ts decides how an issued card uses the field. Rules: docs/rules/orders.md, "Fields of a card".
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import type { MoneyField, RowField } from '#domain/rows/fields.ts'
import type { OrderType } from './types.ts'

const loadAmount = withTexts({
  name: 'loadAmount',
  label: textOf(m.orders_loadAmount),
  value: 'money',
  use: 'optional',
  maxLength: 10,
  canBeZero: true,
} as const)

/**
 * Patterns that distinguish names, telephone numbers and postal codes from other texts in files without headings. A
 * spreadsheet can have changed a telephone number to '6.59123E+09'.
 */
const NAME = /^[^0-9]*\p{L}[^0-9]*$/u
const PHONE = /^\+?[0-9 ()./-]{3,}$|E\+[0-9]/i
const POSTAL_CODE = /^(?=.*[0-9])[A-Z0-9 -]{3,10}$/i

export const orderFields = withTexts({
  /** A card that is produced and sent. A card without a load amount is ordered empty. */
  physical: [
    {
      name: 'name',
      label: textOf(m.common_name),
      value: 'text',
      use: 'required',
      maxLength: 50,
      pattern: NAME,
    },
    {
      name: 'surname',
      label: textOf(m.orders_surname),
      value: 'text',
      use: 'required',
      maxLength: 50,
      pattern: NAME,
    },
    {
      name: 'customerReference',
      label: textOf(m.common_customerReference),
      value: 'text',
      use: 'optional',
      maxLength: 50,
    },
    loadAmount,
    {
      name: 'cardOrderFee',
      label: textOf(m.orders_cardOrderFee),
      value: 'money',
      use: 'optional',
      maxLength: 10,
      canBeZero: true,
      isWholeNumber: true,
    },
    {
      name: 'recipientName',
      label: textOf(m.orders_recipientName),
      placeholder: textOf(m.orders_recipientNameFormat),
      value: 'text',
      use: 'optional',
      maxLength: 40,
      overlong: 'cut',
    },
    {
      name: 'recipientNumber',
      label: textOf(m.orders_recipientContactNumber),
      value: 'text',
      use: 'optional',
      maxLength: 30,
      pattern: PHONE,
    },
    {
      name: 'address1',
      label: textOf(m.orders_address1),
      value: 'text',
      use: 'optional',
      maxLength: 40,
      overlong: 'cut',
      stripsCommas: true,
    },
    {
      name: 'address2',
      label: textOf(m.orders_address2),
      value: 'text',
      use: 'optional',
      maxLength: 40,
      overlong: 'cut',
      stripsCommas: true,
    },
    {
      name: 'postalCode',
      label: textOf(m.orders_postalCode),
      value: 'text',
      use: 'optional',
      maxLength: 40,
      overlong: 'cut',
      pattern: POSTAL_CODE,
    },
  ],
  /** A virtual card. Its expiry date is by default that of its campaign. A card without a load amount is issued empty. */
  virtual: [
    {
      name: 'customerReference',
      label: textOf(m.common_customerReference),
      value: 'text',
      use: 'required',
      maxLength: 50,
    },
    { name: 'cardLabel', label: textOf(m.common_cardLabel), value: 'text', use: 'required', maxLength: 50 },
    {
      name: 'notificationNumber',
      label: textOf(m.orders_notificationNumber),
      value: 'text',
      use: 'optional',
      maxLength: 50,
      pattern: PHONE,
    },
    {
      name: 'expiryDate',
      label: textOf(m.common_expiryDate),
      placeholder: textOf(m.ui_dateFormat),
      value: 'date',
      use: 'optional',
      maxLength: 50,
    },
    loadAmount,
    {
      name: 'tagName',
      label: textOf(m.orders_tagName),
      placeholder: textOf(m.orders_tagNameExample),
      value: 'list',
      use: 'optional',
      maxLength: 356,
    },
    {
      name: 'tagValue',
      label: textOf(m.orders_tagValue),
      placeholder: textOf(m.orders_tagValueExample),
      value: 'list',
      use: 'optional',
      maxLength: 1791,
    },
  ],
} as const satisfies Readonly<Record<OrderType, readonly RowField[]>>)

/** A row of the table above: `FieldOf<'physical'>` is one of the fields of a physical card. */
type FieldOf<Type extends OrderType> = (typeof orderFields)[Type][number]
/** What the fields with amounts have in common, which distinguishes them in the types below. */
type MoneyValue = { readonly value: MoneyField['value'] }

export type PhysicalFieldName = FieldOf<'physical'>['name']
export type VirtualFieldName = FieldOf<'virtual'>['name']
/** Amounts: minor units in the API, a separate column in the database. */
export type OrderAmountName<Type extends OrderType = OrderType> = Extract<FieldOf<Type>, MoneyValue>['name']
/** All other fields, which are texts. */
export type OrderTextName<Type extends OrderType = OrderType> = Exclude<FieldOf<Type>, MoneyValue>['name']

/**
 * A value for each field of an order type: `Amount` for amounts, `Text` for all others.
 * `MappedOrderFields<'virtual', string, number>` is `{ customerReference: string, …, loadAmount: number, … }`.
 */
export type MappedOrderFields<Type extends OrderType, Text, Amount> = {
  [Field in FieldOf<Type> as Field['name']]: Field extends MoneyValue ? Amount : Text
}

/**
 * Computes a value for each field of an order type, keyed by field name. The implementation has wider types, since the
 * compiler cannot follow the mapped type through `Object.fromEntries`.
 */
export function mapOrderFields<Type extends OrderType, Text, Amount>(
  type: Type,
  to: {
    readonly text: (name: OrderTextName<Type>) => Text
    readonly amount: (name: OrderAmountName<Type>) => Amount
  },
): MappedOrderFields<Type, Text, Amount>
export function mapOrderFields(
  type: OrderType,
  to: { readonly text: (name: OrderTextName) => unknown; readonly amount: (name: OrderAmountName) => unknown },
): object {
  return Object.fromEntries(
    orderFields[type].map((field) => [
      field.name,
      field.value === 'money' ? to.amount(field.name) : to.text(field.name),
    ]),
  )
}

/**
 * The fields that identify the person who gets a card. Two rows with equal values are probably the same card ordered
 * twice.
 */
export const orderIdentityFields: { readonly [Type in OrderType]: readonly OrderTextName<Type>[] } = {
  physical: ['name', 'surname', 'customerReference'],
  virtual: ['customerReference', 'cardLabel'],
}
