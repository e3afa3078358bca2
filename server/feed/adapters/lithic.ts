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
    /** In the currency of the cardholder, which is that of the programme. */
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
type Conversion = (event: LithicEvent, fields: EventFields) => SentEvent

interface EventFields {
  readonly base: { readonly eventId: string; readonly at: string; readonly trackingNumber: string }
  readonly money: { readonly amount: number; readonly currency: string }
  readonly merchant: { readonly merchant: string; readonly merchantId: string; readonly merchantCategory: string }
  readonly authorisation: string
  readonly authNumber: string
}

const toAuthorisation: Conversion = (_event, { base, money, merchant, authorisation, authNumber }) => ({
  kind: 'authorisation',
  ...base,
  ...money,
  ...merchant,
  authorisation,
  authNumber,
})
const toClearing: Conversion = (event, { base, money, merchant, authorisation, authNumber }) => {
  const { merchant: paid, cardholder } = event.amounts
  return {
    kind: 'clearing',
    ...base,
    ...money,
    ...merchant,
    authorisation,
    authNumber,
    ...(paid.currency !== cardholder.currency && {
      foreign: { amount: Math.abs(paid.amount), currency: paid.currency, rate: cardholder.conversion_rate ?? '1' },
    }),
  }
}
const toRefund: Conversion = (_event, { base, money, merchant }) => ({ kind: 'refund', ...base, ...money, ...merchant })

/** Types that are not listed, such as BALANCE_INQUIRY, change nothing on a card. */
const conversions: Readonly<Record<string, Conversion>> = {
  AUTHORIZATION: toAuthorisation,
  AUTHORIZATION_ADVICE: (_event, { base, money, authorisation }) => ({
    kind: 'completion',
    ...base,
    ...money,
    authorisation,
  }),
  AUTHORIZATION_REVERSAL: (_event, { base, money, authorisation }) => ({
    kind: 'release',
    ...base,
    ...money,
    authorisation,
  }),
  AUTHORIZATION_EXPIRY: (_event, { base, authorisation }) => ({ kind: 'expiry', ...base, authorisation }),
  CLEARING: toClearing,
  FINANCIAL_AUTHORIZATION: toClearing,
  CORRECTION_DEBIT: toClearing,
  RETURN: toRefund,
  CORRECTION_CREDIT: toRefund,
  FINANCIAL_CREDIT_AUTHORIZATION: (_event, { base, money, merchant }) => ({
    kind: 'load',
    ...base,
    ...money,
    ...merchant,
  }),
}

/**
 * `trackingNumberOf` returns the tracking number of a card by the processor's token. Your adapter keeps the table of
 * both numbers.
 */
export function lithicToEvents(
  transaction: LithicTransaction,
  trackingNumberOf: (cardToken: string) => string,
): readonly SentEvent[] {
  const { token, card_token, authorization_code, merchant, events } = transaction
  return events.flatMap((event) => {
    const { amount, currency } = event.amounts.cardholder
    const fields: EventFields = {
      base: { eventId: event.token, at: event.created, trackingNumber: trackingNumberOf(card_token) },
      // The sign is the direction of the money, which the kind of the event already says.
      money: { amount: Math.abs(amount), currency },
      merchant: { merchant: merchant.descriptor, merchantId: merchant.acceptor_id, merchantCategory: merchant.mcc },
      authorisation: token,
      authNumber: authorization_code ?? '000000',
    }
    if (event.result !== 'APPROVED')
      return {
        kind: 'decline' as const,
        ...fields.base,
        ...fields.money,
        ...fields.merchant,
        code: event.result.slice(0, 10),
        reason: event.result,
      }
    const conversion = conversions[event.type]
    return conversion ? [conversion(event, fields)] : []
  })
}
