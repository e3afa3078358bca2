// Values of the database as the API sends them: money as decimal text, instants as ISO 8601 UTC, flags as 0 and 1.
import { cents, centsToDecimal } from '#domain/money.ts'

/** Minor units as in the database. */
export const moneyToApi = (amountCents: number): string => centsToDecimal(cents(amountCents))

export const instantToApi = (at: Date | null): string | null => at?.toISOString() ?? null

/** Whether it is true, or whether it has a time. */
export const flagToApi = (given: unknown): 0 | 1 => (given ? 1 : 0)

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A file as a part of an answer. */
export const fileToAnswer = (fileName: string, contentType: string, bytes: Uint8Array) => ({
  fileName,
  contentType,
  base64: Buffer.from(bytes).toString('base64'),
})
