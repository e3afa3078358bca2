// All columns of reports: name, label and format, defined once for the screen, the files and the server's query. A
// report lists the names of its columns.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import type { Column, Format } from '#domain/columns.ts'

/** Keyed by the column's name in the API and in the server's query. */
export const reportColumns = withTexts({
  ITEM: { label: textOf(m.reports_itemNumber), format: 'count' },
  DATE: { label: textOf(m.common_date), format: 'date' },
  MONTH: { label: textOf(m.common_month), format: 'month' },
  POSTED: { label: textOf(m.reports_posted), format: 'instant' },
  AUTHORISED: { label: textOf(m.reports_authorised), format: 'instant' },
  ORDERED: { label: textOf(m.common_ordered), format: 'instant' },
  LASTSPENT: { label: textOf(m.reports_lastSpent), format: 'instant' },
  EXPIRED: { label: textOf(m.common_expired), format: 'date' },
  EXPIRES: { label: textOf(m.reports_expires), format: 'date' },
  CAMPAIGN: { label: textOf(m.common_campaign), format: 'text' },
  TRACKINGNUMBER: { label: textOf(m.common_trackingNumber), format: 'identifier' },
  CARDNUMBER: { label: textOf(m.common_cardNumber), format: 'pan' },
  CUSTOMERREFERENCE: { label: textOf(m.common_customerReference), format: 'text' },
  WALLETREFERENCE: { label: textOf(m.reports_walletReference), format: 'text' },
  NAME: { label: textOf(m.common_name), format: 'text' },
  STATUS: { label: textOf(m.common_status), format: 'text' },
  TYPE: { label: textOf(m.common_type), format: 'text' },
  DESCRIPTION: { label: textOf(m.common_description), format: 'text' },
  MERCHANT: { label: textOf(m.common_merchant), format: 'text' },
  MERCHANTID: { label: textOf(m.common_merchantId), format: 'code' },
  AUTHNUMBER: { label: textOf(m.reports_authorisationNumber), format: 'code' },
  FEETYPE: { label: textOf(m.reports_feeType), format: 'text' },
  BATCH: { label: textOf(m.common_batch), format: 'code' },
  REFERENCE: { label: textOf(m.common_reference), format: 'text' },
  MOVEMENT: { label: textOf(m.reports_movement), format: 'text' },
  ORDER: { label: textOf(m.common_order), format: 'code' },
  KIND: { label: textOf(m.reports_orderType), format: 'text' },
  QUOTATION: { label: textOf(m.common_quotationNumber), format: 'text' },
  ORDEREDBY: { label: textOf(m.common_orderedBy), format: 'text' },
  RETIRED: { label: textOf(m.common_retiredLabel), format: 'yesNo' },
  AGE: { label: textOf(m.reports_daysOpen), format: 'count' },
  CARDS: { label: textOf(m.common_cardsLabel), format: 'count' },
  ISSUED: { label: textOf(m.reports_cardsIssued), format: 'count' },
  COUNT: { label: textOf(m.reports_count), format: 'count' },
  TOPUPS: { label: textOf(m.reports_topUps), format: 'count' },
  PURCHASES: { label: textOf(m.reports_purchases), format: 'count' },
  AMOUNT: { label: textOf(m.common_amount), format: 'amount' },
  FEES: { label: textOf(m.common_fees), format: 'amount' },
  CHARGED: { label: textOf(m.common_feesCharged), format: 'amount' },
  OPENING: { label: textOf(m.reports_openingLiability), format: 'amount' },
  LOADED: { label: textOf(m.common_loaded), format: 'amount' },
  SPENT: { label: textOf(m.reports_spent), format: 'amount' },
  DEVALUED: { label: textOf(m.common_devaluedLabel), format: 'amount' },
  OTHER: { label: textOf(m.reports_other), format: 'amount' },
  CLOSING: { label: textOf(m.reports_closingLiability), format: 'amount' },
  REVERSED: { label: textOf(m.common_reversed), format: 'amount' },
  NET: { label: textOf(m.reports_net), format: 'amount' },
  DEBIT: { label: textOf(m.reports_debit), format: 'amount' },
  DEBITFEES: { label: textOf(m.reports_debitFees), format: 'amount' },
  CREDIT: { label: textOf(m.reports_credit), format: 'amount' },
  BALANCE: { label: textOf(m.common_balance), format: 'amount' },
  AVAILABLE: { label: textOf(m.common_available), format: 'amount' },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly format: Format }>>)

export type ReportColumnName = keyof typeof reportColumns

/** The columns with these names, for a table or a file. */
export const namesToColumns = <Row extends { readonly [Name in ReportColumnName]?: unknown }>(
  names: readonly ReportColumnName[],
): Column<Row>[] => names.map((key) => ({ key, ...reportColumns[key] }))

/** The type name that a report's `meta` gives for each format. */
export const apiTypeNames: Readonly<Record<Format, string>> = {
  text: 'varchar',
  amount: 'money',
  count: 'int',
  date: 'date',
  month: 'varchar',
  instant: 'datetime',
  pan: 'varchar',
  code: 'varchar',
  identifier: 'varchar',
  shortText: 'varchar',
  yesNo: 'bit',
}

/** A row of a response, keyed by column names; `key` is its position. */
export interface ReportTableRow extends Readonly<Record<string, unknown>> {
  readonly key: string
}

/**
 * The columns of a response. A known column has the label and format of the table above. An unknown column has its name
 * as the label, and the format of its type in `meta`.
 */
export function toReportColumns(
  names: readonly string[],
  meta: readonly { readonly TypeName: string }[],
): readonly Column<ReportTableRow>[] {
  return names.map((key, index): Column<ReportTableRow> => {
    const typeName = meta[index]?.TypeName.toLowerCase() ?? ''
    const knownColumn = isReportColumn(key) ? reportColumns[key] : undefined
    if (!knownColumn) return { key, label: key, format: typeToFormat(typeName) }
    const { label, format } = knownColumn
    // If the types differ, the server's type is right.
    return { key, label, format: apiTypeNames[format] === typeName ? format : typeToFormat(typeName) }
  })
}

const isReportColumn = (name: string): name is ReportColumnName => Object.hasOwn(reportColumns, name)

function typeToFormat(typeName: string): Format {
  if (/decimal|numeric|money/.test(typeName)) return 'amount'
  if (typeName.endsWith('int')) return 'count'
  if (/^(?:datetime|timestamp)/.test(typeName)) return 'instant'
  if (typeName === 'date') return 'date'
  return typeName === 'bit' ? 'yesNo' : 'text'
}
