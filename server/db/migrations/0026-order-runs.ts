// When a run that issues an order's cards began: all its chunks are posted with that moment, as those of a batch are.

export const orderRuns = `
-- Empty while no run is under way.
ALTER TABLE card_order
  ADD COLUMN run_started_at timestamptz,
  ADD CONSTRAINT order_run_is_open CHECK (run_started_at IS NULL OR (begun_at IS NOT NULL AND processed_at IS NULL));
`
