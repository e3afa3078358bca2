// The rules of the ledger, as queries for a bounded number of transactions, accounts, batches or orders. The queries
// only look up rows by key. Otherwise the planner could read ten million entries repeatedly to check a thousand, if the
// tables have grown since their statistics were collected.
import { type RawBuilder, sql } from 'kysely'
import { type BatchSide, storedBatchTypes } from '#domain/batch/types.ts'
import type { Db } from '#server/operations/context.ts'
import { isLoadSql } from './load-types.ts'

/** A broken rule and the number of its violations. */
export interface LedgerFault {
  readonly rule: string
  readonly count: number
}

/** Ids greater than `after`, up to and including `upTo`. */
export interface IdRange {
  readonly after: number
  readonly upTo: number
}

/** A query of (id). */
type Ids = RawBuilder<unknown>

const LOAD_IS_SUMMED = 'a load is in the sum of its quarter of an hour'
const IS_SIGNED = 'what is posted has its signatures'
const SUM_IS_OF_LOADS = 'a sum of loads equals its loads'

/** Rules about sums that can be recomputed from the ledger (repair.ts). */
export const derivedRules: ReadonlySet<string> = new Set([LOAD_IS_SUMMED, SUM_IS_OF_LOADS])

/**
 * Runs `query` with look-ups by key only. The queries write each join as a LATERAL subquery with LIMIT, OFFSET 0 or a
 * sum. PostgreSQL does not change the order of such joins.
 */
export function withIndexLookupsOnly<T>(db: Db, query: (trx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const settings = sql`ARRAY['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']`
    await sql`SELECT set_config(name, 'off', true) FROM unnest(${settings}) AS s (name)`.execute(trx)
    return query(trx)
  })
}

/**
 * Checks the transactions of the range and their entries. Each entry must begin with the balance after the previous
 * entry of its account. So a check of all ranges proves each account from its first entry.
 */
