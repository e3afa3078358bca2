// Openings: what a card held when it was brought in from elsewhere, as the first entries of its account.

export const openings = `
ALTER TABLE ledger_transaction
  DROP CONSTRAINT ledger_transaction_kind_check,
  ADD CONSTRAINT ledger_transaction_kind_check
    CHECK (kind IN ('funding', 'load', 'transfer', 'devalue', 'purchase', 'fee', 'reversal', 'opening')),
  ADD CONSTRAINT ledger_opening_is_a_cards
    CHECK (kind <> 'opening' OR (card_id IS NOT NULL AND num_nonnulls(batch_id, order_id) = 0));
`
