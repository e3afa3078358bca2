// A statement asks of each opening whether a later one has taken its place. Found among all transactions of the card, it looked as
// dear as these are many, and the database read the whole ledger instead; openings are one or two a card.

export const openingsByCard = `
CREATE INDEX ledger_transaction_opening ON ledger_transaction (card_id, id) WHERE kind = 'opening';
`
