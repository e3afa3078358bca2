// What a database remembers of those who run on it: the clients it was set up for and the keys it is written with. And what was
// done by a command of the programme, for the audit trail.

export const installation = `
-- Hosts of other clients do not start on it.
CREATE TABLE installed_client (
  client  text PRIMARY KEY,
  since   timestamptz NOT NULL DEFAULT now()
);

-- Marks of the keys, which say which keys they are and nothing about them. 'next' is there while a rotation is under way.
CREATE TABLE key_set (
  generation          smallint PRIMARY KEY CHECK (generation BETWEEN 1 AND 255),
  state               text NOT NULL UNIQUE CHECK (state IN ('current', 'next')),
  data_mark           bytea NOT NULL,
  index_mark          bytea NOT NULL,
  draft_mark          bytea NOT NULL,
  -- Index keys of the generations before, oldest first, sealed with this one's data key: what is one-way goes through all of them.
  earlier_index_keys  bytea NOT NULL,
  -- How far a rotation has come: the step that it is in, and the last id that is done.
  step                text,
  step_after          bigint,
  CHECK ((state = 'next') = (step IS NOT NULL)),
  CHECK ((step IS NULL) = (step_after IS NULL))
);

-- A rotation of the keys goes through all that is sealed by an id.
ALTER TABLE request_answer ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY;

-- By whoever runs the host: there is no user then.
ALTER TABLE audit_event
  ADD COLUMN by_programme boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT audit_event_programme_is_no_user CHECK (NOT by_programme OR user_id IS NULL);
`
