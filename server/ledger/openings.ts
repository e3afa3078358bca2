// What is shown of a card's openings. A card that was brought in has one, and a second one that takes it down to what the card held
// before its history where that was brought in too: whoever reads line by line is shown one of what they come to, or none where that
// is nothing.
import { sql } from 'kysely'

/** A condition on a transaction t and its entry e on the card. */
export const isShown = sql<boolean>`(t.kind <> 'opening' OR (e.balance_after <> 0 AND NOT EXISTS (
  SELECT FROM ledger_transaction o WHERE o.card_id = t.card_id AND o.kind = 'opening' AND o.id > t.id)))`

/** What is shown as the amount of such an entry. */
export const shownAmount = sql<number>`CASE t.kind WHEN 'opening' THEN e.balance_after ELSE e.amount_cents END`
