// How a card's opening balances are shown. An imported card has one, and if its history was imported too, a second one
// that reduces the first to the balance before that history. Lists show their sum as one line, or none if the sum is
// zero.
import { sql } from 'kysely'

/** A condition on a transaction t and its entry e on the card. */
export const isShown = sql<boolean>`(t.kind <> 'opening' OR (e.balance_after <> 0 AND NOT EXISTS (
  SELECT FROM ledger_transaction o WHERE o.card_id = t.card_id AND o.kind = 'opening' AND o.id > t.id)))`

/** The amount shown for such an entry. */
export const shownAmount = sql<number>`CASE t.kind WHEN 'opening' THEN e.balance_after ELSE e.amount_cents END`
