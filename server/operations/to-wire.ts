// Values of the database as they travel (contract "The wire"): money as a decimal text, instants as ISO 8601 UTC, flags as 0 and 1.
import { cents, centsToWire } from '#domain/money.ts'

/** Minor units as the database has them. */
export const moneyToWire = (amountCents: number): string => centsToWire(cents(amountCents))

export const instantToWire = (at: Date | null): string | null => at?.toISOString() ?? null

/** Whether it is so, or whether there is a time since when. */
export const flagToWire = (given: unknown): 0 | 1 => (given ? 1 : 0)
