// Posts a day's recent events of the demo cards through the ledger, and adds the authorisations of all purchases.
import { sql } from 'kysely'
import { cents } from '#domain/money.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Db } from '#server/operations/context.ts'
import { FOREX_FEE } from '#server/ledger/fee-types.ts'
import { type Movement, postMovements } from '#server/ledger/post-movements.ts'
import { ownerAccountId } from './campaigns.ts'
import type { RecentEvent } from './recent.ts'

const EVENTS_PER_CHUNK = 10_000

/** The transaction ids of purchases that were posted. Their reversals refer to them. */
export type PostedPurchases = Map<RecentEvent, number>

/** Posts one day's events in chronological order. */
export async function insertRecent(
  db: Db,
  events: readonly RecentEvent[],
  postedPurchases: PostedPurchases,
  midnight: Date,
): Promise<void> {
  const sortedEvents = events.toSorted((a, b) => a.minute - b.minute)
  for (let at = 0; at < sortedEvents.length; at += EVENTS_PER_CHUNK) {
    const chunk = sortedEvents.slice(at, at + EVENTS_PER_CHUNK)
    const ids = await postMovements(
      db,
      chunk.map((event) => eventToMovement(event, postedPurchases, midnight)),
    )
    chunk.forEach((event, index) => {
      const id = ids[index]
      if (event.kind === 'purchase' && id !== undefined) postedPurchases.set(event, id)
    })
  }
}

/** Converts an event to a movement. A purchase must be posted before its reversal is converted. */
function eventToMovement(event: RecentEvent, postedPurchases: PostedPurchases, midnight: Date): Movement {
  const { ownerId, cardId, accountId, kind, daysAgo, minute, description, merchantId, authNumber, reverses } = event
  const ownerAccountOfEvent = ownerAccountId(ownerId, kind === 'forexFee' ? 'fee' : 'settlement')
  const originalId = reverses && postedPurchases.get(reverses)
  return {
    ownerId,
    kind: kind === 'forexFee' ? 'fee' : kind,
    postedAt: new Date(midnight.getTime() - daysAgo * DAY_MS + minute * 60_000),
    cardId,
    fromAccountId: kind === 'reversal' ? ownerAccountOfEvent : accountId,
    toAccountId: kind === 'reversal' ? accountId : ownerAccountOfEvent,
    amountCents: cents(event.amountCents),
    feeTypeId: kind === 'forexFee' ? FOREX_FEE : null,
    ...(originalId === undefined ? {} : { reverses: originalId }),
    description,
    merchantId,
    authNumber,
  }
}

/** Allows these cards a negative balance, because offline purchases overdraw them. */
export async function allowOverdrawn(db: Db, cardIds: readonly number[]): Promise<void> {
  await sql`UPDATE account SET allow_negative = true WHERE card_id = ANY(${cardIds}::bigint[])`.execute(db)
}

const TRANSACTIONS_PER_STATEMENT = 50_000
/** One in this many purchases has no recorded authorisation. */
const UNAUTHORISED_EVERY = 47

/**
 * Adds authorisations for the purchases with an authorisation number, except one in UNAUTHORISED_EVERY. An authorisation
 * is some hours or days older than its purchase. The settlement of the purchase has released it.
 */
export async function insertAuthorisations(db: Db): Promise<void> {
  const { rows } = await sql<{ last: number | null }>`SELECT max(id) AS last FROM ledger_transaction`.execute(db)
  for (let after = 0; after < (rows[0]?.last ?? 0); after += TRANSACTIONS_PER_STATEMENT)
    await sql`
      INSERT INTO card_authorisation (card_id, authorised_at, amount_cents, description, merchant_id, auth_number, released_at)
      SELECT t.card_id, t.posted_at - (4 + t.id % 57) * interval '1 hour', -e.amount_cents, t.description, t.merchant_id,
             t.auth_number, t.posted_at
      FROM ledger_transaction t
      JOIN account a ON a.card_id = t.card_id
      JOIN ledger_entry e ON e.transaction_id = t.id AND e.account_id = a.id
      WHERE t.id > ${after} AND t.id <= ${after + TRANSACTIONS_PER_STATEMENT} AND t.kind = 'purchase' AND t.auth_number <> ''
        AND t.id % ${UNAUTHORISED_EVERY} <> 0
      ORDER BY t.id
    `.execute(db)
}
