// What an entry of the audit trail says besides who, what and when: the values that changed, the sentence of a refusal, and where the
// call came from. A session remembers its address too.

export const trailDetails = `
ALTER TABLE audit_event
  -- [{"field": "group", "before": "Readers", "after": "Makers"}]
  ADD COLUMN changes jsonb,
  ADD COLUMN refusal text,
  ADD COLUMN address text NOT NULL DEFAULT '',
  ADD COLUMN device text NOT NULL DEFAULT '',
  -- Of a command: who ran it on the server's operating system.
  ADD COLUMN run_by text,
  ADD CONSTRAINT audit_event_run_by_programme CHECK (run_by IS NULL OR by_programme);

ALTER TABLE user_session ADD COLUMN address text NOT NULL DEFAULT '';
`
