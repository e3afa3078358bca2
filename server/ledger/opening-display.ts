// How lists display a card's opening balances. An imported card has one opening. If the card's history was imported
// too, a second opening reduces the first to the balance before this history. Lists show the sum of the openings as one
// line, or no line if the sum is zero.
import { sql } from 'kysely'

/**
 * SQL that is true if lists show transaction t, with its entry e on the card. Of a card's openings, only the last can
 * be shown. Openings are the first entries of a card, so the balance_after of the last one is the sum of all openings.
 */
export const isShownTransactionSql = sql<boolean>`(t.kind <> 'opening' OR (e.balance_after <> 0 AND NOT EXISTS (
  SELECT FROM ledger_transaction later WHERE later.card_id = t.card_id AND later.kind = 'opening' AND later.id > t.id)))`

/** The amount that lists show for entry e of transaction t. For the shown opening, this is the sum of all openings. */
export const shownAmount = sql<number>`CASE t.kind WHEN 'opening' THEN e.balance_after ELSE e.amount_cents END`
