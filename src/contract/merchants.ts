// Merchant sign-up: takes a merchant's fields, returns the text of its QR code. Rules: docs/rules/merchants.md.
import * as z from 'zod'
import { nothing, requestId, text } from './fields.ts'

export const merchantOperations = {
  /** For an invalid field, such as an unknown country, `errors[].path` is the name of the field. */
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
    /** An EMVCo merchant-presented payload. Its city has at most 15 characters. */
    result: z.object({ qrCode: z.string() }),
  },
  /** The maximum number of merchants in a user's list, which only the user's own device stores. */
  merchantSignUpLimit: { params: nothing, result: z.object({ maxMerchantSignUp: z.int().min(1) }) },
}
