// Batches that cannot be undone wait after their approval and can be cancelled until they are posted.

export const undoHold = `
-- No server posts it earlier, whatever its code: a run has begun or ended only after the hold.
ALTER TABLE batch_file
  ADD COLUMN held_until timestamptz,
  ADD CONSTRAINT batch_held_is_scheduled CHECK (held_until IS NULL OR (scheduled_at IS NOT NULL AND scheduled_at >= held_until)),
  ADD CONSTRAINT batch_held_is_not_posted CHECK (held_until IS NULL
    OR (coalesce(posting_started_at, held_until) >= held_until AND coalesce(processed_at, held_until) >= held_until));

-- Like the schedule, the hold changes only with the decision.
CREATE TRIGGER batch_file_keeps_hold BEFORE UPDATE ON batch_file FOR EACH ROW
  WHEN (OLD.approved_by IS NOT NULL AND OLD.held_until IS DISTINCT FROM NEW.held_until
    AND (OLD.approved_by, OLD.approved_at) IS NOT DISTINCT FROM (NEW.approved_by, NEW.approved_at))
  EXECUTE FUNCTION refuse_batch_file_change();
`
