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
import { type Handler, refuse, checkRule, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { programmeDay } from '#server/operations/day-range.ts'
import { refuseCardNumber, refuseParameter, checkParameter } from '#server/operations/refuse-parameter.ts'
import { announcePayment } from './announce.ts'
import { enqueuePaymentMail } from './mail.ts'
import { lockPayment, paymentToState, readCurrency } from './queries.ts'
import { refuseLimitedViewer } from './whole-programme.ts'

export const recordFundingPayment: Handler<'recordFundingPayment'> = async (context, params) => {
  const { db, viewer } = context
  const reference = params.reference.trim()
  const note = params.note?.trim() ?? ''
  const valueDate = params.valueDate as CalendarDate
  const file = params.file && { name: params.file.name, bytes: Buffer.from(params.file.base64, 'base64') }
  // The first refusal is returned.
  const refusal =
    refuseLimitedViewer(context) ??
    checkParameter('amount', () => paymentAmountRefusal(params.amount)) ??
    checkParameter('valueDate', () => valueDateRefusal(valueDate, programmeDay(context))) ??
    checkParameter('reference', () => (reference === '' ? m.funding_referenceMissing() : undefined)) ??
    refuseCardNumber('reference', reference) ??
    refuseCardNumber('note', note) ??
    (file ? refuseFile(file.name, file.bytes.length) : undefined)
  if (refusal) return refusal
  const currency = await readCurrency(db, viewer.ownerId)
  const amountCents = toCents(params.amount)
  const fundsRefusal = await refuseMoneyOut(context, { kind: params.type, amountCents, currency })
  if (fundsRefusal) return fundsRefusal
  const paymentId = await insertPayment(context, {
    kind: params.type,
    currency,
    amountCents,
    valueDate,
    reference,
    note,
    fileName: file?.name.trim() ?? null,
  })
  if (file)
    await db
      .insertInto('funding_payment_file')
      .values({ payment_id: paymentId, content_cipher: context.secrets.encrypt(file.bytes) })
      .execute()
  return { paymentId: String(paymentId) }
}

function refuseFile(name: string, size: number): Refusal | undefined {
  const fileRefusal = checkParameter('file', () => paymentFileRefusal(name, size))
  return fileRefusal ?? refuseCardNumber('file', name)
}

export const reverseFundingPayment: Handler<'reverseFundingPayment'> = async (context, params) => {
  const { db, viewer } = context
  const reason = params.reason.trim()
  const viewerRefusal = refuseLimitedViewer(context)
  if (viewerRefusal) return viewerRefusal
  if (reason === '') return refuseParameter('reason', m.funding_reasonMissing)
  const reasonRefusal = refuseCardNumber('reason', reason)
  if (reasonRefusal) return reasonRefusal
  context.setSubject('payment', params.paymentId)
  const payment = await lockPayment(db, viewer.ownerId, Number(params.paymentId))
  if (!payment) return refuse(codes.notFound, m.funding_noSuchPayment)
  const stateRefusal = checkRule(codes.refusedState, () =>
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
    // The note of a reversal is its reason.
    ...(kind === 'reversal' ? { reason: note, reversedPayment: String(reversesId) } : { note }),
  })
  const columns = { kind, amount_cents: amountCents, currency, value_date: valueDate, reverses_id: reversesId ?? null }
  await announcePayment(context, { id, ...columns }, 'recorded')
  await enqueuePaymentMail(jobs, db, { paymentId: id, event: 'waiting' })
  context.afterCommit(() => jobs.wake())
  return id
}

/**
 * Refuses a return or a reversal if the account does not have its money, or needs the money for approved batches and
 * orders.
 */
export async function refuseMoneyOut(
  { db, viewer, now }: SessionContext,
  payment: { readonly kind: FundingPaymentType; readonly amountCents: Cents; readonly currency: string },
): Promise<Refusal | undefined> {
  if (payment.kind === 'payment') return undefined
  const account = await readFundingAccount(db, viewer.ownerId, payment.currency)
  const funds = { balanceCents: account.balanceCents, availableCents: availableFunds(fundsFor(account, now())) }
  const toText = (amount: Cents) => `${payment.currency} ${centsToText(amount)}`
  return checkRule(codes.refusedState, () => moneyOutRefusal(payment.kind, payment.amountCents, funds, toText))
}
