// Finds rows that another batch also contains. A file that is uploaded again with one corrected row has another
// fingerprint, and would load all its other rows twice. Maker and approver are only warned; nothing is refused.
import { sql } from 'kysely'
import type { BatchType } from '#domain/batch/types.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Db, SessionContext } from '#server/operations/context.ts'
import { columnsToTable, groupRows } from '#server/db/sets.ts'
import { type CurrentRows, isFinished } from './current-rows.ts'
import { batchesInScope, type Scope } from '#server/operations/scope.ts'

/** Long enough for a corrected file after a weekend, and too short to warn about every weekly allowance. */
const PERIOD_DAYS = 5

/** Two rows are the same if their cards and amounts are the same. */
export interface RowToFind {
  /** A row without a card is not searched. */
  readonly cardId: number | null
  readonly targetCardId: number | null
  readonly amountCents: number
}

export interface RepeatedRowsSearch {
  readonly type: BatchType
  /**
   * The time of the check, or of the batch's upload, in milliseconds since 1970. The search finds waiting rows, and
   * rows that were processed after `at` or in the PERIOD_DAYS before `at`.
   */
  readonly at: number
  /** The batch of the rows. Undefined before the upload. */
  readonly ownBatchId?: number
  readonly rows: readonly RowToFind[]
}

/** By the index of a repeated row: the ids of the other batches that contain the same row, newest first. */
export type OtherBatchesByRow = ReadonlyMap<number, readonly number[]>

const NO_OTHER_BATCHES: OtherBatchesByRow = new Map()

/**
 * For each search, the other batches that contain its rows. Rows that no other batch contains are left out. Only
 * batches that wait or were processed recently are searched, so the time does not grow with the programme's history.
 * Two SQL statements are enough for any number of searches. Batches outside the scope are not searched, because a
 * result would show that these batches exist, and many calls would show their contents.
 */
export async function findRowsInOtherBatches(
  db: Db,
  scope: Scope,
  searches: readonly RepeatedRowsSearch[],
): Promise<readonly OtherBatchesByRow[]> {
  const searchedRows = searches.flatMap(({ at, rows }, searchIndex) => {
    const since = startOfPeriod(at)
    return rows
      .map((row, rowIndex) => ({ ...row, rowIndex, searchIndex, since }))
      .filter(({ cardId }) => cardId !== null)
  })
  if (searchedRows.length === 0) return searches.map(() => new Map())
  const types = [...new Set(searches.map(({ type }) => type))]
  const earliest = startOfPeriod(Math.min(...searches.map(({ at }) => at)))
  const liveBatches = await sql<LiveBatch>`
    SELECT f.id, f.kind, f.processed_at FROM batch_file f
    WHERE ${batchesInScope(scope)} AND f.kind = ANY (${types}::text[]) AND f.rejected_at IS NULL AND f.withdrawn_at IS NULL
      AND (f.processed_at >= ${earliest} OR (f.processed_at IS NULL AND f.closed_at IS NULL))
  `.execute(db)
  const batchIdsBySearch = searches.map((search) => findSearchedIds(search, liveBatches.rows))
  const allBatchIds = [...new Set(batchIdsBySearch.flatMap((ids) => [...ids]))]
  if (allBatchIds.length === 0) return searches.map(() => new Map())
  // Finds the rows of every search in the batches of all searches. The code below keeps only the batches of the same
  // search. With a join to batch_file for this, the planner could pair every searched row with every batch.
  const { rows } = await sql<{ search_index: number; row_index: number; batch_ids: number[] }>`
    SELECT s.search_index, s.row_index, array_agg(DISTINCT o.batch_id ORDER BY o.batch_id DESC) AS batch_ids
    FROM ${columnsToTable('s', {
      search_index: ['integer', searchedRows.map(({ searchIndex }) => searchIndex)],
      row_index: ['integer', searchedRows.map(({ rowIndex }) => rowIndex)],
      since: ['timestamptz', searchedRows.map(({ since }) => since)],
      card_id: ['bigint', searchedRows.map(({ cardId }) => cardId)],
      target_card_id: ['bigint', searchedRows.map(({ targetCardId }) => targetCardId)],
      amount_cents: ['bigint', searchedRows.map(({ amountCents }) => amountCents)],
    })}
    JOIN batch_row o ON o.card_id = s.card_id AND o.amount_cents = s.amount_cents
      AND o.target_card_id IS NOT DISTINCT FROM s.target_card_id
    WHERE o.batch_id = ANY (${allBatchIds}::bigint[])
      AND (o.state = 'waiting' OR (o.state = 'loaded' AND o.load_date >= s.since))
    GROUP BY s.search_index, s.row_index
  `.execute(db)
  const rowsBySearch = groupRows(rows, ({ search_index: searchIndex }) => searchIndex)
  return batchIdsBySearch.map((searchedIds, searchIndex) => {
    const otherBatchesByRow = new Map<number, readonly number[]>()
    for (const row of rowsBySearch.get(searchIndex) ?? []) {
      const ids = row.batch_ids.filter((id) => searchedIds.has(id))
      if (ids.length > 0) otherBatchesByRow.set(row.row_index, ids)
    }
    return otherBatchesByRow
  })
}

