// Batches taken back: withdrawn by their uploader before a decision, or taken off the hour that they wait for; and what a look
// ahead of that hour has found.

export const withdrawing = `
ALTER TABLE batch_file
  ADD COLUMN withdrawn_at timestamptz,
  ADD COLUMN preflight_at timestamptz,
  ADD COLUMN preflight_failing integer,
  ADD CONSTRAINT batch_withdrawn_undecided CHECK (withdrawn_at IS NULL OR (approved_by IS NULL AND rejected_by IS NULL)),
  ADD CHECK ((preflight_at IS NULL) = (preflight_failing IS NULL)),
  ADD CHECK (preflight_failing BETWEEN 0 AND row_count);

DROP INDEX batch_file_closed;
CREATE INDEX batch_file_closed ON batch_file (owner_id, coalesce(closed_at, withdrawn_at), id)
  WHERE closed_at IS NOT NULL OR withdrawn_at IS NOT NULL;

-- A decision stands, but for an approval whose hour has not come: it may give way to another one or to none. Its hour is part of
-- it and changes with it alone.
DROP TRIGGER batch_file_immutable ON batch_file;
CREATE TRIGGER batch_file_immutable BEFORE UPDATE ON batch_file FOR EACH ROW
  WHEN ((OLD.id, OLD.owner_id, OLD.currency, OLD.kind, OLD.identifier_type, OLD.reference, OLD.original_name, OLD.fingerprint,
         OLD.options, OLD.additional_validation, OLD.row_count, OLD.amount_cents, OLD.fee_cents, OLD.uploaded_by, OLD.uploaded_at)
    IS DISTINCT FROM
        (NEW.id, NEW.owner_id, NEW.currency, NEW.kind, NEW.identifier_type, NEW.reference, NEW.original_name, NEW.fingerprint,
         NEW.options, NEW.additional_validation, NEW.row_count, NEW.amount_cents, NEW.fee_cents, NEW.uploaded_by, NEW.uploaded_at)
    OR OLD.duplicate_reason IS DISTINCT FROM NEW.duplicate_reason
    OR (OLD.rejected_by IS NOT NULL AND (OLD.rejected_by, OLD.rejected_at, OLD.reject_reason)
        IS DISTINCT FROM (NEW.rejected_by, NEW.rejected_at, NEW.reject_reason))
    OR (OLD.withdrawn_at IS NOT NULL AND OLD.withdrawn_at IS DISTINCT FROM NEW.withdrawn_at)
    OR (OLD.approved_by IS NOT NULL AND (OLD.approved_by, OLD.approved_at) IS DISTINCT FROM (NEW.approved_by, NEW.approved_at)
        AND (OLD.scheduled_at IS NULL OR OLD.processed_at IS NOT NULL OR OLD.closed_by IS NOT NULL
             OR OLD.retry_requested_at IS NOT NULL)))
  EXECUTE FUNCTION refuse_batch_file_change();

DROP TRIGGER batch_file_stands ON batch_file;
CREATE TRIGGER batch_file_stands BEFORE UPDATE ON batch_file FOR EACH ROW
  WHEN (OLD.retire <> NEW.retire
    OR (OLD.approved_by IS NOT NULL AND OLD.scheduled_at IS DISTINCT FROM NEW.scheduled_at
        AND (OLD.approved_by, OLD.approved_at) IS NOT DISTINCT FROM (NEW.approved_by, NEW.approved_at))
    OR (OLD.closed_by IS NOT NULL AND (OLD.closed_by, OLD.closed_at) IS DISTINCT FROM (NEW.closed_by, NEW.closed_at))
    OR (OLD.closed_by IS NOT NULL AND OLD.loaded_count <> NEW.loaded_count))
  EXECUTE FUNCTION refuse_batch_file_change();
`
