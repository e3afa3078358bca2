// Schemas of single values that several operations share.
import { m } from '#words/messages.js'
import * as z from 'zod'
import { base64Length } from '#domain/batch/uploaded-file.ts'
import { textToDate } from '#domain/calendar.ts'
import { decimalToCents } from '#domain/money.ts'
import { hasHalfCharacter } from '#domain/texts/clean-text.ts'

/**
 * A text of limited length. `text(100, 1)` has 1 to 100 characters. It has no half characters, and no control
 * characters except tabs and line ends.
 */
export const text = (max: number, min = 0) =>
  z
    .string()
    .min(min)
    .max(max)
    // oxlint-disable-next-line no-control-regex -- control characters are refused here
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, { error: () => m.contract_noControlCharacters() })
    // The database cannot store half of a character that needs two code units.
    .refine((value) => !hasHalfCharacter(value), { error: () => m.contract_noHalfCharacters() })

/** A database id: digits as a string, because identifiers are strings everywhere. 18 digits always fit a bigint. */
export const id = z
  .string()
  .regex(/^[1-9][0-9]{0,17}$/, { error: () => m.contract_idHasDigitsOnly() })
  .meta({ title: 'Id' })

/** Money in the API: a decimal string with exactly two decimals. */
export const money = z
  .string()
  .refine((value) => decimalToCents(value) !== undefined, { error: () => m.contract_amountHasTwoDecimals() })
  .meta({ title: 'Money', description: 'Decimal with two places' })

/** A day as 'yyyy-mm-dd', from the year 1000 on. */
export const date = z
  .string()
  .refine((value) => textToDate(value) !== undefined, { error: () => m.contract_dateForm() })
  .meta({ title: 'Day', description: 'yyyy-mm-dd' })

/** An instant as ISO 8601 UTC, or null if there is none. */
export const instant = z.nullable(z.string()).meta({ title: 'Instant', description: 'ISO 8601 UTC' })

/** The start of a page of a long list, from the response with the previous page. */
export const cursor = z
  .string()
  .regex(/^[0-9]{1,16}\.[1-9][0-9]{0,17}$/, { error: () => m.contract_reloadListFromStart() })
  .meta({ title: 'Cursor' })

/** Maximum number of rows of one page. */
export const MAX_PAGE_ROWS = 500

/**
 * Parameters of a list that can be long. With them, the server returns one page. Without them, all rows up to its
 * limit.
 */
export const pageParams = { cursor: cursor.optional(), limit: z.int().min(1).max(MAX_PAGE_ROWS).optional() }

/**
 * The result of a list that can be long. `cursor`: the start of the next page, if there is one. `total`: the number of
 * rows of all pages. Servers can omit both.
 */
export const pageResult = { cursor: cursor.optional(), total: z.int().min(0).optional() }

export const requestId = z.uuid().meta({ title: 'RequestId' })

/** 1: the cards are identified by card number. 2: by tracking number. */
export const identifierType = z.union([z.literal(1), z.literal(2)])

/** A keyed hash of the rows of a batch or an order, as hexadecimal digits. */
export const fingerprint = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: () => m.contract_controlCodeForm() })
  .meta({ title: 'Fingerprint' })

/** No parameters, or a result without data. */
export const nothing = z.strictObject({})

/** The bytes of a file in base64. */
export const base64 = (maxBytes: number) =>
  z
    .string()
    .max(base64Length(maxBytes))
    .refine((value) => value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value))
