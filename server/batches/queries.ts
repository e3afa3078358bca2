// Queries of batches and their rows. Every query is limited to one owner: batches of other owners are not found.
import { type RawBuilder, sql } from 'kysely'
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import type { AdditionalValidation, BatchOption, StoredBatchType } from '#domain/batch/types.ts'
import { type BatchFilter, batchStates } from '#domain/batch/states.ts'
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import type { Db } from '#server/operations/context.ts'
import { type DayRange, isWithinDaysSql } from '#server/operations/day-range.ts'
import { batchStateConditions } from '#server/db/batch-states.ts'
import { batchesInScope, type Scope } from '#server/operations/scope.ts'
import {
  type SortFirst,
  type Page,
  andPositionOrderLimit,
  type PageParams,
  cursorColumn,
  type SortPosition,
  toPage,
} from '#server/operations/paging.ts'

export interface StoredBatch {
  readonly id: number
  readonly currency: string
  readonly kind: StoredBatchType
  readonly identifier_type: IdentifierType
  readonly reference: string
  readonly original_name: string
  readonly fingerprint: string
  readonly duplicate_reason: string | null
  readonly options: BatchOption[]
  readonly additional_validation: AdditionalValidation[]
  readonly row_count: number
  readonly amount_cents: number
  readonly fee_cents: number
  readonly uploaded_by: number
  readonly key_made_by: number | null
  readonly approval_terms: ApprovalTerms | null
  readonly uploaded_at: Date
  readonly uploader_firstname: string
  readonly uploader_lastname: string
  readonly approved_at: Date | null
  readonly approver_firstname: string | null
  readonly approver_lastname: string | null
  readonly rejected_at: Date | null
  readonly rejecter_firstname: string | null
  readonly rejecter_lastname: string | null
  readonly reject_reason: string | null
  readonly withdrawn_at: Date | null
  /** The time that the maker proposed for the run. */
  readonly proposed_at: Date | null
  /** The time of the run. Null if the batch runs as soon as possible. */
  readonly scheduled_at: Date | null
  /** The end of the undo hold. */
  readonly held_until: Date | null
  readonly processed_at: Date | null
  readonly closed_at: Date | null
  readonly closed_comments: string | null
  readonly loaded_count: number
  readonly loaded_amount_cents: number
  readonly loaded_fee_cents: number
  readonly retire: boolean
  readonly retry_requested_at: Date | null
  readonly posting_started_at: Date | null
  readonly preflight_at: Date | null
  readonly preflight_failing: number | null
  readonly preflight_short_cents: number | null
}

/**
 * One page of the batches in a filter. Batches that await a decision are listed oldest first, all others newest first.
 * Order and date range use the time at which the batch entered the state (`filterMoments`).
 */
export function findBatchesByState(
  db: Db,
  scope: Scope,
  filter: BatchFilter,
  range: DayRange | undefined,
  page: PageParams,
) {
  const sortFirst = filter === batchStates.awaiting ? 'oldest' : 'newest'
  return listBatches(db, scope, {
    matchCondition: filterConditions[filter],
    moment: filterMoments[filter],
    range,
    page,
    sortFirst,
  })
}

/** Restricts the list of a user's own uploads. */
interface UploadFilter {
  /** Undefined for all states. */
  readonly filter?: BatchFilter | undefined
  /** Part of the reference or of the file name (case-insensitive), or the batch's number. */
  readonly search?: string | undefined
}

/** One page of the user's own uploads, newest first. `range` limits the day of the upload. */
export function findBatchesOfUploader(
  db: Db,
  scope: Scope,
  userId: number,
  range: DayRange,
  { filter, search = '', ...page }: PageParams & UploadFilter,
) {
  const searchText = search.trim().toLowerCase()
  const stateCondition = filter === undefined ? sql`true` : batchStateConditions[filter]
  const searchCondition =
    searchText === ''
      ? sql`true`
      : sql`(position(${searchText}::text IN lower(f.reference)) > 0 OR position(${searchText}::text IN lower(f.original_name)) > 0
          OR f.id::text = ${searchText})`
  return listBatches(db, scope, {
    matchCondition: sql`f.uploaded_by = ${userId} AND ${stateCondition} AND ${searchCondition}`,
    moment: UPLOADED_AT,
    range,
    page,
  })
}

export async function findBatchById(db: Db, scope: Scope, id: number): Promise<StoredBatch | undefined> {
  const [batch] = await selectBatches(db, scope, UPLOADED_AT, sql`f.id = ${id}`)
  return batch
}

/** The batches in each filter. 'Approved' also contains batches that wait for their scheduled time. */
const filterConditions: Readonly<Record<BatchFilter, RawBuilder<unknown>>> = {
  ...batchStateConditions,
  [batchStates.approved]: sql`(${batchStateConditions[batchStates.approved]} OR (f.approved_at IS NOT NULL AND f.scheduled_at IS NOT NULL
    AND f.processed_at IS NULL AND f.closed_at IS NULL))`,
}

