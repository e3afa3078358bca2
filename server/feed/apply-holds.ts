// Computes the holds of authorisations again from all their events, after some of them have arrived.
import { sql } from 'kysely'
import {
  eventsToHold,
  type HoldEvent,
  type HoldEventType,
  holdEventTypes,
  type HoldSegment,
} from '#domain/feed/holds.ts'
import { columnsToUnnest } from '#server/db/sets.ts'
import { type HeldAmount, replaceHolds } from '#server/ledger/replace-holds.ts'
import type { Db } from '#server/operations/context.ts'
import { type CardEvent, type Effects, type FeedTarget, isKind } from './target.ts'

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

interface ThreadEvent extends HoldEvent {
  readonly row: ThreadRow
}

const isHoldEvent = isKind(...holdEventTypes)

/** The cards' accounts must be locked. `excludedIds`: stored events that must not count. */
export async function applyHolds(
  trx: Db,
  target: FeedTarget,
  events: readonly CardEvent[],
  excludedIds: readonly number[],
  effects: Effects,
): Promise<void> {
  const ofThreads = events.filter(isHoldEvent).filter(({ event }) => event.authorisation !== undefined)
  if (ofThreads.length === 0) return
  const threads = groupByThread(await readThreads(trx, target, ofThreads, excludedIds))
  const authorisationIds: number[] = []
  const amounts: HeldAmount[] = []
  for (const rows of threads.values()) {
    const hold = eventsToHold(rows.map(rowToThreadEvent))
    const contradictions = new Set(hold.contradictions.map(({ eventId }) => eventId))
    for (const { id, event_id, kind, state } of rows) {
      if (kind === 'authorisation') authorisationIds.push(id)
      // Clearings are posted whether or not they have an authorisation.
      if (kind === 'clearing') continue
      if (contradictions.has(event_id)) effects.set(id, { state: 'exception', fault: 'contradiction' })
      else if (!hold.authorisation) effects.set(id, { state: 'waiting' })
      else if (state !== 'done') effects.set(id, { state: 'done' })
    }
    const authorisation = hold.authorisation as ThreadEvent | undefined
    if (authorisation) amounts.push(...hold.segments.map((segment) => segmentToAmount(authorisation.row, segment)))
  }
  await replaceHolds(trx, authorisationIds, amounts)
}

async function readThreads(
  trx: Db,
  { ownerId, source }: FeedTarget,
  events: readonly CardEvent[],
  excludedIds: readonly number[],
): Promise<readonly ThreadRow[]> {
  const keys = new Map(
    events.map(({ cardId, event }) => {
      const thread = 'authorisation' in event ? (event.authorisation ?? '') : ''
      return [`${cardId} ${thread}`, { cardId, thread }]
    }),
  )
  const input = columnsToUnnest([
    ['text', [...keys.values()].map(({ thread }) => thread)],
    ['bigint', [...keys.values()].map(({ cardId }) => cardId)],
  ])
  const { rows } = await sql<ThreadRow>`
    SELECT e.id, e.event_id, e.kind, e.at, e.amount_cents, coalesce((e.content->>'isPartial')::boolean, false) AS is_partial,
           e.card_id, e.thread, e.state, coalesce(e.content->>'merchant', '') AS merchant,
           coalesce(e.content->>'merchantId', '') AS merchant_id, coalesce(e.content->>'authNumber', '') AS auth_number
    FROM ${input} AS hold (thread, card_id)
    -- OFFSET 0 keeps the planner from merging this subquery, so that it uses the index of the thread.
    CROSS JOIN LATERAL (
      SELECT * FROM feed_event stored
      WHERE stored.owner_id = ${ownerId} AND stored.source = ${source} AND stored.thread = hold.thread
        AND stored.thread <> '' OFFSET 0
    ) e
    WHERE e.card_id = hold.card_id AND e.kind = ANY(${holdEventTypes}::text[])
      AND e.id <> ALL(${excludedIds}::bigint[])
      -- An event with a fault does not count, unless it contradicts another: a later event can settle which is right.
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

const rowToThreadEvent = (row: ThreadRow): ThreadEvent => ({
  eventId: row.event_id,
  kind: row.kind,
  at: row.at.getTime(),
  amountCents: row.amount_cents,
  isPartial: row.is_partial,
  row,
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
