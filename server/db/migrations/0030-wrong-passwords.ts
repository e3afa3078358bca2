// Wrong passwords are counted by name and address, in place of one count for each user, by which a stranger could keep the user out.

export const wrongPasswords = `
CREATE TABLE wrong_password (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Keyed hash of the owner and the name as typed, whether somebody has it or not.
  name_key  bytea NOT NULL,
  address   text NOT NULL,
  user_id   bigint REFERENCES user_account (id),
  at        timestamptz NOT NULL
);
CREATE INDEX wrong_password_name ON wrong_password (name_key, at);
CREATE INDEX wrong_password_user ON wrong_password (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX wrong_password_at ON wrong_password (at);

-- Where a user has logged in from.
CREATE INDEX user_session_user ON user_session (user_id, address);
`
