// The queries of the overview's counts and events of batches. Every query is limited to one owner.
import { sql } from 'kysely'
import type { StoredBatchType } from '#domain/batch/types.ts'
import { batchStates } from '#domain/batch/states.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { isBlockedSql } from '#server/approvals/blocked.ts'
import { batchStateConditions } from '#server/db/batch-states.ts'
import { isLoadSql } from '#server/ledger/load-types.ts'
import { batchesInScope, inScope, type Scope } from '#server/operations/scope.ts'

/** The viewer's scope, and the limits of the viewer's overview. */
export interface OverviewFilter extends Scope {
  /** The viewer. */
  readonly userId: number
  readonly timeZone: string
  /** The first day of the period. */
  readonly since: CalendarDate
  /** False if only the viewer's own batches are included. */
  readonly seesAll: boolean
}

const isUploadedInPeriod = ({ since, timeZone }: OverviewFilter) =>
  sql`f.uploaded_at >= ${since}::date::timestamp AT TIME ZONE ${timeZone}`

export interface BatchesToDecide {
  readonly kind: StoredBatchType
  readonly count: number
  readonly amount_cents: number
  readonly oldest: string
}

/**
 * Batches that this viewer can decide, by type. Viewers cannot decide their own uploads, nor those of a program whose
 * key they have made.
 */
export const batchesToDecideQuery = (viewer: Scope & Pick<OverviewFilter, 'userId'>) =>
  sql<BatchesToDecide>`
    SELECT f.kind, count(*)::integer AS count, sum(f.amount_cents)::bigint AS amount_cents, min(f.uploaded_at) AS oldest
    FROM batch_file f
    WHERE ${batchesInScope(viewer)} AND ${batchStateConditions[batchStates.awaiting]}
      AND f.uploaded_by <> ${viewer.userId} AND f.key_made_by IS DISTINCT FROM ${viewer.userId}
      AND (f.approval_terms IS NULL OR can_sign_next(of_batch => f.id, of_order => NULL, terms => f.approval_terms,
        of_user => ${viewer.userId}::bigint,
        of_group => (SELECT group_id FROM user_account WHERE id = ${viewer.userId})))
    GROUP BY f.kind`

