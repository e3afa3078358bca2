// The imported entries of the bank that belong to no payment yet, and what users decide about them.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { proposePayment, type UnmatchedPayment } from '#domain/funding/bank-statements.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { MAX_PAYMENT_REFERENCE, paymentAmountRefusal, type RecordedPaymentType } from '#domain/funding/payments.ts'
import { cents } from '#domain/money.ts'
import { containsCardNumber } from '#domain/cards/identifiers.ts'
import { money } from '#server/audit/audit-fields.ts'
import {
  type Db,
  type Handler,
  refuse,
  refuseBy,
  type Refusal,
  type SessionContext,
} from '#server/operations/context.ts'
import { moneyToApi } from '#server/operations/to-api.ts'
import { lockPayment, paymentToState, readCurrency } from './queries.ts'
import { insertPayment, refuseMoneyOut } from './record.ts'
import { refuseLimitedViewer } from './whole-programme.ts'

/** More entries than anyone matches in one session. The oldest come first. */
const MAX_LISTED = 200

interface StoredEntry {
  readonly id: number
  readonly booked_on: CalendarDate
  readonly amount_cents: number
  readonly bank_reference: string
  readonly reference: string
}

export const bankEntries: Handler<'bankEntries'> = async (context) => {
  const refusal = refuseLimitedViewer(context)
  if (refusal) return refusal
  const { db, viewer } = context
  const { rows } = await sql<StoredEntry & { total: number }>`
    SELECT id, booked_on, amount_cents, bank_reference, reference, count(*) OVER ()::int AS total FROM bank_entry
    WHERE owner_id = ${viewer.ownerId} AND payment_id IS NULL ORDER BY booked_on, id LIMIT ${MAX_LISTED}`.execute(db)
  const payments = [...(await findUnmatchedPayments(db, viewer.ownerId))]
  return {
    total: rows[0]?.total ?? 0,
    entries: rows.map((row) => {
      const entry = { amountCents: row.amount_cents, reference: row.reference, bankReference: row.bank_reference }
      const proposed = proposePayment(entry, payments)
      // Each payment is proposed for one entry only.
      if (proposed) payments.splice(payments.indexOf(proposed), 1)
      return {
        entryId: String(row.id),
        bookedOn: row.booked_on,
        amount: moneyToApi(row.amount_cents),
        bankReference: row.bank_reference,
        reference: row.reference,
        ...(proposed && { proposed: { paymentId: String(proposed.id), reference: proposed.reference } }),
      }
    }),
  }
}

export const matchBankEntry: Handler<'matchBankEntry'> = async (context, params) => {
  const limitRefusal = refuseLimitedViewer(context)
  if (limitRefusal) return limitRefusal
  const { db, viewer } = context
  const { rows } = await sql<StoredEntry & { payment_id: number | null }>`
    SELECT id, booked_on, amount_cents, bank_reference, reference, payment_id FROM bank_entry
    WHERE owner_id = ${viewer.ownerId} AND id = ${params.entryId}::bigint FOR UPDATE`.execute(db)
  const [entry] = rows
  if (!entry) return refuse(codes.notFound, m.funding_noSuchEntry)
  if (entry.payment_id !== null) return refuse(codes.refusedState, m.funding_entryMatchedAlready)
  const currency = await readCurrency(db, viewer.ownerId)
  const paymentId =
    params.paymentId === undefined
      ? await recordFromEntry(context, entry, currency)
      : await requireUnmatched(context, entry, Number(params.paymentId))
  if (typeof paymentId === 'object') return paymentId
  await db.updateTable('bank_entry').set({ payment_id: paymentId }).where('id', '=', entry.id).execute()
  if (params.paymentId !== undefined) {
    context.setSubject('payment', paymentId)
    context.recordValues({
      bankEntry: entry.bank_reference || String(entry.id),
      amount: money(entry.amount_cents, currency),
    })
  }
  return { paymentId: String(paymentId) }
}

/** Records what the entry says. It waits for another user like every payment. */
async function recordFromEntry(
  context: SessionContext,
  entry: StoredEntry,
  currency: string,
): Promise<number | Refusal> {
  const kind: RecordedPaymentType = entry.amount_cents > 0 ? 'payment' : 'return'
  const amountCents = cents(Math.abs(entry.amount_cents))
  const refusal =
    refuseBy(codes.refusedState, () => paymentAmountRefusal(moneyToApi(amountCents))) ??
    (await refuseMoneyOut(context, { kind, amountCents, currency }))
  if (refusal) return refusal
  const reference = (entry.bank_reference || entry.reference || String(entry.id)).slice(0, MAX_PAYMENT_REFERENCE)
  return insertPayment(context, {
    kind,
    currency,
    amountCents,
    valueDate: entry.booked_on,
    // The bank's texts are not checked when they are imported.
    reference: containsCardNumber(reference) ? String(entry.id) : reference,
    note: '',
    fileName: null,
  })
}

async function requireUnmatched(
  { db, viewer }: SessionContext,
  entry: StoredEntry,
  paymentId: number,
): Promise<number | Refusal> {
  const payment = await lockPayment(db, viewer.ownerId, paymentId)
  if (!payment || payment.kind === 'reversal') return refuse(codes.notFound, m.funding_noSuchPayment)
  const state = paymentToState(payment)
  const isOpen = state === 'waiting' || state === 'confirmed'
  const signed = payment.kind === 'payment' ? payment.amount_cents : -payment.amount_cents
  if (!isOpen || signed !== entry.amount_cents) return refuse(codes.refusedState, m.funding_entryDoesNotFit)
  const other = await db.selectFrom('bank_entry').select('id').where('payment_id', '=', paymentId).executeTakeFirst()
  return other ? refuse(codes.refusedState, m.funding_paymentMatchedAlready) : paymentId
}

/** Payments and returns without an entry of the bank, neither rejected nor reversed. */
async function findUnmatchedPayments(db: Db, ownerId: number): Promise<readonly UnmatchedPayment[]> {
  const { rows } = await sql<UnmatchedPayment>`
    SELECT p.id, CASE p.kind WHEN 'payment' THEN p.amount_cents ELSE -p.amount_cents END AS "amountCents", p.reference
    FROM funding_payment p
    WHERE p.owner_id = ${ownerId} AND p.kind <> 'reversal' AND (p.decided_by IS NULL OR p.transaction_id IS NOT NULL)
      AND NOT EXISTS (SELECT FROM bank_entry e WHERE e.payment_id = p.id)
      AND NOT EXISTS (SELECT FROM funding_payment r WHERE r.reverses_id = p.id AND r.transaction_id IS NOT NULL)
    ORDER BY p.recorded_at DESC, p.id DESC LIMIT 1000`.execute(db)
  return rows
}

/** Makes the entry of a rejected or reversed payment unmatched again. */
export async function freeBankEntry(db: Db, paymentId: number): Promise<void> {
  await db.updateTable('bank_entry').set({ payment_id: null }).where('payment_id', '=', paymentId).execute()
}
