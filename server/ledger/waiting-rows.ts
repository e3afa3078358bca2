// The waiting rows of a batch that is posted in chunks: finds and locks the cards of the rows, reads the facts about
// these cards, and stores the messages of failed rows.
import { type RawBuilder, sql } from 'kysely'
import type { AdditionalValidation, StoredBatchType } from '#domain/batch/types.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Db } from '#server/operations/context.ts'
import { columnsToTable } from '#server/db/sets.ts'
import { inScope, type Scope } from '#server/operations/scope.ts'
import type { Phrase } from '#server/stored-text.ts'
import type { CardFactsRow } from './card-facts.ts'

export interface PostedBatch extends Scope {
  readonly batchId: number
  readonly type: StoredBatchType
  readonly currency: string
  readonly reference: string
  readonly validation: readonly AdditionalValidation[]
  /** The programme's current date, for expiry. */
  readonly today: CalendarDate
  readonly postedAt: Date
  /** True to retire each card once it is empty. */
  readonly retire: boolean
  /** The approver, for the cards' history. */
  readonly approvedBy: number
  /** In a sandbox, returns the message of a row whose amount makes the row fail. Undefined for other amounts. */
  readonly simulatedRefusal?: ((amountCents: number) => Phrase | undefined) | undefined
}

/** A range of rows of a batch, by row number. */
export interface BatchChunk extends PostedBatch {
  /** The number of the row before the first row of the range. */
  readonly after: number
  /** The number of the last row of the range. */
  readonly upTo: number
}

/** An SQL condition on the table alias `r`: true for the rows of this range. */
export const isInChunkSql = ({
  batchId,
  after,
  upTo,
}: Pick<BatchChunk, 'batchId' | 'after' | 'upTo'>): RawBuilder<unknown> =>
  sql`r.batch_id = ${batchId} AND r.row_no > ${after} AND r.row_no <= ${upTo}`

/**
 * Sets the cards of rows whose card was unknown at the upload and has been issued since. Only a batch that was uploaded
 * with noIdentifierValidation can have such rows. Cards of campaigns outside the batch's scope stay unknown.
 */
export async function setCardsUnknownAtUpload(trx: Db, batch: PostedBatch): Promise<void> {
  // A row has the tracking number of its card (`identifier`), or the hash of the card number.
  await sql`
    UPDATE batch_row r SET card_id = c.id FROM card c
    WHERE r.batch_id = ${batch.batchId} AND r.card_id IS NULL AND r.state = 'waiting' AND ${inScope(batch, 'c')}
      AND CASE WHEN r.identifier IS NULL THEN c.pan_hash = r.identifier_hash ELSE c.tracking_number = r.identifier END
  `.execute(trx)
}

/**
 * Sets the target cards of transfers that were unknown at the upload. A row whose target is its own card keeps an
 * unknown target, and fails later.
 */
export async function setTargetsUnknownAtUpload(trx: Db, batch: PostedBatch): Promise<void> {
  await sql`
    UPDATE batch_row r SET target_card_id = c.id FROM card c
    WHERE r.batch_id = ${batch.batchId} AND r.target_card_id IS NULL AND r.state = 'waiting' AND ${inScope(batch, 'c')}
      AND c.id IS DISTINCT FROM r.card_id
      AND CASE WHEN r.target IS NULL THEN c.pan_hash = r.target_hash ELSE c.tracking_number = r.target END
  `.execute(trx)
}

export interface NextChunk {
  /** The number of the last row of the chunk. Undefined if no row waits. */
  readonly upTo: number | undefined
  /** True if rows wait after the chunk. */
  readonly hasMore: boolean
}

/**
 * Finds the next waiting rows after row `after`, at most `size`, and locks the accounts of their cards in the order of
 * the accounts' ids. The cards that pay and the cards that are paid are locked together, so that two crossing transfers
 * never deadlock.
 */
