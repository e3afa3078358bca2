// The imported entries of the bank that belong to no payment yet. Users match an entry with a payment, record a payment
// from an entry, or set an entry aside, which another user confirms.
import { m } from '#words/messages.js'
import { sql, type Updateable } from 'kysely'
import { codes } from '#contract/codes.ts'
import {
  asideConfirmRefusal,
  type BankEntryState,
  entryUseRefusal,
  proposePayment,
  type UnmatchedPayment,
} from '#domain/funding/bank-statements.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { MAX_PAYMENT_REFERENCE, paymentAmountRefusal, type RecordedPaymentType } from '#domain/funding/payments.ts'
import { cents } from '#domain/money.ts'
import { toFullName } from '#server/mail/recipients.ts'
import { containsCardNumber } from '#domain/cards/identifiers.ts'
import { money } from '#server/audit/audit-fields.ts'
import type { BankEntryTable } from '#server/db/funding-tables.ts'
import {
  type Db,
  type Handler,
  refuse,
  checkRule,
  type Refusal,
  type SessionContext,
} from '#server/operations/context.ts'
import { refuseCardNumber, refuseParameter } from '#server/operations/refuse-parameter.ts'
import { moneyToApi } from '#server/operations/to-api.ts'
import { refuseIfViewerEditedMaker } from '#server/operations/user-changes.ts'
import { lockPayment, paymentToState, readCurrency } from './queries.ts'
import { insertPayment, refuseMoneyOut } from './record.ts'
import { refuseLimitedViewer } from './whole-programme.ts'

/** The maximum number of listed entries, more than any user matches in one session. The oldest are listed first. */
const MAX_LISTED = 200

/** An entry of the bank, as stored. */
interface StoredEntry extends StoredAside {
  readonly id: number
  readonly booked_on: CalendarDate
  readonly amount_cents: number
  readonly bank_reference: string
  readonly reference: string
}

/** Whether an entry is matched or set aside. */
interface StoredAside {
  readonly payment_id: number | null
  readonly aside_reason: string | null
  readonly aside_by: number | null
  readonly aside_at: Date | null
  readonly aside_decided_by: number | null
}

interface ListedEntry extends StoredEntry {
  readonly total: number
  readonly aside_first: string
  readonly aside_last: string
  readonly decider_first: string
  readonly decider_last: string
}

export const bankEntries: Handler<'bankEntries'> = async (context, { setAside = false }) => {
  const refusal = refuseLimitedViewer(context)
  if (refusal) return refusal
  const { db, viewer } = context
  const { rows } = await sql<ListedEntry>`
    SELECT e.id, e.booked_on, e.amount_cents, e.bank_reference, e.reference, e.payment_id, e.aside_reason, e.aside_by,
           e.aside_at, e.aside_decided_by, count(*) OVER ()::int AS total, a.firstname AS aside_first,
           a.lastname AS aside_last, d.firstname AS decider_first, d.lastname AS decider_last
    FROM bank_entry e
    LEFT JOIN user_account a ON a.id = e.aside_by
    LEFT JOIN user_account d ON d.id = e.aside_decided_by
    WHERE e.owner_id = ${viewer.ownerId} AND e.payment_id IS NULL
      AND e.aside_decided_by IS ${setAside ? sql`NOT NULL` : sql`NULL`}
    ORDER BY e.booked_on, e.id LIMIT ${MAX_LISTED}`.execute(db)
  // The number of entries that are set aside, and the account of the newest statement.
  const { rows: summaries } = await sql<{ set_aside: number; account: string | null }>`
    SELECT (SELECT count(*)::int FROM bank_entry
            WHERE owner_id = ${viewer.ownerId} AND payment_id IS NULL AND aside_decided_by IS NOT NULL) AS set_aside,
           (SELECT account FROM bank_statement WHERE owner_id = ${viewer.ownerId} ORDER BY id DESC LIMIT 1) AS account`.execute(
    db,
  )
  const summary = summaries[0]
  const proposals = proposePayments(rows, await findUnmatchedPayments(db, viewer.ownerId))
  return {
    total: rows[0]?.total ?? 0,
    setAsideTotal: summary?.set_aside ?? 0,
    lastAccount: summary?.account ?? null,
    entries: rows.map((row) => {
      const proposed = proposals.get(row.id)
      return {
        entryId: String(row.id),
        bookedOn: row.booked_on,
        amount: moneyToApi(row.amount_cents),
        bankReference: row.bank_reference,
        reference: row.reference,
        ...(proposed && { proposed: { paymentId: String(proposed.id), reference: proposed.reference } }),
        ...(row.aside_by !== null && { setAside: asideToApi(row, viewer.userId) }),
      }
    }),
  }
}

