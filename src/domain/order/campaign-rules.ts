// The limits that a campaign sets for an order and for each of its rows. The server checks them before and at
// submission, while the order waits, and when its cards are issued. A new rule about a row belongs in
// `orderRowRefusal`, one about who can do what with an order in decisions.ts.
import { m } from '#words/messages.js'
import { containsCardNumber } from '#domain/cards/identifiers.ts'
import { type CalendarDate, textToDate } from '#domain/calendar.ts'
import { addMonths } from '#domain/dates.ts'
import { type Cents, centsToText } from '#domain/money.ts'
import { hasFinding } from '#domain/rows/findings.ts'
import { type CheckedRow, findingMessage, type RowKind } from '#domain/rows/kind.ts'
import { isGarbled } from '#domain/damaged-text.ts'
import { hasOddCharacters } from '#domain/texts.ts'
import { embossedNameRefusal } from './emboss.ts'
import { orderKinds, type OrderType } from './kinds.ts'
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

/** Returns why nothing can be ordered for a campaign, or undefined if it is open. */
export const closedCampaignRefusal = ({ name, isClosed }: OrderableCampaign): string | undefined =>
  isClosed ? m.orders_campaignIsClosed({ name }) : undefined

/**
 * Returns why an order of this type (physical or virtual) is refused: the campaign has cards of the other type.
 * Undefined if the types agree.
 */
export function campaignTypeRefusal(type: OrderType, { name, isVirtual }: OrderableCampaign): string | undefined {
  if (orderKinds[type].isForVirtualCampaigns === isVirtual) return undefined
  const { title } = orderKinds[type === 'virtual' ? 'physical' : 'virtual']
  return m.orders_wrongCampaignType({ name, isVirtual: isVirtual ? 'yes' : 'no', title })
}

/**
 * Returns why a row cannot be ordered, or undefined. The errors of the row come before those of its campaign. The
 * server never shortens a text, so it refuses a text that the portal would have shortened. It ignores all other
 * warnings.
 */
export function orderRowRefusal(
  kind: RowKind,
  row: CheckedRow,
  loadCents: Cents,
  campaign: OrderableCampaign,
  today: CalendarDate,
): string | undefined {
  const rowErrors = row.findings
    .filter(({ severity, code }) => severity === 'error' || code === TOO_LONG_TO_SEND)
    .map(({ code, field }) =>
      findingMessage(kind, { code: code === TOO_LONG_TO_SEND ? 'textTooLong' : code, field }, row),
    )
  const reasons = [
    ...rowErrors,
    ...findTextFaults(kind, row),
    ...findNameFaults(kind, row),
    ...findExpiryFaults(row, today),
  ]
  if (!MONEY_FAULTS.some((code) => hasFinding(row.findings, code))) reasons.push(...findLoadFaults(loadCents, campaign))
  const closedRefusal = closedCampaignRefusal(campaign)
  if (closedRefusal !== undefined) reasons.push(m.common_fullStop({ text: closedRefusal }))
  return reasons.length === 0 ? undefined : reasons.join(' ')
}

/** The warning that the portal will shorten a text before sending it. */
const TOO_LONG_TO_SEND = 'textCut'

/** The warnings about a row that can be ordered, as one text; undefined if there are none. */
export function orderRowWarning(kind: RowKind, row: CheckedRow): string | undefined {
  const warnings = row.findings.filter(({ severity, code }) => severity === 'warning' && code !== TOO_LONG_TO_SEND)
  return warnings.length === 0 ? undefined : warnings.map((finding) => findingMessage(kind, finding, row)).join(' ')
}

const MONEY_FAULTS = ['amountTooLarge', 'amountNegative']

function* findTextFaults(kind: RowKind, { values }: CheckedRow): Iterable<string> {
  for (const { name, label, value } of kind.fields) {
    const text = values[name] ?? ''
    if (value === 'money' || text === '') continue
    if (containsCardNumber(text)) yield m.orders_textHasCardNumber({ label })
  }
}

/**
 * Reports a name that cannot be embossed. A missing or damaged name, or one with invisible characters, has a separate
 * message.
 */
function* findNameFaults(kind: RowKind, { values: { name = '', surname = '' } }: CheckedRow): Iterable<string> {
  const isComplete =
    name !== '' && surname !== '' && !hasOddCharacters(name + surname) && ![name, surname].some(isGarbled)
  if (isComplete && kind.fields.some((field) => field.name === 'surname')) {
    const nameRefusal = embossedNameRefusal(name, surname)
    if (nameRefusal !== undefined) yield nameRefusal
  }
}

function* findExpiryFaults({ values }: CheckedRow, today: CalendarDate): Iterable<string> {
  const expiry = textToDate(values['expiryDate'] ?? '')
  if (expiry !== undefined && expiry > addMonths(today, MAX_EXPIRY_YEARS * 12))
    yield m.orders_expiryTooLate({ expiry, maxExpiryYears: MAX_EXPIRY_YEARS })
}

/** Reports a load outside the campaign's limits. A card without a load is ordered empty, which is always allowed. */
function* findLoadFaults(loadCents: Cents, campaign: OrderableCampaign): Iterable<string> {
  if (loadCents === 0) return
  const { symbol, kycRequired, loadMinCents, loadMaxCents, voucherMaxCents } = campaign
  if (kycRequired) yield m.orders_loadNeedsIdentification()
  const maxCents = Math.min(loadMaxCents, voucherMaxCents) as Cents
  if (loadCents < loadMinCents || loadCents > maxCents)
    yield m.orders_loadOutOfRange({ least: orderMoney(loadMinCents, symbol), most: centsToText(maxCents) })
}
