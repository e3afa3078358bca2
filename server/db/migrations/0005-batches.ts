// Batches: transfers and devalues beside loads, cards retired with a devalue, and rows that are run again.

export const batches = `
-- The cards of a devalue that are retired with it; a run asked for again, until it has been made.
ALTER TABLE batch_file
  ADD COLUMN retire boolean NOT NULL DEFAULT false,
  ADD COLUMN retry_requested_at timestamptz,
  ADD COLUMN retry_requested_by bigint REFERENCES user_account (id),
  ADD CONSTRAINT batch_retires_by_devalue CHECK (kind = 'devalue' OR NOT retire),
  ADD CHECK ((retry_requested_at IS NULL) = (retry_requested_by IS NULL)),
  ADD CONSTRAINT batch_retrier_is_not_uploader CHECK (retry_requested_by <> uploaded_by),
  ADD CHECK (approved_by IS NOT NULL OR retry_requested_at IS NULL);

-- True: the file named no amount, and amount_cents is what the card held at the upload.
ALTER TABLE batch_row
  ADD COLUMN whole_balance boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT batch_row_moves CHECK (card_id <> target_card_id);

CREATE TRIGGER batch_row_keeps_whole BEFORE UPDATE ON batch_row FOR EACH ROW
  WHEN (OLD.whole_balance <> NEW.whole_balance) EXECUTE FUNCTION refuse_batch_row_change();

-- When it runs is part of the checker's decision; closing stands too, but for its comments.
CREATE TRIGGER batch_file_stands BEFORE UPDATE ON batch_file FOR EACH ROW
  WHEN (OLD.retire <> NEW.retire
    OR (OLD.approved_by IS NOT NULL AND OLD.scheduled_at IS DISTINCT FROM NEW.scheduled_at)
    OR (OLD.closed_by IS NOT NULL AND (OLD.closed_by, OLD.closed_at) IS DISTINCT FROM (NEW.closed_by, NEW.closed_at))
    OR (OLD.closed_by IS NOT NULL AND OLD.loaded_count <> NEW.loaded_count))
  EXECUTE FUNCTION refuse_batch_file_change();
`