/** The proposed payment by the id of the entry. A payment is proposed for at most one entry. */
function proposePayments(
  entries: readonly StoredEntry[],
  payments: readonly UnmatchedPayment[],
): ReadonlyMap<number, UnmatchedPayment> {
  const remainingPayments = new Set(payments)
  const proposals = new Map<number, UnmatchedPayment>()
  for (const { id, amount_cents, reference, bank_reference, aside_by: asideBy } of entries) {
    if (asideBy !== null) continue
    const entry = { amountCents: amount_cents, reference, bankReference: bank_reference }
    const proposed = proposePayment(entry, [...remainingPayments])
    if (!proposed) continue
    proposals.set(id, proposed)
    remainingPayments.delete(proposed)
  }
  return proposals
}

export const matchBankEntry: Handler<'matchBankEntry'> = async (context, params) => {
  const limitRefusal = refuseLimitedViewer(context)
  if (limitRefusal) return limitRefusal
  const { db, viewer } = context
  const entry = await lockEntry(db, viewer.ownerId, params.entryId)
  if (!entry) return refuse(codes.notFound, m.funding_noSuchEntry)
  const useRefusal = checkRule(codes.refusedState, () => entryUseRefusal(entryToState(entry)))
  if (useRefusal) return useRefusal
  const currency = await readCurrency(db, viewer.ownerId)
  const recordsNewPayment = params.paymentId === undefined
  const payment = recordsNewPayment
    ? await recordFromEntry(context, entry, currency)
    : await lockUnmatchedPayment(context, entry, Number(params.paymentId))
  if ('refusalCode' in payment) return payment
  const { paymentId } = payment
  await db.updateTable('bank_entry').set({ payment_id: paymentId }).where('id', '=', entry.id).execute()
  // The subject and values of a new payment were set when it was recorded.
  if (!recordsNewPayment) {
    context.setSubject('payment', paymentId)
    context.recordValues({ bankEntry: toEntryName(entry), amount: money(entry.amount_cents, currency) })
  }
  return { paymentId: String(paymentId) }
}

/** The name of the entry in the audit trail: the bank's reference, or the id if there is no reference. */
const toEntryName = ({ id, bank_reference: bankReference }: StoredEntry): string =>
  bankReference === '' ? String(id) : bankReference

/** Locks the entry until the transaction ends, so that two decisions about the entry wait for each other. */
async function lockEntry(db: Db, ownerId: number, entryId: string): Promise<StoredEntry | undefined> {
  const { rows } = await sql<StoredEntry>`
    SELECT id, booked_on, amount_cents, bank_reference, reference, payment_id, aside_reason, aside_by, aside_at,
           aside_decided_by
    FROM bank_entry WHERE owner_id = ${ownerId} AND id = ${entryId}::bigint FOR UPDATE`.execute(db)
  return rows[0]
}

const entryToState = (entry: StoredAside): BankEntryState => ({
  isMatched: entry.payment_id !== null,
  asideBy: entry.aside_by === null ? undefined : String(entry.aside_by),
  isAsideConfirmed: entry.aside_decided_by !== null,
})

const asideToApi = (row: ListedEntry, viewerId: number) => ({
  reason: row.aside_reason ?? '',
  by: toFullName(row.aside_first, row.aside_last),
  at: row.aside_at?.toISOString() ?? '',
  isOwn: row.aside_by === viewerId,
  confirmedBy: row.aside_decided_by === null ? null : toFullName(row.decider_first, row.decider_last),
})

export const setAsideBankEntry: Handler<'setAsideBankEntry'> = async (context, { entryId, reason: typedReason }) => {
  const reason = typedReason.trim()
  if (reason === '') return refuseParameter('reason', m.funding_asideReasonMissing)
  const refusal = refuseCardNumber('reason', reason)
  if (refusal) return refusal
  return changeAside(context, entryId, {
    refusalOf: entryUseRefusal,
    values: { aside_reason: reason, aside_by: context.viewer.userId, aside_at: new Date(context.now()) },
    reason,
  })
}

export const confirmBankEntryAside: Handler<'confirmBankEntryAside'> = async (context, { entryId }) => {
  const { db, viewer, now } = context
  const entry = await lockEntry(db, viewer.ownerId, entryId)
  const makerRefusal = entry?.aside_by ? await refuseIfViewerEditedMaker(context, entry.aside_by) : undefined
  if (makerRefusal) return makerRefusal
  return changeAside(context, entryId, {
    refusalOf: (state) => asideConfirmRefusal(state, String(viewer.userId)),
    values: { aside_decided_by: viewer.userId, aside_decided_at: new Date(now()) },
  })
}

