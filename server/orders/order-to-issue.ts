// Locks an order whose cards are issued, and reads the settings of its campaign for new cards.
import { sql } from 'kysely'
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import type { OrderType } from '#domain/order/types.ts'
import type { Db } from '#server/operations/context.ts'

export interface OrderToIssue {
  readonly id: number
  readonly owner_id: number
  readonly currency: string
  readonly kind: OrderType
  readonly campaign_id: number
  readonly issue_fee_cents: number
  /** The time after which the order can no longer be cancelled. Null for a virtual order. */
  readonly final_at: Date | null
  readonly approved_at: Date | null
  readonly approval_terms: ApprovalTerms | null
  readonly rejected_at: Date | null
  readonly cancelled_at: Date | null
  readonly begun_at: Date | null
  /** The start of the current run. Null between two runs. */
  readonly run_started_at: Date | null
  readonly processed_at: Date | null
  /** Null if the campaign has no range of card numbers. */
  readonly card_prefix: string | null
  readonly validity_months: number
}

/**
 * Locks an order until the transaction ends. If two servers run the same job, the second waits and then continues with
 * the remaining rows. A cancellation locks the order too, so it never happens while cards are issued.
 */
export async function lockToIssue(trx: Db, id: number): Promise<OrderToIssue | undefined> {
  const { rows } = await sql<OrderToIssue>`
    SELECT o.id, o.owner_id, o.currency, o.kind, o.campaign_id, o.issue_fee_cents, o.final_at, o.approved_at, o.approval_terms, o.rejected_at,
           o.cancelled_at, o.begun_at, o.run_started_at, o.processed_at, c.card_prefix, c.validity_months
    FROM card_order o JOIN campaign c ON c.id = o.campaign_id
    WHERE o.id = ${id} FOR UPDATE OF o
  `.execute(trx)
  return rows[0]
}
