// The fields of a chargeback in the report: label, format, width in a workbook, and group in the details. Both the
// server's response and the portal's display follow this table. A new field needs a row here and its value in
// server/reports/chargebacks.ts.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import type { Format } from '#domain/columns.ts'
import type { ReportDays } from './periods.ts'
import { reportOf } from './reports.ts'

/** The headings of the details, in order. 'other' is for fields that only a newer server knows. */
export const chargebackGroups = withTexts({
  card: textOf(m.common_card),
  purchase: textOf(m.common_purchase),
  chargeback: textOf(m.reports_chargeback),
  secondPresentment: textOf(m.common_secondPresentment),
  other: textOf(m.reports_other),
} as const)
export type ChargebackGroup = keyof typeof chargebackGroups

interface ChargebackField {
  readonly label: string
  readonly format: Format
  /** Width in a workbook, in characters. */
  readonly width: number
  /** The heading above the field in the details. */
  readonly group: ChargebackGroup
  /** For an amount: the field with its currency, or the currency itself. */
  readonly currency?: 'TRANSACTIONCURRENCY' | 'CHARGEBACKCURRENCY' | 'USD'
}

/** Keyed by the names in the API, in the order of the files. */
export const chargebackFields = withTexts({
  CAMPAIGNNAME: { label: textOf(m.common_campaign), format: 'text', width: 26, group: 'card' },
  VOUCHERNUMBER: { label: textOf(m.common_cardNumber), format: 'pan', width: 20, group: 'card' },
  TRACKINGNUMBER: { label: textOf(m.common_trackingNumber), format: 'identifier', width: 19, group: 'card' },
  NAMEONCARD: { label: textOf(m.reports_nameOnCard), format: 'text', width: 26, group: 'card' },
  WALLETREFERENCE: { label: textOf(m.reports_walletReference), format: 'text', width: 20, group: 'card' },
  TRANSACTIONID: { label: textOf(m.common_transactionId), format: 'text', width: 15, group: 'purchase' },
  ORIGINALTRANSACTIONDATE: { label: textOf(m.reports_purchaseDate), format: 'instant', width: 24, group: 'purchase' },
  TRANSACTIONDESCRIPTION: {
    label: textOf(m.reports_purchaseDescription),
    format: 'text',
    width: 30,
    group: 'purchase',
  },
  POSENTRYMODE: { label: textOf(m.reports_posEntryMode), format: 'text', width: 16, group: 'purchase' },
  TRANSACTIONCURRENCY: { label: textOf(m.reports_purchaseCurrency), format: 'text', width: 18, group: 'purchase' },
  TRANSACTIONAMOUNT: {
    label: textOf(m.reports_purchaseAmount),
    format: 'amount',
    width: 17,
    group: 'purchase',
    currency: 'TRANSACTIONCURRENCY',
  },
  TRANSACTIONAMOUNTUSD: {
    label: textOf(m.reports_purchaseAmountUsd),
    format: 'amount',
    width: 22,
    group: 'purchase',
    currency: 'USD',
  },
  CHARGEBACKNUMBER: { label: textOf(m.common_chargebackNumber), format: 'text', width: 18, group: 'chargeback' },
  CHARGEBACKDATE: { label: textOf(m.common_requested), format: 'instant', width: 24, group: 'chargeback' },
  CHARGEBACKPROCESSDATE: { label: textOf(m.common_processed), format: 'instant', width: 24, group: 'chargeback' },
  CHARGEBACKREASONCODE: { label: textOf(m.reports_reasonCode), format: 'text', width: 13, group: 'chargeback' },
  CHARGEBACKDESCRIPTION: {
    label: textOf(m.reports_chargebackDescription),
    format: 'text',
    width: 30,
    group: 'chargeback',
  },
  CHARGEBACKCURRENCY: { label: textOf(m.reports_chargebackCurrency), format: 'text', width: 20, group: 'chargeback' },
  CHARGEBACKAMOUNT: {
    label: textOf(m.common_chargebackAmount),
    format: 'amount',
    width: 19,
    group: 'chargeback',
    currency: 'CHARGEBACKCURRENCY',
  },
  CHARGEBACKAMOUNTUSD: {
    label: textOf(m.reports_chargebackAmountUsd),
    format: 'amount',
    width: 24,
    group: 'chargeback',
    currency: 'USD',
  },
  CHARGEBACKREJECTED: { label: textOf(m.common_rejectedLabel), format: 'yesNo', width: 10, group: 'chargeback' },
  CHARGEBACKREVERSED: { label: textOf(m.common_reversed), format: 'yesNo', width: 10, group: 'chargeback' },
  NETWORKREFERENCE: { label: textOf(m.reports_networkReference), format: 'text', width: 22, group: 'chargeback' },
  NETWORKCLAIMID: { label: textOf(m.reports_networkClaimId), format: 'text', width: 18, group: 'chargeback' },
  CHARGEBACKNOTES: { label: textOf(m.common_notes), format: 'text', width: 40, group: 'chargeback' },
  SECONDPRESENTMENTDATE: {
    label: textOf(m.common_secondPresentment),
    format: 'instant',
    width: 24,
    group: 'secondPresentment',
  },
  SECONDPRESENTMENTAMOUNT: {
    label: textOf(m.reports_secondPresentmentAmount),
    format: 'amount',
    width: 27,
    group: 'secondPresentment',
    currency: 'CHARGEBACKCURRENCY',
  },
  SECONDPRESENTMENTAMOUNTUSD: {
    label: textOf(m.reports_secondPresentmentAmountUsd),
    format: 'amount',
    width: 32,
    group: 'secondPresentment',
    currency: 'USD',
  },
  SECONDPRESENTMENTREASONCODE: {
    label: textOf(m.reports_secondPresentmentReason),
    format: 'text',
    width: 31,
    group: 'secondPresentment',
  },
} as const satisfies Readonly<Record<string, ChargebackField>>)

export type ChargebackFieldName = keyof typeof chargebackFields

export const chargebackFieldNames = Object.keys(chargebackFields) as ChargebackFieldName[]

/** The fields of the list, the most important first. */
export const chargebackList: readonly ChargebackFieldName[] = [
  'CHARGEBACKDATE',
  'CHARGEBACKNUMBER',
  'TRACKINGNUMBER',
  'VOUCHERNUMBER',
  'CHARGEBACKAMOUNT',
  'CHARGEBACKREASONCODE',
  'CHARGEBACKREJECTED',
  'CHARGEBACKREVERSED',
  'CAMPAIGNNAME',
  'TRANSACTIONDESCRIPTION',
]

export const chargebackFieldOf = (name: ChargebackFieldName): ChargebackField => chargebackFields[name]

export const isChargebackField = (name: string): name is ChargebackFieldName => Object.hasOwn(chargebackFields, name)

export const CHARGEBACK_PAGE_ROWS = 15

/** `{filePrefix}_from{start}_to{end}.xlsx`, for the list or for all details. */
export const chargebackFileName = (content: 'list' | 'details', { start, end }: ReportDays): string => {
  const suffix = content === 'details' ? 'Details' : ''
  return `${reportOf('chargeback').filePrefix}${suffix}_from${start}_to${end}.xlsx`
}

export const chargebackPdfName = (trackingNumber: string): string =>
  `ChargebackDetails-trackingNumber-${trackingNumber}.pdf`
