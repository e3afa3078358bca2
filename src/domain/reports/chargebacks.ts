// The fields of a chargeback in the report (batches §3 "Chargeback"): what each is called, how it is shown, how wide it is in a
// workbook and where its details have it. The host answers by this table, the portal shows what the host answers by it.
import type { Format } from '#domain/columns.ts'
import * as say from '#words/domain/reports.ts'
import type { ReportDays } from './periods.ts'
import { reportOf } from './reports.ts'

interface ChargebackField {
  readonly label: string
  readonly format: Format
  /** In a workbook, in characters. */
  readonly width: number
  /** Under which heading the details have it. */
  readonly group: string
  /** Of an amount: the field that names its currency, or the currency. */
  readonly currency?: 'TRANSACTIONCURRENCY' | 'CHARGEBACKCURRENCY' | 'USD'
}

/** By the names on the wire, in the order of the files. */
export const chargebackFields = {
  CAMPAIGNNAME: { label: say.campaign, format: 'text', width: 26, group: say.card },
  VOUCHERNUMBER: { label: say.cardNumber, format: 'pan', width: 20, group: say.card },
  TRACKINGNUMBER: { label: say.trackingNumber, format: 'identifier', width: 19, group: say.card },
  NAMEONCARD: { label: say.nameOnCard, format: 'text', width: 26, group: say.card },
  WALLETREFERENCE: { label: say.walletReference, format: 'text', width: 20, group: say.card },
  TRANSACTIONID: { label: say.transactionId, format: 'text', width: 15, group: say.purchase },
  ORIGINALTRANSACTIONDATE: { label: say.purchaseDate, format: 'instant', width: 24, group: say.purchase },
  TRANSACTIONDESCRIPTION: { label: say.purchaseDescription, format: 'text', width: 30, group: say.purchase },
  POSENTRYMODE: { label: say.posEntryMode, format: 'text', width: 16, group: say.purchase },
  TRANSACTIONCURRENCY: { label: say.purchaseCurrency, format: 'text', width: 18, group: say.purchase },
  TRANSACTIONAMOUNT: { label: say.purchaseAmount, format: 'amount', width: 17, group: say.purchase, currency: 'TRANSACTIONCURRENCY' },
  TRANSACTIONAMOUNTUSD: { label: say.purchaseAmountUsd, format: 'amount', width: 22, group: say.purchase, currency: 'USD' },
  CHARGEBACKNUMBER: { label: say.chargebackNumber, format: 'text', width: 18, group: say.chargeback },
  CHARGEBACKDATE: { label: say.requested, format: 'instant', width: 24, group: say.chargeback },
  CHARGEBACKPROCESSDATE: { label: say.processed, format: 'instant', width: 24, group: say.chargeback },
  CHARGEBACKREASONCODE: { label: say.reasonCode, format: 'text', width: 13, group: say.chargeback },
  CHARGEBACKDESCRIPTION: { label: say.chargebackDescription, format: 'text', width: 30, group: say.chargeback },
  CHARGEBACKCURRENCY: { label: say.chargebackCurrency, format: 'text', width: 20, group: say.chargeback },
  CHARGEBACKAMOUNT: { label: say.chargebackAmount, format: 'amount', width: 19, group: say.chargeback, currency: 'CHARGEBACKCURRENCY' },
  CHARGEBACKAMOUNTUSD: { label: say.chargebackAmountUsd, format: 'amount', width: 24, group: say.chargeback, currency: 'USD' },
  CHARGEBACKREJECTED: { label: say.rejected, format: 'yesNo', width: 10, group: say.chargeback },
  CHARGEBACKREVERSED: { label: say.reversed, format: 'yesNo', width: 10, group: say.chargeback },
  NETWORKREFERENCE: { label: say.networkReference, format: 'text', width: 22, group: say.chargeback },
  NETWORKCLAIMID: { label: say.networkClaimId, format: 'text', width: 18, group: say.chargeback },
  CHARGEBACKNOTES: { label: say.notes, format: 'text', width: 40, group: say.chargeback },
  SECONDPRESENTMENTDATE: { label: say.secondPresentment, format: 'instant', width: 24, group: say.secondPresentment },
  SECONDPRESENTMENTAMOUNT: { label: say.secondPresentmentAmount, format: 'amount', width: 27, group: say.secondPresentment, currency: 'CHARGEBACKCURRENCY' },
  SECONDPRESENTMENTAMOUNTUSD: { label: say.secondPresentmentAmountUsd, format: 'amount', width: 32, group: say.secondPresentment, currency: 'USD' },
  SECONDPRESENTMENTREASONCODE: { label: say.secondPresentmentReason, format: 'text', width: 31, group: say.secondPresentment },
} as const satisfies Readonly<Record<string, ChargebackField>> // oxfmt-ignore

export type ChargebackFieldName = keyof typeof chargebackFields

export const chargebackFieldNames = Object.keys(chargebackFields) as ChargebackFieldName[]

/** The few that tell one chargeback from another, in the order of the list: what one looks for first. */
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

/** The headings of the details, in their order. */
export const chargebackGroups: readonly string[] = [say.card, say.purchase, say.chargeback, say.secondPresentment]

/** batches §9: rows of a page. */
export const CHARGEBACK_PAGE_ROWS = 15

/** batches §9: `{name}_from{start}_to{end}.xlsx`, of the list or of all details. */
export const chargebackFileName = (what: 'list' | 'details', { start, end }: ReportDays): string =>
  `${reportOf('chargeback').name}${what === 'details' ? 'Details' : ''}_from${start}_to${end}.xlsx`

/** batches §9: the PDF of one chargeback. */
export const chargebackPdfName = (trackingNumber: string): string =>
  `ChargebackDetails-trackingNumber-${trackingNumber}.pdf`
