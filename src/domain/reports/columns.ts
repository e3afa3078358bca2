// All columns of reports: name, label and format, defined once for the screen, the files and the server's query. A
// report lists the names of its columns.
import type { Column, Format } from '#domain/columns.ts'
import * as say from '#words/domain/reports.ts'

/** Keyed by the column's name in the API and in the server's query. */
export const reportColumns = {
  ITEM: { label: say.itemNumber, format: 'count' },
  DATE: { label: say.date, format: 'date' },
  MONTH: { label: say.month, format: 'month' },
  POSTED: { label: say.posted, format: 'instant' },
  AUTHORISED: { label: say.authorised, format: 'instant' },
  ORDERED: { label: say.ordered, format: 'instant' },
  LASTSPENT: { label: say.lastSpent, format: 'instant' },
  EXPIRED: { label: say.expired, format: 'date' },
  EXPIRES: { label: say.expires, format: 'date' },
  CAMPAIGN: { label: say.campaign, format: 'text' },
  TRACKINGNUMBER: { label: say.trackingNumber, format: 'identifier' },
  CARDNUMBER: { label: say.cardNumber, format: 'pan' },
  CUSTOMERREFERENCE: { label: say.customerReference, format: 'text' },
  WALLETREFERENCE: { label: say.walletReference, format: 'text' },
  NAME: { label: say.name, format: 'text' },
  STATUS: { label: say.status, format: 'text' },
  TYPE: { label: say.type, format: 'text' },
  DESCRIPTION: { label: say.description, format: 'text' },
  MERCHANT: { label: say.merchant, format: 'text' },
  MERCHANTID: { label: say.merchantId, format: 'code' },
  AUTHNUMBER: { label: say.authorisationNumber, format: 'code' },
  FEETYPE: { label: say.feeType, format: 'text' },
  BATCH: { label: say.batch, format: 'code' },
  REFERENCE: { label: say.reference, format: 'text' },
  MOVEMENT: { label: say.movement, format: 'text' },
  ORDER: { label: say.order, format: 'code' },
  KIND: { label: say.orderType, format: 'text' },
  QUOTATION: { label: say.quotationNumber, format: 'text' },
  ORDEREDBY: { label: say.orderedBy, format: 'text' },
  RETIRED: { label: say.retired, format: 'yesNo' },
  AGE: { label: say.daysOpen, format: 'count' },
  CARDS: { label: say.cards, format: 'count' },
  ISSUED: { label: say.cardsIssued, format: 'count' },
  COUNT: { label: say.count, format: 'count' },
  TOPUPS: { label: say.topUps, format: 'count' },
  PURCHASES: { label: say.purchases, format: 'count' },
  AMOUNT: { label: say.amount, format: 'amount' },
  FEES: { label: say.fees, format: 'amount' },
  CHARGED: { label: say.feesCharged, format: 'amount' },
  OPENING: { label: say.openingLiability, format: 'amount' },
  LOADED: { label: say.loaded, format: 'amount' },
  SPENT: { label: say.spent, format: 'amount' },
  DEVALUED: { label: say.devalued, format: 'amount' },
  OTHER: { label: say.other, format: 'amount' },
  CLOSING: { label: say.closingLiability, format: 'amount' },
  REVERSED: { label: say.reversed, format: 'amount' },
  NET: { label: say.net, format: 'amount' },
  DEBIT: { label: say.debit, format: 'amount' },
  DEBITFEES: { label: say.debitFees, format: 'amount' },
  CREDIT: { label: say.credit, format: 'amount' },
  BALANCE: { label: say.balance, format: 'amount' },
  AVAILABLE: { label: say.available, format: 'amount' },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly format: Format }>>

export type ReportColumnName = keyof typeof reportColumns

/** The columns with these names, for a table or a file. */
export const namesToColumns = <Row extends { readonly [Name in ReportColumnName]?: unknown }>(
  names: readonly ReportColumnName[],
): Column<Row>[] => names.map((key) => ({ key, ...reportColumns[key] }))

/** The type names in a report's `meta`; money is right-aligned and has two decimals. */
export const typeNames: Readonly<Record<Format, string>> = {
  text: 'varchar',
  amount: 'money',
  count: 'int',
  date: 'date',
  month: 'varchar',
  instant: 'datetime',
  pan: 'varchar',
  code: 'varchar',
  identifier: 'varchar',
  status: 'varchar',
  yesNo: 'bit',
}

/** A row of a response, keyed by column names; `key` is its position. */
export interface ReportTableRow extends Readonly<Record<string, unknown>> {
  readonly key: string
}

/**
 * The columns of a response. Known columns have their label and format; unknown ones have their name and the type in
 * `meta`.
 */
export function toReportColumns(
  names: readonly string[],
  meta: readonly { readonly TypeName: string }[],
): readonly Column<ReportTableRow>[] {
  return names.map((key, at): Column<ReportTableRow> => {
    const typeName = meta[at]?.TypeName.toLowerCase() ?? ''
    const known = isReportColumn(key) ? reportColumns[key] : undefined
    // If the types differ, the server's type is right.
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
