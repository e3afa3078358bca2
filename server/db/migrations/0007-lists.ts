// Lists: each order that batches are listed and paged by has its index, the id last, since moments may be equal.

export const lists = `
DROP INDEX batch_file_uploaded;
CREATE INDEX batch_file_uploaded ON batch_file (owner_id, uploaded_at, id);
CREATE INDEX batch_file_uploader ON batch_file (owner_id, uploaded_by, uploaded_at, id);
CREATE INDEX batch_file_approved ON batch_file (owner_id, approved_at, id) WHERE approved_at IS NOT NULL;
CREATE INDEX batch_file_rejected ON batch_file (owner_id, rejected_at, id) WHERE rejected_at IS NOT NULL;
CREATE INDEX batch_file_closed ON batch_file (owner_id, closed_at, id) WHERE closed_at IS NOT NULL;
`
