// All columns of reports: name, label and format, defined once for the screen, the files and the server's query. A
// report lists the names of its columns.
import { m } from '#words/messages.js'
import type { Column, Format } from '#domain/columns.ts'

/** Keyed by the column's name in the API and in the server's query. */
export const reportColumns = {
  ITEM: {
    get label() {
      return m.reports_itemNumber()
    },
    format: 'count',
  },
  DATE: {
    get label() {
      return m.common_date()
    },
    format: 'date',
  },
  MONTH: {
    get label() {
      return m.common_month()
    },
    format: 'month',
  },
  POSTED: {
    get label() {
      return m.reports_posted()
    },
    format: 'instant',
  },
  AUTHORISED: {
    get label() {
      return m.reports_authorised()
    },
    format: 'instant',
  },
  ORDERED: {
    get label() {
      return m.common_ordered()
    },
    format: 'instant',
  },
  LASTSPENT: {
    get label() {
      return m.reports_lastSpent()
    },
    format: 'instant',
  },
  EXPIRED: {
    get label() {
      return m.common_expired()
    },
    format: 'date',
  },
  EXPIRES: {
    get label() {
      return m.reports_expires()
    },
    format: 'date',
  },
  CAMPAIGN: {
    get label() {
      return m.common_campaign()
    },
    format: 'text',
  },
  TRACKINGNUMBER: {
    get label() {
      return m.common_trackingNumber()
    },
    format: 'identifier',
  },
  CARDNUMBER: {
    get label() {
      return m.common_cardNumber()
    },
    format: 'pan',
  },
  CUSTOMERREFERENCE: {
    get label() {
      return m.common_customerReference()
    },
    format: 'text',
  },
  WALLETREFERENCE: {
    get label() {
      return m.reports_walletReference()
    },
    format: 'text',
  },
  NAME: {
    get label() {
      return m.common_name()
    },
    format: 'text',
  },
  STATUS: {
    get label() {
      return m.common_status()
    },
    format: 'text',
  },
  TYPE: {
    get label() {
      return m.common_type()
    },
    format: 'text',
  },
  DESCRIPTION: {
    get label() {
      return m.common_description()
    },
    format: 'text',
  },
  MERCHANT: {
    get label() {
      return m.common_merchant()
    },
    format: 'text',
  },
  MERCHANTID: {
    get label() {
      return m.common_merchantId()
    },
    format: 'code',
  },
  AUTHNUMBER: {
    get label() {
      return m.reports_authorisationNumber()
    },
    format: 'code',
  },
  FEETYPE: {
    get label() {
      return m.reports_feeType()
    },
    format: 'text',
  },
  BATCH: {
    get label() {
      return m.common_batch()
    },
    format: 'code',
  },
  REFERENCE: {
    get label() {
      return m.common_reference()
    },
    format: 'text',
  },
  MOVEMENT: {
    get label() {
      return m.reports_movement()
    },
    format: 'text',
  },
  ORDER: {
    get label() {
      return m.common_order()
    },
    format: 'code',
  },
  KIND: {
    get label() {
      return m.reports_orderType()
    },
    format: 'text',
  },
  QUOTATION: {
    get label() {
      return m.common_quotationNumber()
    },
    format: 'text',
  },
  ORDEREDBY: {
    get label() {
      return m.common_orderedBy()
    },
    format: 'text',
  },
  RETIRED: {
    get label() {
      return m.common_retiredLabel()
    },
    format: 'yesNo',
  },
  AGE: {
    get label() {
      return m.reports_daysOpen()
    },
    format: 'count',
  },
  CARDS: {
    get label() {
      return m.common_cardsLabel()
    },
    format: 'count',
  },
  ISSUED: {
    get label() {
      return m.reports_cardsIssued()
    },
    format: 'count',
  },
  COUNT: {
    get label() {
      return m.reports_count()
    },
    format: 'count',
  },
  TOPUPS: {
    get label() {
      return m.reports_topUps()
    },
    format: 'count',
  },
  PURCHASES: {
    get label() {
      return m.reports_purchases()
    },
    format: 'count',
  },
  AMOUNT: {
    get label() {
      return m.common_amount()
    },
    format: 'amount',
  },
  FEES: {
    get label() {
      return m.common_fees()
    },
    format: 'amount',
  },
  CHARGED: {
    get label() {
      return m.common_feesCharged()
    },
    format: 'amount',
  },
  OPENING: {
    get label() {
      return m.reports_openingLiability()
    },
    format: 'amount',
  },
  LOADED: {
    get label() {
      return m.common_loaded()
    },
    format: 'amount',
  },
  SPENT: {
    get label() {
      return m.reports_spent()
    },
    format: 'amount',
  },
  DEVALUED: {
    get label() {
      return m.common_devaluedLabel()
    },
    format: 'amount',
  },
  OTHER: {
    get label() {
      return m.reports_other()
    },
    format: 'amount',
  },
  CLOSING: {
    get label() {
      return m.reports_closingLiability()
    },
    format: 'amount',
  },
  REVERSED: {
    get label() {
      return m.common_reversed()
    },
    format: 'amount',
  },
  NET: {
    get label() {
      return m.reports_net()
    },
    format: 'amount',
  },
  DEBIT: {
    get label() {
      return m.reports_debit()
    },
    format: 'amount',
  },
  DEBITFEES: {
    get label() {
      return m.reports_debitFees()
    },
    format: 'amount',
  },
  CREDIT: {
    get label() {
      return m.reports_credit()
    },
    format: 'amount',
  },
  BALANCE: {
    get label() {
      return m.common_balance()
    },
    format: 'amount',
  },
  AVAILABLE: {
    get label() {
      return m.common_available()
    },
    format: 'amount',
  },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly format: Format }>>

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
  return names.map((key, index): Column<ReportTableRow> => {
    const typeName = meta[index]?.TypeName.toLowerCase() ?? ''
    const knownColumn = isReportColumn(key) ? reportColumns[key] : undefined
    // If the types differ, the server's type is right.
    const format =
      knownColumn && apiTypeNames[knownColumn.format] === typeName ? knownColumn.format : typeToFormat(typeName)
    return { key, label: knownColumn?.label ?? key, format }
  })
}

const isReportColumn = (name: string): name is ReportColumnName => Object.hasOwn(reportColumns, name)

function typeToFormat(typeName: string): Format {
  if (/decimal|numeric|money/.test(typeName)) return 'amount'
  if (typeName.endsWith('int')) return 'count'
  if (/^(?:datetime|timestamp)/.test(typeName)) return 'instant'
  return typeName === 'date' ? 'date' : typeName === 'bit' ? 'yesNo' : 'text'
}
