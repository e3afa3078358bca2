// The changes that administrators make to groups in the portal, and the permissions that a user has at the moment.

export const groups = `
-- The permissions that the user has at the moment by this group.
CREATE FUNCTION granted_permissions(of_user bigint, of_group user_group) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(
    SELECT p FROM unnest(of_group.permissions) p
    -- If the group has ended, the user can only change their own settings.
    WHERE (p = 'User.settings' OR of_group.ends_at IS NULL OR of_group.ends_at > programme_time())
      -- While a change of the user waits for a confirmation, the user has only the permissions that the change keeps.
      AND NOT EXISTS (
        SELECT FROM user_change c
        WHERE c.user_id = of_user AND c.closed_at IS NULL AND c.held_until IS NULL AND p <> ALL (c.keeps)
      )
      -- A user whose access has ended has no permissions.
      AND NOT EXISTS (SELECT FROM user_account u WHERE u.id = of_user AND access_ends_at(u) <= programme_time())
  )
$$;

-- A change of a group that an administrator proposed. Setting applied_at makes the database itself change the group.
-- Servers have no right to change a group directly, so every change has a row here, which no one can remove.
CREATE TABLE group_change (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id      bigint NOT NULL REFERENCES owner (id),
  -- NULL for a new group until the group exists. No foreign key, because the row remains when the group is deleted.
  group_id      bigint,
  -- Name, permissions, campaigns and end of the group before the change; NULL for a new group.
  before        jsonb CHECK (jsonb_typeof(before) = 'object'),
  -- These four values after the change. NULL if the change deletes the group.
  after         jsonb CHECK (jsonb_typeof(after) = 'object'),
  -- True if another administrator has to confirm the change.
  needs_two     boolean NOT NULL,
  proposed_by   bigint NOT NULL,
  proposed_at   timestamptz NOT NULL,
  confirmed_by  bigint,
  applied_at    timestamptz,
  -- When another proposal replaced this one, or an administrator withdrew it.
  withdrawn_at  timestamptz,
  -- A constant, so that the foreign keys below accept only persons.
  person        text GENERATED ALWAYS AS ('person') STORED,
  FOREIGN KEY (proposed_by, person) REFERENCES user_account (id, kind),
  FOREIGN KEY (confirmed_by, person) REFERENCES user_account (id, kind),
  CONSTRAINT group_change_confirmed_by_another CHECK (confirmed_by <> proposed_by),
  CONSTRAINT group_change_needs_two CHECK (CASE WHEN applied_at IS NULL THEN confirmed_by IS NULL
    ELSE needs_two = (confirmed_by IS NOT NULL) END),
  CHECK (num_nonnulls(before, after) > 0 AND (before IS NULL OR group_id IS NOT NULL)),
  CHECK (withdrawn_at IS NULL OR applied_at IS NULL)
);
CREATE INDEX group_change_group ON group_change (owner_id, group_id);
CREATE UNIQUE INDEX group_change_one_waits ON group_change (group_id) WHERE applied_at IS NULL AND withdrawn_at IS NULL;
CREATE TRIGGER group_change_stays BEFORE DELETE OR TRUNCATE ON group_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Deletes, adds or changes the group.
CREATE FUNCTION apply_group_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  wanted user_group := jsonb_populate_record(NULL::user_group, NEW.after);
BEGIN
  IF NEW.after IS NULL THEN
    -- Only deleted users may still have the group. A foreign key refuses to delete it if others have it.
    UPDATE user_account SET group_id = NULL
      WHERE group_id = NEW.group_id AND owner_id = NEW.owner_id AND deleted_at IS NOT NULL;
    DELETE FROM user_group WHERE id = NEW.group_id AND owner_id = NEW.owner_id;
  ELSIF NEW.group_id IS NULL THEN
    INSERT INTO user_group (owner_id, name, permissions, campaign_ids, ends_at)
      VALUES (NEW.owner_id, wanted.name, wanted.permissions, wanted.campaign_ids, wanted.ends_at)
      RETURNING id INTO NEW.group_id;
  ELSE
    UPDATE user_group SET (name, permissions, campaign_ids, ends_at)
      = ROW (wanted.name, wanted.permissions, wanted.campaign_ids, wanted.ends_at)
      WHERE id = NEW.group_id AND owner_id = NEW.owner_id;
  END IF;
  RETURN NEW;
END $$;
-- apply_group_change runs with the rights of the owner of the tables. So it must never use a temporary table that the
-- caller has created with the name of one of these tables.
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION apply_group_change() SET search_path TO %I, pg_temp', current_schema());
END $$;
-- So that no one can attach the function to a table of their own.
REVOKE EXECUTE ON FUNCTION apply_group_change() FROM PUBLIC;
CREATE TRIGGER group_change_applies BEFORE INSERT OR UPDATE OF applied_at ON group_change FOR EACH ROW
  WHEN (NEW.applied_at IS NOT NULL) EXECUTE FUNCTION apply_group_change();

-- A proposal can only be applied or withdrawn, once. group_id may be set for a new group.
CREATE FUNCTION refuse_group_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a proposed change of a group is only applied or withdrawn' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER group_change_stands BEFORE UPDATE ON group_change FOR EACH ROW
  WHEN ((OLD.id, OLD.owner_id, OLD.before, OLD.after, OLD.needs_two, OLD.proposed_by, OLD.proposed_at)
      IS DISTINCT FROM (NEW.id, NEW.owner_id, NEW.before, NEW.after, NEW.needs_two, NEW.proposed_by, NEW.proposed_at)
    OR (OLD.group_id IS NOT NULL AND NEW.group_id IS DISTINCT FROM OLD.group_id)
    OR OLD.applied_at IS NOT NULL OR OLD.withdrawn_at IS NOT NULL)
  EXECUTE FUNCTION refuse_group_rewrite();
`
