// The only writer of entries, balances and sums: whatever posts, be it single movements or the rows of a batch, ends in this.
import { sql } from 'kysely'

/**
 * The last steps of a posting statement, after two WITH steps: `posted`, the new transactions' `postedColumns`, and `lines` of (id,
 * place, account_id, amount, balance, version): one row an entry, with the account's balance and version before the statement.
 * Entries of one account follow each other by `place`. The accounts must be locked.
 */
export const writeLines = sql`
  -- Sums of each quarter of an hour, for whoever wants no single load: of its entries the one on no account of the owner's.
  summed AS (
    INSERT INTO load_sum (owner_id, since, count, amount_cents)
    SELECT p.owner_id, date_bin('15 minutes', p.posted_at, 'epoch'), count(*), sum(l.amount)
    FROM posted p JOIN lines l ON l.id = p.id
    WHERE p.kind = 'load' AND l.account_id NOT IN (SELECT id FROM account WHERE card_id IS NULL)
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (owner_id, since) DO UPDATE
    SET count = load_sum.count + excluded.count, amount_cents = load_sum.amount_cents + excluded.amount_cents
  ),
  entered AS (
    INSERT INTO ledger_entry (transaction_id, account_id, amount_cents, balance_before, balance_after, account_version)
    SELECT id, account_id, amount, balance + sum(amount) OVER up_to - amount, balance + sum(amount) OVER up_to,
           version + row_number() OVER up_to
    FROM lines
    WINDOW up_to AS (PARTITION BY account_id ORDER BY place ROWS UNBOUNDED PRECEDING)
    RETURNING account_id, amount_cents
  ),
  written AS (
    UPDATE account a SET balance_cents = a.balance_cents + s.change, version = a.version + s.entries
    FROM (SELECT account_id, sum(amount_cents)::bigint AS change, count(*) AS entries FROM entered GROUP BY account_id) s
    WHERE a.id = s.account_id
  )`

/** What a posting statement's step `posted` gives back of each new transaction. */
export const postedColumns = sql`id, owner_id, kind, posted_at`