export async function findTransactionFaults(trx: Db, { after, upTo }: IdRange): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    -- The transactions of the range.
    WITH t AS MATERIALIZED (
      SELECT id, kind, card_id, batch_id, order_id, first_row, last_row FROM ledger_transaction WHERE id > ${after} AND id <= ${upTo}
    ),
    -- The entries of the range, each with the balance after the previous entry of its account.
    e AS MATERIALIZED (
      SELECT entry.*, previous.balance_after AS balance_after_previous FROM (
        SELECT * FROM ledger_entry WHERE transaction_id > ${after} AND transaction_id <= ${upTo}
      ) entry
      LEFT JOIN LATERAL (
        SELECT balance_after FROM ledger_entry
        WHERE account_id = entry.account_id AND account_version = entry.account_version - 1 LIMIT 1
      ) previous ON true
    ),
    -- The posted rows of batches.
    posted AS MATERIALIZED (
      SELECT t.id, t.kind, r.card_id AS row_card, r.target_card_id, r.amount_cents, r.fee_cents, r.state, f.kind AS batch_kind FROM t
      CROSS JOIN LATERAL (
        SELECT row_no FROM posted_row
        WHERE batch_id = t.batch_id AND row_no BETWEEN t.first_row AND t.last_row AND transaction_id = t.id OFFSET 0
      ) p
      LEFT JOIN LATERAL (
        SELECT card_id, target_card_id, amount_cents, fee_cents, state FROM batch_row WHERE batch_id = t.batch_id AND row_no = p.row_no LIMIT 1
      ) r ON true
      LEFT JOIN LATERAL (SELECT kind FROM batch_file WHERE id = t.batch_id LIMIT 1) f ON true
      WHERE t.batch_id IS NOT NULL
    ),
    -- The paid rows of orders.
    ordered AS MATERIALIZED (
      SELECT t.id, t.kind, r.card_id AS row_card, r.load_cents, r.fee_cents + o.issue_fee_cents AS fee_cents, r.state FROM t
      CROSS JOIN LATERAL (
        SELECT row_no FROM paid_order_row
        WHERE order_id = t.order_id AND row_no BETWEEN t.first_row AND t.last_row AND transaction_id = t.id OFFSET 0
      ) p
      LEFT JOIN LATERAL (
        SELECT card_id, load_cents, fee_cents, state FROM card_order_row WHERE order_id = t.order_id AND row_no = p.row_no LIMIT 1
      ) r ON true
      LEFT JOIN LATERAL (SELECT issue_fee_cents FROM card_order WHERE id = t.order_id LIMIT 1) o ON true
      WHERE t.order_id IS NOT NULL
    ),
    -- The transactions of rows whose entries differ from their rows. Adds up the entries and subtracts the rows. The
    -- number of entries on cards, the fee income and the funding account must each be 0 in the end.
    unexplained AS MATERIALIZED (
      SELECT id FROM (
        -- Minus the rows of batches.
        SELECT w.id, -${expectedCards} AS cards, -(w.fee_cents + coalesce(${expectedEntry('fee')}, 0)) AS fee,
               -coalesce(${expectedEntry('funding')}, 0) AS funding
        FROM posted w
        UNION ALL
        -- Minus the rows of orders. The funding account pays, so its amount is positive here.
        SELECT id, CASE WHEN load_cents > 0 THEN -1 ELSE 0 END, -fee_cents, load_cents + fee_cents FROM ordered
        UNION ALL
        -- Plus the entries.
        SELECT t.id, CASE a.kind WHEN 'card' THEN 1 ELSE 0 END, CASE a.kind WHEN 'fee' THEN e.amount_cents ELSE 0 END,
               CASE a.kind WHEN 'funding' THEN e.amount_cents ELSE 0 END
        FROM t
        CROSS JOIN LATERAL (SELECT account_id, amount_cents FROM ledger_entry WHERE transaction_id = t.id OFFSET 0) e
        CROSS JOIN LATERAL (SELECT kind FROM account WHERE id = e.account_id LIMIT 1) a
        WHERE t.first_row IS NOT NULL
      ) difference GROUP BY id HAVING (sum(cards), sum(fee), sum(funding)) IS DISTINCT FROM (0, 0, 0)
    )
    SELECT rule, count::integer AS count FROM (
      SELECT 'a transaction sums to zero' AS rule, count(*) AS count FROM t
      CROSS JOIN LATERAL (SELECT sum(amount_cents) AS sum FROM ledger_entry WHERE transaction_id = t.id) entries
      WHERE entries.sum IS DISTINCT FROM 0
      UNION ALL
      SELECT 'an entry belongs to a transaction', count(*) FROM e
      LEFT JOIN LATERAL (SELECT id FROM ledger_transaction WHERE id = e.transaction_id LIMIT 1) found ON true
      WHERE found.id IS NULL
      UNION ALL
      SELECT 'an entry belongs to an account', count(*) FROM e
      LEFT JOIN LATERAL (SELECT id FROM account WHERE id = e.account_id LIMIT 1) found ON true
      WHERE found.id IS NULL
      UNION ALL
      SELECT 'versions of an account have no gaps', count(*) FROM e
      WHERE account_version > 1 AND balance_after_previous IS NULL
      UNION ALL
      SELECT 'each entry begins where the one before ended', count(*) FROM e
      WHERE balance_after <> balance_before + amount_cents OR balance_after_previous <> balance_before
        OR (account_version = 1 AND balance_before <> 0)
      UNION ALL
      SELECT 'a row is loaded exactly where it is posted', count(*) FROM posted WHERE state IS DISTINCT FROM 'loaded'
      UNION ALL
      SELECT 'a posted row moves what it says, from and to whom it says', count(*) FROM posted w
      -- The entry on the card of the row.
      LEFT JOIN LATERAL (
        SELECT e.amount_cents FROM account a JOIN ledger_entry e ON e.account_id = a.id
        WHERE a.card_id = w.row_card AND e.transaction_id = w.id LIMIT 1
      ) on_card ON true
      -- The entry on the card that the row pays to.
      LEFT JOIN LATERAL (
        SELECT e.amount_cents FROM account a JOIN ledger_entry e ON e.account_id = a.id
        WHERE a.card_id = w.target_card_id AND e.transaction_id = w.id LIMIT 1
      ) on_target ON true
      WHERE w.kind IS DISTINCT FROM w.batch_kind
        OR on_card.amount_cents IS DISTINCT FROM ${expectedEntry('card')}
        OR on_target.amount_cents IS DISTINCT FROM ${expectedEntry('target')}
      UNION ALL
      SELECT 'a posting moves what its rows say and nothing else', count(*) FROM unexplained
      UNION ALL
      SELECT 'an opening comes before all else on its card', count(*)
      FROM (SELECT id, card_id FROM t WHERE kind = 'opening') opening
      LEFT JOIN LATERAL (SELECT id FROM account WHERE card_id = opening.card_id LIMIT 1) a ON true
      -- The entry of the opening on its card.
      LEFT JOIN LATERAL (
        SELECT account_version FROM ledger_entry WHERE transaction_id = opening.id AND account_id = a.id LIMIT 1
      ) on_card ON true
      -- The type of the card's previous transaction: only another opening can come first.
      LEFT JOIN LATERAL (
        SELECT (SELECT kind FROM ledger_transaction WHERE id = p.transaction_id LIMIT 1) AS kind FROM ledger_entry p
        WHERE p.account_id = a.id AND p.account_version = on_card.account_version - 1 LIMIT 1
      ) previous ON true
      WHERE on_card.account_version IS NULL OR (on_card.account_version > 1 AND previous.kind IS DISTINCT FROM 'opening')
      UNION ALL
      SELECT 'a load belongs to a batch, an order, an import or an event', count(*)
      FROM (SELECT id FROM t WHERE ${isLoadSql(sql`kind`)} AND batch_id IS NULL AND order_id IS NULL) load
      CROSS JOIN LATERAL (SELECT owner_id FROM ledger_transaction WHERE id = load.id LIMIT 1) o
      -- The last import that begins before the load. The load belongs to this import if the import ends after the load.
      LEFT JOIN LATERAL (
        SELECT last_id FROM ledger_import WHERE owner_id = o.owner_id AND first_id <= load.id ORDER BY first_id DESC LIMIT 1
      ) import ON true
      LEFT JOIN LATERAL (SELECT id FROM feed_event WHERE transaction_id = load.id AND kind = 'load' LIMIT 1) event ON true
      WHERE (import.last_id IS NULL OR import.last_id < load.id) AND event.id IS NULL
      UNION ALL
      SELECT ${LOAD_IS_SUMMED}, count(*) FROM (SELECT id FROM t WHERE ${isLoadSql(sql`kind`)}) load
      CROSS JOIN LATERAL (SELECT owner_id, posted_at FROM ledger_transaction WHERE id = load.id LIMIT 1) o
      LEFT JOIN LATERAL (
        SELECT id FROM load_sum WHERE owner_id = o.owner_id AND since = date_bin('15 minutes', o.posted_at, 'epoch') LIMIT 1
      ) quarter ON true
      WHERE quarter.id IS NULL
      UNION ALL
      SELECT 'a card of an order is issued exactly where it is paid', count(*) FROM ordered WHERE state IS DISTINCT FROM 'issued'
      UNION ALL
      SELECT 'a card of an order is paid what was ordered, by whom and to whom it says', count(*) FROM ordered w
      LEFT JOIN LATERAL (
        SELECT e.amount_cents FROM account a JOIN ledger_entry e ON e.account_id = a.id
        WHERE a.card_id = w.row_card AND e.transaction_id = w.id LIMIT 1
      ) on_card ON true
      WHERE w.kind IS DISTINCT FROM CASE WHEN w.load_cents > 0 THEN 'load' ELSE 'fee' END
        OR coalesce(on_card.amount_cents, 0) IS DISTINCT FROM w.load_cents
    ) rules WHERE count > 0
  `.execute(trx)
  return rows
}

/**
 * SQL that is true if a signature was made for an absent approver by a user who was not the deputy at that time.
 * `isOfSubject` is the condition on the signatures `s` of one batch or order.
 */
const hasFalseDeputySql = (isOfSubject: RawBuilder<unknown>) => sql`EXISTS (
  SELECT FROM approval_signature s JOIN user_account u ON u.id = s.signed_by
  WHERE ${isOfSubject} AND s.withdrawn_at IS NULL AND s.on_behalf_of IS NOT NULL
    AND s.on_behalf_of NOT IN (SELECT deputy_for(u.owner_id, s.signed_by, s.signed_at))
)`

/**
 * SQL for the amount by which a posted row `w` must change the account of one side. NULL if its type of batch does not
 * change this account. Example: a load changes the card by the amount, the funding account by −(amount + fee).
 */
function expectedEntry(side: BatchSide): RawBuilder<unknown> {
  const whenClauses: RawBuilder<unknown>[] = []
  for (const { type, moves } of Object.values(storedBatchTypes)) {
    if (moves.to === side) whenClauses.push(sql`WHEN ${type} THEN w.amount_cents`)
    else if (moves.from === side) whenClauses.push(sql`WHEN ${type} THEN -(w.amount_cents + w.fee_cents)`)
  }
  if (whenClauses.length === 0) return sql`NULL::bigint`
  return sql`CASE w.batch_kind ${sql.join(whenClauses, sql` `)} END`
}

/** SQL for the number of entries that a posted row `w` must have on cards. */
const expectedCards = sql`num_nonnulls(${expectedEntry('card')}, ${expectedEntry('target')})`

/** Checks that accounts have the balance of their newest entry. `ids` is a query of (id). */
export async function findAccountFaults(trx: Db, ids: Ids): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    WITH checked AS MATERIALIZED (${ids}),
    -- The accounts, each with its newest entry.
    a AS MATERIALIZED (
      SELECT stored.*, newest.account_version, newest.balance_after FROM checked
      CROSS JOIN LATERAL (SELECT balance_cents, version FROM account WHERE id = checked.id LIMIT 1) stored
      LEFT JOIN LATERAL (
        SELECT account_version, balance_after FROM ledger_entry
        WHERE account_id = checked.id ORDER BY account_version DESC LIMIT 1
      ) newest ON true
    )
    SELECT rule, count::integer AS count FROM (
      SELECT 'a balance is the sum of its entries' AS rule, count(*) AS count FROM a WHERE balance_cents <> coalesce(balance_after, 0)
      UNION ALL
      SELECT 'versions of an account have no gaps', count(*) FROM a WHERE version <> coalesce(account_version, 0)
    ) rules WHERE count > 0
  `.execute(trx)
  return rows
}

