// Finds rows that another batch also contains. A file that is uploaded again with one corrected row has another
// fingerprint, and would load all its other rows twice. Maker and approver are only warned; nothing is refused.
import { sql } from 'kysely'
import type { BatchType } from '#domain/batch/kinds.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Db, SessionContext } from '#server/operations/context.ts'
import { columnsToUnnest } from '#server/db/sets.ts'
import type { CardFactsRow } from '#server/ledger/card-facts.ts'
import { isFinished } from './current-rows.ts'
import type { StoredBatch } from './queries.ts'
import type { BatchDetailRow } from './row-queries.ts'
import { batchesInScope, type Scope } from '#server/operations/scope.ts'

/** Long enough for a corrected file after a weekend, and too short to warn about every weekly allowance. */
const PERIOD_DAYS = 5

/** Two rows are the same if their cards and amounts are the same. */
export interface RowToFind {
  readonly cardId: number | null
  readonly targetCardId: number | null
  readonly amountCents: number
}

export interface RepeatedSearch {
  /** Batches outside it are not searched: the answer would show that they exist, and with many calls what is in them. */
  readonly scope: Scope
  readonly type: BatchType
  /**
   * The time of the check, or of the batch's upload, in epoch milliseconds. The search finds waiting rows, and rows
   * processed since five days before this time.
   */
  readonly at: number
  /** The batch of the rows. Undefined before the upload. */
  readonly ownBatchId?: number
}

/**
 * Returns, by the row's index, the ids of the other batches that contain the same row, newest first. Rows that no other
 * batch contains are missing. Searches only batches that wait or were processed recently, so the time does not grow
 * with the programme's history.
 */
export async function findRowsInOtherBatches(
  db: Db,
  { scope, type, at, ownBatchId }: RepeatedSearch,
  searchedRows: readonly RowToFind[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rowsWithCard = searchedRows.flatMap((row, index) =>
    row.cardId === null ? [] : [{ ...row, index, cardId: row.cardId }],
  )
  if (rowsWithCard.length === 0) return new Map()
  const since = new Date(at - PERIOD_DAYS * DAY_MS)
  const liveBatches = await sql<{ id: number }>`
    SELECT f.id FROM batch_file f
    WHERE ${batchesInScope(scope)} AND f.kind = ${type} AND f.rejected_at IS NULL AND f.withdrawn_at IS NULL AND f.id <> ${ownBatchId ?? 0}
      AND (f.processed_at >= ${since} OR (f.processed_at IS NULL AND f.closed_at IS NULL))
  `.execute(db)
  if (liveBatches.rows.length === 0) return new Map()
  const { rows } = await sql<{ index: number; batch_ids: number[] }>`
    SELECT s.index, array_agg(DISTINCT o.batch_id ORDER BY o.batch_id DESC) AS batch_ids
    FROM ${columnsToUnnest([
      ['integer', rowsWithCard.map(({ index }) => index)],
      ['bigint', rowsWithCard.map(({ cardId }) => cardId)],
      ['bigint', rowsWithCard.map(({ targetCardId }) => targetCardId)],
      ['bigint', rowsWithCard.map(({ amountCents }) => amountCents)],
    ])} AS s (index, card_id, target_card_id, amount_cents)
    JOIN batch_row o ON o.card_id = s.card_id AND o.amount_cents = s.amount_cents
      AND o.target_card_id IS NOT DISTINCT FROM s.target_card_id
    WHERE o.batch_id = ANY (${liveBatches.rows.map(({ id }) => id)}::bigint[])
      AND (o.state = 'waiting' OR (o.state = 'loaded' AND o.load_date >= ${since}))
    GROUP BY s.index
  `.execute(db)
  return new Map(rows.map((row) => [row.index, row.batch_ids]))
}

/**
 * For each row still to be processed, the other batches that contain the same row, by the row's index. Empty for a
 * batch that will not be processed any more.
 */
export function findOtherBatchesByRow(
  { db, viewer }: SessionContext,
  batch: StoredBatch,
  rows: readonly BatchDetailRow[],
  targets: readonly CardFactsRow[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (isFinished(batch)) return Promise.resolve(new Map())
  return findRowsInOtherBatches(
    db,
    { scope: viewer, type: batch.kind, at: batch.uploaded_at.getTime(), ownBatchId: batch.id },
    rows.map((row, index) => ({
      cardId: row.state === 'loaded' ? null : row.card_id,
      targetCardId: targets[index]?.card_id ?? null,
      amountCents: row.amount_cents,
    })),
  )
}
