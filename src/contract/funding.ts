// The state of the funding account in a response about a batch or an order.
import * as z from 'zod'
import { date, money } from './fields.ts'

/**
 * The funds for one batch or order, for its maker and approvers. All amounts are decimal strings, although other amounts
 * of orders are minor units. Omitted if the funding account does not pay, or if nothing remains to be paid.
 */
export const funding = z.object({
  currency: z.string(),
  /** The balance of the account. */
  balance: money,
  /** The amount for what is paid first: approved batches and orders, and physical orders in their first 24 hours. */
  reserved: money,
  /** The part of `reserved` for batches and orders that run later. */
  reservedLater: money,
  /** `balance` minus `reserved`; negative if the balance does not cover `reserved`. */
  available: money,
  /** Amounts and fees of the rows without other findings. */
  needed: money,
  /** The amount that must be paid in to cover all rows; "0.00" if none. */
  missing: money,
  /** The number of rows that would fail with the available funds, in the order of posting. */
  failingRows: z.int(),
})

/** How much the balance falls short for approved batches and orders. */
export const fundsShortage = z.object({
  /** The first day on which the balance does not suffice. Null if that is as soon as possible. */
  on: z.nullable(date),
  /** The amount that is missing for everything that runs until the end of that day. */
  amount: money,
})