const UPLOADED_AT = sql`f.uploaded_at`
/** When a batch entered the state of the filter. */
const filterMoments: Readonly<Record<BatchFilter, RawBuilder<unknown>>> = {
  [batchStates.awaiting]: UPLOADED_AT,
  [batchStates.approved]: sql`f.approved_at`,
  [batchStates.rejected]: sql`f.rejected_at`,
  [batchStates.closed]: sql`coalesce(f.closed_at, f.withdrawn_at)`,
  [batchStates.processing]: UPLOADED_AT,
}

interface BatchList {
  readonly matchCondition: RawBuilder<unknown>
  /** The time by which the list is sorted, and to which `range` applies. */
  readonly moment: RawBuilder<unknown>
  readonly range: DayRange | undefined
  readonly page: PageParams
  readonly sortFirst?: SortFirst
}

async function listBatches(
  db: Db,
  scope: Scope,
  { matchCondition, moment, range, page, sortFirst }: BatchList,
): Promise<Page<StoredBatch>> {
  const condition = range ? sql`${matchCondition} AND ${isWithinDaysSql(moment, range)}` : matchCondition
  const positionOrderLimit = andPositionOrderLimit({ moment, id: sql`f.id`, page, sortFirst })
  const batches = await selectBatches(db, scope, moment, sql`${condition} ${positionOrderLimit}`)
  return toPage(batches, page, async () => {
    const { rows } = await sql<{ total: number }>`
      SELECT count(*)::int AS total FROM batch_file f WHERE ${batchesInScope(scope)} AND ${condition}`.execute(db)
    return rows[0]?.total ?? 0
  })
}

type BatchWithPosition = StoredBatch & SortPosition

/**
 * `conditionAndOrder` is the end of the statement, after the condition of the scope. `moment` is the time by which the
 * list is sorted. In the statement, `u` is the uploader, `a` the user who approved, and `r` the user who rejected.
 */
async function selectBatches(
  db: Db,
  scope: Scope,
  moment: RawBuilder<unknown>,
  conditionAndOrder: RawBuilder<unknown>,
): Promise<BatchWithPosition[]> {
  const { rows } = await sql<BatchWithPosition>`
    SELECT f.id, f.currency, f.kind, f.identifier_type, f.reference, f.original_name, f.fingerprint, f.duplicate_reason,
           f.options, f.additional_validation, f.row_count, f.amount_cents, f.fee_cents, f.uploaded_by, f.key_made_by, f.approval_terms, f.uploaded_at, f.approved_at,
           f.rejected_at, f.reject_reason, f.proposed_at, f.scheduled_at, f.held_until, f.processed_at, f.closed_at, f.closed_comments,
           f.loaded_count, f.loaded_amount_cents, f.loaded_fee_cents, f.retire, f.retry_requested_at, f.posting_started_at, f.withdrawn_at,
           f.preflight_at, f.preflight_failing, f.preflight_short_cents,
           u.firstname AS uploader_firstname, u.lastname AS uploader_lastname,
           a.firstname AS approver_firstname, a.lastname AS approver_lastname,
           r.firstname AS rejecter_firstname, r.lastname AS rejecter_lastname, ${cursorColumn(moment)}
    FROM batch_file f
    JOIN user_account u ON u.id = f.uploaded_by
    LEFT JOIN user_account a ON a.id = f.approved_by
    LEFT JOIN user_account r ON r.id = f.rejected_by
    WHERE ${batchesInScope(scope)} AND ${conditionAndOrder}
  `.execute(db)
  return rows
}

export interface EarlierBatch {
  readonly id: number
  readonly username: string
  readonly uploaded_at: Date
  readonly approved_at: Date | null
  readonly rejected_at: Date | null
  readonly withdrawn_at: Date | null
  readonly scheduled_at: Date | null
  readonly held_until: Date | null
  readonly processed_at: Date | null
  readonly closed_at: Date | null
  readonly retry_requested_at: Date | null
  readonly posting_started_at: Date | null
  readonly duplicate_reason: string | null
  readonly uploaded_by: number
  readonly key_made_by: number | null
}

/** The batches with this fingerprint that were uploaded at `since` or later, newest first. */
export async function findBatchesByFingerprint(
  db: Db,
  scope: Scope,
  fingerprint: string,
  since: Date,
): Promise<EarlierBatch[]> {
  const { rows } = await sql<EarlierBatch>`
    SELECT f.id, u.username, f.uploaded_by, f.key_made_by, f.uploaded_at, f.approved_at, f.rejected_at, f.withdrawn_at,
           f.scheduled_at, f.held_until, f.processed_at, f.closed_at, f.retry_requested_at, f.posting_started_at, f.duplicate_reason
    FROM batch_file f JOIN user_account u ON u.id = f.uploaded_by
    WHERE ${batchesInScope(scope)} AND f.fingerprint = ${fingerprint} AND f.uploaded_at >= ${since}
    ORDER BY f.uploaded_at DESC, f.id DESC
  `.execute(db)
  return rows
}
