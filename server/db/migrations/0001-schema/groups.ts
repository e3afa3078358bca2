// The changes that administrators make to groups in the portal, and the permissions that a user has at the moment.

export const groups = `
-- The permissions of a group, without those that wait for a confirmation. A group that has ended has only one, and a
-- user whose access has ended none.
CREATE FUNCTION granted_permissions(of_user bigint, of_group user_group) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(
    SELECT p FROM unnest(of_group.permissions) p
    WHERE (p = 'User.settings' OR of_group.ends_at IS NULL OR of_group.ends_at > programme_time())
      AND NOT EXISTS (
        SELECT FROM user_change c
        WHERE c.user_id = of_user AND c.closed_at IS NULL AND c.held_until IS NULL AND p <> ALL (c.keeps)
      )
      AND NOT EXISTS (SELECT FROM user_account u WHERE u.id = of_user AND access_ends_at(u) <= programme_time())
  )
$$;

-- A change that an administrator proposed. Once it is applied, the database itself makes it: servers have no right to
-- change a group, so every change has a row here that no one can remove.
CREATE TABLE group_change (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id      bigint NOT NULL REFERENCES owner (id),
  -- NULL for a new group until it exists. It does not refer to user_group, because it outlives a deleted group.
  group_id      bigint,
  -- Name, permissions, campaigns and end; NULL for a new group.
  before        jsonb CHECK (jsonb_typeof(before) = 'object'),
  -- NULL if the group is deleted.
  after         jsonb CHECK (jsonb_typeof(after) = 'object'),
  -- Whether another administrator has to confirm it.
  needs_two     boolean NOT NULL,
  proposed_by   bigint NOT NULL,
  proposed_at   timestamptz NOT NULL,
  confirmed_by  bigint,
  applied_at    timestamptz,
  -- When another proposal replaced it, or an administrator withdrew it.
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

CREATE FUNCTION apply_group_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  wanted user_group := jsonb_populate_record(NULL::user_group, NEW.after);
BEGIN
  IF NEW.after IS NULL THEN
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
-- It runs with the rights of the owner of the tables, so it must never see a temporary table of the caller, and no one
-- can attach it to a table of their own.
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION apply_group_change() SET search_path TO %I, pg_temp', current_schema());
END $$;
REVOKE EXECUTE ON FUNCTION apply_group_change() FROM PUBLIC;
CREATE TRIGGER group_change_applies BEFORE INSERT OR UPDATE OF applied_at ON group_change FOR EACH ROW
  WHEN (NEW.applied_at IS NOT NULL) EXECUTE FUNCTION apply_group_change();

CREATE FUNCTION refuse_group_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a proposed change of a group is only applied or withdrawn' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER group_change_stands BEFORE UPDATE ON group_change FOR EACH ROW
  WHEN ((OLD.id, OLD.owner_id, OLD.before, OLD.after, OLD.needs_two, OLD.proposed_by, OLD.proposed_at)
      IS DISTINCT FROM (NEW.id, NEW.owner_id, NEW.before, NEW.after, NEW.needs_two, NEW.proposed_by, NEW.proposed_at)
    OR NEW.group_id IS DISTINCT FROM OLD.group_id AND OLD.group_id IS NOT NULL
    OR OLD.applied_at IS NOT NULL OR OLD.withdrawn_at IS NOT NULL)
  EXECUTE FUNCTION refuse_group_rewrite();
`
