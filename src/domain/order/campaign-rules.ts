// The limits that a campaign sets for an order and for each of its rows. The server checks them before and at
// submission, while the order waits, and when its cards are issued. A new rule about a row belongs in
// `orderRowRefusal`. A new rule about who can do what with an order belongs in decisions.ts.
import { m } from '#words/messages.js'
import { containsCardNumber } from '#domain/cards/identifiers.ts'
import { type CalendarDate, textToDate } from '#domain/calendar.ts'
import { addMonths } from '#domain/dates.ts'
import { type Cents, centsToText } from '#domain/money.ts'
import { hasFinding } from '#domain/rows/findings.ts'
import { type CheckedRow, findingMessage, type RowType } from '#domain/rows/row-type.ts'
import { isGarbled } from '#domain/files/damaged-text.ts'
import { hasOddCharacters } from '#domain/texts/clean-text.ts'
import { embossedNameRefusal } from './emboss.ts'
import { orderTypes, type OrderType } from './types.ts'
import { orderMoney } from './words.ts'

/** The facts of a campaign that decide what can be ordered. Amounts in minor units. */
export interface OrderableCampaign {
  readonly name: string
  /** The symbol before its amounts: 'S$'. */
  readonly symbol: string
  readonly isVirtual: boolean
  readonly isClosed: boolean
  /** True if a card cannot be loaded before its holder has been identified. */
  readonly kycRequired: boolean
  readonly loadMinCents: Cents
  readonly loadMaxCents: Cents
  /** The maximum balance of a card. */
  readonly voucherMaxCents: Cents
}

/** A longer validity is treated as a typing error. */
export const MAX_EXPIRY_YEARS = 10

/** Why nothing can be ordered for a campaign. Undefined if the campaign is open. */
export const closedCampaignRefusal = ({ name, isClosed }: OrderableCampaign): string | undefined =>
  isClosed ? m.orders_campaignIsClosed({ name }) : undefined

/** Refuses an order for a campaign with cards of the other type. Undefined if the types agree. */
export function campaignTypeRefusal(type: OrderType, { name, isVirtual }: OrderableCampaign): string | undefined {
  if (orderTypes[type].isForVirtualCampaigns === isVirtual) return undefined
  const otherType = type === 'virtual' ? 'physical' : 'virtual'
  const { title } = orderTypes[otherType]
  return m.orders_wrongCampaignType({ name, isVirtual: isVirtual ? 'yes' : 'no', title })
}

/**
 * Why a row cannot be ordered. Undefined if it can. The errors of the row come before those of its campaign. Warnings are
 * ignored, except the warning about a text that is too long. The portal cuts such a text before it sends the row. The
 * server cuts nothing, so the text is an error here.
 */
export function orderRowRefusal(
  rowType: RowType,
  row: CheckedRow,
  loadCents: Cents,
  campaign: OrderableCampaign,
  today: CalendarDate,
): string | undefined {
  const errors = row.findings
    .map((finding) => (finding.code === PORTAL_CUTS ? { ...finding, ...UNCUT_ERROR } : finding))
    .filter(({ severity }) => severity === 'error')
  const isLoadValid = !MONEY_FAULTS.some((code) => hasFinding(row.findings, code))
  const closedRefusal = closedCampaignRefusal(campaign)
  const reasons = [
    ...errors.map((finding) => findingMessage(rowType, finding, row)),
    ...textRefusals(rowType, row),
    nameRefusal(rowType, row),
    expiryRefusal(row, today),
    ...(isLoadValid ? loadRefusals(loadCents, campaign) : []),
    closedRefusal && m.common_fullStop({ text: closedRefusal }),
  ].filter((reason) => reason !== undefined)
  return reasons.length === 0 ? undefined : reasons.join(' ')
}

/** True for a card that is ordered with a load although its holder must be identified before the card can be loaded. */
export const isLoadBlocked = (loadCents: Cents, { kycRequired }: OrderableCampaign): boolean =>
  kycRequired && loadCents !== 0

/** The warning that the portal will cut a text before it sends the row, and the error about an uncut text. */
const PORTAL_CUTS = 'textCut'
const UNCUT_ERROR = { code: 'textTooLong', severity: 'error' } as const

/** The warnings about a row that can be ordered, as one text. Undefined if there are none. */
export function orderRowWarning(rowType: RowType, row: CheckedRow): string | undefined {
  const warnings = row.findings.filter(({ severity, code }) => severity === 'warning' && code !== PORTAL_CUTS)
  if (warnings.length === 0) return undefined
  return warnings.map((finding) => findingMessage(rowType, finding, row)).join(' ')
}

/** A load with one of these faults is not also compared with the campaign's limits. */
const MONEY_FAULTS = ['amountTooLarge', 'amountNegative']

/** The message of each text that contains a card number. */
const textRefusals = (rowType: RowType, { values }: CheckedRow): readonly string[] =>
  rowType.fields
    .filter(({ name, value }) => value !== 'money' && containsCardNumber(values[name] ?? ''))
    .map(({ label }) => m.orders_textHasCardNumber({ label }))

/** The message of a name that cannot be embossed. Missing, damaged and hidden characters have their own messages. */
function nameRefusal(rowType: RowType, { values: { name = '', surname = '' } }: CheckedRow): string | undefined {
  const isEmbossed = rowType.fields.some((field) => field.name === 'surname')
  const isMissing = name === '' || surname === ''
  const isDamaged = hasOddCharacters(name + surname) || isGarbled(name) || isGarbled(surname)
  if (!isEmbossed || isMissing || isDamaged) return undefined
  return embossedNameRefusal(name, surname)
}

function expiryRefusal({ values }: CheckedRow, today: CalendarDate): string | undefined {
  const expiry = textToDate(values['expiryDate'] ?? '')
  if (expiry === undefined || expiry <= addMonths(today, MAX_EXPIRY_YEARS * 12)) return undefined
  return m.orders_expiryTooLate({ expiry, maxExpiryYears: MAX_EXPIRY_YEARS })
}

/** The messages of a load that the campaign does not allow. A card without a load is ordered empty, which is allowed. */
function loadRefusals(loadCents: Cents, campaign: OrderableCampaign): readonly string[] {
  if (loadCents === 0) return []
  const { symbol, loadMinCents, loadMaxCents, voucherMaxCents } = campaign
  const maxCents = Math.min(loadMaxCents, voucherMaxCents) as Cents
  const isInRange = loadCents >= loadMinCents && loadCents <= maxCents
  const refusals: string[] = []
  if (isLoadBlocked(loadCents, campaign)) refusals.push(m.orders_loadNeedsIdentification())
  if (!isInRange) {
    refusals.push(m.orders_loadOutOfRange({ least: orderMoney(loadMinCents, symbol), most: centsToText(maxCents) }))
  }
  return refusals
}
