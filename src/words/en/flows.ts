// The words of flows.

export const columnsAreShared = 'Columns shared with your colleagues'
export const columnsAreNoLongerShared = 'Columns no longer shared'
export const merchantSignUp = 'Merchant Sign Up'
export const merchant = 'merchant'
export const merchants = 'merchants'
