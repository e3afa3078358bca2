// Balances of accounts at a past moment, from their ledger entries.
import { type RawBuilder, sql } from 'kysely'
import type { ReportQuery } from '../source.ts'

/**
 * The longest time by which an entry can be earlier than the previous entry of its account. Entries are not in the
 * order of time for two reasons. First, all postings of a run have the time at which the run began, even if the run was
 * interrupted and is completed days later. Second, an event of the card processor that is at most 30 days old is posted
 * with the time of the event.
 */
export const MAX_DELAY = sql`interval '31 days'`

/**
 * A lateral table with the column `cents`: the account's balance just before `time`. Starts with the stored balance
 * after an entry that is more than MAX_DELAY earlier than `time`. All entries that were posted before this entry are
 * also earlier than `time`, so the stored balance includes them. Then adds the entries that were posted after this entry
 * and are earlier than `time`. So the cost does not grow with the age of the account.
 */
export const balanceBefore = (
  accountId: RawBuilder<unknown>,
  time: RawBuilder<Date>,
  { lastTransactionId }: ReportQuery,
) => sql`
  LATERAL (
    SELECT coalesce(earlier.balance_after, 0) + coalesce(recent.cents, 0) AS cents
    FROM (SELECT ${accountId} AS account_id) requested
    -- The last entry that is more than MAX_DELAY earlier.
    LEFT JOIN LATERAL (
      SELECT e.account_version, e.balance_after FROM ledger_entry e
      CROSS JOIN LATERAL (SELECT posted_at FROM ledger_transaction WHERE id = e.transaction_id LIMIT 1) t
      WHERE e.account_id = requested.account_id AND e.transaction_id <= ${lastTransactionId}
        AND t.posted_at < ${time} - ${MAX_DELAY}
      ORDER BY e.account_version DESC LIMIT 1
    ) earlier ON true
    -- The sum of the entries that were posted after that entry and are earlier than the given time.
    LEFT JOIN LATERAL (
      SELECT sum(e.amount_cents)::bigint AS cents FROM ledger_entry e
      CROSS JOIN LATERAL (SELECT posted_at FROM ledger_transaction WHERE id = e.transaction_id LIMIT 1) t
      WHERE e.account_id = requested.account_id AND e.account_version > coalesce(earlier.account_version, 0)
        AND e.transaction_id <= ${lastTransactionId} AND t.posted_at < ${time}
    ) recent ON true
  )`

/**
 * A lateral table with the column `cents`: the balance after the ledger entry of a line `l`, in the order of time. The
 * stored `balance_after` of the entry is the balance in the order of posting. The two orders differ only within
 * MAX_DELAY. So only entries within MAX_DELAY before and after the line are added up.
 */
export const balanceAfterLine = ({ lastTransactionId }: ReportQuery) => sql`
  LATERAL (
    SELECT coalesce(earlier.balance_after, 0) + coalesce(recent.cents, 0) AS cents
    FROM (SELECT 1) one_row
    -- The last entry that is more than MAX_DELAY earlier than the line.
    LEFT JOIN LATERAL (
      SELECT e.account_version, e.balance_after FROM ledger_entry e
      CROSS JOIN LATERAL (SELECT posted_at FROM ledger_transaction WHERE id = e.transaction_id LIMIT 1) t
      WHERE e.account_id = l.account_id AND e.account_version < l.account_version AND t.posted_at < l.posted_at - ${MAX_DELAY}
      ORDER BY e.account_version DESC LIMIT 1
    ) earlier ON true
    -- The first entry that is more than MAX_DELAY later than the line.
    LEFT JOIN LATERAL (
      SELECT e.account_version FROM ledger_entry e
      CROSS JOIN LATERAL (SELECT posted_at FROM ledger_transaction WHERE id = e.transaction_id LIMIT 1) t
      WHERE e.account_id = l.account_id AND e.account_version > l.account_version AND t.posted_at > l.posted_at + ${MAX_DELAY}
      ORDER BY e.account_version LIMIT 1
    ) later ON true
    -- The sum of the entries that were posted between these two entries and are not after the line in the order of
    -- time. Without a later entry, the largest bigint takes the place of its version.
    LEFT JOIN LATERAL (
      SELECT sum(e.amount_cents)::bigint AS cents FROM ledger_entry e
      CROSS JOIN LATERAL (SELECT id, posted_at FROM ledger_transaction WHERE id = e.transaction_id LIMIT 1) t
      WHERE e.account_id = l.account_id AND e.account_version > coalesce(earlier.account_version, 0)
        AND e.account_version < coalesce(later.account_version, 9223372036854775807)
        AND e.transaction_id <= ${lastTransactionId} AND (t.posted_at, t.id) <= (l.posted_at, l.id)
    ) recent ON true
  )`
