// Row types for tests: physical orders, and a type of ten fields that exists only in tests.
import type { CalendarDate } from '#domain/calendar.ts'
import { orderRows, type PhysicalRowType } from '#domain/order/rows.ts'
import { defineRowType, type Fault } from '#domain/rows/row-type.ts'
import { valueFindings } from '#domain/rows/value-findings.ts'

/** The row type of physical orders; its rows have no dates, so the date is arbitrary. */
export const physicalRows = orderRows('physical', '2026-11-26' as CalendarDate) as PhysicalRowType

export type TenField =
  | 'name'
  | 'surname'
  | 'reference'
  | 'loadAmount'
  | 'fee'
  | 'card'
  | 'expiry'
  | 'address'
  | 'tags'
  | 'postalCode'

/**
 * Fields of every value type, read by position, with truncated texts, dates that can be in the past, duplicates by a text
 * field, and two totals. Shows that a new row type works without other changes.
 */
export const tenFields = defineRowType<TenField>({
  name: 'ten',
  fields: [
    { name: 'name', label: 'Name', value: 'text', use: 'required', maxLength: 50 },
    { name: 'surname', label: 'Surname', value: 'text', use: 'required', maxLength: 50 },
    { name: 'reference', label: 'Customer Reference', value: 'text', use: 'optional', maxLength: 50 },
    { name: 'loadAmount', label: 'Load Amount', value: 'money', use: 'required' },
    { name: 'fee', label: 'Card Order Fee', value: 'money', use: 'optional' },
    { name: 'card', label: 'Card Number', value: 'identifier', type: 1, use: 'optional' },
    { name: 'expiry', label: 'Expiry Date', value: 'date', use: 'optional', notBefore: '2026-01-01' as CalendarDate },
    { name: 'address', label: 'Address', value: 'text', use: 'required', maxLength: 20, overlong: 'cut' },
    { name: 'tags', label: 'Tags', value: 'list', use: 'optional', maxLength: 30 },
    { name: 'postalCode', label: 'Postal Code', value: 'text', use: 'optional', maxLength: 6 },
  ],
  findings: {
    ...valueFindings,
    twice: {
      severity: 'warning',
      reason: (n) => `${n} references appear more than once`,
      message: ({ value }) => `The reference ${value} appears more than once.`,
    },
    feeAboveLoad: {
      severity: 'error',
      field: 'fee',
      reason: (n) => `${n} fees are above their loads`,
      message: () => 'The fee is above the load.',
    },
  },
  check(row): readonly Fault[] {
    const [load, fee] = row.amounts
    const isAboveLoad = typeof load === 'number' && typeof fee === 'number' && fee > load
    return [...tenFields.checkFields(row), ...(isAboveLoad ? [['feeAboveLoad'] as const] : [])]
  },
  duplicates: { field: 'reference', code: 'twice' },
  keys: ['reference'],
  totals: { amount: 'loadAmount', fee: 'fee' },
})
