// The fee types that the server itself uses. Each programme defines its other fee types.

/** The owner's cost for one row of a batch load. */
export const BATCH_LOAD_FEE = 14

/** The campaign's fee for each issued card, paid by its owner. */
export const CARD_ISSUE_FEE = 5

/** The card's cost for a purchase in another currency. */
export const FOREX_FEE = 6
