// The fee types that the server itself knows; all others belong to the programme.

/** What one row of a batch load costs its owner. */
export const BATCH_LOAD_FEE = 14

/** The campaign's fee for each issued card, paid by its owner. */
export const CARD_ISSUE_FEE = 5

/** What a purchase in another currency costs the card. */
export const FOREX_FEE = 6
