// The state of the funding account in a response about a batch or an order.
import * as z from 'zod'
import { date, money } from './fields.ts'

/**
 * The funds for one batch or order, as its maker and approvers see them. All amounts are decimal strings, although
 * other amounts of orders are minor units. Omitted if the funding account does not pay, or if nothing remains to be
 * paid.
 */
export const funding = z.object({
  currency: z.string(),
  /** The balance of the account. */
  balance: money,
  /** What is paid before this batch or order: approved batches and orders, and physical orders of the last 24 hours. */
  reserved: money,
  /** The part of `reserved` for batches and orders that run later. */
  reservedLater: money,
  /** `balance` minus `reserved`. Negative if the balance does not cover `reserved`. */
  available: money,
  /** Amounts and fees of the rows that can be posted if the funds suffice. */
  needed: money,
  /** The amount that must be paid in to cover all rows. "0.00" if the funds suffice. */
  missing: money,
  /** The number of rows that would fail for lack of funds if the rows were posted now, in their order. */
  failingRows: z.int(),
})

/** How much the balance falls short for approved batches and orders. */
export const fundsShortage = z.object({
  /**
   * The first day on which the balance does not suffice. Null if it does not suffice for items that run immediately.
   */
  on: z.nullable(date),
  /** The amount that is missing for everything that runs until the end of that day. */
  amount: money,
})
