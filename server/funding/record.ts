// Records a payment, a return of surplus or a reversal. No money moves until another user confirms it.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { toCents } from './amounts.ts'
import {
  type FundingPaymentType,
  moneyOutRefusal,
  paymentAmountRefusal,
  paymentFileRefusal,
  paymentReversalRefusal,
  valueDateRefusal,
} from '#domain/funding/payments.ts'
import { availableFunds, fundsFor } from '#domain/funding/funds.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { type Cents, cents, centsToText } from '#domain/money.ts'
import { money } from '#server/audit/audit-fields.ts'
import { readFundingAccount } from '#server/ledger/funding.ts'
import { type Handler, refuse, refuseBy, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { programmeDay } from '#server/operations/day-range.ts'
import { refuseCardNumber, refuseParameterBy } from '#server/operations/refuse-parameter.ts'
import { announcePayment } from './announce.ts'
import { enqueuePaymentMail } from './mail.ts'
import { lockPayment, paymentToState, readCurrency } from './queries.ts'
import { refuseLimitedViewer } from './whole-programme.ts'

export const recordFundingPayment: Handler<'recordFundingPayment'> = async (context, params) => {
  const { db, viewer } = context
  const reference = params.reference.trim()
  const note = params.note?.trim() ?? ''
  const bytes = params.file && Buffer.from(params.file.base64, 'base64')
  const refusal =
    refuseLimitedViewer(context) ??
    refuseParameterBy('amount', () => paymentAmountRefusal(params.amount)) ??
    refuseParameterBy('valueDate', () => valueDateRefusal(params.valueDate as CalendarDate, programmeDay(context))) ??
    refuseParameterBy('reference', () => (reference === '' ? m.funding_referenceMissing() : undefined)) ??
    refuseCardNumber('reference', reference) ??
    refuseCardNumber('note', note) ??
    (params.file && bytes ? refuseFile(params.file.name, bytes.length) : undefined)
  if (refusal) return refusal
  const currency = await readCurrency(db, viewer.ownerId)
  const amountCents = toCents(params.amount)
  const outRefusal = await refuseMoneyOut(context, { kind: params.type, amountCents, currency })
  if (outRefusal) return outRefusal
  const paymentId = await insertPayment(context, {
    kind: params.type,
    currency,
    amountCents,
    valueDate: params.valueDate as CalendarDate,
    reference,
    note,
    fileName: params.file?.name.trim() ?? null,
  })
  if (bytes)
    await db
      .insertInto('funding_payment_file')
      .values({ payment_id: paymentId, content_cipher: context.secrets.encrypt(bytes) })
      .execute()
  return { paymentId: String(paymentId) }
}

const refuseFile = (name: string, size: number): Refusal | undefined =>
  refuseParameterBy('file', () => paymentFileRefusal(name, size)) ?? refuseCardNumber('file', name)

export const reverseFundingPayment: Handler<'reverseFundingPayment'> = async (context, params) => {
  const { db, viewer } = context
  const reason = params.reason.trim()
  const refusal =
    refuseLimitedViewer(context) ??
    refuseParameterBy('reason', () => (reason === '' ? m.funding_reasonMissing() : undefined)) ??
    refuseCardNumber('reason', reason)
  if (refusal) return refusal
  context.setSubject('payment', params.paymentId)
  const payment = await lockPayment(db, viewer.ownerId, Number(params.paymentId))
  if (!payment) return refuse(codes.notFound, m.funding_noSuchPayment)
  const stateRefusal = refuseBy(codes.refusedState, () =>
    paymentReversalRefusal({
      type: payment.kind,
      state: paymentToState(payment),
      hasWaitingReversal: payment.reversal === 'waiting',
    }),
  )
  if (stateRefusal) return stateRefusal
  const paymentId = await insertPayment(context, {
    kind: 'reversal',
    currency: payment.currency,
    amountCents: cents(payment.amount_cents),
    valueDate: programmeDay(context),
    reference: payment.reference,
    note: reason,
    fileName: null,
    reversesId: payment.id,
  })
  return { paymentId: String(paymentId) }
}

interface NewPayment {
  readonly kind: FundingPaymentType
  readonly currency: string
  readonly amountCents: Cents
  readonly valueDate: CalendarDate
  readonly reference: string
  readonly note: string
  readonly fileName: string | null
  readonly reversesId?: number
}

/** Inserts a payment that waits for a decision, and returns its id. */
export async function insertPayment(context: SessionContext, payment: NewPayment): Promise<number> {
  const { db, viewer, jobs, now } = context
  const { kind, currency, amountCents, valueDate, reference, note, fileName, reversesId } = payment
  const { id } = await db
    .insertInto('funding_payment')
    .values({
      owner_id: viewer.ownerId,
      currency,
      kind,
      amount_cents: amountCents,
      value_date: valueDate,
      reference,
      note,
      file_name: fileName,
      reverses_id: reversesId ?? null,
      recorded_by: viewer.userId,
      recorded_at: new Date(now()),
      decided_by: null,
      decided_at: null,
      transaction_id: null,
      reject_reason: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  context.setSubject('payment', id)
  context.recordValues({
    paymentType: kind,
    amount: money(amountCents, currency),
    valueDate,
    reference,
    fileName,
    ...(kind === 'reversal' ? { reason: note, reversedPayment: String(reversesId) } : { note }),
  })
  const columns = { kind, amount_cents: amountCents, currency, value_date: valueDate, reverses_id: reversesId ?? null }
  await announcePayment(context, { id, ...columns }, 'recorded')
  await enqueuePaymentMail(jobs, db, { paymentId: id, event: 'waiting' })
  context.afterCommit(() => jobs.wake())
  return id
}

/** Returns a refusal if the account does not have the money that would leave it, or needs it for something else. */
export async function refuseMoneyOut(
  { db, viewer, now }: SessionContext,
  payment: { readonly kind: FundingPaymentType; readonly amountCents: Cents; readonly currency: string },
): Promise<Refusal | undefined> {
  if (payment.kind === 'payment') return undefined
  const account = await readFundingAccount(db, viewer.ownerId, payment.currency)
  const { balanceCents } = account
  const funds = { balanceCents, availableCents: availableFunds(fundsFor(account, now())) }
  return refuseBy(codes.refusedState, () =>
    moneyOutRefusal(payment.kind, payment.amountCents, funds, (amount) => `${payment.currency} ${centsToText(amount)}`),
  )
}
