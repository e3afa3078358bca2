// Issuing the cards of an order, in parts that let others in between: each part's cards, their loads and fees, its rows' results and
// the order's counts are one transaction. A host killed in the middle leaves what is issued issued, and the next run goes on from
// there (threats T40).
import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { instantToDate } from '#domain/dates.ts'
import { cents } from '#domain/money.ts'
import type { Db, Host } from '#server/operations/context.ts'
import { isUniqueViolation } from '#server/db/faults.ts'
import { holdToIssue, type OrderToIssue } from './order-to-issue.ts'
import { type IssuedPart, type IssueOutcome, issuePart } from './issue-part.ts'

interface Issuing extends Pick<Host, 'db' | 'secrets' | 'now'> {
  readonly timeZone: string
  /** What else belongs to each part, in its transaction; `isLast` with the order's end. */
  readonly issued?: (trx: Db, isLast: boolean) => Promise<void>
  /** Rows of one transaction at most. */
  readonly partSize?: number
}

/** As many cards as are sealed and written in about a tenth of a second. */
const CARDS_A_PART = 250
/** Another host may have taken one of the numbers between the look and the insertion. */
const MAX_DRAWS = 5

/**
 * Issues the rows that wait of an order that is approved or final; gives the sums of what this call has done. Undefined where there
 * is nothing (left) to do: not approved, cancelled, issued already, or no such order. Throws where its hour has not come.
 */
export async function issueOrder(host: Issuing, orderId: number): Promise<IssueOutcome | undefined> {
  let sums: IssueOutcome = { issuedCount: 0, issuedCents: cents(0), issuedFeeCents: cents(0), failedCount: 0 }
  for (;;) {
    const part = await nextPart(host, orderId)
    // Another host has done the rest.
    if (!part) return sums.issuedCount + sums.failedCount > 0 ? sums : undefined
    sums = {
      issuedCount: sums.issuedCount + part.issuedCount,
      issuedCents: cents(sums.issuedCents + part.issuedCents),
      issuedFeeCents: cents(sums.issuedFeeCents + part.issuedFeeCents),
      failedCount: sums.failedCount + part.failedCount,
    }
    if (!part.goesOn) return sums
  }
}

async function nextPart(host: Issuing, orderId: number): Promise<IssuedPart | undefined> {
  for (let draw = 1; ; draw += 1) {
    try {
      return await host.db.transaction().execute(async (trx) => {
        const order = await holdToIssue(trx, orderId)
        return order && isDue(order, host.now()) ? processPart(trx, host, order) : undefined
      })
    } catch (error) {
      if (draw === MAX_DRAWS || !isUniqueViolation(error, ['card_pan', 'card_tracking'])) throw error
    }
  }
}

function isDue(order: OrderToIssue, now: number): boolean {
  if (order.cancelled_at !== null || order.rejected_at !== null) return false
  if (order.processed_at !== null) return false
  if (order.final_at === null) return order.approved_at !== null
  // Only a clock that was put back comes here: the job waits and asks again (threats T45).
  if (order.begun_at === null && order.final_at.getTime() > now)
    throw new Error(`order ${order.id} can still be cancelled`)
  return true
}

async function processPart(trx: Db, host: Issuing, order: OrderToIssue): Promise<IssuedPart> {
  const now = new Date(host.now())
  const today = instantToDate(now.getTime(), host.timeZone)
  // One moment for all chunks of a run, so that reports can show the run as one movement of funds.
  const issuedAt = order.run_started_at ?? now
  const part = await issuePart(trx, host.secrets, order, { issuedAt, today, size: host.partSize ?? CARDS_A_PART })
  await sql`
    UPDATE card_order SET
      begun_at = coalesce(begun_at, ${issuedAt}),
      run_started_at = ${part.goesOn ? issuedAt : null},
      processed_at = ${part.goesOn ? null : now},
      issued_count = issued_count + ${part.issuedCount},
      failed_count = failed_count + ${part.failedCount},
      issued_amount_cents = issued_amount_cents + ${part.issuedCents},
      issued_fee_cents = issued_fee_cents + ${part.issuedFeeCents}
    WHERE id = ${order.id}
  `.execute(trx)
  if (!part.goesOn && order.kind === 'physical') await nameFile(trx, order.id, today)
  await host.issued?.(trx, !part.goesOn)
  return part
}

/** What the producer gets is there from now on; nothing where no card could be issued. */
async function nameFile(trx: Db, orderId: number, day: CalendarDate): Promise<void> {
  await sql`
    UPDATE card_order SET producer_file_name = ${`card-order-${orderId}-${day}.csv`} WHERE id = ${orderId} AND issued_count > 0
  `.execute(trx)
}
