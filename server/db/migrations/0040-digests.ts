// E-mails once a day in place of one for each event: who wants it, and the events of each user since the last one.

export const digests = `
ALTER TABLE user_account ADD COLUMN mails_daily boolean NOT NULL DEFAULT false;
CREATE TABLE digest_event (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The reference locks the user's row until the event is committed; the digest waits for it.
  user_id  bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  at       timestamptz NOT NULL,
  -- The e-mail that would have been sent, without its recipient.
  mail     jsonb NOT NULL
);
CREATE INDEX digest_event_user ON digest_event (user_id, id);
`
