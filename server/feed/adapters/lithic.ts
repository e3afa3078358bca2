// Converts the transactions of Lithic's webhooks (card_transaction.updated) to events. A transaction always comes with
// all its events so far. The portal recognises events that were sent before by their ids. This file is an example for
// the adapter of another processor.
import type { feedEvent } from '#contract/feed.ts'
import type * as z from 'zod'

interface LithicAmount {
  readonly amount: number
  readonly currency: string
  readonly conversion_rate?: string
}

interface LithicEvent {
  readonly token: string
  readonly type: string
  readonly created: string
  readonly result: string
  readonly amounts: {
    /** In the currency of the cardholder, which is the currency of the programme. */
    readonly cardholder: LithicAmount
    readonly merchant: LithicAmount
  }
}

export interface LithicTransaction {
  readonly token: string
  readonly card_token: string
  readonly authorization_code: string | null
  readonly merchant: { readonly descriptor: string; readonly acceptor_id: string; readonly mcc: string }
  readonly events: readonly LithicEvent[]
}

type SentEvent = z.input<typeof feedEvent>
type Conversion = (fields: EventFields, event: LithicEvent) => SentEvent

interface EventFields {
  readonly base: { readonly eventId: string; readonly at: string; readonly trackingNumber: string }
  readonly money: { readonly amount: number; readonly currency: string }
  readonly merchant: { readonly merchant: string; readonly merchantId: string; readonly merchantCategory: string }
  readonly authorisation: string
  readonly authNumber: string
}

const toAuthorisation: Conversion = ({ base, money, merchant, authorisation, authNumber }) => ({
  kind: 'authorisation',
  ...base,
  ...money,
  ...merchant,
  authorisation,
  authNumber,
})
const toClearing: Conversion = ({ base, money, merchant, authorisation, authNumber }, { amounts }) => {
  const { amount, currency } = amounts.merchant
  const { currency: cardCurrency, conversion_rate: rate = '1' } = amounts.cardholder
  return {
    kind: 'clearing',
    ...base,
    ...money,
    ...merchant,
    authorisation,
    authNumber,
    ...(currency !== cardCurrency && { foreign: { amount: Math.abs(amount), currency, rate } }),
  }
}
const toDecline: Conversion = ({ base, money, merchant }, { result }) => ({
  kind: 'decline',
  ...base,
  ...money,
  ...merchant,
  code: result.slice(0, 10),
  reason: result,
})
const toRefund: Conversion = ({ base, money, merchant }) => ({ kind: 'refund', ...base, ...money, ...merchant })

/** Types that are not listed, such as BALANCE_INQUIRY, change nothing on a card. */
const conversions: Readonly<Record<string, Conversion>> = {
  AUTHORIZATION: toAuthorisation,
  AUTHORIZATION_ADVICE: ({ base, money, authorisation }) => ({ kind: 'completion', ...base, ...money, authorisation }),
  AUTHORIZATION_REVERSAL: ({ base, money, authorisation }) => ({ kind: 'release', ...base, ...money, authorisation }),
  AUTHORIZATION_EXPIRY: ({ base, authorisation }) => ({ kind: 'expiry', ...base, authorisation }),
  CLEARING: toClearing,
  FINANCIAL_AUTHORIZATION: toClearing,
  CORRECTION_DEBIT: toClearing,
  RETURN: toRefund,
  CORRECTION_CREDIT: toRefund,
  FINANCIAL_CREDIT_AUTHORIZATION: ({ base, money, merchant }) => ({ kind: 'load', ...base, ...money, ...merchant }),
}

/** Your adapter stores the tracking number of each card token. `trackingNumberOf` looks it up there. */
export function lithicToEvents(
  transaction: LithicTransaction,
  trackingNumberOf: (cardToken: string) => string,
): readonly SentEvent[] {
  const { token, card_token, authorization_code, merchant, events } = transaction
  const sentEvents: SentEvent[] = []
  for (const event of events) {
    const { amount, currency } = event.amounts.cardholder
    const fields: EventFields = {
      base: { eventId: event.token, at: event.created, trackingNumber: trackingNumberOf(card_token) },
      // The sign is the direction of the money, which the kind of the event already says.
      money: { amount: Math.abs(amount), currency },
      merchant: { merchant: merchant.descriptor, merchantId: merchant.acceptor_id, merchantCategory: merchant.mcc },
      authorisation: token,
      authNumber: authorization_code ?? '000000',
    }
    const convert = event.result === 'APPROVED' ? conversions[event.type] : toDecline
    if (convert) sentEvents.push(convert(fields, event))
  }
  return sentEvents
}
