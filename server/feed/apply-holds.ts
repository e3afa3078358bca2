// After events of authorisations have arrived, computes the holds of these authorisations again from all their events.
import { sql } from 'kysely'
import {
  eventsToHold,
  type HoldEvent,
  type HoldEventType,
  holdEventTypes,
  type HoldSegment,
} from '#domain/feed/holds.ts'
import { columnsToTable } from '#server/db/sets.ts'
import { type HeldAmount, replaceHolds } from '#server/ledger/replace-holds.ts'
import type { Db } from '#server/operations/context.ts'
import { type CardEvent, type Effects, type FeedTarget, isKind } from './target.ts'

/** A stored event of a thread. A thread is all events of one card with the number of one authorisation. */
interface ThreadRow {
  readonly id: number
  readonly event_id: string
  readonly kind: HoldEventType
  readonly at: Date
  readonly amount_cents: number | null
  readonly is_partial: boolean
  readonly card_id: number
  readonly thread: string
  readonly state: 'done' | 'waiting' | 'exception'
  readonly merchant: string
  readonly merchant_id: string
  readonly auth_number: string
}

const isHoldEvent = isKind(...holdEventTypes)

/** Call this after locking the accounts of the cards. The stored events of `faultyIds` do not count. */
export async function applyHolds(
  trx: Db,
  target: FeedTarget,
  events: readonly CardEvent[],
  faultyIds: readonly number[],
  effects: Effects,
): Promise<void> {
  const threadKeys: ThreadKey[] = []
  for (const { cardId, event } of events.filter(isHoldEvent))
    if (event.authorisation !== undefined) threadKeys.push({ cardId, thread: event.authorisation })
  if (threadKeys.length === 0) return
  const threads = groupByThread(await readThreads(trx, target, threadKeys, faultyIds))
  const authorisationIds: number[] = []
  const heldAmounts: HeldAmount[] = []
  for (const rows of threads.values()) {
    const { authorisation, segments, contradictions } = eventsToHold(rows.map(rowToHoldEvent))
    const contradictingIds = new Set(contradictions.map(({ eventId }) => eventId))
    for (const { id, event_id: eventId, kind, state } of rows) {
      if (kind === 'authorisation') authorisationIds.push(id)
      // Clearings are posted whether or not they have an authorisation.
      if (kind === 'clearing') continue
      if (contradictingIds.has(eventId)) effects.set(id, { state: 'exception', fault: 'contradiction' })
      // The other events wait until the authorisation arrives.
      else if (!authorisation) effects.set(id, { state: 'waiting' })
      else if (state !== 'done') effects.set(id, { state: 'done' })
    }
    const authorisationRow = rows.find((row) => row.event_id === authorisation?.eventId)
    if (authorisationRow) heldAmounts.push(...segments.map((segment) => segmentToAmount(authorisationRow, segment)))
  }
  await replaceHolds(trx, authorisationIds, heldAmounts)
}

interface ThreadKey {
  readonly cardId: number
  readonly thread: string
}

/** All stored events of these threads. A thread that is named twice is read once. */
async function readThreads(
  trx: Db,
  { ownerId, source }: FeedTarget,
  keys: readonly ThreadKey[],
  faultyIds: readonly number[],
): Promise<readonly ThreadRow[]> {
  const threadByText = new Map(keys.map((key) => [`${key.cardId} ${key.thread}`, key]))
  const threads = [...threadByText.values()]
  const input = columnsToTable('wanted', {
    thread: ['text', threads.map(({ thread }) => thread)],
    card_id: ['bigint', threads.map(({ cardId }) => cardId)],
  })
  const { rows } = await sql<ThreadRow>`
    SELECT e.id, e.event_id, e.kind, e.at, e.amount_cents, coalesce((e.content->>'isPartial')::boolean, false) AS is_partial,
           e.card_id, e.thread, e.state, coalesce(e.content->>'merchant', '') AS merchant,
           coalesce(e.content->>'merchantId', '') AS merchant_id, coalesce(e.content->>'authNumber', '') AS auth_number
    FROM ${input}
    -- OFFSET 0 keeps the planner from merging this subquery, so that it uses the index of the thread.
    CROSS JOIN LATERAL (
      SELECT * FROM feed_event stored
      WHERE stored.owner_id = ${ownerId} AND stored.source = ${source} AND stored.thread = wanted.thread
        AND stored.thread <> '' OFFSET 0
    ) e
    WHERE e.card_id = wanted.card_id AND e.kind = ANY(${holdEventTypes}::text[])
      AND e.id <> ALL(${faultyIds}::bigint[])
      -- Other events with a fault do not count. A contradiction counts, because a later event can show that it was right.
      AND (e.state <> 'exception' OR EXISTS (
        SELECT FROM feed_exception x WHERE x.feed_event_id = e.id AND x.fault = 'contradiction'))
    ORDER BY e.id
  `.execute(trx)
  return rows
}

function groupByThread(rows: readonly ThreadRow[]): ReadonlyMap<string, readonly ThreadRow[]> {
  const threads = new Map<string, ThreadRow[]>()
  for (const row of rows) {
    const key = `${row.card_id} ${row.thread}`
    const thread = threads.get(key)
    if (thread) thread.push(row)
    else threads.set(key, [row])
  }
  return threads
}

const rowToHoldEvent = (row: ThreadRow): HoldEvent => ({
  eventId: row.event_id,
  kind: row.kind,
  at: row.at.getTime(),
  amountCents: row.amount_cents,
  isPartial: row.is_partial,
})

const segmentToAmount = (authorisation: ThreadRow, segment: HoldSegment): HeldAmount => ({
  feedEventId: authorisation.id,
  cardId: authorisation.card_id,
  amountCents: segment.amountCents,
  authorisedAt: authorisation.at,
  from: new Date(segment.from),
  to: segment.to === null ? null : new Date(segment.to),
  description: authorisation.merchant,
  merchantId: authorisation.merchant_id,
  authNumber: authorisation.auth_number,
})
