// The statement of the funding account for its page: the lines of the Fund Movement Report and the account's current
// figures. Each line has a link to its batch, order or payment. The page and the report use the same code to read the
// lines, so they always agree.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { availableFunds, fundsFor } from '#domain/funding/funds.ts'
import type { OrderType } from '#domain/order/types.ts'
import { readFundingAccount } from '#server/ledger/funding.ts'
import { type Db, type Handler, refuse } from '#server/operations/context.ts'
import { toDayRange } from '#server/operations/day-range.ts'
import { moneyToApi } from '#server/operations/to-api.ts'
import { storedToText } from '#server/stored-text.ts'
import { toReportQuery } from './report-query.ts'
import { type FundingRun, movementLabel, readFundingRuns, readOpeningBalance } from './sources/fund-movement.ts'

/** No one reads more lines on a page. The report has no such limit. */
const MAX_LINES = 2_000

export const fundingStatement: Handler<'fundingStatement'> = async (context, params) => {
  const { db, viewer, now } = context
  if (viewer.campaignIds !== undefined) return refuse(codes.notAuthorized, m.funding_notForLimitedUsers)
  const range = toDayRange(context, params)
  if ('refusalCode' in range) return range
  const { ownerId } = viewer
  const { start, end } = range
  const query = await toReportQuery(context, { ownerId, campaignIds: undefined, start, end })
  const runs: FundingRun[] = []
  for await (const chunk of readFundingRuns(db, query)) {
    runs.push(...chunk)
    if (runs.length > MAX_LINES)
      return refuse(codes.refusedParameters, () => m.funding_tooManyLines({ limit: MAX_LINES }))
  }
  const openingCents = await readOpeningBalance(db, query)
  const subjects = await findSubjects(db, runs)
  let balanceCents = openingCents
  const lines = runs.map((run) => {
    balanceCents += run.credit_cents - run.debit_cents
    return {
      at: run.posted_at.toISOString(),
      movement: movementLabel(run),
      ...runToLink(run, subjects),
      debit: moneyToApi(run.debit_cents),
      fees: moneyToApi(run.fee_cents),
      credit: moneyToApi(run.credit_cents),
      balance: moneyToApi(balanceCents),
    }
  })
  const programme = await db
    .selectFrom('programme')
    .select('currency')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  // A new database has no programme before its first set-up.
  const currency = programme?.currency ?? ''
  const funds = fundsFor(await readFundingAccount(db, ownerId, currency), now())
  return {
    currency,
    startDate: start,
    endDate: end,
    opening: moneyToApi(openingCents),
    closing: moneyToApi(balanceCents),
    lines,
    now: {
      balance: moneyToApi(funds.balanceCents),
      reserved: moneyToApi(funds.reservedCents),
      available: moneyToApi(availableFunds(funds)),
      expected: moneyToApi(await sumWaitingPayments(db, ownerId)),
    },
  }
}

/** What a line is about. */
interface Subject {
  readonly of: 'batch' | 'order' | 'payment'
  /** The id of the batch or order. For a payment, the id of its transaction. */
  readonly id: number
  /** A reference, or the name of an order's campaign. */
  readonly name: string
  /** The type of the order. Null for a batch or a payment. */
  readonly kind: OrderType | null
  /** The id of the payment. Null for a batch or an order. */
  readonly payment_id: number | null
}

/** The subjects of the lines, by type and `id`: 'batch 12'. */
async function findSubjects(db: Db, runs: readonly FundingRun[]): Promise<ReadonlyMap<string, Subject>> {
  const idsOf = (column: 'batch_id' | 'order_id' | 'id') => {
    const ids = new Set(runs.map((run) => run[column]))
    return [...ids].filter((id) => id !== null)
  }
  const { rows } = await sql<Subject>`
    SELECT 'batch' AS of, id, reference AS name, NULL AS kind, NULL::bigint AS payment_id
    FROM batch_file WHERE id = ANY (${idsOf('batch_id')}::bigint[])
    UNION ALL
    SELECT 'order', o.id, c.name, o.kind, NULL FROM card_order o JOIN campaign c ON c.id = o.campaign_id
    WHERE o.id = ANY (${idsOf('order_id')}::bigint[])
    UNION ALL
    SELECT 'payment', transaction_id, reference, NULL, id FROM funding_payment
    WHERE transaction_id = ANY (${idsOf('id')}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [`${row.of} ${row.id}`, row]))
}

/** The reference of a line and the id of its subject. A line without batch, order or payment has only its reference. */
function runToLink(run: FundingRun, subjects: ReadonlyMap<string, Subject>) {
  const batch = subjects.get(`batch ${run.batch_id}`)
  if (batch) return { reference: batch.name, batchId: String(batch.id) }
  const order = subjects.get(`order ${run.order_id}`)
  if (order) {
    const link = { reference: order.name, orderId: String(order.id) }
    return order.kind === null ? link : { ...link, orderKind: order.kind }
  }
  const reference = storedToText(run.description)
  const payment = subjects.get(`payment ${run.id}`)
  return payment ? { reference, paymentId: String(payment.payment_id) } : { reference }
}

/** The money that comes in if all recorded payments are confirmed. */
async function sumWaitingPayments(db: Db, ownerId: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM funding_payment
    WHERE owner_id = ${ownerId} AND decided_by IS NULL AND kind = 'payment'`.execute(db)
  return rows[0]?.cents ?? 0
}