/** Batches that wait for a signature although no one can sign them. With `seesAll`, not only this viewer's batches. */
export const blockedBatchesQuery = (overviewFilter: OverviewFilter) =>
  sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM batch_file f
    WHERE ${batchesInScope(overviewFilter)} AND (${overviewFilter.seesAll}::boolean OR f.uploaded_by = ${overviewFilter.userId})
      AND ${isBlockedSql.batch}`

const stateCounts = sql.join(
  Object.entries(batchStates).map(
    ([state, filter]) => sql`count(*) FILTER (WHERE ${batchStateConditions[filter]})::integer AS ${sql.ref(state)}`,
  ),
)

/** The number of the viewer's uploads in each state. */
export const ownBatchesQuery = (overviewFilter: OverviewFilter) =>
  sql<Record<keyof typeof batchStates, number>>`
    SELECT ${stateCounts}
    FROM batch_file f
    WHERE ${batchesInScope(overviewFilter)} AND f.uploaded_by = ${overviewFilter.userId} AND ${isUploadedInPeriod(overviewFilter)}`

/** Amount and count of loads for every day from start to end, including days without loads. */
export function loadsByDayQuery(overviewFilter: OverviewFilter, start: CalendarDate, end: CalendarDate) {
  const { timeZone } = overviewFilter
  const startTime = sql`${start}::date::timestamp AT TIME ZONE ${timeZone}`
  const endTime = sql`(${end}::date + 1)::timestamp AT TIME ZONE ${timeZone}`
  // Stored sums exist only for the whole owner. For the few users with limited campaigns, the loads are counted.
  const seesAllCampaigns = overviewFilter.campaignIds === undefined
  const loads = seesAllCampaigns
    ? sql`
      SELECT (since AT TIME ZONE ${timeZone})::date AS day, sum(amount_cents) AS amount_cents, sum(count) AS count
      FROM load_sum
      WHERE owner_id = ${overviewFilter.ownerId} AND since >= ${startTime} AND since < ${endTime}
      GROUP BY 1`
    : sql`
      SELECT (t.posted_at AT TIME ZONE ${timeZone})::date AS day, sum(e.amount_cents) AS amount_cents, count(*) AS count
      FROM ledger_transaction t
      JOIN ledger_entry e ON e.transaction_id = t.id
      JOIN account a ON a.id = e.account_id
      JOIN card c ON c.id = a.card_id
      WHERE t.owner_id = ${overviewFilter.ownerId} AND ${isLoadSql(sql`t.kind`)} AND t.posted_at >= ${startTime} AND t.posted_at < ${endTime}
        AND ${inScope(overviewFilter, 'c')}
      GROUP BY 1`
  return sql<{ date: CalendarDate; amount_cents: number; count: number }>`
    SELECT d.day::date AS date, coalesce(l.amount_cents, 0)::bigint AS amount_cents, coalesce(l.count, 0)::integer AS count
    FROM generate_series(${start}::date, ${end}::date, interval '1 day') AS d (day)
    LEFT JOIN (${loads}) l ON l.day = d.day::date
    ORDER BY d.day`
}

export interface BatchEvent {
  readonly id: number
  readonly at: string
  /** Null for an action of the server. */
  readonly who: string | null
  readonly event: 'uploaded' | 'approved' | 'rejected' | 'withdrawn' | 'closed' | 'processed' | 'checked'
  readonly kind: StoredBatchType
  readonly reference: string
  readonly row_count: number
  readonly loaded_count: number
  readonly preflight_failing: number | null
  readonly preflight_short_cents: number | null
  readonly currency: string
}

export const RECENT_EVENTS = 10

/** The latest events of batches, newest first. */
export const batchEventsQuery = (overviewFilter: OverviewFilter) =>
  sql<BatchEvent>`
    WITH f AS (
      SELECT f.* FROM batch_file f
      WHERE ${batchesInScope(overviewFilter)} AND ${isUploadedInPeriod(overviewFilter)}
        AND (${overviewFilter.seesAll}::boolean OR f.uploaded_by = ${overviewFilter.userId})
    )
    SELECT e.id, e.at, u.firstname || ' ' || u.lastname AS who, e.event,
           f.kind, f.reference, f.row_count, f.loaded_count, f.preflight_failing, f.preflight_short_cents, f.currency
    FROM (
      SELECT id, uploaded_at AS at, uploaded_by AS user_id, 'uploaded' AS event, 1 AS step FROM f
      UNION ALL SELECT id, preflight_at, NULL, 'checked', 2 FROM f WHERE preflight_failing > 0 OR preflight_short_cents > 0
      UNION ALL SELECT id, approved_at, approved_by, 'approved', 3 FROM f WHERE approved_at IS NOT NULL
      UNION ALL SELECT id, rejected_at, rejected_by, 'rejected', 3 FROM f WHERE rejected_at IS NOT NULL
      UNION ALL SELECT id, withdrawn_at, uploaded_by, 'withdrawn', 3 FROM f WHERE withdrawn_at IS NOT NULL
      UNION ALL SELECT id, closed_at, closed_by, 'closed', 4 FROM f WHERE closed_at IS NOT NULL
      UNION ALL SELECT id, processed_at, NULL, 'processed', 4 FROM f WHERE processed_at IS NOT NULL
    ) e JOIN f ON f.id = e.id LEFT JOIN user_account u ON u.id = e.user_id
    ORDER BY e.at DESC, e.id DESC, e.step DESC LIMIT ${RECENT_EVENTS}`

export const currencyQuery = (ownerId: number) =>
  sql<{ currency: string }>`SELECT currency FROM programme WHERE owner_id = ${ownerId}`