export async function lockNextRows(
  trx: Db,
  { batchId }: PostedBatch,
  { after, size }: { readonly after: number; readonly size: number },
): Promise<NextChunk> {
  // `locked` is counted because PostgreSQL does not run a WITH query whose result is not read.
  const { rows } = await sql<{ up_to: number | null; has_more: boolean; locked: number }>`
    WITH
    -- One row more than the chunk has. This row shows whether rows wait after the chunk.
    next AS MATERIALIZED (
      SELECT row_no, card_id, target_card_id FROM batch_row
      WHERE batch_id = ${batchId} AND row_no > ${after} AND state = 'waiting' ORDER BY row_no LIMIT ${size}::bigint + 1
    ),
    chunk AS MATERIALIZED (SELECT * FROM next ORDER BY row_no LIMIT ${size}::bigint),
    locked AS MATERIALIZED (
      SELECT a.id FROM account a
      WHERE a.card_id IN (SELECT card_id FROM chunk UNION SELECT target_card_id FROM chunk)
      ORDER BY a.id FOR UPDATE
    )
    SELECT (SELECT max(row_no) FROM chunk) AS up_to, (SELECT count(*) FROM next) > ${size}::bigint AS has_more,
           (SELECT count(*) FROM locked) AS locked
  `.execute(trx)
  return { upTo: rows[0]?.up_to ?? undefined, hasMore: rows[0]?.has_more === true }
}

interface WaitingRow extends CardFactsRow {
  readonly row_no: number
  readonly amount_cents: number
  readonly target_balance_cents: number | null
  readonly fee_cents: number
}

/**
 * The waiting rows with the facts of their cards. Call this after lockNextRows: only a later statement sees what other
 * transactions committed while lockNextRows waited for its locks.
 */
export function readWaitingRows(trx: Db, chunk: BatchChunk): Promise<WaitingRow[]> {
  return readRowsWithFacts(trx, chunk, 'card_id')
}

/** The waiting rows with the facts of the cards that they pay to. */
export function readWaitingTargets(trx: Db, chunk: BatchChunk): Promise<WaitingRow[]> {
  return readRowsWithFacts(trx, chunk, 'target_card_id')
}

async function readRowsWithFacts(
  trx: Db,
  chunk: BatchChunk,
  cardColumn: 'card_id' | 'target_card_id',
): Promise<WaitingRow[]> {
  const cardId = sql.ref(`r.${cardColumn}`)
  const { rows } = await sql<WaitingRow>`
    SELECT r.row_no, r.amount_cents, r.target_balance_cents, r.fee_cents, ${cardId} AS card_id, c.campaign_id,
           c.activated_at IS NOT NULL AS active, c.stopped_at IS NOT NULL AS stopped, c.retired_at IS NOT NULL AS retired,
           c.expires_on < ${chunk.today}::date AS expired, c.kyc_passed, a.balance_cents, a.held_cents
    FROM batch_row r
    LEFT JOIN card c ON c.id = ${cardId}
    LEFT JOIN account a ON a.card_id = ${cardId}
    WHERE ${isInChunkSql(chunk)} AND r.state = 'waiting'
    ORDER BY r.row_no
  `.execute(trx)
  return rows
}

export interface FailedRow {
  readonly rowNo: number
  /** The stored text of the reason. */
  readonly text: string
}

export async function markFailed(trx: Db, batch: PostedBatch, failedRows: readonly FailedRow[]): Promise<void> {
  if (failedRows.length === 0) return
  const rowsTable = columnsToTable('f', {
    row_no: ['integer', failedRows.map((row) => row.rowNo)],
    text: ['text', failedRows.map((row) => row.text)],
  })
  await sql`
    UPDATE batch_row r SET state = 'failed', result_text = f.text FROM ${rowsTable}
    WHERE r.batch_id = ${batch.batchId} AND r.row_no = f.row_no
  `.execute(trx)
}
