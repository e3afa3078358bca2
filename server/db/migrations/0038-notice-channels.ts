// Notices of a device outlive its session: a token that can only ask how many things wait, and where Web Push reaches the device.

export const noticeChannels = `
CREATE TABLE notice_channel (
  token_hash     bytea PRIMARY KEY,
  user_id        bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  -- The session that opened it: ending that session ends it, except for lack of activity.
  session_id     text NOT NULL UNIQUE REFERENCES user_session (jti) ON DELETE CASCADE,
  expires_at     timestamptz NOT NULL,
  -- Where the browser's push service takes messages; NULL without Web Push.
  push_endpoint  text
);
CREATE INDEX notice_channel_user ON notice_channel (user_id);
`
