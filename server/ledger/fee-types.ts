// The fee types that the host itself knows; all others are the programme's own.

/** What one row of a batch load costs its owner (batches §9). */
export const BATCH_LOAD_FEE = 14

/** The campaign's fee for each card that is issued, paid by its owner. */
export const CARD_ISSUE_FEE = 5

/** What a purchase in another currency costs the card. */
export const FOREX_FEE = 6
