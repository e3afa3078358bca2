// The look ahead of a scheduled run also tells what the funding account lacks for it.

export const fundsAhead = `
ALTER TABLE batch_file
  ADD COLUMN preflight_short_cents bigint CHECK (preflight_short_cents >= 0),
  ADD CHECK (preflight_short_cents IS NULL OR preflight_at IS NOT NULL);
`
