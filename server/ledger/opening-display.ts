// How lists display a card's opening balances. An imported card has one opening. If its history was also imported, a
// second opening reduces the first to the balance before that history. Lists show their sum as one line, or no line if
// the sum is zero.
import { sql } from 'kysely'

/** A condition on a transaction t and its entry e on the card: true if lists show the transaction. */
export const isShownTransaction = sql<boolean>`(t.kind <> 'opening' OR (e.balance_after <> 0 AND NOT EXISTS (
  SELECT FROM ledger_transaction o WHERE o.card_id = t.card_id AND o.kind = 'opening' AND o.id > t.id)))`

/** The amount that lists show for entry e of transaction t. */
export const shownAmount = sql<number>`CASE t.kind WHEN 'opening' THEN e.balance_after ELSE e.amount_cents END`
