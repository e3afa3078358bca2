// The only writer of entries and balances: whatever posts, be it single movements or the rows of a batch, ends in this.
import { sql } from 'kysely'

/**
 * The last steps of a posting statement, after a WITH step `lines` of (id, place, account_id, amount, balance, version): one row
 * an entry, with the account's balance and version before the statement. Entries of one account follow each other by `place`.
 * The accounts must be locked.
 */
export const writeLines = sql`
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
