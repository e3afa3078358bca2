// The states of orders: as SQL conditions on the table alias `o`, and computed from a row. Shared by the lists, the
// overview and the report.
import { sql } from 'kysely'
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import { orderTypes, type OrderType } from '#domain/order/types.ts'
import { type OrderState, orderState, type VirtualOrderFilter, virtualOrderFilters } from '#domain/order/states.ts'

/** True for an order that needs an approval and is not decided yet. */
export const orderIsAwaiting = sql`((o.kind = 'virtual' OR o.approval_terms IS NOT NULL)
  AND o.approved_at IS NULL AND o.rejected_at IS NULL AND o.cancelled_at IS NULL)`

/**
 * True for a physical order that can still be cancelled at the time `now`: it becomes final later, or still waits for an
 * approval.
 */
export const orderIsCancellable = (now: number) =>
  sql`(o.kind = 'physical' AND o.cancelled_at IS NULL AND o.rejected_at IS NULL AND o.begun_at IS NULL
    AND (o.final_at > ${new Date(now)} OR (o.approval_terms IS NOT NULL AND o.approved_at IS NULL)))`

/** True for an order whose file for the card producer has not been fetched. */
export const fileIsWaiting = sql`(o.kind = 'physical' AND o.cancelled_at IS NULL
  AND o.producer_file_name IS NOT NULL AND o.fetched_at IS NULL)`

/**
 * For each filter, the condition, and the column with the time to which the date range applies. Example: the time of an
 * approved order is the time of its approval.
 */
export const virtualOrderLists = {
  [virtualOrderFilters.awaiting]: {
    condition: sql`(o.kind = 'virtual' AND ${orderIsAwaiting})`,
    time: sql`o.ordered_at`,
  },
  [virtualOrderFilters.approved]: {
    condition: sql`(o.kind = 'virtual' AND o.approved_at IS NOT NULL)`,
    time: sql`o.approved_at`,
  },
  [virtualOrderFilters.rejected]: {
    condition: sql`(o.kind = 'virtual' AND o.rejected_at IS NOT NULL)`,
    time: sql`o.rejected_at`,
  },
} as const satisfies Readonly<Record<VirtualOrderFilter, object>>

/** The columns that determine an order's state. */
export interface OrderStateRow {
  readonly kind: OrderType
  readonly approval_terms: ApprovalTerms | null
  readonly approved_at: Date | null
  readonly rejected_at: Date | null
  readonly cancelled_at: Date | null
  readonly final_at: Date | null
  readonly fetched_at: Date | null
  readonly row_count: number
  readonly issued_count: number
  readonly failed_count: number
}

/**
 * The state of an order at the time `now`, in milliseconds since 1970. It depends on the time, because a physical order
 * becomes final when it can no longer be cancelled.
 */
export const orderToState = (row: OrderStateRow, now: number): OrderState =>
  orderState({
    needsApproval: orderTypes[row.kind].needsApproval || row.approval_terms !== null,
    isApproved: row.approved_at !== null,
    isRejected: row.rejected_at !== null,
    isCancelled: row.cancelled_at !== null,
    // Undefined for a virtual order: it needs an approval and never becomes final.
    isFinal: row.final_at === null ? undefined : row.final_at.getTime() <= now,
    // `orderState` considers this only after all cards are issued, when the file exists.
    isFileWaiting: row.kind === 'physical' && row.fetched_at === null,
    cardsCount: row.row_count,
    issuedCount: row.issued_count,
    failedCount: row.failed_count,
  })

/** The cost of the cards without their loads: the fees of the rows and the campaign's fee for each card. */
export const totalFee = (row: {
  readonly fee_cents: number
  readonly issue_fee_cents: number
  readonly row_count: number
}): number => row.fee_cents + row.issue_fee_cents * row.row_count
