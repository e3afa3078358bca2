// What will still take funds is asked about with every check and every list of what waits: orders that are not issued, and batches
// whose failed rows run again, however many there have been.

export const funding = `
CREATE INDEX card_order_unissued ON card_order (owner_id, id)
  WHERE processed_at IS NULL AND cancelled_at IS NULL AND rejected_at IS NULL;
CREATE INDEX batch_file_retrying ON batch_file (owner_id, id) WHERE processed_at IS NOT NULL AND retry_requested_at IS NOT NULL;
`
