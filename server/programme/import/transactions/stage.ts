// Stages past transactions in temporary tables: inserts the transactions in the order of the file, and then sorts them
// by card, so that the history of each card can be posted as a whole. Also used for the history of the demo programme.
import { type RawBuilder, sql } from 'kysely'
import type { Cents } from '#domain/money.ts'
import type { Db } from '#server/operations/context.ts'
import { columnsToDefinitions, type ColumnTypes, insertRows } from '#server/db/sets.ts'
import type { HistoryType } from '#server/ledger/post-history.ts'
import { joinIdentifiedCards, type CardIdentifier } from '../find-cards.ts'

/**
 * The types of transactions in a file. Authorisations and failed payments are imported, but not posted in the ledger.
 */
export type StagedType = HistoryType | 'authorisation' | 'failed'

export interface TransactionToStage extends CardIdentifier {
  /** The transaction's line in the file, which identifies it. */
  readonly line: number
  readonly kind: StagedType
  readonly postedAt: Date
  /** The change of the card's balance. Authorisations and failed payments have an amount that does not change it. */
  readonly amountCents: Cents
  readonly description: string
  readonly merchantId: string
  readonly authNumber: string
  readonly feeTypeId: number | null
  /** The transaction's number among the posted transactions of its card. Null if the file does not give it. */
  readonly number: number | null
  /** For a reversal, the number of the reversed transaction. Null for other transactions. */
  readonly reverses: number | null
  /** When the transaction happened, or was first authorised, if that was before `postedAt`. */
  readonly happenedAt: Date | null
  /** Only for an authorisation; null while it is open. */
  readonly releasedAt: Date | null
  /** Only for a failed payment. */
  readonly failed?: {
    readonly errorCode: string
    readonly method: string
    readonly manager: string
    readonly cardBalanceCents: Cents
  }
}

/** Creates the empty temporary tables `import_transaction` and `import_incomplete_card`. */
export async function createTransactionStage(db: Db): Promise<void> {
  await dropTransactionStage(db)
  await sql`CREATE TEMPORARY TABLE import_transaction (${columnsToDefinitions(stagedColumns)})`.execute(db)
  await sql`CREATE TEMPORARY TABLE import_incomplete_card (${columnsToDefinitions(incompleteCardColumns)})`.execute(db)
}

export async function dropTransactionStage(db: Db): Promise<void> {
  await sql`
    DROP TABLE IF EXISTS pg_temp.import_transaction, pg_temp.import_incomplete_card, pg_temp.import_history,
      pg_temp.import_history_card, pg_temp.import_history_chunk`.execute(db)
}

/** A card with a refused row. Without this row, the card's history in the file is incomplete. */
export interface IncompleteCard extends CardIdentifier {
  readonly line: number
}

/** The columns of `import_incomplete_card`. `line` is the line of the refused row. */
const incompleteCardColumns = {
  line: 'integer',
  tracking_number: 'text',
  pan_hash: 'bytea',
} as const satisfies ColumnTypes

export const stageIncompleteCards = (db: Db, cards: readonly IncompleteCard[]): Promise<void> =>
  insertRows(
    db,
    'import_incomplete_card',
    incompleteCardColumns,
    cards.map(({ line, trackingNumber, panHash }) => ({ line, tracking_number: trackingNumber, pan_hash: panHash })),
  )

/** The columns of `import_transaction`. */
const stagedColumns = {
  line: 'integer',
  tracking_number: 'text',
  pan_hash: 'bytea',
  kind: 'text',
  posted_at: 'timestamptz',
  amount: 'bigint',
  description: 'text',
  merchant_id: 'text',
  auth_number: 'text',
  fee_type_id: 'integer',
  number: 'integer',
  reverses: 'integer',
  released_at: 'timestamptz',
  happened_at: 'timestamptz',
  error_code: 'text',
  method: 'text',
  manager: 'text',
  card_balance: 'bigint',
} as const satisfies ColumnTypes

