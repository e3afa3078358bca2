// Releases holds that are older than their campaign allows, and lists events whose original has not arrived.
import { sql } from 'kysely'
import { DAY_MS } from '#domain/units.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { readCurrency } from '#server/funding/queries.ts'
import { lockOwnerAccounts } from '#server/ledger/accounts.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { announceExceptions, type AnnouncedException } from './announce.ts'
import { toFeedTarget } from './feed-target.ts'
import { ingest } from './ingest.ts'

/** The maximum number of holds that one transaction releases. */
const HOLDS_PER_CHUNK = 500

interface ExpiredHold {
  readonly id: number
  /** Null, like `source` and `thread`, for an authorisation that was imported without an event. */
  readonly event_id: number | null
  readonly source: string | null
  readonly thread: string | null
  readonly tracking_number: string
}

type ExpiryServices = Pick<Services, 'db' | 'now'> & { readonly client: { readonly ownerId: number } }

/** Returns the number of holds that were released. */
export async function expireHolds({ db, client, now }: ExpiryServices): Promise<number> {
  let count = 0
  for (;;) {
    const holds = await findExpiredHolds(db, client.ownerId, new Date(now()))
    if (holds.length === 0) return count
    for (const [source, holdsOfSource] of groupBySource(holds))
      await inTransaction(db, async (trx) => {
        const at = new Date(now())
        const areImported = source === null
        if (areImported) await releaseImported(trx, client.ownerId, holdsOfSource, at)
        else await releaseByEvents(trx, client.ownerId, source, holdsOfSource, at)
      })
    count += holds.length
    if (holds.length < HOLDS_PER_CHUNK) return count
  }
}

async function findExpiredHolds(db: Db, ownerId: number, now: Date): Promise<readonly ExpiredHold[]> {
  const { rows } = await sql<ExpiredHold>`
    SELECT h.id, h.feed_event_id AS event_id, e.source, e.thread, c.tracking_number
    FROM card_authorisation h
    JOIN card c ON c.id = h.card_id
    JOIN campaign p ON p.id = c.campaign_id
    LEFT JOIN feed_event e ON e.id = h.feed_event_id
    WHERE h.released_at IS NULL AND c.owner_id = ${ownerId}
      AND coalesce(h.first_authorised_at, h.authorised_at) < ${now}::timestamptz - p.hold_days * interval '1 day'
    ORDER BY h.id LIMIT ${HOLDS_PER_CHUNK}
  `.execute(db)
  return rows
}

function groupBySource(holds: readonly ExpiredHold[]): ReadonlyMap<string | null, readonly ExpiredHold[]> {
  const groups = new Map<string | null, ExpiredHold[]>()
  for (const hold of holds) {
    const group = groups.get(hold.source)
    if (group) group.push(hold)
    else groups.set(hold.source, [hold])
  }
  return groups
}

/** Releases the holds by events of the portal, so that a hold can be computed again when a late event arrives. */
async function releaseByEvents(
  trx: Db,
  ownerId: number,
  source: string,
  holds: readonly ExpiredHold[],
  now: Date,
): Promise<void> {
  await ingest(
    trx,
    await toFeedTarget(trx, ownerId, source, now),
    holds.map(({ event_id, thread, tracking_number }) => ({
      kind: 'expiry',
      eventId: `portal-expiry-${event_id}-${now.getTime()}`,
      at: now.toISOString(),
      trackingNumber: tracking_number,
      // Never null, because only imported holds have no thread.
      authorisation: thread ?? '',
    })),
  )
}

/** Releases imported authorisations, which have no events. */
async function releaseImported(trx: Db, ownerId: number, holds: readonly ExpiredHold[], now: Date): Promise<void> {
  await lockOwnerAccounts(trx, ownerId, await readCurrency(trx, ownerId))
  const ids = holds.map(({ id }) => id)
  await sql`
    SELECT count(*) FROM (
      SELECT a.id FROM account a WHERE a.card_id IN (SELECT card_id FROM card_authorisation WHERE id = ANY(${ids}::bigint[]))
      ORDER BY a.id FOR UPDATE
    ) locked`.execute(trx)
  await sql`
    WITH released AS (
      UPDATE card_authorisation SET released_at = greatest(${now}, authorised_at)
      WHERE id = ANY(${ids}::bigint[]) AND released_at IS NULL RETURNING card_id, amount_cents
    )
    UPDATE account a SET held_cents = a.held_cents - r.amount
    FROM (SELECT card_id, sum(amount_cents)::bigint AS amount FROM released GROUP BY card_id) r
    WHERE a.card_id = r.card_id`.execute(trx)
}

/** An event can wait this long for the event to which it refers. */
const MAX_WAIT_MS = DAY_MS

/**
 * Lists the events that have waited too long. If the original of a listed event arrives later, the event is applied and
 * its exception is resolved.
 */
export async function listWaitingEvents({ db, client, now }: ExpiryServices): Promise<void> {
  const at = new Date(now())
  await inTransaction(db, async (trx) => {
    const { rows: exceptions } = await sql<AnnouncedException>`
      INSERT INTO feed_exception (owner_id, source, event_id, fingerprint, fault, feed_event_id, content, found_at)
      SELECT owner_id, source, event_id, fingerprint, 'originalMissing', id, content, ${at}
      FROM feed_event WHERE owner_id = ${client.ownerId} AND state = 'waiting' AND received_at < ${new Date(at.getTime() - MAX_WAIT_MS)}
      ON CONFLICT ON CONSTRAINT feed_exception_once DO NOTHING
      RETURNING id, source, event_id, fault, content
    `.execute(trx)
    await announceExceptions(trx, client.ownerId, at, exceptions)
  })
}
