// Counts card numbers per user within an hour. The counts are in the database, so that all servers share them and a
// restart does not reset them. An hour begins with the first card number that is counted in it.
import { sql } from 'kysely'
import { HOUR_MS } from '#domain/units.ts'
import type { Db } from './context.ts'

/** 'given' counts full card numbers in responses. 'unknown' counts received card numbers that belong to no card. */
export type Counter = 'given' | 'unknown'

export interface HourlyCount {
  /** The count before this call. */
  readonly before: number
  /** The count with the numbers of this call. */
  readonly after: number
  /** When the count starts again, in milliseconds since 1970. */
  readonly resetAt: number
}

/**
 * Adds `count` to the user's count. Locks the user's count until the transaction ends, so that exactly one of several
 * calls reaches a limit.
 */
export async function addToCount(
  db: Db,
  { userId, counter, count, now }: { userId: number; counter: Counter; count: number; now: number },
): Promise<HourlyCount> {
  const isHourRunningSql = sql`c.since > ${new Date(now - HOUR_MS)}`
  const { rows } = await sql<{ numbers: number; since: Date }>`
    INSERT INTO card_number_count AS c (user_id, counter, since, numbers)
    VALUES (${userId}, ${counter}, ${new Date(now)}, ${count})
    ON CONFLICT (user_id, counter) DO UPDATE SET
      numbers = CASE WHEN ${isHourRunningSql} THEN c.numbers + excluded.numbers ELSE excluded.numbers END,
      since = CASE WHEN ${isHourRunningSql} THEN c.since ELSE excluded.since END
    RETURNING numbers, since`.execute(db)
  const [row] = rows
  if (!row) throw new Error('counting card numbers returned no row')
  return { before: row.numbers - count, after: row.numbers, resetAt: row.since.getTime() + HOUR_MS }
}

export interface UserCount {
  readonly userId: number
  readonly count: number
  readonly resetAt: number
}

/** The counts of an owner's users within their current hours. */
export async function readCounts(
  db: Db,
  { ownerId, counter, now }: { ownerId: number; counter: Counter; now: number },
): Promise<readonly UserCount[]> {
  const { rows } = await sql<{ user_id: number; numbers: number; since: Date }>`
    SELECT c.user_id, c.numbers, c.since FROM card_number_count c JOIN user_account u ON u.id = c.user_id
    WHERE u.owner_id = ${ownerId} AND c.counter = ${counter} AND c.since > ${new Date(now - HOUR_MS)}`.execute(db)
  return rows.map(({ user_id, numbers, since }) => ({
    userId: user_id,
    count: numbers,
    resetAt: since.getTime() + HOUR_MS,
  }))
}
