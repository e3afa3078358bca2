// Physical orders can be cancelled by others than their maker, and files for the card producer are found while they wait.

export const orderOversight = `
ALTER TABLE card_order
  ADD COLUMN cancelled_by bigint REFERENCES user_account (id),
  ADD COLUMN cancel_reason text CHECK (length(cancel_reason) BETWEEN 1 AND 255);
UPDATE card_order SET cancelled_by = ordered_by WHERE cancelled_at IS NOT NULL;
ALTER TABLE card_order
  ADD CONSTRAINT order_cancelled_by_someone CHECK ((cancelled_by IS NULL) = (cancelled_at IS NULL)),
  ADD CONSTRAINT order_cancel_reason_is_of_one CHECK (cancel_reason IS NULL OR cancelled_at IS NOT NULL),
  -- Virtual orders of others are rejected instead.
  ADD CONSTRAINT order_cancelled_by_other_with_reason
    CHECK (cancelled_by = ordered_by OR (kind = 'physical' AND cancel_reason IS NOT NULL));

CREATE TRIGGER card_order_cancelled_once BEFORE UPDATE ON card_order FOR EACH ROW
  WHEN (OLD.cancelled_at IS NOT NULL
    AND (OLD.cancelled_by, OLD.cancel_reason) IS DISTINCT FROM (NEW.cancelled_by, NEW.cancel_reason))
  EXECUTE FUNCTION refuse_order_change();

CREATE INDEX card_order_file_waits ON card_order (owner_id, final_at)
  WHERE producer_file_name IS NOT NULL AND fetched_at IS NULL;
`
