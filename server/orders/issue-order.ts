// Issues the cards of an order in chunks, so that other work can run between two chunks. One transaction writes the
// cards, loads, fees and row results of a chunk, and updates the order's counts. If the server is killed between two
// chunks, the cards of the first chunks stay issued, and the next run issues the rest. Rules: docs/rules/orders.md,
// "Issuing".
import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { instantToDate } from '#domain/dates.ts'
import { cents } from '#domain/money.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { isUniqueViolation } from '#server/db/faults.ts'
import { lockToIssue, type OrderToIssue } from './order-to-issue.ts'
import { type IssuedChunk, type IssueOutcome, issueChunk } from './issue-chunk.ts'

interface IssueServices extends Pick<Services, 'db' | 'secrets' | 'now'> {
  readonly timeZone: string
  /** Additional work for each chunk, in its transaction. */
  readonly afterChunk?: (trx: Db) => Promise<void>
  /** Additional work for the order's last chunk, in its transaction. */
  readonly afterLastChunk?: (trx: Db) => Promise<void>
  /** Maximum number of rows in one transaction. */
  readonly chunkSize?: number
  readonly isSandbox?: boolean | undefined
}

/** As many as a batch posts in one chunk. Larger chunks are hardly faster, and lock the funding account for longer. */
const CARDS_PER_CHUNK = 500
/** Maximum attempts for a chunk. An attempt fails if another server inserts a drawn card number first. */
const MAX_ATTEMPTS = 5

/**
 * Issues the waiting rows of an order that is due, and returns the totals of this call. Undefined if there is nothing
 * to do: the order does not exist, is not approved, was rejected or cancelled, or is already issued. Throws if the
 * order can still be cancelled.
 */
export async function issueOrder(services: IssueServices, orderId: number): Promise<IssueOutcome | undefined> {
  let totals: IssueOutcome = { issuedCount: 0, issuedCents: cents(0), issuedFeeCents: cents(0), failedCount: 0 }
  for (;;) {
    const chunk = await issueNextChunk(services, orderId)
    if (!chunk) {
      // If earlier chunks of this call have processed rows, another server has processed the other rows of the order.
      const hasProcessedRows = totals.issuedCount + totals.failedCount > 0
      return hasProcessedRows ? totals : undefined
    }
    totals = {
      issuedCount: totals.issuedCount + chunk.issuedCount,
      issuedCents: cents(totals.issuedCents + chunk.issuedCents),
      issuedFeeCents: cents(totals.issuedFeeCents + chunk.issuedFeeCents),
      failedCount: totals.failedCount + chunk.failedCount,
    }
    if (!chunk.hasMore) return totals
  }
}

async function issueNextChunk(services: IssueServices, orderId: number): Promise<IssuedChunk | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await services.db.transaction().execute(async (trx) => {
        const order = await lockToIssue(trx, orderId)
        if (!order || !isDue(order, services.now())) return undefined
        return processChunk(trx, services, order)
      })
    } catch (error) {
      const isNumberTaken = isUniqueViolation(error, ['card_pan', 'card_tracking'])
      if (!isNumberTaken || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

function isDue(order: OrderToIssue, now: number): boolean {
  if (order.cancelled_at !== null || order.rejected_at !== null) return false
  if (order.processed_at !== null) return false
  const isVirtual = order.final_at === null
  const needsApproval = isVirtual || order.approval_terms !== null
  if (needsApproval && order.approved_at === null) return false
  // A virtual order, without a time to cancel, is due when it is approved.
  if (order.final_at === null) return true
  // The job starts after the time to cancel. So the order can still be cancelled only if the clock was set back. After
  // the error, the job tries again later.
  const isStillCancellable = order.begun_at === null && order.final_at.getTime() > now
  if (isStillCancellable) throw new Error(`order ${order.id} can still be cancelled`)
  return true
}

async function processChunk(trx: Db, services: IssueServices, order: OrderToIssue): Promise<IssuedChunk> {
  const now = new Date(services.now())
  const today = instantToDate(now.getTime(), services.timeZone)
  // All chunks of a run have the same timestamp, so that reports can show the run as one movement of funds.
  const issuedAt = order.run_started_at ?? now
  const chunk = await issueChunk(trx, services.secrets, order, {
    issuedAt,
    today,
    size: services.chunkSize ?? CARDS_PER_CHUNK,
    isSandbox: services.isSandbox,
  })
  await sql`
    UPDATE card_order SET
      begun_at = coalesce(begun_at, ${issuedAt}),
      run_started_at = ${chunk.hasMore ? issuedAt : null},
      processed_at = ${chunk.hasMore ? null : now},
      issued_count = issued_count + ${chunk.issuedCount},
      failed_count = failed_count + ${chunk.failedCount},
      issued_amount_cents = issued_amount_cents + ${chunk.issuedCents},
      issued_fee_cents = issued_fee_cents + ${chunk.issuedFeeCents}
    WHERE id = ${order.id}
  `.execute(trx)
  const isLastChunk = !chunk.hasMore
  if (isLastChunk && order.kind === 'physical') await nameProducerFile(trx, order.id, today)
  await services.afterChunk?.(trx)
  if (isLastChunk) await services.afterLastChunk?.(trx)
  return chunk
}

/** Names the file for the producer. A file with a name can be fetched. An order without an issued card gets no file. */
async function nameProducerFile(trx: Db, orderId: number, day: CalendarDate): Promise<void> {
  const name = `card-order-${orderId}-${day}.csv`
  await sql`UPDATE card_order SET producer_file_name = ${name} WHERE id = ${orderId} AND issued_count > 0`.execute(trx)
}
