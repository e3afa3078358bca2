// Balances of accounts at a past moment, from their ledger entries.
import { type RawBuilder, sql } from 'kysely'
import type { ReportQuery } from '../source.ts'

/**
 * All postings of a run have the start time of the run. An interrupted run is completed hours or, at worst, days later.
 * An event of the card processor is posted at its own time if it is at most 30 days old. So an entry can have an earlier
 * time than the previous entry, by at most this interval.
 */
export const MAX_DELAY = sql`interval '31 days'`

/**
 * A lateral table with the column `cents`: the account's balance just before `time`. It takes the balance of a
 * month earlier from one entry and adds the later entries, so that the cost does not grow with the age of the account.
 */
export const balanceBefore = (
  accountId: RawBuilder<unknown>,
  time: RawBuilder<Date>,
  { lastTransactionId }: ReportQuery,
) => sql`
  LATERAL (
    SELECT coalesce(earlier.balance_after, 0) + coalesce(recent.cents, 0) AS cents
    FROM (SELECT ${accountId} AS account_id) requested
    LEFT JOIN LATERAL (
      SELECT e.account_version, e.balance_after FROM ledger_entry e
      CROSS JOIN LATERAL (SELECT posted_at FROM ledger_transaction WHERE id = e.transaction_id LIMIT 1) t
      WHERE e.account_id = requested.account_id AND e.transaction_id <= ${lastTransactionId}
        AND t.posted_at < ${time} - ${MAX_DELAY}
      ORDER BY e.account_version DESC LIMIT 1
    ) earlier ON true
    LEFT JOIN LATERAL (
      SELECT sum(e.amount_cents)::bigint AS cents FROM ledger_entry e
      CROSS JOIN LATERAL (SELECT posted_at FROM ledger_transaction WHERE id = e.transaction_id LIMIT 1) t
      WHERE e.account_id = requested.account_id AND e.account_version > coalesce(earlier.account_version, 0)
        AND e.transaction_id <= ${lastTransactionId} AND t.posted_at < ${time}
    ) recent ON true
  )`

/**
 * A lateral table with the column `cents`: the balance after the ledger entry of a line `l`, in the order of time. The
 * entry's own `balance_after` follows the order of posting. The two orders differ only within MAX_DELAY.
 */
export const balanceAfterLine = ({ lastTransactionId }: ReportQuery) => sql`
  LATERAL (
    SELECT coalesce(earlier.balance_after, 0) + coalesce(recent.cents, 0) AS cents
    FROM (SELECT 1) one_row
    LEFT JOIN LATERAL (
      SELECT e.account_version, e.balance_after FROM ledger_entry e
      CROSS JOIN LATERAL (SELECT posted_at FROM ledger_transaction WHERE id = e.transaction_id LIMIT 1) t
      WHERE e.account_id = l.account_id AND e.account_version < l.account_version AND t.posted_at < l.posted_at - ${MAX_DELAY}
      ORDER BY e.account_version DESC LIMIT 1
    ) earlier ON true
    LEFT JOIN LATERAL (
      SELECT e.account_version FROM ledger_entry e
      CROSS JOIN LATERAL (SELECT posted_at FROM ledger_transaction WHERE id = e.transaction_id LIMIT 1) t
      WHERE e.account_id = l.account_id AND e.account_version > l.account_version AND t.posted_at > l.posted_at + ${MAX_DELAY}
      ORDER BY e.account_version LIMIT 1
    ) later ON true
    LEFT JOIN LATERAL (
      SELECT sum(e.amount_cents)::bigint AS cents FROM ledger_entry e
      CROSS JOIN LATERAL (SELECT id, posted_at FROM ledger_transaction WHERE id = e.transaction_id LIMIT 1) t
      WHERE e.account_id = l.account_id AND e.account_version > coalesce(earlier.account_version, 0)
        AND e.account_version < coalesce(later.account_version, 9223372036854775807)
        AND e.transaction_id <= ${lastTransactionId} AND (t.posted_at, t.id) <= (l.posted_at, l.id)
    ) recent ON true
  )`
