// The rows of a batch as they are asked for, with the facts of their cards now.
import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Db } from '#server/operations/context.ts'
import type { CardFactsRow } from '#server/ledger/card-facts.ts'
import type { Secrets } from '#server/keys/secrets.ts'

/** A row as it was uploaded, with what became of it. */
export interface BatchRow {
  readonly row_no: number
  readonly identifier: string | null
  readonly identifier_cipher: Buffer | null
  readonly target: string | null
  readonly target_cipher: Buffer | null
  readonly amount_cents: number
  readonly whole_balance: boolean
  readonly fee_cents: number
  readonly state: 'waiting' | 'loaded' | 'failed'
  readonly result_text: string
  readonly load_date: Date | null
}

const rowColumns = sql`r.row_no, r.identifier, r.identifier_cipher, r.target, r.target_cipher, r.amount_cents, r.whole_balance,
  r.fee_cents, r.state, r.result_text, r.load_date`

/** The rows of the owner's batch in their order. */
export async function batchRows(db: Db, ownerId: number, id: number): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    SELECT ${rowColumns} FROM batch_row r JOIN batch_file f ON f.id = r.batch_id AND f.owner_id = ${ownerId}
    WHERE r.batch_id = ${id} ORDER BY r.row_no
  `.execute(db)
  return rows
}

/** The row's identifier in full. */
export const rowToIdentifier = (secrets: Secrets, row: BatchRow): string =>
  row.identifier ?? (row.identifier_cipher ? secrets.decryptText(row.identifier_cipher) : '')

/** The identifier of the card that a transfer pays, in full; null in other kinds. */
export const rowToTarget = (secrets: Secrets, row: BatchRow): string | null =>
  row.target ?? (row.target_cipher ? secrets.decryptText(row.target_cipher) : null)

export interface BatchDetailRow extends BatchRow, CardFactsRow {
  readonly loaded_before: boolean
}

/** The rows of a batch in their order, with the facts of their cards now. */
export async function batchDetails(
  db: Db,
  ownerId: number,
  id: number,
  today: CalendarDate,
): Promise<BatchDetailRow[]> {
  const { rows } = await sql<BatchDetailRow>`
    SELECT ${rowColumns}, ${facts(today)},
           EXISTS (
             SELECT FROM ledger_transaction t
             WHERE t.card_id = c.id AND t.kind = 'load' AND t.batch_id IS DISTINCT FROM r.batch_id
               AND t.posted_at < coalesce(r.load_date, 'infinity')
           ) AS loaded_before
    FROM batch_row r
    JOIN batch_file f ON f.id = r.batch_id AND f.owner_id = ${ownerId}
    LEFT JOIN card c ON c.id = r.card_id
    LEFT JOIN account a ON a.card_id = c.id
    WHERE r.batch_id = ${id}
    ORDER BY r.row_no
  `.execute(db)
  return rows
}

/** The facts of the cards that the rows of a transfer pay, in the rows' order. */
export async function batchTargets(db: Db, id: number, today: CalendarDate): Promise<CardFactsRow[]> {
  const { rows } = await sql<CardFactsRow>`
    SELECT ${facts(today)} FROM batch_row r
    LEFT JOIN card c ON c.id = r.target_card_id
    LEFT JOIN account a ON a.card_id = c.id
    WHERE r.batch_id = ${id}
    ORDER BY r.row_no
  `.execute(db)
  return rows
}

const facts = (today: CalendarDate) => sql`c.id AS card_id, c.campaign_id, c.activated_at IS NOT NULL AS active,
  c.stopped_at IS NOT NULL AS stopped, c.retired_at IS NOT NULL AS retired, c.expires_on < ${today}::date AS expired,
  c.kyc_passed, a.balance_cents, a.held_cents`
