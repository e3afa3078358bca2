// How far the ledger is proved, so that a start need not prove it from its beginning.

export const ledgerProof = `
CREATE TABLE ledger_proof (
  -- One row, for the whole database.
  single           boolean PRIMARY KEY DEFAULT true CHECK (single),
  -- The last transaction that is proved together with all before it.
  proved_to        bigint NOT NULL DEFAULT 0,
  whole_proved_at  timestamptz,
  -- What the last proof found broken: [{ rule, count }].
  faults           jsonb NOT NULL DEFAULT '[]'
);
INSERT INTO ledger_proof DEFAULT VALUES;
CREATE TRIGGER ledger_proof_stays BEFORE INSERT OR DELETE OR TRUNCATE ON ledger_proof
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`
