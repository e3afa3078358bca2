// What accounts held at a moment, from their entries.
import { type RawBuilder, sql } from 'kysely'
import type { ReportAsk } from '../source.ts'

/**
 * A posting carries the moment that its run began, so an entry can be older by its moment than the one before it: a run that was
 * cut is finished by the next host, hours or, at the worst, days later.
 */
const LATE = sql`interval '31 days'`

/**
 * A lateral table of `cents`: all that the account was moved by before the moment. What it held a month earlier is in one entry; those
 * after it are added up, so that an account's age costs nothing.
 */
export const heldBefore = (accountId: RawBuilder<unknown>, moment: RawBuilder<Date>, { upTo }: ReportAsk) => sql`
  LATERAL (
    SELECT coalesce(k.balance_after, 0) + coalesce(l.cents, 0) AS cents
    FROM (SELECT ${accountId} AS account_id) o
    LEFT JOIN LATERAL (
      SELECT e.account_version, e.balance_after FROM ledger_entry e
      CROSS JOIN LATERAL (SELECT posted_at FROM ledger_transaction WHERE id = e.transaction_id LIMIT 1) t
      WHERE e.account_id = o.account_id AND e.transaction_id <= ${upTo} AND t.posted_at < ${moment} - ${LATE}
      ORDER BY e.account_version DESC LIMIT 1
    ) k ON true
    LEFT JOIN LATERAL (
      SELECT sum(e.amount_cents)::bigint AS cents FROM ledger_entry e
      CROSS JOIN LATERAL (SELECT posted_at FROM ledger_transaction WHERE id = e.transaction_id LIMIT 1) t
      WHERE e.account_id = o.account_id AND e.account_version > coalesce(k.account_version, 0)
        AND e.transaction_id <= ${upTo} AND t.posted_at < ${moment}
    ) l ON true
  )`