/** Checks batches against the results of their rows. `ids` is a query of (id). */
export async function findBatchFaults(trx: Db, ids: Ids): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    WITH checked AS MATERIALIZED (${ids}),
    -- The batches, each with the counts and sums of its rows.
    f AS MATERIALIZED (
      SELECT checked.id, batch.*, counted.* FROM checked
      CROSS JOIN LATERAL (
        SELECT processed_at, posting_started_at, posted_to, loaded_count, approval_terms, approved_by, loaded_amount_cents, loaded_fee_cents
        FROM batch_file WHERE id = checked.id LIMIT 1
      ) batch
      CROSS JOIN LATERAL (
        SELECT count(*) AS rows, count(*) FILTER (WHERE state = 'waiting') AS waiting,
               count(*) FILTER (WHERE state = 'loaded') AS loaded,
               -- Rows on each side of posted_to, the last row that the current run has decided.
               count(*) FILTER (WHERE state = 'waiting' AND row_no <= batch.posted_to) AS waiting_before,
               count(*) FILTER (WHERE state = 'failed' AND row_no > batch.posted_to) AS failed_after,
               count(*) FILTER (WHERE state = 'loaded' AND row_no > batch.posted_to) AS loaded_after,
               coalesce(sum(amount_cents) FILTER (WHERE state = 'loaded'), 0) AS amount,
               coalesce(sum(fee_cents) FILTER (WHERE state = 'loaded'), 0) AS fee,
               -- Loaded rows that no transaction of the batch has posted. A row with amount 0 moves nothing.
               count(*) FILTER (WHERE state = 'loaded' AND amount_cents > 0 AND (
                 SELECT t.id FROM posted_row p CROSS JOIN LATERAL (
                   SELECT id FROM ledger_transaction
                   WHERE id = p.transaction_id AND batch_id = p.batch_id AND p.row_no BETWEEN first_row AND last_row LIMIT 1
                 ) t WHERE p.batch_id = r.batch_id AND p.row_no = r.row_no LIMIT 1
               ) IS NULL) AS unposted
        FROM batch_row r WHERE r.batch_id = checked.id
      ) counted
    )
    SELECT rule, count::integer AS count FROM (
      SELECT 'a row is loaded exactly where it is posted' AS rule, coalesce(sum(unposted), 0) AS count FROM f
      UNION ALL
      SELECT 'a batch counts its loaded rows', count(*) FROM f
      WHERE (loaded_count, loaded_amount_cents, loaded_fee_cents) IS DISTINCT FROM (loaded, amount, fee)
      UNION ALL
      SELECT ${IS_SIGNED}, count(*) FROM f
      WHERE approval_terms IS NOT NULL AND (processed_at IS NOT NULL OR loaded_count > 0)
        AND (approved_by IS NULL OR NOT is_fully_signed(of_batch => id, of_order => NULL, terms => approval_terms, approver => approved_by)
          OR ${hasFalseDeputySql(sql`s.batch_id = f.id`)})
      UNION ALL
      SELECT 'a row is decided exactly where its batch is processed',
             coalesce(sum(CASE
               -- During the first run, the rows up to posted_to are decided, and later rows are waiting.
               WHEN posting_started_at IS NOT NULL AND processed_at IS NULL THEN waiting_before + failed_after + loaded_after
               -- During another run, later rows can also be loaded by an earlier run.
               WHEN posting_started_at IS NOT NULL THEN waiting_before + failed_after
               -- Before the first run, every row is waiting.
               WHEN processed_at IS NULL THEN rows - waiting
               -- Between runs, every row is decided.
               ELSE waiting
             END), 0) FROM f
    ) rules WHERE count > 0
  `.execute(trx)
  return rows
}

/** Checks orders against the results of their rows. `ids` is a query of (id). */
export async function findOrderFaults(trx: Db, ids: Ids): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    WITH checked AS MATERIALIZED (${ids}),
    -- The orders, each with the counts and sums of its rows.
    o AS MATERIALIZED (
      SELECT checked.id, placed.*, counted.* FROM checked
      CROSS JOIN LATERAL (
        SELECT owner_id, campaign_id, issue_fee_cents, begun_at, approval_terms, approved_by, processed_at, cancelled_at, rejected_at, row_count, issued_count, failed_count,
               issued_amount_cents, issued_fee_cents
        FROM card_order WHERE id = checked.id LIMIT 1
      ) placed
      CROSS JOIN LATERAL (
        SELECT count(*) AS rows, count(*) FILTER (WHERE r.state = 'waiting') AS waiting,
               count(*) FILTER (WHERE r.state = 'issued') AS issued, count(*) FILTER (WHERE r.state = 'failed') AS failed,
               count(*) FILTER (WHERE r.state = 'cancelled') AS cancelled,
               coalesce(sum(r.load_cents) FILTER (WHERE r.state = 'issued'), 0) AS amount,
               coalesce(sum(r.fee_cents + placed.issue_fee_cents) FILTER (WHERE r.state = 'issued'), 0) AS fee,
               -- Issued rows with a price that no transaction of the order has paid.
               count(*) FILTER (WHERE r.state = 'issued' AND r.load_cents + r.fee_cents + placed.issue_fee_cents > 0 AND (
                 SELECT t.id FROM paid_order_row p CROSS JOIN LATERAL (
                   SELECT id FROM ledger_transaction
                   WHERE id = p.transaction_id AND order_id = p.order_id AND p.row_no BETWEEN first_row AND last_row LIMIT 1
                 ) t WHERE p.order_id = r.order_id AND p.row_no = r.row_no LIMIT 1
               ) IS NULL) AS unpaid,
               -- Issued cards that are not of the order's owner and campaign.
               count(*) FILTER (WHERE r.state = 'issued' AND NOT EXISTS (
                 SELECT FROM card c WHERE c.id = r.card_id AND c.owner_id = placed.owner_id AND c.campaign_id = placed.campaign_id
               )) AS of_other_campaign
        FROM card_order_row r WHERE r.order_id = checked.id
      ) counted
    )
    SELECT rule, count::integer AS count FROM (
      SELECT 'a card of an order is issued exactly where it is paid' AS rule, coalesce(sum(unpaid), 0) AS count FROM o
      UNION ALL
      SELECT 'a card of an order is of the campaign ordered for', coalesce(sum(of_other_campaign), 0) FROM o
      UNION ALL
      SELECT 'an order counts its issued cards', count(*) FROM o
      WHERE (row_count, issued_count, failed_count, issued_amount_cents, issued_fee_cents)
        IS DISTINCT FROM (rows, issued, failed, amount, fee)
      UNION ALL
      SELECT ${IS_SIGNED}, count(*) FROM o
      WHERE approval_terms IS NOT NULL AND issued_count > 0
        AND (approved_by IS NULL OR NOT is_fully_signed(of_batch => NULL, of_order => id, terms => approval_terms, approver => approved_by)
          OR ${hasFalseDeputySql(sql`s.order_id = o.id`)})
      UNION ALL
      SELECT 'a row of an order is decided exactly where its order is processed', coalesce(sum(CASE
        -- If the order was cancelled or rejected, every row is cancelled.
        WHEN cancelled_at IS NOT NULL OR rejected_at IS NOT NULL THEN rows - cancelled
        -- Before the order is issued, every row is waiting.
        WHEN begun_at IS NULL THEN rows - waiting
        -- While the order is being issued, each chunk decides its own rows, so rows can still be waiting.
        WHEN processed_at IS NULL THEN cancelled
        -- In the end, every row is issued or failed.
        ELSE cancelled + waiting
      END), 0) FROM o
    ) rules WHERE count > 0
  `.execute(trx)
  return rows
}

