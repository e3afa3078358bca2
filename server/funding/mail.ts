// E-mails about payments into the funding account. While a payment waits, the users who can confirm it are notified.
// After the decision, the user who recorded the payment is notified. A separate job sends the mails, so that no change
// waits for the query of the recipients.
import * as z from 'zod'
import { cents, centsToText } from '#domain/money.ts'
import type { Db, Services } from '#server/operations/context.ts'
import type { FundingMail } from '#server/mail/funding-messages.ts'
import { enqueueAlert } from '#server/mail/queue.ts'
import { findUsersByIds, findUsersWithPermission, toFullName } from '#server/mail/recipients.ts'
import { findPayment, type StoredPayment } from './queries.ts'

const PAYMENT_MAIL = 'funding-mail'

const payload = z.strictObject({ paymentId: z.int(), event: z.enum(['waiting', 'decided']) })
type PaymentEvent = z.output<typeof payload>

/** Call this in the transaction of the change, and `jobs.wake` after the commit. */
export const enqueuePaymentMail = (jobs: Services['jobs'], db: Db, event: PaymentEvent): Promise<void> =>
  jobs.enqueue(db, PAYMENT_MAIL, event)

export function registerFunding(services: Services): void {
  services.jobs.registerHandler(PAYMENT_MAIL, 'mail', async (data) => {
    const { paymentId, event } = payload.parse(data)
    await services.db.transaction().execute(async (trx) => {
      const payment = await findPayment(trx, services.client.ownerId, paymentId)
      if (!payment) return
      const mails = await createMails(trx, payment, event)
      for (const mail of mails) await enqueueAlert(services, trx, mail)
    })
    services.jobs.wake()
  })
}

/** Only users without a limit to campaigns can see the funding account. */
const ALL_CAMPAIGNS = { campaignIds: null } as const

async function createMails(
  db: Db,
  payment: StoredPayment,
  event: PaymentEvent['event'],
): Promise<readonly FundingMail[]> {
  const { id, kind, reference, owner_id: ownerId, recorded_by: recordedBy } = payment
  const mailedPayment = {
    paymentId: id,
    type: kind,
    reference,
    amount: `${payment.currency} ${centsToText(cents(payment.amount_cents))}`,
  }
  if (event === 'waiting') {
    const by = toFullName(payment.recorder_first, payment.recorder_last)
    const audience = { ownerId, ...ALL_CAMPAIGNS, exceptUserId: recordedBy }
    const confirmers = await findUsersWithPermission(db, audience, 'Funding.confirm')
    return confirmers.map((to) => ({ kind: 'paymentWaiting', to, payment: mailedPayment, by }))
  }
  const recorders = await findUsersByIds(db, ALL_CAMPAIGNS, [recordedBy])
  return recorders.map((to) => ({
    kind: 'paymentDecided',
    to,
    payment: mailedPayment,
    decision: payment.transaction_id === null ? 'rejected' : 'confirmed',
    by: toFullName(payment.decider_first, payment.decider_last),
    reason: payment.reject_reason ?? '',
  }))
}
