// Converts values of the database to the API's form: money as decimal text, instants as ISO 8601 UTC, flags as 0 and 1.
import { cents, centsToDecimal } from '#domain/money.ts'

/** Converts minor units, as in the database. */
export const moneyToApi = (amountCents: number): string => centsToDecimal(cents(amountCents))

export const instantToApi = (at: Date | null): string | null => at?.toISOString() ?? null

/** Returns 1 for true and for a time that is set, otherwise 0. */
export const flagToApi = (value: unknown): 0 | 1 => (value ? 1 : 0)

export const XLSX_CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A file, as returned in a response. */
export const fileToResponse = (fileName: string, contentType: string, bytes: Uint8Array) => ({
  fileName,
  contentType,
  base64: Buffer.from(bytes).toString('base64'),
})