/** Checks that sums of loads equal their loads. `ids` is a query of (id). */
export async function findSumFaults(trx: Db, ids: Ids): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    WITH checked AS MATERIALIZED (${ids})
    SELECT ${SUM_IS_OF_LOADS} AS rule, count(*)::integer AS count FROM checked
    CROSS JOIN LATERAL (SELECT owner_id, since, count, amount_cents FROM load_sum WHERE id = checked.id LIMIT 1) stored
    CROSS JOIN LATERAL (
      SELECT count(*) AS count, sum(loaded.amount_cents) AS amount_cents FROM ledger_transaction t
      -- The entries on cards: accounts without a card are the owner's.
      CROSS JOIN LATERAL (
        SELECT e.amount_cents FROM ledger_entry e
        WHERE e.transaction_id = t.id AND e.account_id NOT IN (SELECT id FROM account WHERE card_id IS NULL) OFFSET 0
      ) loaded
      WHERE t.owner_id = stored.owner_id AND ${isLoadSql(sql`t.kind`)}
        AND t.posted_at >= stored.since AND t.posted_at < stored.since + interval '15 minutes'
    ) actual
    WHERE (stored.count, stored.amount_cents) IS DISTINCT FROM (actual.count, actual.amount_cents)
    HAVING count(*) > 0
  `.execute(trx)
  return rows
}

/** Checks that confirmed payments are posted as they were recorded. `ids` is a query of (id). */
export async function findPaymentFaults(trx: Db, ids: Ids): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    WITH checked AS MATERIALIZED (${ids})
    SELECT 'a payment is posted as it was recorded and confirmed' AS rule, count(*)::integer AS count FROM checked
    CROSS JOIN LATERAL (
      SELECT owner_id, kind, amount_cents, reverses_id, transaction_id FROM funding_payment WHERE id = checked.id LIMIT 1
    ) p
    -- The payment that a reversal undoes.
    LEFT JOIN LATERAL (SELECT kind, transaction_id FROM funding_payment WHERE id = p.reverses_id LIMIT 1) reversed ON true
    LEFT JOIN LATERAL (SELECT owner_id, kind, reverses FROM ledger_transaction WHERE id = p.transaction_id LIMIT 1) t ON true
    -- What the transaction moved.
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(e.amount_cents) FILTER (WHERE a.kind = 'funding'), 0) AS funding,
             coalesce(sum(e.amount_cents) FILTER (WHERE a.kind = 'float'), 0) AS float
      FROM (SELECT account_id, amount_cents FROM ledger_entry WHERE transaction_id = p.transaction_id) e
      CROSS JOIN LATERAL (SELECT kind FROM account WHERE id = e.account_id LIMIT 1) a
    ) moved
    -- What the payment must add to the funding account. Money comes in with a payment, and with the reversal of a
    -- return.
    CROSS JOIN LATERAL (
      SELECT CASE WHEN p.kind = 'payment' OR (p.kind = 'reversal' AND reversed.kind = 'return')
        THEN p.amount_cents ELSE -p.amount_cents END AS cents
    ) expected
    WHERE p.transaction_id IS NOT NULL AND (
      t.owner_id IS DISTINCT FROM p.owner_id OR t.reverses IS DISTINCT FROM reversed.transaction_id
      OR t.kind IS DISTINCT FROM CASE p.kind WHEN 'reversal' THEN 'reversal' ELSE 'funding' END
      OR (moved.funding, moved.float) IS DISTINCT FROM (expected.cents, -expected.cents)
    )
    HAVING count(*) > 0
  `.execute(trx)
  return rows
}

/** Checks the rules about all accounts together. Reads each account once, and no entries. */
export async function findTotalFaults(db: Db): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    SELECT rule, count::integer AS count FROM (
      SELECT 'the accounts of an owner sum to zero' AS rule, count(*) AS count FROM (
        SELECT FROM account GROUP BY owner_id, currency HAVING sum(balance_cents) <> 0
      ) broken
      UNION ALL
      SELECT 'money held is authorised', count(*) FROM (
        SELECT card_id, held_cents FROM account WHERE held_cents <> 0
      ) a FULL JOIN (
        SELECT card_id, sum(amount_cents) AS sum FROM card_authorisation WHERE released_at IS NULL GROUP BY card_id
      ) h ON h.card_id = a.card_id
      WHERE a.held_cents IS DISTINCT FROM h.sum
    ) rules WHERE count > 0
  `.execute(db)
  return rows
}

/** Merges violations of the same rule in several chunks into one fault. */
export function mergeFaults(faults: readonly LedgerFault[]): LedgerFault[] {
  const counts = new Map<string, number>()
  for (const { rule, count } of faults) counts.set(rule, (counts.get(rule) ?? 0) + count)
  return [...counts].map(([rule, count]) => ({ rule, count }))
}
