// What an answer about a batch or an order tells about the funding account.
import * as z from 'zod'
import { money } from './fields.ts'

/**
 * For those who make or decide. Amounts are decimal strings, in answers about orders too. Left out if the funding account does not
 * pay, or if nothing is left to be paid.
 */
export const funding = z.object({
  currency: z.string(),
  /** What the account holds. */
  balance: money,
  /** What approved batches and orders, and physical orders in their 24 hours, will take before. */
  reserved: money,
  /** The part of it that runs later than now. */
  reservedLater: money,
  /** `balance` less `reserved`; negative if that is not enough for what comes before. */
  available: money,
  /** Amounts and fees of the rows that nothing else speaks against. */
  needed: money,
  /** What has to be paid in for all of them; "0.00" if nothing. */
  missing: money,
  /** How many of them would fail with what is available, taken in their order as posting takes them. */
  failingRows: z.int(),
})
