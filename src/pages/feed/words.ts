// The texts for events of the card processor: the names of their kinds, the reasons why an event was not applied, and
// the fields of an event.
import { m } from '#words/messages.js'
import type { FeedEvent } from '#contract/feed.ts'
import type { FeedEventType, FeedFault } from '#domain/feed/event-types.ts'
import { amountToText, cents, centsToDecimal } from '#domain/money.ts'

export const kindLabels: Readonly<Record<FeedEventType, string>> = {
  authorisation: m.feed_authorisation(),
  increment: m.feed_increment(),
  completion: m.feed_completion(),
  release: m.feed_release(),
  expiry: m.feed_expiry(),
  clearing: m.feed_clearing(),
  refund: m.feed_refund(),
  fee: m.common_fee(),
  load: m.feed_load(),
  reversal: m.cards_reversal(),
  decline: m.feed_decline(),
  chargebackRequested: m.feed_chargebackRequested(),
  chargebackProcessed: m.feed_chargebackProcessed(),
  chargebackRejected: m.feed_chargebackRejected(),
  chargebackReversed: m.feed_chargebackReversed(),
  secondPresentment: m.common_secondPresentment(),
  cardStatus: m.feed_cardStatus(),
}

/** `hint`: what to do. */
export const faultTexts: Readonly<Record<FeedFault, { readonly label: string; readonly hint: string }>> = {
  unknownCard: { label: m.feed_unknownCard(), hint: m.feed_unknownCardHint() },
  otherCurrency: { label: m.feed_otherCurrency(), hint: m.feed_correctedEventHint() },
  inFuture: { label: m.feed_inFuture(), hint: m.feed_inFutureHint() },
  unknownFeeType: { label: m.feed_unknownFeeType(), hint: m.feed_unknownFeeTypeHint() },
  unknownStopReason: { label: m.feed_unknownStopReason(), hint: m.feed_unknownStopReasonHint() },
  contradiction: { label: m.feed_contradiction(), hint: m.feed_correctedEventHint() },
  reversedBefore: { label: m.feed_reversedBefore(), hint: m.feed_correctedEventHint() },
  otherContent: { label: m.feed_otherContent(), hint: m.feed_sentWithOtherContent() },
  originalMissing: { label: m.feed_originalMissing(), hint: m.feed_originalMissingHint() },
}

/**
 * An amount in minor units with its currency: 1250 'SGD' → 'SGD 12.50', 1250 'JPY' → 'JPY 1,250'. The processor can
 * send any currency, so the number of decimals depends on it.
 */
export function minorUnitsToText(amount: number, currency: string): string {
  const { maximumFractionDigits: decimals = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  if (decimals === 2) return amountToText(centsToDecimal(cents(amount)), currency)
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return `${currency} ${format.format(amount / 10 ** decimals)}`
}

/** Returns '' for an event without an amount and its currency. */
export function eventAmountToText(event: FeedEvent): string {
  const { amount, currency } = event as EventValues
  const hasAmount = typeof amount === 'number' && typeof currency === 'string'
  return hasAmount ? minorUnitsToText(amount, currency) : ''
}

interface EventFact {
  readonly label: string
  readonly value: string
}

/** The names of all fields of a union of kinds. `keyof` would have only the names that all kinds share. */
type FieldNamesOf<Kind> = Kind extends unknown ? keyof Kind : never
type EventFieldName = FieldNamesOf<FeedEvent>
/** The values of an event by field name. An event of one kind has only some of these fields. */
type EventValues = Partial<Record<EventFieldName, unknown>>

/** The fields of an event that have a value, in words, except its kind, id, card and amount. */
export function eventToFacts(event: FeedEvent): readonly EventFact[] {
  const values = event as EventValues
  const facts: EventFact[] = []
  for (const { field, label, toText = String } of fieldLabels) {
    const value = values[field]
    const hasValue = value !== undefined && value !== '' && value !== false
    if (hasValue) facts.push({ label, value: toText(value) })
  }
  return facts
}

// Fields that are false are not shown.
const trueToText = () => m.common_yes()
const usdToText = (value: unknown) => minorUnitsToText(Number(value), 'USD')
const amountWithoutCurrencyToText = (value: unknown) => centsToDecimal(cents(Number(value)))

type CardStatus = Extract<FeedEvent, { kind: 'cardStatus' }>['status']
const statusLabels: Readonly<Record<CardStatus, string>> = {
  activated: m.common_activatedLabel(),
  stopped: m.cards_stopped(),
  unstopped: m.cards_unstopped(),
  retired: m.common_retiredLabel(),
}

const fieldLabels: readonly {
  readonly field: EventFieldName
  readonly label: string
  readonly toText?: (value: unknown) => string
}[] = [
  { field: 'merchant', label: m.common_merchant() },
  { field: 'merchantId', label: m.common_merchantId() },
  { field: 'merchantCategory', label: m.merchants_merchantCategoryCode() },
  { field: 'authorisation', label: m.feed_authorisation() },
  { field: 'authNumber', label: m.cards_authNumber() },
  { field: 'original', label: m.feed_original() },
  { field: 'foreign', label: m.feed_amountAbroad(), toText: foreignToText },
  { field: 'fee', label: m.common_fee(), toText: amountWithoutCurrencyToText },
  { field: 'feeType', label: m.common_feeType() },
  { field: 'isCash', label: m.feed_isCash(), toText: trueToText },
  { field: 'isPartial', label: m.feed_isPartial(), toText: trueToText },
  { field: 'code', label: m.cards_errorCode() },
  { field: 'reason', label: m.cards_declineReason() },
  { field: 'method', label: m.cards_method() },
  { field: 'manager', label: m.cards_manager() },
  { field: 'balance', label: m.common_balance(), toText: amountWithoutCurrencyToText },
  { field: 'chargeback', label: m.common_chargebackNumber() },
  { field: 'requestAmount', label: m.cards_requestedAmount(), toText: amountWithoutCurrencyToText },
  { field: 'usdAmount', label: m.common_amountCurrency({ currency: 'USD' }), toText: usdToText },
  { field: 'transactionUsdAmount', label: m.feed_transactionInUsd(), toText: usdToText },
  { field: 'reasonCode', label: m.reports_reasonCode() },
  { field: 'description', label: m.common_description() },
  { field: 'notes', label: m.common_notes() },
  { field: 'posEntryMode', label: m.reports_posEntryMode() },
  { field: 'networkReference', label: m.reports_networkReference() },
  { field: 'claimId', label: m.feed_claim() },
  {
    field: 'status',
    label: m.common_status(),
    toText: (value) => statusLabels[value as CardStatus],
  },
  { field: 'stopReason', label: m.common_stopReason() },
]

function foreignToText(value: unknown): string {
  const { amount, currency, rate } = value as { amount: number; currency: string; rate: string }
  return m.feed_amountAtRate({ amount: minorUnitsToText(amount, currency), rate })
}
