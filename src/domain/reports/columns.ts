// The columns that reports are made of: name on the wire, words above it, type. A report names the ones it has; what a column is
// called and how its values are shown is said here once, for screen, csv, xlsx and the host's query alike.
import type { Column, Format } from '#domain/columns.ts'

/** Keyed by the column's name on the wire and in the host's query. */
export const reportColumns = {
  ITEM: { label: 'Item Number', format: 'count' },
  DATE: { label: 'Date', format: 'date' },
  MONTH: { label: 'Month', format: 'text' },
  POSTED: { label: 'Posted', format: 'instant' },
  AUTHORISED: { label: 'Authorised', format: 'instant' },
  ORDERED: { label: 'Ordered', format: 'instant' },
  LASTSPENT: { label: 'Last spent', format: 'instant' },
  EXPIRED: { label: 'Expired', format: 'date' },
  EXPIRES: { label: 'Expires', format: 'date' },
  CAMPAIGN: { label: 'Campaign', format: 'text' },
  TRACKINGNUMBER: { label: 'Tracking Number', format: 'identifier' },
  CARDNUMBER: { label: 'Card Number', format: 'pan' },
  CUSTOMERREFERENCE: { label: 'Customer Reference', format: 'text' },
  WALLETREFERENCE: { label: 'Wallet Reference', format: 'text' },
  NAME: { label: 'Name', format: 'text' },
  STATUS: { label: 'Status', format: 'text' },
  TYPE: { label: 'Type', format: 'text' },
  DESCRIPTION: { label: 'Description', format: 'text' },
  MERCHANT: { label: 'Merchant', format: 'text' },
  MERCHANTID: { label: 'Merchant ID', format: 'identifier' },
  AUTHNUMBER: { label: 'Authorisation Number', format: 'identifier' },
  FEETYPE: { label: 'Fee Type', format: 'text' },
  BATCH: { label: 'Batch', format: 'identifier' },
  REFERENCE: { label: 'Reference', format: 'text' },
  MOVEMENT: { label: 'Movement', format: 'text' },
  ORDER: { label: 'Order', format: 'identifier' },
  KIND: { label: 'Kind', format: 'text' },
  QUOTATION: { label: 'Quotation Number', format: 'text' },
  ORDEREDBY: { label: 'Ordered by', format: 'text' },
  RETIRED: { label: 'Retired', format: 'yesNo' },
  AGE: { label: 'Days open', format: 'count' },
  CARDS: { label: 'Cards', format: 'count' },
  ISSUED: { label: 'Issued', format: 'count' },
  COUNT: { label: 'Count', format: 'count' },
  TOPUPS: { label: 'Top ups', format: 'count' },
  PURCHASES: { label: 'Purchases', format: 'count' },
  AMOUNT: { label: 'Amount', format: 'amount' },
  FEES: { label: 'Fees', format: 'amount' },
  OPENING: { label: 'Opening liability', format: 'amount' },
  LOADED: { label: 'Loaded', format: 'amount' },
  SPENT: { label: 'Spent', format: 'amount' },
  DEVALUED: { label: 'Devalued', format: 'amount' },
  OTHER: { label: 'Other', format: 'amount' },
  CLOSING: { label: 'Closing liability', format: 'amount' },
  REVERSED: { label: 'Reversed', format: 'amount' },
  NET: { label: 'Net', format: 'amount' },
  DEBIT: { label: 'Debit', format: 'amount' },
  CREDIT: { label: 'Credit', format: 'amount' },
  BALANCE: { label: 'Balance', format: 'amount' },
  AVAILABLE: { label: 'Available', format: 'amount' },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly format: Format }>>

export type ReportColumnName = keyof typeof reportColumns

/** Columns of rows by their names, as screens and files take them. */
export const namesToColumns = <Row extends { readonly [Name in ReportColumnName]?: unknown }>(
  names: readonly ReportColumnName[],
): Column<Row>[] => names.map((key) => ({ key, ...reportColumns[key] }))

/** `meta` of a report names each column's type (batches §3): money is right-aligned and has two decimals. */
export const typeNames: Readonly<Record<Format, string>> = {
  text: 'varchar',
  amount: 'money',
  count: 'int',
  date: 'date',
  instant: 'datetime',
  pan: 'varchar',
  identifier: 'varchar',
  status: 'varchar',
  yesNo: 'bit',
}

/** A row of an answer by the names of its columns, and its place in it. */
export interface ReportTableRow extends Readonly<Record<string, unknown>> {
  readonly key: string
}

/**
 * The columns of an answer as a table shows them: those of ours by their label and format, others under their own name by
 * the type that `meta` gives (batches §3: decimal and money are right-aligned and shown to two decimals).
 */
export function toReportColumns(
  names: readonly string[],
  meta: readonly { readonly TypeName: string }[],
): readonly Column<ReportTableRow>[] {
  return names.map((key, at): Column<ReportTableRow> => {
    const typeName = meta[at]?.TypeName.toLowerCase() ?? ''
    const known = isReportColumn(key) ? reportColumns[key] : undefined
    // Where the type is another than ours the host has the last word about its own values.
    const format = known && typeNames[known.format] === typeName ? known.format : typeToFormat(typeName)
    return { key, label: known?.label ?? key, format }
  })
}

const isReportColumn = (name: string): name is ReportColumnName => Object.hasOwn(reportColumns, name)

function typeToFormat(typeName: string): Format {
  if (/decimal|numeric|money/.test(typeName)) return 'amount'
  if (typeName.endsWith('int')) return 'count'
  if (/^(?:datetime|timestamp)/.test(typeName)) return 'instant'
  return typeName === 'date' ? 'date' : typeName === 'bit' ? 'yesNo' : 'text'
}
