// Loads that fill a card up to a balance: a row remembers the balance that it must not exceed.

export const targetBalance = `
ALTER TABLE batch_row
  ADD COLUMN target_balance_cents bigint CHECK (target_balance_cents >= amount_cents);

CREATE TRIGGER batch_row_keeps_target BEFORE UPDATE ON batch_row FOR EACH ROW
  WHEN (OLD.target_balance_cents IS DISTINCT FROM NEW.target_balance_cents) EXECUTE FUNCTION refuse_batch_row_change();
`
