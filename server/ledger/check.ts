// Proves the ledger from its own rows: on start, by command and after each case of the tests (threats T44).
import { sql } from 'kysely'
import { type BatchSide, storedBatchKinds } from '#domain/batch/kinds.ts'
import type { Db } from '#server/context.ts'

/** One thing that should never be; `count` says how often it is. */
export interface LedgerFault {
  readonly rule: string
  readonly count: number
}

/** Every rule that is broken; an empty list is a ledger in order. Reads all entries once. */
export async function checkLedger(db: Db): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    SELECT rule, count::integer AS count FROM (
      SELECT 'a transaction sums to zero' AS rule, count(*) AS count FROM (
        SELECT t.id FROM ledger_transaction t LEFT JOIN ledger_entry e ON e.transaction_id = t.id
        GROUP BY t.id HAVING coalesce(sum(e.amount_cents), 1) <> 0
      ) broken
      UNION ALL
      SELECT 'an entry belongs to a transaction', count(*) FROM ledger_entry e
      WHERE NOT EXISTS (SELECT FROM ledger_transaction t WHERE t.id = e.transaction_id)
      UNION ALL
      SELECT 'a balance is the sum of its entries', count(*) FROM account a
      LEFT JOIN (SELECT account_id, sum(amount_cents) AS sum FROM ledger_entry GROUP BY account_id) s ON s.account_id = a.id
      WHERE a.balance_cents <> coalesce(s.sum, 0)
      UNION ALL
      SELECT 'versions of an account have no gaps', count(*) FROM account a
      LEFT JOIN (
        SELECT account_id, count(*) AS entries, min(account_version) AS first, max(account_version) AS last
        FROM ledger_entry GROUP BY account_id
      ) s ON s.account_id = a.id
      WHERE a.version <> coalesce(s.entries, 0) OR (s.entries > 0 AND (s.first <> 1 OR s.last <> a.version))
      UNION ALL
      SELECT 'each entry begins where the one before ended', count(*) FROM (
        SELECT balance_before, lag(balance_after, 1, 0::bigint) OVER (PARTITION BY account_id ORDER BY account_version) AS before
        FROM ledger_entry
      ) chain WHERE chain.balance_before <> chain.before
      UNION ALL
      SELECT 'money held is authorised', count(*) FROM account a
      LEFT JOIN (
        SELECT card_id, sum(amount_cents) AS sum FROM card_authorisation WHERE released_at IS NULL GROUP BY card_id
      ) h ON h.card_id = a.card_id
      WHERE a.held_cents <> coalesce(h.sum, 0)
      UNION ALL
      SELECT 'a row is loaded exactly where it is posted', count(*) FROM (
        SELECT batch_id, row_no FROM batch_row WHERE state = 'loaded'
      ) r FULL JOIN (
        SELECT batch_id, row_no FROM ledger_transaction WHERE batch_id IS NOT NULL
      ) t ON t.batch_id = r.batch_id AND t.row_no = r.row_no
      WHERE r.row_no IS NULL OR t.row_no IS NULL
      UNION ALL
      SELECT 'a posted row moves what it says, from and to whom it says', count(*) FROM ledger_transaction t
      JOIN batch_row r ON r.batch_id = t.batch_id AND r.row_no = t.row_no
      JOIN batch_file f ON f.id = r.batch_id
      LEFT JOIN account a ON a.card_id = r.card_id
      LEFT JOIN ledger_entry e ON e.transaction_id = t.id AND e.account_id = a.id
      LEFT JOIN account b ON b.card_id = r.target_card_id
      LEFT JOIN ledger_entry p ON p.transaction_id = t.id AND p.account_id = b.id
      WHERE t.kind <> f.kind OR t.card_id IS DISTINCT FROM r.card_id
        OR e.amount_cents IS DISTINCT FROM ${entryOf('card')}
        OR p.amount_cents IS DISTINCT FROM ${entryOf('target')}
      UNION ALL
      SELECT 'a batch counts its loaded rows', count(*) FROM batch_file f
      LEFT JOIN (
        SELECT batch_id, count(*) AS rows, sum(amount_cents) AS amount, sum(fee_cents) AS fee
        FROM batch_row WHERE state = 'loaded' GROUP BY batch_id
      ) s ON s.batch_id = f.id
      WHERE (f.loaded_count, f.loaded_amount_cents, f.loaded_fee_cents)
        IS DISTINCT FROM (coalesce(s.rows, 0), coalesce(s.amount, 0), coalesce(s.fee, 0))
      UNION ALL
      SELECT 'a row is decided exactly where its batch is processed', count(*) FROM batch_row r
      JOIN batch_file f ON f.id = r.batch_id WHERE (r.state <> 'waiting') <> (f.processed_at IS NOT NULL)
    ) rules WHERE count > 0
  `.execute(db)
  return rows
}

/** What the entry on the card of a side is, by the batch's kind; null where it has none. */
function entryOf(side: BatchSide) {
  const whens = Object.values(storedBatchKinds).flatMap(({ type, moves }) =>
    moves.to === side
      ? [sql`WHEN ${type} THEN r.amount_cents`]
      : moves.from === side
        ? [sql`WHEN ${type} THEN -(r.amount_cents + r.fee_cents)`]
        : [],
  )
  return sql`CASE f.kind ${sql.join(whens, sql` `)} END`
}
