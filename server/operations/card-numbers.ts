// Limits how many full card numbers a user gets in an hour. The count is in the database, so that all servers share it
// and it survives restarts. Above the limit, responses contain masked numbers, and the administrators are notified once
// an hour.
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { instantToText } from '#domain/instants.ts'
import { HOUR_MS } from '#domain/units.ts'
import { callToOrigin, writeAudit } from '../audit/audit.ts'
import { factsToChanges } from '../audit/audit-fields.ts'
import { enqueueMail } from '../mail/queue.ts'
import { nameOf, usersWith } from '../mail/recipients.ts'
import type { SessionContext } from './context.ts'

export interface Allowance {
  /** How many of the requested numbers can be returned in full. */
  readonly full: number
  /** Seconds until the count starts again. */
  readonly retryAfter: number
}

/** Counts card numbers that are about to be returned to the user. */
export async function countCardNumbers(context: SessionContext, count: number): Promise<Allowance> {
  const { db, viewer, settings } = context
  const limit = settings.cardNumbersPerHour
  if (count === 0 || limit === 0) return { full: 0, retryAfter: HOUR_MS / 1000 }
  const now = context.now()
  const { rows } = await sql<{ numbers: number; since: Date }>`
    INSERT INTO card_number_count AS c (user_id, since, numbers) VALUES (${viewer.userId}, ${new Date(now)}, ${count})
    ON CONFLICT (user_id) DO UPDATE SET
      numbers = excluded.numbers + CASE WHEN c.since > ${new Date(now - HOUR_MS)} THEN c.numbers ELSE 0 END,
      since = CASE WHEN c.since > ${new Date(now - HOUR_MS)} THEN c.since ELSE excluded.since END
    RETURNING numbers, since`.execute(db)
  const { numbers = count, since = new Date(now) } = rows[0] ?? {}
  const before = numbers - count
  const until = since.getTime() + HOUR_MS
  // Calls of one user wait for each other at this row, so that exactly one of them reports the limit.
  if (before <= limit && numbers > limit) await reportLimit(context, limit, until)
  return {
    full: Math.max(0, Math.min(count, limit - before)),
    retryAfter: Math.max(1, Math.ceil((until - now) / 1000)),
  }
}

async function reportLimit(context: SessionContext, limit: number, until: number): Promise<void> {
  const { db, viewer, client, jobs } = context
  const { userId, ownerId, username, firstname, lastname } = viewer
  context.log.warn({ userId, correlationId: context.correlationId }, 'a user has reached the limit of card numbers')
  await writeAudit(db, {
    ...callToOrigin(context),
    userId,
    ownerId,
    method: 'reachCardNumberLimit',
    resultCode: codes.success,
    changes: factsToChanges({ cards: limit }),
  })
  // Administrators of any campaign, because someone who reads cards concerns all of them.
  for (const to of await usersWith(db, { ownerId, campaignIds: [] }, 'User.write'))
    await enqueueMail(context, db, {
      kind: 'cardNumberLimit',
      to,
      user: `${nameOf(firstname, lastname)} (${username})`,
      numbers: limit,
      until: instantToText(new Date(until).toISOString(), client),
    })
  context.afterCommit(() => jobs.wake())
}
