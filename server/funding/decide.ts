// Confirms or rejects a payment that another user recorded. A confirmed payment is posted to the ledger in the same
// transaction. Rules: docs/rules/funding.md, "Payments".
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { isMoneyIn, paymentDecisionRefusal } from '#domain/funding/payments.ts'
import { cents } from '#domain/money.ts'
import { money } from '#server/audit/audit-fields.ts'
import { lockOwnerAccounts } from '#server/ledger/accounts.ts'
import { postMovements } from '#server/ledger/post-movements.ts'
import { type Handler, refuse, checkRule, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { refuseCardNumber } from '#server/operations/refuse-parameter.ts'
import { refuseIfViewerEditedMaker } from '#server/operations/user-changes.ts'
import { announcePayment } from './announce.ts'
import { freeBankEntryOfPayment } from './bank-entries.ts'
import { enqueuePaymentMail } from './mail.ts'
import { lockPayment, paymentToState, type StoredPayment } from './queries.ts'
import { refuseMoneyOut } from './record.ts'
import { refuseLimitedViewer } from './whole-programme.ts'

export const confirmFundingPayment: Handler<'confirmFundingPayment'> = async (context, params) => {
  const { db, viewer, now } = context
  const payment = await lockWaitingPayment(context, params.paymentId)
  if ('refusalCode' in payment) return payment
  const makerRefusal = await refuseIfViewerEditedMaker(context, payment.recorded_by)
  if (makerRefusal) return makerRefusal
  const accounts = await lockOwnerAccounts(db, payment.owner_id, payment.currency)
  const amountCents = cents(payment.amount_cents)
  const isIncoming = isMoneyIn(payment.kind, payment.reversed_kind ?? undefined)
  // The funds are read while the accounts are locked, so that no run takes the money in between.
  const fundsRefusal = isIncoming ? undefined : await refuseMoneyOut(context, { ...payment, amountCents })
  if (fundsRefusal) return fundsRefusal
  const at = new Date(now())
  const floatId = accounts.float.id
  const fundingId = accounts.funding.id
  const [transactionId] = await postMovements(db, [
    {
      ownerId: payment.owner_id,
      kind: payment.kind === 'reversal' ? 'reversal' : 'funding',
      postedAt: at,
      cardId: null,
      fromAccountId: isIncoming ? floatId : fundingId,
      toAccountId: isIncoming ? fundingId : floatId,
      amountCents,
      feeTypeId: null,
      ...(payment.reversed_transaction_id !== null && { reverses: payment.reversed_transaction_id }),
      description: payment.reference,
      merchantId: '',
      authNumber: '',
    },
  ])
  await db
    .updateTable('funding_payment')
    .set({ decided_by: viewer.userId, decided_at: at, transaction_id: transactionId ?? null })
    .where('id', '=', payment.id)
    .execute()
  // Only a reversal has `reverses_id`. The reversed payment no longer belongs to its bank entry.
  if (payment.reverses_id !== null) await freeBankEntryOfPayment(db, payment.reverses_id)
  await announcePayment(context, payment, 'confirmed')
  await enqueueDecisionMail(context, payment)
  return {}
}

export const rejectFundingPayment: Handler<'rejectFundingPayment'> = async (context, params) => {
  const { db, viewer, now } = context
  const payment = await lockWaitingPayment(context, params.paymentId)
  if ('refusalCode' in payment) return payment
  const reason = params.reason?.trim() || null
  const refusal = refuseCardNumber('reason', reason ?? '')
  if (refusal) return refusal
  context.recordValues({ reason })
  await db
    .updateTable('funding_payment')
    .set({ decided_by: viewer.userId, decided_at: new Date(now()), reject_reason: reason })
    .where('id', '=', payment.id)
    .execute()
  await freeBankEntryOfPayment(db, payment.id)
  await announcePayment(context, payment, 'rejected')
  await enqueueDecisionMail(context, payment)
  return {}
}

/** Locks the payment. Refuses a payment about which the viewer cannot decide. */
async function lockWaitingPayment(context: SessionContext, paymentId: string): Promise<StoredPayment | Refusal> {
  const limitRefusal = refuseLimitedViewer(context)
  if (limitRefusal) return limitRefusal
  const { db, viewer } = context
  context.setSubject('payment', paymentId)
  const payment = await lockPayment(db, viewer.ownerId, Number(paymentId))
  if (!payment) return refuse(codes.notFound, m.funding_noSuchPayment)
  const paymentForRule = { state: paymentToState(payment), recordedBy: String(payment.recorded_by) }
  const refusal = checkRule(codes.refusedState, () => paymentDecisionRefusal(paymentForRule, String(viewer.userId)))
  if (refusal) return refusal
  context.recordValues({
    paymentType: payment.kind,
    reference: payment.reference,
    amount: money(payment.amount_cents, payment.currency),
  })
  return payment
}

async function enqueueDecisionMail({ db, jobs, afterCommit }: SessionContext, { id }: StoredPayment): Promise<void> {
  await enqueuePaymentMail(jobs, db, { paymentId: id, event: 'decided' })
  afterCommit(() => jobs.wake())
}
