// What is asked about batches that stand open, and about those of the last days, however many have been closed since: what waits for
// approval, what is to be carried out, and which batches a row may repeat.

export const openBatches = `
CREATE INDEX batch_file_awaiting ON batch_file (owner_id, uploaded_at, id)
  WHERE approved_at IS NULL AND rejected_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX batch_file_running ON batch_file (owner_id, id)
  WHERE approved_at IS NOT NULL AND processed_at IS NULL AND closed_at IS NULL;
CREATE INDEX batch_file_processed ON batch_file (owner_id, processed_at) WHERE processed_at IS NOT NULL;
`
