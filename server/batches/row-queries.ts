// Queries of a batch's rows, with the current facts of their cards.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { postedRowText } from '#domain/batch/words.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Db } from '#server/operations/context.ts'
import { groupRows } from '#server/db/sets.ts'
import type { CardFactsRow } from '#server/ledger/card-facts.ts'
import type { Secrets } from '#server/keys/secrets.ts'
import { storedToText } from '#server/stored-text.ts'
import type { StoredBatch } from './queries.ts'

/** A row as uploaded, with its result. */
export interface BatchRow {
  readonly row_no: number
  readonly identifier: string | null
  readonly identifier_cipher: Buffer | null
  readonly target: string | null
  readonly target_cipher: Buffer | null
  readonly amount_cents: number
  readonly whole_balance: boolean
  readonly target_balance_cents: number | null
  readonly fee_cents: number
  readonly state: 'waiting' | 'loaded' | 'failed'
  /** Why the row failed (server/stored-text.ts). '' for the other states. */
  readonly result_text: string
  readonly load_date: Date | null
  /** The holder of the card. Null for an unknown card. */
  readonly holder_name: string | null
}

/** The result of a row in words: 'Loaded', or why the row failed. '' while the row waits. */
export function resultToText(
  { state, amount_cents: amount, result_text: reason }: Pick<BatchRow, 'state' | 'amount_cents' | 'result_text'>,
  { kind, retire }: Pick<StoredBatch, 'kind' | 'retire'>,
): string {
  if (state !== 'loaded') return storedToText(reason)
  // A loaded row without an amount only retired its card.
  return amount === 0 ? m.common_retiredLabel() : postedRowText(kind, retire)
}

const rowColumns = sql`r.row_no, r.identifier, r.identifier_cipher, r.target, r.target_cipher, r.amount_cents, r.whole_balance, r.target_balance_cents,
  r.fee_cents, r.state, r.result_text, r.load_date, c.name AS holder_name`

/** The rows of the owner's batch, in order. */
export async function findBatchRows(db: Db, ownerId: number, id: number): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    SELECT ${rowColumns} FROM batch_row r JOIN batch_file f ON f.id = r.batch_id AND f.owner_id = ${ownerId}
    LEFT JOIN card c ON c.id = r.card_id
    WHERE r.batch_id = ${id} ORDER BY r.row_no
  `.execute(db)
  return rows
}

/** The full identifier of the row's card. */
export function rowToIdentifier(secrets: Secrets, { identifier, identifier_cipher: cipher }: BatchRow): string {
  if (identifier !== null) return identifier
  return cipher === null ? '' : secrets.decryptText(cipher)
}

/** The full identifier of a transfer's target card. Null for other types. */
export function rowToTarget(secrets: Secrets, { target, target_cipher: cipher }: BatchRow): string | null {
  if (target !== null) return target
  return cipher === null ? null : secrets.decryptText(cipher)
}

export interface BatchDetailRow extends BatchRow, CardFactsRow {
  readonly batch_id: number
  /** True if another batch or an order has loaded the card. For a loaded row, only loads before this row count. */
  readonly loaded_before: boolean
}

/** The rows of each batch in order, with the current facts of their cards. The key is the batch's id. */
export async function findBatchDetails(
  db: Db,
  ownerId: number,
  ids: readonly number[],
  today: CalendarDate,
): Promise<ReadonlyMap<number, readonly BatchDetailRow[]>> {
  const { rows } = await sql<BatchDetailRow>`
    SELECT r.batch_id, ${rowColumns}, ${cardColumns(today)},
           EXISTS (
             SELECT FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
             WHERE e.account_id = a.id AND t.kind = 'load' AND t.batch_id IS DISTINCT FROM r.batch_id
               AND t.posted_at < coalesce(r.load_date, 'infinity')
           ) AS loaded_before
    FROM batch_row r
    JOIN batch_file f ON f.id = r.batch_id AND f.owner_id = ${ownerId}
    LEFT JOIN card c ON c.id = r.card_id
    LEFT JOIN account a ON a.card_id = c.id
    WHERE r.batch_id = ANY (${ids}::bigint[])
    ORDER BY r.batch_id, r.row_no
  `.execute(db)
  return groupRows(rows, (row) => row.batch_id)
}

interface TargetRow extends CardFactsRow {
  readonly batch_id: number
}

/** The facts of the target cards of each transfer, in the order of its rows. The key is the batch's id. */
export async function findBatchTargets(
  db: Db,
  ids: readonly number[],
  today: CalendarDate,
): Promise<ReadonlyMap<number, readonly CardFactsRow[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<TargetRow>`
    SELECT r.batch_id, ${cardColumns(today)} FROM batch_row r
    LEFT JOIN card c ON c.id = r.target_card_id
    LEFT JOIN account a ON a.card_id = c.id
    WHERE r.batch_id = ANY (${ids}::bigint[])
    ORDER BY r.batch_id, r.row_no
  `.execute(db)
  return groupRows(rows, (row) => row.batch_id)
}

const cardColumns = (today: CalendarDate) => sql`c.id AS card_id, c.campaign_id, c.activated_at IS NOT NULL AS active,
  c.stopped_at IS NOT NULL AS stopped, c.retired_at IS NOT NULL AS retired, c.expires_on < ${today}::date AS expired,
  c.kyc_passed, a.balance_cents, a.held_cents`
