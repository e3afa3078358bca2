// The names of events of the card processor, why they were not applied, and their fields in words.
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

/** Minor units with their currency. The processor can name any currency, and not all of them have two decimals. */
export function minorUnitsToText(amount: number, currency: string): string {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  if (digits === 2) return amountToText(centsToDecimal(cents(amount)), currency)
  const value = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${currency} ${value.format(amount / 10 ** digits)}`
}

export const eventAmountToText = (event: FeedEvent): string =>
  'amount' in event && event.amount !== undefined && 'currency' in event && event.currency !== undefined
    ? minorUnitsToText(event.amount, event.currency)
    : ''

interface EventFact {
  readonly label: string
  readonly value: string
}

type AnyField = FeedEvent extends infer Each ? (Each extends unknown ? keyof Each : never) : never

/** The fields of an event with a value, in words. Its kind, id, card and amount are shown elsewhere. */
export function eventToFacts(event: FeedEvent): readonly EventFact[] {
  const values = event as Partial<Record<AnyField, unknown>>
  return fieldLabels.flatMap(({ field, label, toText = String }) => {
    const value = values[field]
    return value === undefined || value === '' || value === false ? [] : [{ label, value: toText(value) }]
  })
}

const isTrue = () => m.common_yes()
const usd = (value: unknown) => minorUnitsToText(Number(value), 'USD')
const withoutCurrency = (value: unknown) => centsToDecimal(cents(Number(value)))

const statusLabels: Readonly<Record<Extract<FeedEvent, { kind: 'cardStatus' }>['status'], string>> = {
  activated: m.common_activatedLabel(),
  stopped: m.cards_stopped(),
  unstopped: m.cards_unstopped(),
  retired: m.common_retiredLabel(),
}

const fieldLabels: readonly {
  readonly field: AnyField
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
  { field: 'fee', label: m.common_fee(), toText: withoutCurrency },
  { field: 'feeType', label: m.common_feeType() },
  { field: 'isCash', label: m.feed_isCash(), toText: isTrue },
  { field: 'isPartial', label: m.feed_isPartial(), toText: isTrue },
  { field: 'code', label: m.cards_errorCode() },
  { field: 'reason', label: m.cards_declineReason() },
  { field: 'method', label: m.cards_method() },
  { field: 'manager', label: m.cards_manager() },
  { field: 'balance', label: m.common_balance(), toText: withoutCurrency },
  { field: 'chargeback', label: m.common_chargebackNumber() },
  { field: 'requestAmount', label: m.cards_requestedAmount(), toText: withoutCurrency },
  { field: 'usdAmount', label: m.common_amountCurrency({ currency: 'USD' }), toText: usd },
  { field: 'transactionUsdAmount', label: m.feed_transactionInUsd(), toText: usd },
  { field: 'reasonCode', label: m.reports_reasonCode() },
  { field: 'description', label: m.common_description() },
  { field: 'notes', label: m.common_notes() },
  { field: 'posEntryMode', label: m.reports_posEntryMode() },
  { field: 'networkReference', label: m.reports_networkReference() },
  { field: 'claimId', label: m.feed_claim() },
  {
    field: 'status',
    label: m.common_status(),
    toText: (value) => statusLabels[value as keyof typeof statusLabels],
  },
  { field: 'stopReason', label: m.common_stopReason() },
]

function foreignToText(value: unknown): string {
  const { amount, currency, rate } = value as { amount: number; currency: string; rate: string }
  return m.feed_amountAtRate({ amount: minorUnitsToText(amount, currency), rate })
}
