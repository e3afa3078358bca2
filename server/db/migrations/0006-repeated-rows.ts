// Repeated rows: whether a card stands with the same amount in another batch is asked for every row of a file.

export const repeatedRows = `
CREATE INDEX batch_row_card ON batch_row (card_id, amount_cents) WHERE card_id IS NOT NULL;
`
