// The rows of a batch while it is posted in chunks: finds and locks their cards, reads their facts, and stores the
// messages of failed rows.
import { type RawBuilder, sql } from 'kysely'
import type { AdditionalValidation, StoredBatchType } from '#domain/batch/types.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Db } from '#server/operations/context.ts'
import { columnsToUnnest } from '#server/db/sets.ts'
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
  /** In a sandbox, why a row with this amount fails. */
  readonly simulatedRefusal?: ((amountCents: number) => Phrase | undefined) | undefined
}

/** A range of rows by row number, with an exclusive start and an inclusive end. */
export interface BatchChunk extends PostedBatch {
  readonly after: number
  readonly upTo: number
}

/** An SQL condition on the table alias `r`: true for the rows of this range. */
export const isInChunk = ({
  batchId,
  after,
  upTo,
}: Pick<BatchChunk, 'batchId' | 'after' | 'upTo'>): RawBuilder<unknown> =>
  sql`r.batch_id = ${batchId} AND r.row_no > ${after} AND r.row_no <= ${upTo}`

/**
 * Finds the cards that were unknown when the batch was uploaded with noIdentifierValidation, and have been issued
 * since. Cards of campaigns outside the batch's scope stay unknown.
 */
export async function findCardsUnknownAtUpload(trx: Db, batch: PostedBatch): Promise<void> {
  await sql`
    UPDATE batch_row r SET card_id = c.id FROM card c
    WHERE r.batch_id = ${batch.batchId} AND r.card_id IS NULL AND r.state = 'waiting' AND ${inScope(batch, 'c')}
      AND CASE WHEN r.identifier IS NULL THEN c.pan_hash = r.identifier_hash ELSE c.tracking_number = r.identifier END
  `.execute(trx)
}

/** Finds the cards that a transfer pays to. A row that pays to its own card is skipped and fails later. */
export async function findTargetsUnknownAtUpload(trx: Db, batch: PostedBatch): Promise<void> {
  await sql`
    UPDATE batch_row r SET target_card_id = c.id FROM card c
    WHERE r.batch_id = ${batch.batchId} AND r.target_card_id IS NULL AND r.state = 'waiting' AND ${inScope(batch, 'c')}
      AND c.id IS DISTINCT FROM r.card_id
      AND CASE WHEN r.target IS NULL THEN c.pan_hash = r.target_hash ELSE c.tracking_number = r.target END
  `.execute(trx)
}

/** The end of the next chunk, and whether rows wait after it. `upTo` is undefined if no row waits. */
export interface NextChunk {
  readonly upTo: number | undefined
  readonly hasMore: boolean
}

/**
 * Finds the next waiting rows after row `after`, at most `size`, and locks the accounts of their cards in the order of their ids. The
 * order does not depend on the side of a row, so that two crossing transfers never deadlock.
 */
export async function lockNextRows(
  trx: Db,
  { batchId }: PostedBatch,
  { after, size }: { readonly after: number; readonly size: number },
): Promise<NextChunk> {
  // `locked` is counted only because PostgreSQL does not run a WITH query that nothing reads.
  const { rows } = await sql<{ up_to: number | null; has_more: boolean; locked: number }>`
    WITH next AS MATERIALIZED (
      SELECT row_no, card_id, target_card_id FROM batch_row
      WHERE batch_id = ${batchId} AND row_no > ${after} AND state = 'waiting' ORDER BY row_no LIMIT ${size}::bigint + 1
    ),
    part AS MATERIALIZED (SELECT * FROM next ORDER BY row_no LIMIT ${size}::bigint),
    locked AS MATERIALIZED (
      SELECT a.id FROM account a
      WHERE a.card_id IN (SELECT card_id FROM part UNION SELECT target_card_id FROM part)
      ORDER BY a.id FOR UPDATE
    )
    SELECT (SELECT max(row_no) FROM part) AS up_to, (SELECT count(*) FROM next) > ${size}::bigint AS has_more,
           (SELECT count(*) FROM locked) AS locked
  `.execute(trx)
  return { upTo: rows[0]?.up_to ?? undefined, hasMore: rows[0]?.has_more === true }
}

type WaitingRow = CardFactsRow & {
  readonly row_no: number
  readonly amount_cents: number
  readonly target_balance_cents: number | null
  readonly fee_cents: number
}

/**
 * The waiting rows with the facts of their cards. Read after locking, since a statement sees what was committed before
 * it began.
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
  side: 'card_id' | 'target_card_id',
): Promise<WaitingRow[]> {
  const card = sql.ref(`r.${side}`)
  const { rows } = await sql<WaitingRow>`
    SELECT r.row_no, r.amount_cents, r.target_balance_cents, r.fee_cents, ${card} AS card_id, c.campaign_id, c.activated_at IS NOT NULL AS active,
           c.stopped_at IS NOT NULL AS stopped, c.retired_at IS NOT NULL AS retired,
           c.expires_on < ${chunk.today}::date AS expired, c.kyc_passed, a.balance_cents, a.held_cents
    FROM batch_row r
    LEFT JOIN card c ON c.id = ${card}
    LEFT JOIN account a ON a.card_id = ${card}
    WHERE ${isInChunk(chunk)} AND r.state = 'waiting'
    ORDER BY r.row_no
  `.execute(trx)
  return rows
}

export interface FailedRow {
  readonly rowNo: number
  readonly text: string
}

export async function markFailed(trx: Db, batch: PostedBatch, failedRows: readonly FailedRow[]): Promise<void> {
  if (failedRows.length === 0) return
  const rowsTable = columnsToUnnest([
    ['integer', failedRows.map((row) => row.rowNo)],
    ['text', failedRows.map((row) => row.text)],
  ])
  await sql`
    UPDATE batch_row r SET state = 'failed', result_text = f.text FROM ${rowsTable} AS f (row_no, text)
    WHERE r.batch_id = ${batch.batchId} AND r.row_no = f.row_no
  `.execute(trx)
}
