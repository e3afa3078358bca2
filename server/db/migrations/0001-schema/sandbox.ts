// The mark of a sandbox, its clock, and the jobs that ran. A database without the mark uses the real time.

export const sandbox = `
-- At most one row, which marks the database as a sandbox. The row must be added before the programme, so a database
-- with a programme can never become a sandbox. The row is never deleted, so a sandbox always remains one. Servers of a
-- sandbox send nothing to the outside.
CREATE TABLE sandbox (
  single     boolean PRIMARY KEY DEFAULT true CHECK (single),
  client     text NOT NULL REFERENCES installed_client (client),
  -- The text of the client's programme file, which a reset applies again.
  programme  text NOT NULL,
  -- The clock showed clock_at at the real time real_at. Since then, it has run 'rate' times as fast as real time.
  clock_at   timestamptz NOT NULL,
  real_at    timestamptz NOT NULL,
  rate       integer NOT NULL DEFAULT 1,
  -- True while the simulated card processor is down. Its events then wait in sandbox_event.
  processor_down  boolean NOT NULL DEFAULT false,
  CONSTRAINT sandbox_clock_is_not_behind CHECK (clock_at >= real_at),
  -- Later dates are not in the range of cards and reports.
  CONSTRAINT sandbox_clock_ends CHECK (clock_at < '2100-01-01T00:00:00Z'),
  CONSTRAINT sandbox_rate CHECK (rate BETWEEN 1 AND 1000)
);

CREATE FUNCTION refuse_late_sandbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM owner) OR EXISTS (SELECT FROM machine_user) THEN
    RAISE EXCEPTION 'a database with a programme cannot become a sandbox' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sandbox_comes_first BEFORE INSERT ON sandbox FOR EACH ROW EXECUTE FUNCTION refuse_late_sandbox();
CREATE TRIGGER sandbox_stays BEFORE DELETE OR TRUNCATE ON sandbox
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The clock is set at the real time of the transaction that sets it, and never back.
CREATE FUNCTION refuse_sandbox_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.client <> OLD.client THEN
    RAISE EXCEPTION 'a sandbox keeps its client' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  -- A new setting of the clock must be made now, and must not show an earlier time than the old setting shows now.
  IF (NEW.clock_at, NEW.real_at, NEW.rate) IS DISTINCT FROM (OLD.clock_at, OLD.real_at, OLD.rate)
    AND (NEW.real_at NOT BETWEEN transaction_timestamp() AND clock_timestamp()
      OR NEW.clock_at < OLD.clock_at + (NEW.real_at - OLD.real_at) * OLD.rate) THEN
    RAISE EXCEPTION 'the clock of a sandbox only moves forward' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sandbox_stands BEFORE UPDATE ON sandbox FOR EACH ROW EXECUTE FUNCTION refuse_sandbox_change();

-- The time of the programme: the time of the sandbox's clock in a sandbox, otherwise the real time.
CREATE FUNCTION programme_time() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT clock_at + (clock_timestamp() - real_at) * rate FROM sandbox), clock_timestamp())
$$;

-- The jobs that have run in a sandbox. They show what moving the clock has caused.
CREATE TABLE sandbox_run (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind        text NOT NULL,
  has_failed  boolean NOT NULL,
  at          timestamptz NOT NULL
);

-- Simulated events that the processor has not sent yet, because it is down.
CREATE TABLE sandbox_event (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  content  jsonb NOT NULL
);

-- Keys begin with ck_test_ in a sandbox, and in no other database.
CREATE FUNCTION refuse_foreign_key_prefix() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.key_start LIKE 'ck\\_test\\_%') <> EXISTS (SELECT FROM sandbox) THEN
    RAISE EXCEPTION 'only keys of a sandbox begin with ck_test_' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER machine_user_key_prefix BEFORE INSERT OR UPDATE OF key_start ON machine_user
  FOR EACH ROW EXECUTE FUNCTION refuse_foreign_key_prefix();
`
