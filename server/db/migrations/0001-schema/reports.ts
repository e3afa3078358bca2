// Tables of saved reports and of report files. A file is made before it is downloaded: automatically for all users who
// can read reports, or for one user. The bytes of a file are encrypted in chunks, so that no file is completely in
// memory.

export const reports = `
CREATE TABLE saved_report (
  id bigserial PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES owner(id),
  user_id bigint NOT NULL REFERENCES user_account(id),
  name text NOT NULL,
  report text NOT NULL,
  period text NOT NULL,
  campaign_id bigint REFERENCES campaign(id),
  format text NOT NULL CHECK (format IN ('csv', 'xlsx')),
  schedule text NOT NULL CHECK (schedule IN ('never', 'daily', 'weekly', 'monthly')),
  created_at timestamptz NOT NULL,
  next_at timestamptz,
  CHECK ((schedule = 'never') = (next_at IS NULL))
);
CREATE UNIQUE INDEX saved_report_name ON saved_report (user_id, lower(name));

CREATE TABLE report_file (
  id bigserial PRIMARY KEY,
  owner_id bigint NOT NULL REFERENCES owner(id),
  -- NULL for an automatic file, which is for all users who can read reports.
  user_id bigint REFERENCES user_account(id),
  report text NOT NULL,
  format text NOT NULL CHECK (format IN ('csv', 'xlsx')),
  start_day date NOT NULL,
  end_day date NOT NULL,
  campaign_id bigint REFERENCES campaign(id),
  saved_name text NOT NULL DEFAULT '',
  file_name text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'made', 'failed')),
  asked_at timestamptz NOT NULL,
  made_at timestamptz,
  row_count integer NOT NULL DEFAULT 0,
  total integer,
  bytes bigint NOT NULL DEFAULT 0,
  -- Why making the file failed: a key of reasonTexts (server/reports/report-files/report-files.ts).
  result_text text NOT NULL DEFAULT '',
  -- When the file is deleted.
  kept_until timestamptz,
  -- The campaigns that the file covers; NULL for all.
  campaign_ids bigint[],
  CHECK ((state = 'waiting') = (made_at IS NULL))
);
-- An automatic file exists only once, even if several servers try to make it.
CREATE UNIQUE INDEX report_file_stored ON report_file (owner_id, report, start_day, format) WHERE user_id IS NULL;
CREATE INDEX report_file_user ON report_file (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX report_file_kept ON report_file (kept_until) WHERE kept_until IS NOT NULL;

CREATE TABLE report_file_part (
  id bigserial PRIMARY KEY,
  file_id bigint NOT NULL REFERENCES report_file(id) ON DELETE CASCADE,
  part_no integer NOT NULL,
  content_cipher bytea NOT NULL,
  UNIQUE (file_id, part_no)
);
`
