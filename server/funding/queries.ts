// Queries of payments into the funding account, returns and reversals. Every query is limited to one owner.
import { type RawBuilder, sql } from 'kysely'
import type { FundingPayment } from '#contract/funding-payments.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { FundingPaymentState, FundingPaymentType } from '#domain/funding/payments.ts'
import { toFullName } from '#server/mail/recipients.ts'
import type { Db } from '#server/operations/context.ts'
import {
  cursorColumn,
  type Page,
  andPositionOrderLimit,
  type PageParams,
  type SortPosition,
  toPage,
} from '#server/operations/paging.ts'
import { instantToApi, moneyToApi } from '#server/operations/to-api.ts'

export interface StoredPayment {
  readonly id: number
  readonly owner_id: number
  readonly currency: string
  readonly kind: FundingPaymentType
  readonly amount_cents: number
  readonly value_date: CalendarDate
  readonly reference: string
  readonly note: string
  readonly file_name: string | null
  /** The id of the payment that a reversal reverses. Null for a payment or a return. */
  readonly reverses_id: number | null
  /** The type of the reversed payment. */
  readonly reversed_kind: FundingPaymentType | null
  /** The ledger transaction of the reversed payment. */
  readonly reversed_transaction_id: number | null
  readonly recorded_by: number
  readonly recorded_at: Date
  readonly decided_by: number | null
  readonly decided_at: Date | null
  readonly transaction_id: number | null
  readonly reject_reason: string | null
  /** The state of the reversal of this payment. Null if no one has reversed it, or the reversal was rejected. */
  readonly reversal: 'waiting' | 'confirmed' | null
  readonly recorder_first: string
  readonly recorder_last: string
  readonly decider_first: string | null
  readonly decider_last: string | null
}

export function paymentToState({
  decided_by: decidedBy,
  transaction_id: transactionId,
  reversal,
}: Pick<StoredPayment, 'decided_by' | 'transaction_id' | 'reversal'>): FundingPaymentState {
  if (decidedBy === null) return 'waiting'
  if (transactionId === null) return 'rejected'
  return reversal === 'confirmed' ? 'reversed' : 'confirmed'
}

export const paymentToApi = (row: StoredPayment, viewerId: number): FundingPayment => ({
  paymentId: String(row.id),
  type: row.kind,
  reversedType: row.reversed_kind,
  reversesId: row.reverses_id === null ? null : String(row.reverses_id),
  state: paymentToState(row),
  amount: moneyToApi(row.amount_cents),
  valueDate: row.value_date,
  reference: row.reference,
  note: row.note,
  fileName: row.file_name,
  recordedBy: toFullName(row.recorder_first, row.recorder_last),
  isOwn: row.recorded_by === viewerId,
  recordedAt: row.recorded_at.toISOString(),
  decidedBy: row.decided_at && toFullName(row.decider_first, row.decider_last),
  decidedAt: instantToApi(row.decided_at),
  rejectReason: row.reject_reason,
  hasWaitingReversal: row.reversal === 'waiting',
})

const confirmedReversal = sql`EXISTS (SELECT FROM funding_payment r WHERE r.reverses_id = p.id AND r.transaction_id IS NOT NULL)`

/** The condition of each state on the alias `p`. */
const stateConditions: Readonly<Record<FundingPaymentState, RawBuilder<unknown>>> = {
  waiting: sql`p.decided_by IS NULL`,
  rejected: sql`p.decided_by IS NOT NULL AND p.transaction_id IS NULL`,
  confirmed: sql`p.transaction_id IS NOT NULL AND NOT ${confirmedReversal}`,
  reversed: sql`p.transaction_id IS NOT NULL AND ${confirmedReversal}`,
}

interface PaymentFilter {
  readonly state?: FundingPaymentState | undefined
  readonly paymentId?: string | undefined
}

/** One page of the payments. Payments that wait are listed oldest first, all others newest first. */
export async function findPayments(
  db: Db,
  ownerId: number,
  { paymentId, state }: PaymentFilter,
  page: PageParams,
): Promise<Page<StoredPayment & SortPosition>> {
  const moment = sql`p.recorded_at`
  const sortFirst = state === 'waiting' ? 'oldest' : 'newest'
  const stateCondition = state ? stateConditions[state] : sql`true`
  const idCondition = paymentId === undefined ? sql`true` : sql`p.id = ${paymentId}::bigint`
  const condition = sql`p.owner_id = ${ownerId} AND ${stateCondition} AND ${idCondition}`
  const { rows } = await sql<StoredPayment & SortPosition>`
    ${selectPayments(sql`, ${cursorColumn(moment)}`)}
    WHERE ${condition} ${andPositionOrderLimit({ moment, id: sql`p.id`, page, sortFirst })}`.execute(db)
  return toPage(rows, page, async () => {
    const counted = await sql<{ total: number }>`
      SELECT count(*)::int AS total FROM funding_payment p WHERE ${condition}`.execute(db)
    return counted.rows[0]?.total ?? 0
  })
}

export async function findPayment(db: Db, ownerId: number, id: number): Promise<StoredPayment | undefined> {
  const { rows } = await sql<StoredPayment>`
    ${selectPayments()} WHERE p.owner_id = ${ownerId} AND p.id = ${id}`.execute(db)
  return rows[0]
}

/** Locks the payment until the transaction ends, so that the second of two simultaneous decisions sees the first. */
export async function lockPayment(db: Db, ownerId: number, id: number): Promise<StoredPayment | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM funding_payment WHERE owner_id = ${ownerId} AND id = ${id} FOR UPDATE`.execute(db)
  return rows[0] && findPayment(db, ownerId, id)
}

/** `o` is the payment that `p` reverses, and `v` the reversal of `p` that waits or is confirmed. */
const selectPayments = (otherColumns = sql``) => sql`
  SELECT p.id, p.owner_id, p.currency, p.kind, p.amount_cents, p.value_date, p.reference, p.note, p.file_name, p.reverses_id,
         o.kind AS reversed_kind, o.transaction_id AS reversed_transaction_id, p.recorded_by, p.recorded_at, p.decided_by,
         p.decided_at, p.transaction_id, p.reject_reason, v.reversal,
         u.firstname AS recorder_first, u.lastname AS recorder_last, d.firstname AS decider_first, d.lastname AS decider_last
         ${otherColumns}
  FROM funding_payment p
  JOIN user_account u ON u.id = p.recorded_by
  LEFT JOIN user_account d ON d.id = p.decided_by
  LEFT JOIN funding_payment o ON o.id = p.reverses_id
  LEFT JOIN LATERAL (
    SELECT CASE WHEN r.transaction_id IS NULL THEN 'waiting' ELSE 'confirmed' END AS reversal FROM funding_payment r
    WHERE r.reverses_id = p.id AND (r.decided_by IS NULL OR r.transaction_id IS NOT NULL) LIMIT 1
  ) v ON true`

/** The owner's currency. Each owner has one. */
export async function readCurrency(db: Db, ownerId: number): Promise<string> {
  const programme = await db
    .selectFrom('programme')
    .select('currency')
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return programme.currency
}
