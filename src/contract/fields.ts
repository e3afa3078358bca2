// Schemas of single values that several operations share.
import * as z from 'zod'
import { textToDate } from '#domain/calendar.ts'
import { decimalToCents } from '#domain/money.ts'
import * as say from '#words/contract.ts'

/** Any text of a bounded length without control characters other than tab and line ends. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .min(min)
    .max(max)
    // oxlint-disable-next-line no-control-regex -- control characters are refused here
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, say.noControlCharacters)

/** A database id: digits as a string, since identifiers are strings end to end. */
export const id = z
  .string()
  .regex(/^[1-9][0-9]{0,17}$/, say.idHasDigitsOnly)
  .meta({ title: 'Id' })

/** Money in the API: a decimal string with exactly two decimals. */
export const money = z
  .string()
  .refine((value) => decimalToCents(value) !== undefined, say.amountHasTwoDecimals)
  .meta({ title: 'Money', description: 'Decimal with two places' })

/** A day as 'yyyy-mm-dd', from the year 1000 on. */
export const date = z
  .string()
  .refine((value) => textToDate(value) !== undefined, say.dateForm)
  .meta({ title: 'Day', description: 'yyyy-mm-dd' })

/** An instant as ISO 8601 UTC, or null if there is none. */
export const instant = z.nullable(z.string()).meta({ title: 'Instant', description: 'ISO 8601 UTC' })

/** Where a page of a long list begins, from the answer of the page before. */
export const cursor = z
  .string()
  .regex(/^[0-9]{1,16}\.[1-9][0-9]{0,17}$/, say.readListFromBeginning)
  .meta({ title: 'Cursor' })

/** Maximum number of rows of one page. */
export const MAX_PAGE_ROWS = 500

/** Parameters of a list that can be long: page by page, or without these up to a limit of the server. */
export const ofPage = { cursor: cursor.optional(), limit: z.int().min(1).max(MAX_PAGE_ROWS).optional() }

/**
 * Answer of such a list: where the next page begins, if there is one, and the number of rows of all pages. Servers can
 * omit both.
 */
export const pageOfList = { cursor: cursor.optional(), total: z.int().min(0).optional() }

export const requestId = z.uuid().meta({ title: 'RequestId' })

export const identifierType = z.union([z.literal(1), z.literal(2)])

export const fingerprint = z
  .string()
  .regex(/^[0-9a-f]{64}$/, say.controlCodeForm)
  .meta({ title: 'Fingerprint' })

export const nothing = z.strictObject({})
