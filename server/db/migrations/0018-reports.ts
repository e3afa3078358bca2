// Reports: an index for each order that they are read in.

export const reports = `
-- The ledger as it is read from a moment on, the id last, since the rows of a batch share their moment.
DROP INDEX ledger_transaction_owner;
CREATE INDEX ledger_transaction_owner ON ledger_transaction (owner_id, posted_at, id);

-- Few: cards that were ever below zero, and what was paid in from outside.
CREATE INDEX ledger_entry_below_zero ON ledger_entry (account_id, transaction_id) WHERE balance_after < 0;

CREATE INDEX card_expiry ON card (owner_id, expires_on, id);

-- Who had authorised a purchase, and what a card had authorised; all that was open at a moment, which ends with the release.
ALTER TABLE card_authorisation ADD CONSTRAINT authorised_before_released CHECK (released_at >= authorised_at);
CREATE INDEX card_authorisation_number ON card_authorisation (card_id, auth_number);
CREATE INDEX card_authorisation_span ON card_authorisation USING gist (tstzrange(authorised_at, released_at, '(]'));
`
