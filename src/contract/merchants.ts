// Merchant sign-up: a merchant's fields in, the text of its QR code out (batches §7, contract "Merchants, users").
import * as z from 'zod'
import { nothing, requestId, text } from './fields.ts'

export const merchantOperations = {
  /** What is out of form is refused by field, `errors[].path` being its name; so is a country that does not exist. */
  merchantSignUp: {
    params: z.strictObject({
      requestId,
      mastercardMerchantID: text(64),
      merchantName: text(64),
      merchantCity: text(64),
      merchantCategoryCode: text(64),
      currencyCode: text(64),
      countryCode: text(64),
    }),
    /** An EMVCo merchant-presented payload; the city in it has 15 characters at most. */
    result: z.object({ qrCode: z.string() }),
  },
  /** How many merchants the list of a user may hold, which is on the user's own device (batches §9 maxMerchantSignUp). */
  merchantSignUpLimit: { params: nothing, result: z.object({ maxMerchantSignUp: z.int().min(1) }) },
}
