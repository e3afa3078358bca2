// The messages of webhooks about payments into the funding account.
import type { FundingPaymentType } from '#domain/funding/payments.ts'
import { cents, centsToDecimal } from '#domain/money.ts'
import type { SessionContext } from '#server/operations/context.ts'
import { addWebhook } from '#server/webhooks/add.ts'

interface AnnouncedPayment {
  readonly id: number
  readonly kind: FundingPaymentType
  readonly amount_cents: number
  readonly currency: string
  readonly value_date: string
  readonly reverses_id: number | null
}

/** Adds the message. The bank's reference is left out, because it can contain names. */
export async function announcePayment(
  { db, viewer, now }: SessionContext,
  payment: AnnouncedPayment,
  event: 'recorded' | 'confirmed' | 'rejected',
): Promise<void> {
  const { id, kind, amount_cents: amountCents, currency, value_date: valueDate, reverses_id: reversesId } = payment
  await addWebhook(db, {
    messageId: `payment-${id}-${event}`,
    ownerId: viewer.ownerId,
    at: new Date(now()),
    type: `funding.${event}`,
    data: {
      paymentId: String(id),
      type: kind,
      amount: centsToDecimal(cents(amountCents)),
      currency,
      valueDate,
      reverses: reversesId === null ? null : String(reversesId),
    },
  })
}
