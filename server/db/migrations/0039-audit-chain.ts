// The chain over the audit trail: each entry is chained with a keyed hash of its content and of the hash before it
// (server/audit/chain.ts), and where the chain begins once its oldest entries are deleted.

export const auditChain = `
CREATE TABLE audit_link (
  -- In the order of chaining, without gaps; the primary key keeps two servers from forking the chain.
  position    bigint PRIMARY KEY CHECK (position > 0),
  event_id    bigint NOT NULL UNIQUE,
  chained_at   timestamptz NOT NULL,
  -- Of the keys that it was made with.
  generation  smallint NOT NULL,
  hash        bytea NOT NULL
);
CREATE TRIGGER audit_link_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_link
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- The last deleted link of each time that old entries were deleted: the newest is where the chain begins.
CREATE TABLE audit_anchor (
  position    bigint PRIMARY KEY,
  hash        bytea NOT NULL,
  generation  smallint NOT NULL,
  mac         bytea NOT NULL,
  pruned_at   timestamptz NOT NULL
);
`