interface LiveBatch {
  readonly id: number
  readonly kind: BatchType
  readonly processed_at: Date | null
}

/** The ids of the batches that the search may find. */
function findSearchedIds({ type, at, ownBatchId }: RepeatedRowsSearch, liveBatches: readonly LiveBatch[]) {
  const since = startOfPeriod(at)
  const isInPeriod = ({ processed_at: processedAt }: LiveBatch) => processedAt === null || processedAt >= since
  const isSearched = (batch: LiveBatch) => batch.kind === type && batch.id !== ownBatchId && isInPeriod(batch)
  return new Set(liveBatches.filter(isSearched).map(({ id }) => id))
}

const startOfPeriod = (at: number): Date => new Date(at - PERIOD_DAYS * DAY_MS)

type RowsOfBatch = Pick<CurrentRows, 'batch' | 'rows' | 'targets'>

/**
 * The other batches that contain rows of this batch. Rows that are already loaded, and all rows of a finished batch,
 * are not searched.
 */
export async function findOtherBatches(
  { db, viewer }: SessionContext,
  rowsOfBatch: RowsOfBatch,
): Promise<OtherBatchesByRow> {
  const [otherBatchesByRow] = await findRowsInOtherBatches(db, viewer, [toSearch(rowsOfBatch)])
  return otherBatchesByRow ?? NO_OTHER_BATCHES
}

/** Like `findOtherBatches`, for several batches. The keys are the ids of these batches. */
export async function findOtherBatchesOfEach(
  { db, viewer }: SessionContext,
  rowsOfBatches: readonly RowsOfBatch[],
): Promise<ReadonlyMap<number, OtherBatchesByRow>> {
  const results = await findRowsInOtherBatches(db, viewer, rowsOfBatches.map(toSearch))
  return new Map(rowsOfBatches.map(({ batch }, index) => [batch.id, results[index] ?? NO_OTHER_BATCHES]))
}

const toSearch = ({ batch, rows, targets }: RowsOfBatch): RepeatedRowsSearch => ({
  type: batch.kind,
  at: batch.uploaded_at.getTime(),
  ownBatchId: batch.id,
  rows: isFinished(batch) ? [] : toRowsToFind(rows, targets),
})

const toRowsToFind = (rows: CurrentRows['rows'], targets: CurrentRows['targets']): readonly RowToFind[] =>
  rows.map((row, index) => ({
    // Null leaves a loaded row out of the search.
    cardId: row.state === 'loaded' ? null : row.card_id,
    targetCardId: targets[index]?.card_id ?? null,
    amountCents: row.amount_cents,
  }))
