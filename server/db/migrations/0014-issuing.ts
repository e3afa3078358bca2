// Issuing the cards of orders: what a campaign says about new cards, and the messages to the people who get virtual ones.

export const issuing = `
-- The first digits of the campaign's cards, its range at the card network; without one it issues none. And how long a card is
-- valid that was ordered without a date.
ALTER TABLE campaign
  ADD COLUMN card_prefix text CHECK (card_prefix ~ '^[0-9]{6,11}$'),
  ADD COLUMN validity_months smallint NOT NULL DEFAULT 36 CHECK (validity_months BETWEEN 1 AND 240);

-- Written with the card and sent afterwards, so that no card is without its message and no message without its card. What a
-- host has taken in order to send it is taken again by another once that has lasted too long.
CREATE TABLE card_notification (
  card_id       bigint PRIMARY KEY REFERENCES card (id),
  number        text NOT NULL,
  created_at    timestamptz NOT NULL,
  attempts      integer NOT NULL DEFAULT 0,
  taken_until   timestamptz,
  sent_at       timestamptz,
  given_up_at   timestamptz,
  -- Why it was given up, in words.
  refusal       text NOT NULL DEFAULT '',
  CHECK (num_nonnulls(sent_at, given_up_at) <= 1),
  CHECK ((given_up_at IS NULL) = (refusal = ''))
);
CREATE INDEX card_notification_open ON card_notification (card_id) WHERE sent_at IS NULL AND given_up_at IS NULL;
`