export const stageTransactions = (db: Db, transactions: readonly TransactionToStage[]): Promise<void> =>
  insertRows(
    db,
    'import_transaction',
    stagedColumns,
    transactions.map((transaction) => ({
      line: transaction.line,
      tracking_number: transaction.trackingNumber,
      pan_hash: transaction.panHash,
      kind: transaction.kind,
      posted_at: transaction.postedAt,
      amount: transaction.amountCents,
      description: transaction.description,
      merchant_id: transaction.merchantId,
      auth_number: transaction.authNumber,
      fee_type_id: transaction.feeTypeId,
      number: transaction.number,
      reverses: transaction.reverses,
      released_at: transaction.releasedAt,
      happened_at: transaction.happenedAt,
      error_code: transaction.failed?.errorCode ?? null,
      method: transaction.failed?.method ?? null,
      manager: transaction.failed?.manager ?? null,
      card_balance: transaction.failed?.cardBalanceCents ?? null,
    })),
  )

/** SQL that is true for a transaction `h` that changes the balance, so that it is posted in the ledger. */
export const isPostedSql = sql`h.kind NOT IN ('authorisation', 'failed')`

/**
 * Sorts the staged rows of one owner into two tables.
 *
 * `import_history` has each row with its card. For each card, `sequence_no` counts posted rows, authorisations and failed
 * payments separately, in the order of time and then of the file.
 *
 * `import_history_card` has each card with its account:
 * - `rows`: the number of its rows.
 * - `change`: the sum of its posted rows.
 * - `held`: the sum of its open authorisations.
 * - `version`: the number of entries of its account.
 * - `openings`: the number of openings in its account, which are the first one or two entries.
 * - `has_unposted`: true if the card already has authorisations or failed payments.
 */
export async function sortHistory(db: Db, ownerId: number): Promise<void> {
  await sql`ANALYZE import_transaction`.execute(db)
  await sql`
    CREATE TEMPORARY TABLE import_history AS
    SELECT s.*, c.id AS card_id, c.issued_at,
           -- The CASE is NULL for all posted rows, so they are numbered together.
           row_number() OVER (
             PARTITION BY c.id, CASE WHEN s.kind IN ('authorisation', 'failed') THEN s.kind END ORDER BY s.posted_at, s.line
           ) AS sequence_no
    FROM import_transaction s ${joinIdentifiedCards(ownerId)}
    ORDER BY c.id, sequence_no`.execute(db)
  await sql`CREATE INDEX ON import_history (card_id)`.execute(db)
  await sql`ANALYZE import_history`.execute(db)
  await sql`
    CREATE TEMPORARY TABLE import_history_card AS
    SELECT h.card_id, a.id AS account_id, h.issued_at, h.rows, h.change, h.held, a.balance_cents, a.version,
           -- The number of openings. An account without entries has none, so they are not looked for.
           CASE a.version WHEN 0 THEN 0 ELSE (
             SELECT count(*) FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
             WHERE e.account_id = a.id AND e.account_version <= 2 AND t.kind = 'opening') END AS openings,
           EXISTS (SELECT FROM card_authorisation o WHERE o.card_id = h.card_id)
             OR EXISTS (SELECT FROM failed_transaction f WHERE f.card_id = h.card_id) AS has_unposted
    FROM (
      SELECT card_id, min(issued_at) AS issued_at, count(*) AS rows,
             coalesce(sum(amount) FILTER (WHERE ${isPostedSql}), 0)::bigint AS change,
             coalesce(sum(amount) FILTER (WHERE kind = 'authorisation' AND released_at IS NULL), 0)::bigint AS held
      FROM import_history h WHERE card_id IS NOT NULL GROUP BY card_id
    ) h JOIN account a ON a.card_id = h.card_id`.execute(db)
  await sql`ANALYZE import_history_card`.execute(db)
}

/**
 * Divides cards into chunks of about `rowsPerChunk` rows: the table `import_history_chunk`. A card is never split.
 * `cards` is an SQL query of (card_id, account_id, issued_at, rows, version, correction). The correction is the opening
 * to post before the history, in minor units.
 */
export async function divideHistory(db: Db, cards: RawBuilder<unknown>, rowsPerChunk: number): Promise<void> {
  await sql`
    CREATE TEMPORARY TABLE import_history_chunk AS
    SELECT c.*, div(c.rows_up_to_card - 1, ${rowsPerChunk})::integer AS chunk
    FROM (SELECT c.*, sum(c.rows) OVER (ORDER BY c.card_id) AS rows_up_to_card FROM (${cards}) c) c`.execute(db)
  await sql`CREATE INDEX ON import_history_chunk (chunk)`.execute(db)
  await sql`ANALYZE import_history_chunk`.execute(db)
}
