// Cards: indexes that every search type is answered from, and the history of what was done to a card.

export const cards = `
-- Owner first, then the value byte by byte: a prefix is one range of the index and its order is the answer's order, so that
-- the first thousand of a hundred thousand matches cost no more than a thousand (cardSearch).
DROP INDEX card_pan_prefix, card_customer_reference, card_customer_id, card_phone, card_id_number, card_tag_value_search;
CREATE INDEX card_pan_prefix ON card (owner_id, pan_prefix_hash, id);
CREATE INDEX card_tracking_search ON card (owner_id, lower(tracking_number) COLLATE "C", id);
CREATE INDEX card_customer_reference ON card (owner_id, lower(customer_reference) COLLATE "C", id);
CREATE INDEX card_customer_id ON card (owner_id, lower(customer_id) COLLATE "C", id);
CREATE INDEX card_phone ON card (owner_id, lower(phone) COLLATE "C", id);
CREATE INDEX card_id_number ON card (owner_id, lower(id_number) COLLATE "C", id);
CREATE INDEX card_tag_value_search ON card_tag_value (tag_id, lower(value) COLLATE "C", card_id);

-- What was done to a card by whom; the money of it is in the ledger, named by its transaction.
CREATE TABLE card_event (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  card_id         bigint NOT NULL REFERENCES card (id),
  at              timestamptz NOT NULL,
  user_id         bigint NOT NULL REFERENCES user_account (id),
  kind            text NOT NULL CHECK (kind IN ('activated', 'stopped', 'unstopped', 'retired', 'pinChanged', 'magstripeOn',
                    'magstripeOff', 'devalued', 'feeInserted', 'feeReversed')),
  stop_reason_id  integer REFERENCES stop_reason (id),
  transaction_id  bigint REFERENCES ledger_transaction (id),
  CHECK ((kind = 'stopped') = (stop_reason_id IS NOT NULL)),
  CHECK ((kind IN ('devalued', 'feeInserted', 'feeReversed')) = (transaction_id IS NOT NULL))
);
CREATE INDEX card_event_card ON card_event (card_id, id);
CREATE TRIGGER card_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON card_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Who asked for a reversal and why.
CREATE TABLE fee_reversal (
  transaction_id    bigint PRIMARY KEY REFERENCES ledger_transaction (id),
  requester_name    text NOT NULL CHECK (length(requester_name) BETWEEN 1 AND 255),
  store_name        text NOT NULL,
  contact_phone     text NOT NULL,
  decline_reason    text NOT NULL CHECK (length(decline_reason) BETWEEN 1 AND 255),
  comments          text NOT NULL,
  authorisation_id  text NOT NULL
);
CREATE TRIGGER fee_reversal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON fee_reversal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Reveals are counted by user and hour from the audit trail itself.
CREATE INDEX audit_event_reveal ON audit_event (user_id, at) WHERE method = 'revealCard';
`
