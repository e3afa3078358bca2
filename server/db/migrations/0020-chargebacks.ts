// Chargebacks as the report has them: what the network says in US dollars, and an index for their days.

export const chargebacks = `
-- NULL where the network has not said it.
ALTER TABLE chargeback
  ADD COLUMN transaction_usd_cents bigint,
  ADD COLUMN second_presentment_usd_cents bigint;

CREATE INDEX chargeback_requested ON chargeback (requested_at, id);
`
