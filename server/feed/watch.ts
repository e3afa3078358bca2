// Compares the totals of the card processor again, and notifies users of new differences and of events that could not be
// applied. One e-mail reports all of them. Each difference and each event is reported once. Rules: docs/rules/feed.md,
// "Daily control".
import { sql } from 'kysely'
import { MINUTE_MS } from '#domain/units.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueueAlert } from '#server/mail/queue.ts'
import { findUsersWithPermission } from '#server/mail/recipients.ts'
import type { Services } from '#server/operations/context.ts'
import { compareRecentTotals } from './totals.ts'

/** An event that arrives too early is often applied within minutes. So users are notified only after this time. */
const PATIENCE_MS = 10 * MINUTE_MS

export async function watchFeed(services: Services): Promise<void> {
  const { db, client, now } = services
  const { ownerId, timeZone } = client
  await compareRecentTotals(db, { ownerId, now: now(), timeZone })
  const at = new Date(now())
  const foundBefore = new Date(now() - PATIENCE_MS)
  await inTransaction(db, async (trx) => {
    const { rows: exceptions } = await sql`
      UPDATE feed_exception SET mailed_at = ${at}
      WHERE owner_id = ${ownerId} AND resolved_at IS NULL AND mailed_at IS NULL AND found_at <= ${foundBefore}
      RETURNING id`.execute(trx)
    const { rows: differences } = await sql`
      UPDATE feed_total SET warned_at = ${at}
      WHERE owner_id = ${ownerId} AND differs AND warned_at IS NULL AND received_at <= ${foundBefore}
      RETURNING day`.execute(trx)
    if (exceptions.length + differences.length === 0) return
    // The e-mail counts events of the whole programme, so users who are limited to some campaigns do not get it.
    const audience = { ownerId, campaignIds: null }
    for (const to of await findUsersWithPermission(trx, audience, 'Feed.write'))
      await enqueueAlert(services, trx, {
        kind: 'feedProblems',
        to,
        exceptions: exceptions.length,
        differences: differences.length,
      })
  })
  services.jobs.wake()
}
