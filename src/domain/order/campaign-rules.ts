// The limits that a campaign sets for an order and for each of its rows. The server checks them before and at
// submission, while the order waits, and when its cards are issued.
import { m } from '#words/messages.js'
import { holdsCardNumber } from '#domain/cards/identifiers.ts'
import { type CalendarDate, textToDate } from '#domain/calendar.ts'
import { addMonths } from '#domain/dates.ts'
import { type Cents, centsToText } from '#domain/money.ts'
import { hasFinding } from '#domain/rows/findings.ts'
import { type CheckedRow, findingWords, type RowKind } from '#domain/rows/kind.ts'
import { hasUnseen } from '#domain/texts.ts'
import { refuseName } from './emboss.ts'
import { orderKinds, type OrderType } from './kinds.ts'
import { orderMoney } from './words.ts'

/** Amounts in minor units. */
export interface CampaignToOrder {
  readonly name: string
  /** The symbol before its amounts: 'S$'. */
  readonly symbol: string
  readonly isVirtual: boolean
  readonly isClosed: boolean
  /** True if a card is loaded only once its holder has been identified. */
  readonly kycRequired: boolean
  readonly loadMinCents: Cents
  readonly loadMaxCents: Cents
  /** The maximum balance of a card. */
  readonly voucherMaxCents: Cents
}

/** A longer validity is treated as a typing error. */
export const MAX_EXPIRY_YEARS = 10

/** Returns why nothing can be ordered for a campaign, or undefined if it is open. */
export const refuseClosedCampaign = ({ name, isClosed }: CampaignToOrder): string | undefined =>
  isClosed ? m.orders_campaignIsClosedAndNoCards({ name }) : undefined

/** Returns why cards of this type cannot be ordered for a campaign: its cards have the other type. */
export function refuseCampaignKind(type: OrderType, { name, isVirtual }: CampaignToOrder): string | undefined {
  if (orderKinds[type].ofVirtualCampaigns === isVirtual) return undefined
  const { title } = orderKinds[type === 'virtual' ? 'physical' : 'virtual']
  return m.orders_wrongKindOfCampaign({ name, isVirtual: isVirtual ? 'yes' : 'no', title })
}

/**
 * Returns why a row cannot be ordered, in words, or undefined. Errors of the row itself come first, then those of its
 * campaign. The server never cuts a text, so it refuses a text that the portal would cut. All other warnings are for
 * the maker.
 */
export function refuseOrderRow(
  kind: RowKind,
  row: CheckedRow,
  loadCents: Cents,
  campaign: CampaignToOrder,
  today: CalendarDate,
): string | undefined {
  const ofRow = row.findings
    .filter(({ severity, code }) => severity === 'error' || code === TOO_LONG_TO_SEND)
    .map(({ code, field }) =>
      findingWords(kind, { code: code === TOO_LONG_TO_SEND ? 'textTooLong' : code, field }, row),
    )
  const reasons = [...ofRow, ...textFaults(kind, row), ...nameFaults(kind, row), ...expiryFaults(row, today)]
  if (!MONEY_FAULTS.some((code) => hasFinding(row.findings, code))) reasons.push(...loadFaults(loadCents, campaign))
  const closed = refuseClosedCampaign(campaign)
  if (closed !== undefined) reasons.push(m.common_fullStop({ text: closed }))
  return reasons.length === 0 ? undefined : reasons.join(' ')
}

/** The warning that the portal cuts a text before it sends it. */
const TOO_LONG_TO_SEND = 'textCut'

/** A warning about a row that can be ordered, in words, or undefined. */
export function orderRowWarning(kind: RowKind, row: CheckedRow): string | undefined {
  const warnings = row.findings.filter(({ severity, code }) => severity === 'warning' && code !== TOO_LONG_TO_SEND)
  return warnings.length === 0 ? undefined : warnings.map((finding) => findingWords(kind, finding, row)).join(' ')
}

const MONEY_FAULTS = ['amountTooLarge', 'amountNegative']

function* textFaults(kind: RowKind, { values }: CheckedRow): Iterable<string> {
  for (const { name, label, value } of kind.fields) {
    const text = values[name] ?? ''
    if (value === 'money' || text === '') continue
    if (holdsCardNumber(text)) yield m.orders_hasCardNumberInItLeave({ label })
  }
}

/**
 * A name that cannot be printed is refused. A missing name, or one with invisible characters, has a separate message.
 */
function* nameFaults(kind: RowKind, { values: { name = '', surname = '' } }: CheckedRow): Iterable<string> {
  const isWhole = name !== '' && surname !== '' && !hasUnseen(name + surname)
  if (isWhole && kind.fields.some((field) => field.name === 'surname')) {
    const refused = refuseName(name, surname)
    if (refused !== undefined) yield refused
  }
}

function* expiryFaults({ values }: CheckedRow, today: CalendarDate): Iterable<string> {
  const expiry = textToDate(values['expiryDate'] ?? '')
  if (expiry !== undefined && expiry > addMonths(today, MAX_EXPIRY_YEARS * 12))
    yield m.orders_isMoreThanYearsFromNow({ expiry, maxExpiryYears: MAX_EXPIRY_YEARS })
}

/** A card without a load is ordered empty, which the campaign's limits always allow. */
function* loadFaults(loadCents: Cents, campaign: CampaignToOrder): Iterable<string> {
  if (loadCents === 0) return
  const { symbol, kycRequired, loadMinCents, loadMaxCents, voucherMaxCents } = campaign
  if (kycRequired) yield m.orders_loadedOnceIdentified()
  const most = Math.min(loadMaxCents, voucherMaxCents) as Cents
  if (loadCents < loadMinCents || loadCents > most)
    yield m.orders_loadOfThisCampaign({ least: orderMoney(loadMinCents, symbol), most: centsToText(most) })
}
