// How many full card numbers each user was given within an hour, counted in the database so that all servers share the count.

export const cardNumberCount = `
CREATE TABLE card_number_count (
  user_id  bigint PRIMARY KEY REFERENCES user_account (id),
  -- When the hour began that is being counted.
  since    timestamptz NOT NULL,
  numbers  bigint NOT NULL
);
`
