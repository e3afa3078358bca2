// The fields of a chargeback in the report: label, format, width in a workbook, and group in the details. Both the
// server's response and the portal's display follow this table.
import type { Format } from '#domain/columns.ts'
import * as say from '#words/domain/reports.ts'
import type { ReportDays } from './periods.ts'
import { reportOf } from './reports.ts'

/** The headings of the details, in order. The last is for fields that only another server knows. */
export const chargebackGroups = {
  card: say.card,
  purchase: say.purchase,
  chargeback: say.chargeback,
  secondPresentment: say.secondPresentment,
  other: say.other,
} as const
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
export const chargebackFields = {
  CAMPAIGNNAME: { label: say.campaign, format: 'text', width: 26, group: 'card' },
  VOUCHERNUMBER: { label: say.cardNumber, format: 'pan', width: 20, group: 'card' },
  TRACKINGNUMBER: { label: say.trackingNumber, format: 'identifier', width: 19, group: 'card' },
  NAMEONCARD: { label: say.nameOnCard, format: 'text', width: 26, group: 'card' },
  WALLETREFERENCE: { label: say.walletReference, format: 'text', width: 20, group: 'card' },
  TRANSACTIONID: { label: say.transactionId, format: 'text', width: 15, group: 'purchase' },
  ORIGINALTRANSACTIONDATE: { label: say.purchaseDate, format: 'instant', width: 24, group: 'purchase' },
  TRANSACTIONDESCRIPTION: { label: say.purchaseDescription, format: 'text', width: 30, group: 'purchase' },
  POSENTRYMODE: { label: say.posEntryMode, format: 'text', width: 16, group: 'purchase' },
  TRANSACTIONCURRENCY: { label: say.purchaseCurrency, format: 'text', width: 18, group: 'purchase' },
  TRANSACTIONAMOUNT: {
    label: say.purchaseAmount,
    format: 'amount',
    width: 17,
    group: 'purchase',
    currency: 'TRANSACTIONCURRENCY',
  },
  TRANSACTIONAMOUNTUSD: {
    label: say.purchaseAmountUsd,
    format: 'amount',
    width: 22,
    group: 'purchase',
    currency: 'USD',
  },
  CHARGEBACKNUMBER: { label: say.chargebackNumber, format: 'text', width: 18, group: 'chargeback' },
  CHARGEBACKDATE: { label: say.requested, format: 'instant', width: 24, group: 'chargeback' },
  CHARGEBACKPROCESSDATE: { label: say.processed, format: 'instant', width: 24, group: 'chargeback' },
  CHARGEBACKREASONCODE: { label: say.reasonCode, format: 'text', width: 13, group: 'chargeback' },
  CHARGEBACKDESCRIPTION: { label: say.chargebackDescription, format: 'text', width: 30, group: 'chargeback' },
  CHARGEBACKCURRENCY: { label: say.chargebackCurrency, format: 'text', width: 20, group: 'chargeback' },
  CHARGEBACKAMOUNT: {
    label: say.chargebackAmount,
    format: 'amount',
    width: 19,
    group: 'chargeback',
    currency: 'CHARGEBACKCURRENCY',
  },
  CHARGEBACKAMOUNTUSD: {
    label: say.chargebackAmountUsd,
    format: 'amount',
    width: 24,
    group: 'chargeback',
    currency: 'USD',
  },
  CHARGEBACKREJECTED: { label: say.rejected, format: 'yesNo', width: 10, group: 'chargeback' },
  CHARGEBACKREVERSED: { label: say.reversed, format: 'yesNo', width: 10, group: 'chargeback' },
  NETWORKREFERENCE: { label: say.networkReference, format: 'text', width: 22, group: 'chargeback' },
  NETWORKCLAIMID: { label: say.networkClaimId, format: 'text', width: 18, group: 'chargeback' },
  CHARGEBACKNOTES: { label: say.notes, format: 'text', width: 40, group: 'chargeback' },
  SECONDPRESENTMENTDATE: { label: say.secondPresentment, format: 'instant', width: 24, group: 'secondPresentment' },
  SECONDPRESENTMENTAMOUNT: {
    label: say.secondPresentmentAmount,
    format: 'amount',
    width: 27,
    group: 'secondPresentment',
    currency: 'CHARGEBACKCURRENCY',
  },
  SECONDPRESENTMENTAMOUNTUSD: {
    label: say.secondPresentmentAmountUsd,
    format: 'amount',
    width: 32,
    group: 'secondPresentment',
    currency: 'USD',
  },
  SECONDPRESENTMENTREASONCODE: {
    label: say.secondPresentmentReason,
    format: 'text',
    width: 31,
    group: 'secondPresentment',
  },
} as const satisfies Readonly<Record<string, ChargebackField>>

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

/** `{name}_from{start}_to{end}.xlsx`, for the list or for all details. */
export const chargebackFileName = (what: 'list' | 'details', { start, end }: ReportDays): string =>
  `${reportOf('chargeback').name}${what === 'details' ? 'Details' : ''}_from${start}_to${end}.xlsx`

export const chargebackPdfName = (trackingNumber: string): string =>
  `ChargebackDetails-trackingNumber-${trackingNumber}.pdf`
