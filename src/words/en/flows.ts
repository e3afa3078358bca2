// The words of flows.

export const merchantSignUp = 'Merchant Sign Up'
export const merchant = 'merchant'
export const merchants = 'merchants'
