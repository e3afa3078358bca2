// Changes that an administrator makes to another user wait for a second administrator, or for their time to pass.

export const userChanges = `
CREATE TABLE user_change (
  id                  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id             bigint NOT NULL REFERENCES user_account (id),
  changed_by          bigint NOT NULL REFERENCES user_account (id),
  changed_at          timestamptz NOT NULL,
  -- What was changed: created, email, group, campaigns, factor.
  kinds               text[] NOT NULL,
  -- The values before and after, as in the audit trail.
  facts               jsonb NOT NULL,
  -- NULL: until another administrator confirms it.
  held_until          timestamptz,
  -- What the user had before, as far as it was confirmed; campaigns NULL for all.
  permissions_before  text[] NOT NULL,
  campaigns_before    bigint[],
  -- What of the permissions works until then, if it waits without end.
  keeps               text[] NOT NULL,
  closed_at           timestamptz,
  -- NULL for a command of the programme, and for a change that was undone.
  closed_by           bigint REFERENCES user_account (id),
  CONSTRAINT user_change_by_another CHECK (changed_by <> user_id),
  CONSTRAINT user_change_confirmed_by_another CHECK (closed_by <> changed_by AND closed_by <> user_id)
);
CREATE INDEX user_change_open ON user_change (user_id) WHERE closed_at IS NULL;

-- The permissions of a group, without those that wait for a confirmation.
CREATE FUNCTION granted_permissions(of_user bigint, of_group text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(
    SELECT p FROM unnest(of_group) p
    WHERE NOT EXISTS (
      SELECT FROM user_change c
      WHERE c.user_id = of_user AND c.closed_at IS NULL AND c.held_until IS NULL AND p <> ALL (c.keeps)
    )
  )
$$;
`
