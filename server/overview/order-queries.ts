// The queries of the overview's counts and events of orders. Every query is limited to one owner.
import { sql } from 'kysely'
import type { OrderType } from '#domain/order/types.ts'
import { type OrderState, orderState, orderStates } from '#domain/order/states.ts'
import { isBlockedSql } from '#server/approvals/blocked.ts'
import { fileIsWaiting, orderIsAwaiting, orderIsCancellable } from '#server/db/order-states.ts'
import { RECENT_EVENTS, type OverviewFilter } from './queries.ts'
import { inScope, type Scope } from '#server/operations/scope.ts'

const isOrderedInPeriod = ({ since, timeZone }: OverviewFilter) =>
  sql`o.ordered_at >= ${since}::date::timestamp AT TIME ZONE ${timeZone}`

/**
 * Orders of this type that this viewer can decide. Viewers cannot decide their own orders, nor those of a program whose
 * key they have made.
 */
export const ordersToDecideQuery = (viewer: Scope & Pick<OverviewFilter, 'userId'>, type: OrderType) =>
  sql<{ count: number; cards: number; amount_cents: number; oldest: string | null }>`
    SELECT count(*)::integer AS count, coalesce(sum(o.row_count), 0)::integer AS cards,
           coalesce(sum(o.amount_cents), 0)::bigint AS amount_cents, min(o.ordered_at) AS oldest
    FROM card_order o
    WHERE ${inScope(viewer, 'o')} AND o.kind = ${type} AND ${orderIsAwaiting}
      AND o.ordered_by <> ${viewer.userId} AND o.key_made_by IS DISTINCT FROM ${viewer.userId}
      AND (o.approval_terms IS NULL OR can_sign_next(of_batch => NULL, of_order => o.id, terms => o.approval_terms,
        of_user => ${viewer.userId}::bigint,
        of_group => (SELECT group_id FROM user_account WHERE id = ${viewer.userId})))`

/** Physical orders of others that this viewer can still cancel. */
export const cancellableOrdersQuery = (overviewFilter: OverviewFilter, now: number) =>
  sql<{ count: number; cards: number; amount_cents: number; first_final: string | null }>`
    SELECT count(*)::integer AS count, coalesce(sum(o.row_count), 0)::integer AS cards,
           coalesce(sum(o.amount_cents), 0)::bigint AS amount_cents, min(o.final_at) AS first_final
    FROM card_order o
    WHERE ${inScope(overviewFilter, 'o')} AND o.ordered_by <> ${overviewFilter.userId} AND ${orderIsCancellable(now)}`

