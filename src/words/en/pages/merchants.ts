// The words of pages/merchants.

export const mayLookOnly =
  'Your account can view merchants but not sign them up. An administrator can give you the permission.'
export const earlierPendingChange = 'An earlier sign-up of this merchant number has no answer yet. Check it first.'
export const merchantSignUp = 'Merchant Sign Up'
export const signUp = 'Sign up'
export const oneMerchant = 'One merchant'
export const fromFile = 'From a file'
export const fillInThisFormToGet = 'Fill in this form to get QR code string for merchant'
