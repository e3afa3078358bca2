// The fields of a chargeback in the report (batches §3 "Chargeback"): what each is called, how it is shown, how wide it is in a
// workbook and where its details have it. The host answers by this table, the portal shows what the host answers by it.
import type { Format } from '#domain/columns.ts'
import type { ReportDays } from './periods.ts'
import { reportOf } from './reports.ts'

/** Its details are read in these groups. */
export type ChargebackGroup = 'Card' | 'Purchase' | 'Chargeback' | 'Second presentment'

interface ChargebackField {
  readonly label: string
  readonly format: Format
  /** In a workbook, in characters. */
  readonly width: number
  readonly group: ChargebackGroup
  /** Of an amount: the field that names its currency, or the currency. */
  readonly currency?: 'TRANSACTIONCURRENCY' | 'CHARGEBACKCURRENCY' | 'USD'
}

/** By the names on the wire, in the order of the files. */
export const chargebackFields = {
  CAMPAIGNNAME: { label: 'Campaign', format: 'text', width: 26, group: 'Card' },
  VOUCHERNUMBER: { label: 'Card Number', format: 'pan', width: 20, group: 'Card' },
  TRACKINGNUMBER: { label: 'Tracking Number', format: 'identifier', width: 19, group: 'Card' },
  NAMEONCARD: { label: 'Name on card', format: 'text', width: 26, group: 'Card' },
  WALLETREFERENCE: { label: 'Wallet Reference', format: 'text', width: 20, group: 'Card' },
  TRANSACTIONID: { label: 'Transaction ID', format: 'text', width: 15, group: 'Purchase' },
  ORIGINALTRANSACTIONDATE: { label: 'Purchase date', format: 'instant', width: 24, group: 'Purchase' },
  TRANSACTIONDESCRIPTION: { label: 'Purchase description', format: 'text', width: 30, group: 'Purchase' },
  POSENTRYMODE: { label: 'POS entry mode', format: 'text', width: 16, group: 'Purchase' },
  TRANSACTIONCURRENCY: { label: 'Purchase currency', format: 'text', width: 18, group: 'Purchase' },
  TRANSACTIONAMOUNT: { label: 'Purchase amount', format: 'amount', width: 17, group: 'Purchase', currency: 'TRANSACTIONCURRENCY' },
  TRANSACTIONAMOUNTUSD: { label: 'Purchase amount (USD)', format: 'amount', width: 22, group: 'Purchase', currency: 'USD' },
  CHARGEBACKNUMBER: { label: 'Chargeback number', format: 'text', width: 18, group: 'Chargeback' },
  CHARGEBACKDATE: { label: 'Requested', format: 'instant', width: 24, group: 'Chargeback' },
  CHARGEBACKPROCESSDATE: { label: 'Processed', format: 'instant', width: 24, group: 'Chargeback' },
  CHARGEBACKREASONCODE: { label: 'Reason code', format: 'text', width: 13, group: 'Chargeback' },
  CHARGEBACKDESCRIPTION: { label: 'Chargeback description', format: 'text', width: 30, group: 'Chargeback' },
  CHARGEBACKCURRENCY: { label: 'Chargeback currency', format: 'text', width: 20, group: 'Chargeback' },
  CHARGEBACKAMOUNT: { label: 'Chargeback amount', format: 'amount', width: 19, group: 'Chargeback', currency: 'CHARGEBACKCURRENCY' },
  CHARGEBACKAMOUNTUSD: { label: 'Chargeback amount (USD)', format: 'amount', width: 24, group: 'Chargeback', currency: 'USD' },
  CHARGEBACKREJECTED: { label: 'Rejected', format: 'yesNo', width: 10, group: 'Chargeback' },
  CHARGEBACKREVERSED: { label: 'Reversed', format: 'yesNo', width: 10, group: 'Chargeback' },
  NETWORKREFERENCE: { label: 'Network reference', format: 'text', width: 22, group: 'Chargeback' },
  NETWORKCLAIMID: { label: 'Network claim ID', format: 'text', width: 18, group: 'Chargeback' },
  CHARGEBACKNOTES: { label: 'Notes', format: 'text', width: 40, group: 'Chargeback' },
  SECONDPRESENTMENTDATE: { label: 'Second presentment', format: 'instant', width: 24, group: 'Second presentment' },
  SECONDPRESENTMENTAMOUNT: { label: 'Second presentment amount', format: 'amount', width: 27, group: 'Second presentment', currency: 'CHARGEBACKCURRENCY' },
  SECONDPRESENTMENTAMOUNTUSD: { label: 'Second presentment amount (USD)', format: 'amount', width: 32, group: 'Second presentment', currency: 'USD' },
  SECONDPRESENTMENTREASONCODE: { label: 'Second presentment reason code', format: 'text', width: 31, group: 'Second presentment' },
} as const satisfies Readonly<Record<string, ChargebackField>> // prettier-ignore

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

/** In the order of its details. */
export const chargebackGroups: readonly ChargebackGroup[] = ['Card', 'Purchase', 'Chargeback', 'Second presentment']

/** batches §9: rows of a page. */
export const CHARGEBACK_PAGE_ROWS = 15

/** batches §9: `{name}_from{start}_to{end}.xlsx`, of the list or of all details. */
export const chargebackFileName = (what: 'list' | 'details', { start, end }: ReportDays): string =>
  `${reportOf('chargeback').name}${what === 'details' ? 'Details' : ''}_from${start}_to${end}.xlsx`

/** batches §9: the PDF of one chargeback. */
export const chargebackPdfName = (trackingNumber: string): string =>
  `ChargebackDetails-trackingNumber-${trackingNumber}.pdf`