/** Orders that wait for a signature although no one can sign them. With `seesAll`, not only this viewer's orders. */
export const blockedOrdersQuery = (overviewFilter: OverviewFilter) =>
  sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM card_order o
    WHERE ${inScope(overviewFilter, 'o')} AND (${overviewFilter.seesAll}::boolean OR o.ordered_by = ${overviewFilter.userId})
      AND ${isBlockedSql.order}`

/** Files for the card producer that no user has fetched. */
export const waitingFilesQuery = (overviewFilter: OverviewFilter) =>
  sql<{ count: number; cards: number; oldest: string | null }>`
    SELECT count(*)::integer AS count, coalesce(sum(o.issued_count), 0)::integer AS cards, min(o.processed_at) AS oldest
    FROM card_order o
    WHERE ${inScope(overviewFilter, 'o')} AND ${fileIsWaiting}`

interface StateGroup {
  readonly kind: OrderType
  readonly needs_approval: boolean
  readonly is_approved: boolean
  readonly is_rejected: boolean
  readonly is_cancelled: boolean
  /** Null without a time from which the order is final. */
  readonly is_final: boolean | null
  readonly is_done: boolean
  readonly has_begun: boolean
  readonly file_waits: boolean
  readonly has_failed: boolean
  readonly count: number
}

/** The viewer's orders in groups of the same state at that time (milliseconds since 1970). */
export const ownOrdersQuery = (overviewFilter: OverviewFilter, now: number) =>
  sql<StateGroup>`
    SELECT o.kind, o.kind = 'virtual' OR o.approval_terms IS NOT NULL AS needs_approval, o.approved_at IS NOT NULL AS is_approved, o.rejected_at IS NOT NULL AS is_rejected,
           o.cancelled_at IS NOT NULL AS is_cancelled, o.final_at <= ${new Date(now)} AS is_final,
           o.issued_count + o.failed_count = o.row_count AS is_done, o.issued_count + o.failed_count > 0 AS has_begun,
           o.kind = 'physical' AND o.fetched_at IS NULL AS file_waits, o.failed_count > 0 AS has_failed,
           count(*)::integer AS count
    FROM card_order o
    WHERE ${inScope(overviewFilter, 'o')} AND o.ordered_by = ${overviewFilter.userId} AND ${isOrderedInPeriod(overviewFilter)}
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`

/** The number of the viewer's orders in each state. */
export function groupsToStateCounts(groups: readonly StateGroup[]): Record<OrderState, number> {
  const counts = Object.fromEntries(orderStates.map((state) => [state, 0])) as Record<OrderState, number>
  for (const group of groups) counts[groupToState(group)] += group.count
  return counts
}

/**
 * Applies the domain's rule to a group of orders with the same columns. The rule does not need the real counts, so one
 * card represents all cards of the order.
 */
function groupToState(group: StateGroup): OrderState {
  const hasFinalTime = group.is_final !== null
  const isFinal = group.is_final === true || group.has_begun
  const isIssued = group.is_done && !group.has_failed
  const isFailed = group.is_done && group.has_failed
  return orderState({
    needsApproval: group.needs_approval,
    isApproved: group.is_approved,
    isRejected: group.is_rejected,
    isCancelled: group.is_cancelled,
    isFinal: hasFinalTime ? isFinal : undefined,
    isFileWaiting: group.file_waits,
    cardsCount: 1,
    issuedCount: isIssued ? 1 : 0,
    failedCount: isFailed ? 1 : 0,
  })
}

export interface OrderEvent {
  readonly id: number
  readonly at: string
  /** Null for an action of the server. */
  readonly who: string | null
  readonly event: 'submitted' | 'approved' | 'rejected' | 'cancelled' | 'issued' | 'fetched'
  readonly kind: OrderType
  /** True if the viewer made the order. */
  readonly is_own: boolean
  readonly row_count: number
  readonly issued_count: number
  readonly failed_count: number
}

/** The latest events of the viewer's orders, or of all orders, newest first. */
export const orderEventsQuery = (overviewFilter: OverviewFilter) =>
  sql<OrderEvent>`
    WITH o AS (
      SELECT o.* FROM card_order o
      WHERE ${inScope(overviewFilter, 'o')} AND ${isOrderedInPeriod(overviewFilter)}
        AND (${overviewFilter.seesAll}::boolean OR o.ordered_by = ${overviewFilter.userId})
    )
    SELECT e.id, e.at, u.firstname || ' ' || u.lastname AS who, e.event,
           o.kind, o.ordered_by = ${overviewFilter.userId} AS is_own, o.row_count, o.issued_count, o.failed_count
    FROM (
      SELECT id, ordered_at AS at, ordered_by AS user_id, 'submitted' AS event, 1 AS step FROM o
      UNION ALL SELECT id, approved_at, approved_by, 'approved', 2 FROM o WHERE approved_at IS NOT NULL
      UNION ALL SELECT id, rejected_at, rejected_by, 'rejected', 2 FROM o WHERE rejected_at IS NOT NULL
      UNION ALL SELECT id, cancelled_at, cancelled_by, 'cancelled', 3 FROM o WHERE cancelled_at IS NOT NULL
      UNION ALL SELECT id, processed_at, NULL, 'issued', 3 FROM o WHERE processed_at IS NOT NULL
      UNION ALL SELECT id, fetched_at, fetched_by, 'fetched', 4 FROM o WHERE fetched_at IS NOT NULL
    ) e JOIN o ON o.id = e.id LEFT JOIN user_account u ON u.id = e.user_id
    ORDER BY e.at DESC, e.id DESC, e.step DESC LIMIT ${RECENT_EVENTS}`
