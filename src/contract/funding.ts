// The state of the funding account in an answer about a batch or an order.
import * as z from 'zod'
import { money } from './fields.ts'

/**
 * For makers and approvers. Amounts are decimal strings, also in answers about orders. Left out if the funding account
 * does not pay, or if nothing is left to be paid.
 */
export const funding = z.object({
  currency: z.string(),
  /** The balance of the account. */
  balance: money,
  /** Reserved for approved batches and orders, and for physical orders in their 24 hours, which come first. */
  reserved: money,
  /** The part of it that runs later than now. */
  reservedLater: money,
  /** `balance` less `reserved`; negative if that is not enough for what comes before. */
  available: money,
  /** Amounts and fees of the rows without other findings. */
  needed: money,
  /** The amount that must be paid in for all of them; "0.00" if none. */
  missing: money,
  /** How many of them would fail with what is available, in the order of posting. */
  failingRows: z.int(),
})
