// What was ever loaded onto a card and settled from it: sums of its entries, a reversal counting against its original.
import { type RawBuilder, sql } from 'kysely'

export interface CardSums {
  readonly loaded_cents: number
  readonly settled_cents: number
}

/** A lateral table of `loaded_cents` and `settled_cents` for one account of the outer query, such as sql`a.id`. */
export const cardSums = (accountId: RawBuilder<unknown>) => sql`LATERAL (
  SELECT coalesce(sum(e.amount_cents) FILTER (WHERE coalesce(o.kind, t.kind) = 'load'), 0)::bigint AS loaded_cents,
         coalesce(-sum(e.amount_cents) FILTER (WHERE coalesce(o.kind, t.kind) = 'purchase'), 0)::bigint AS settled_cents
  FROM ledger_entry e
  JOIN ledger_transaction t ON t.id = e.transaction_id
  LEFT JOIN ledger_transaction o ON o.id = t.reverses
  WHERE e.account_id = ${accountId}
)`
