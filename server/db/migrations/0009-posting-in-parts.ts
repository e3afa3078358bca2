// Posting in parts: a batch whose run has begun has rows that are loaded before it is processed.

export const postingInParts = `
-- When the run under way began, and the last row that it has decided; both empty while no run is under way.
ALTER TABLE batch_file
  ADD COLUMN posting_started_at timestamptz,
  ADD COLUMN posted_to integer,
  ADD CHECK ((posting_started_at IS NULL) = (posted_to IS NULL)),
  ADD CHECK (posted_to BETWEEN 1 AND row_count),
  ADD CONSTRAINT batch_begun_is_open CHECK (posting_started_at IS NULL
    OR (approved_by IS NOT NULL AND closed_at IS NULL AND (processed_at IS NULL OR retry_requested_at IS NOT NULL)));

-- Found by what it says, since it has no name of its own.
DO $$
DECLARE
  old text;
BEGIN
  SELECT conname INTO STRICT old FROM pg_constraint
  WHERE conrelid = 'batch_file'::regclass AND contype = 'c'
    AND pg_get_constraintdef(oid) LIKE '%processed_at IS NOT NULL%loaded_count = 0%';
  EXECUTE format('ALTER TABLE batch_file DROP CONSTRAINT %I', old);
END $$;
ALTER TABLE batch_file ADD CONSTRAINT batch_loads_in_runs
  CHECK (loaded_count = 0 OR processed_at IS NOT NULL OR posting_started_at IS NOT NULL);
`