export const restoreBankEntry: Handler<'restoreBankEntry'> = (context, { entryId }) =>
  changeAside(context, entryId, {
    refusalOf: ({ asideBy }) => (asideBy === undefined ? m.funding_entryNotSetAside() : undefined),
    values: { aside_reason: null, aside_by: null, aside_at: null, aside_decided_by: null, aside_decided_at: null },
  })

interface AsideChange {
  /** Why the state of the entry does not allow the change. */
  readonly refusalOf: (state: BankEntryState) => string | undefined
  readonly values: Updateable<BankEntryTable>
  /** Why the entry is set aside, for the audit trail. */
  readonly reason?: string
}

async function changeAside(
  context: SessionContext,
  entryId: string,
  { refusalOf, values, reason }: AsideChange,
): Promise<Refusal | Record<string, never>> {
  const limitRefusal = refuseLimitedViewer(context)
  if (limitRefusal) return limitRefusal
  const { db, viewer } = context
  const entry = await lockEntry(db, viewer.ownerId, entryId)
  if (!entry) return refuse(codes.notFound, m.funding_noSuchEntry)
  const refusal = checkRule(codes.refusedState, () => refusalOf(entryToState(entry)))
  if (refusal) return refusal
  await db.updateTable('bank_entry').set(values).where('id', '=', entry.id).execute()
  context.recordValues({
    bankEntry: toEntryName(entry),
    amount: money(entry.amount_cents, await readCurrency(db, viewer.ownerId)),
    ...(reason !== undefined && { reason }),
  })
  return {}
}

interface MatchedPayment {
  readonly paymentId: number
}

/** Records the payment or return that the entry reports. Like every payment, it waits for another user. */
async function recordFromEntry(
  context: SessionContext,
  entry: StoredEntry,
  currency: string,
): Promise<MatchedPayment | Refusal> {
  const kind: RecordedPaymentType = entry.amount_cents > 0 ? 'payment' : 'return'
  const amountCents = cents(Math.abs(entry.amount_cents))
  const amountRefusal = checkRule(codes.refusedState, () => paymentAmountRefusal(moneyToApi(amountCents)))
  if (amountRefusal) return amountRefusal
  const moneyOutRefusal = await refuseMoneyOut(context, { kind, amountCents, currency })
  if (moneyOutRefusal) return moneyOutRefusal
  const reference = (entry.bank_reference || entry.reference || String(entry.id)).slice(0, MAX_PAYMENT_REFERENCE)
  const paymentId = await insertPayment(context, {
    kind,
    currency,
    amountCents,
    valueDate: entry.booked_on,
    // The bank's texts are imported without a check, so they can contain a card number.
    reference: containsCardNumber(reference) ? String(entry.id) : reference,
    note: '',
    fileName: null,
  })
  return { paymentId }
}

/** Locks the payment. Refuses a payment that does not fit the entry, or that belongs to another entry. */
async function lockUnmatchedPayment(
  { db, viewer }: SessionContext,
  entry: StoredEntry,
  paymentId: number,
): Promise<MatchedPayment | Refusal> {
  const payment = await lockPayment(db, viewer.ownerId, paymentId)
  if (!payment || payment.kind === 'reversal') return refuse(codes.notFound, m.funding_noSuchPayment)
  const state = paymentToState(payment)
  const isOpen = state === 'waiting' || state === 'confirmed'
  const signedCents = payment.kind === 'payment' ? payment.amount_cents : -payment.amount_cents
  const fits = isOpen && signedCents === entry.amount_cents
  if (!fits) return refuse(codes.refusedState, m.funding_entryDoesNotFit)
  const matchedEntry = await db
    .selectFrom('bank_entry')
    .select('id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  return matchedEntry ? refuse(codes.refusedState, m.funding_paymentMatchedAlready) : { paymentId }
}

/**
 * The payments and returns that wait or are confirmed, are not reversed, and have no entry of the bank. The amounts of
 * returns are negative.
 */
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

/** Makes the bank entry of a rejected or reversed payment unmatched again. */
export async function freeBankEntryOfPayment(db: Db, paymentId: number): Promise<void> {
  await db.updateTable('bank_entry').set({ payment_id: null }).where('payment_id', '=', paymentId).execute()
}
