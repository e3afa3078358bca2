// Stores each event once. An event that was sent before is recognised by its source, id and content.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { FeedEvent } from '#contract/feed.ts'
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import { columnsToTable } from '#server/db/sets.ts'
import type { Db } from '#server/operations/context.ts'
import { announceExceptions, type AnnouncedException } from './announce.ts'
import type { FeedTarget, StoredEvent } from './target.ts'

interface PreparedEvent {
  /** The event with masked card numbers. */
  readonly event: FeedEvent
  /** The same event as JSON. */
  readonly content: string
  /** The hash of the event as it was sent. */
  readonly fingerprint: Buffer
}

export interface StoreOutcome {
  readonly newEvents: readonly StoredEvent[]
  /** The indexes of the refused events. The source has sent another event with the same id before. */
  readonly refusedIndexes: ReadonlySet<number>
}

export async function storeEvents(trx: Db, target: FeedTarget, events: readonly FeedEvent[]): Promise<StoreOutcome> {
  const preparedEvents = events.map(prepareEvent)
  // A call can have the same id twice. Only the first event is stored.
  const firstById = new Map<string, PreparedEvent>()
  for (const row of preparedEvents) {
    const { eventId } = row.event
    if (!firstById.has(eventId)) firstById.set(eventId, row)
  }
  const newEvents = await insertEvents(trx, target, [...firstById.values()])
  const newIds = new Set(newEvents.map(({ event }) => event.eventId))
  const knownIds = [...firstById.keys()].filter((id) => !newIds.has(id))
  const knownFingerprints = await readFingerprints(trx, target, knownIds)
  const storedFingerprints = new Map([...firstById].map(([eventId, { fingerprint }]) => [eventId, fingerprint]))
  for (const [eventId, fingerprint] of knownFingerprints) storedFingerprints.set(eventId, fingerprint)
  const refusedIndexes = new Set<number>()
  for (const [index, { event, fingerprint }] of preparedEvents.entries()) {
    const hasSameContent = storedFingerprints.get(event.eventId)?.equals(fingerprint) === true
    if (!hasSameContent) refusedIndexes.add(index)
  }
  const refusedEvents = preparedEvents.filter((_, index) => refusedIndexes.has(index))
  await listRefused(trx, target, refusedEvents)
  return { newEvents, refusedIndexes }
}

function prepareEvent(event: FeedEvent): PreparedEvent {
  // The keys have the order of the schema, so the same event always has the same text.
  const text = JSON.stringify(event)
  const fingerprint = createHash('sha256').update(text).digest()
  const content = maskCardNumbers(text)
  const storedEvent = content === text ? event : (JSON.parse(content) as FeedEvent)
  return { event: storedEvent, content, fingerprint }
}

async function insertEvents(trx: Db, target: FeedTarget, rows: readonly PreparedEvent[]): Promise<StoredEvent[]> {
  const input = columnsToTable('s', {
    n: ['integer', rows.map((_, index) => index)],
    event_id: ['text', rows.map(({ event }) => event.eventId)],
    fingerprint: ['bytea', rows.map(({ fingerprint }) => fingerprint)],
    kind: ['text', rows.map(({ event }) => event.kind)],
    at: ['timestamptz', rows.map(({ event }) => new Date(event.at))],
    tracking_number: ['text', rows.map(({ event }) => event.trackingNumber)],
    amount: ['bigint', rows.map(({ event }) => ('amount' in event ? event.amount : undefined) ?? null)],
    currency: ['text', rows.map(({ event }) => ('currency' in event ? event.currency : undefined) ?? null)],
    thread: ['text', rows.map(({ event }) => eventToThread(event))],
    original: ['text', rows.map(({ event }) => ('original' in event ? event.original : ''))],
    content: ['jsonb', rows.map(({ content }) => content)],
  })
  // The state is 'done', because most events are applied immediately. Events that wait or cannot be applied are updated
  // later (saveEffects).
  const stored = await sql<{ id: number; event_id: string; card_id: number | null }>`
    INSERT INTO feed_event (owner_id, source, event_id, fingerprint, kind, at, received_at, card_id, amount_cents, currency,
      thread, original, content, state)
    SELECT ${target.ownerId}, ${target.source}, s.event_id, s.fingerprint, s.kind, s.at, ${target.receivedAt}, c.id, s.amount,
           s.currency, s.thread, s.original, s.content, 'done'
    FROM ${input}
    LEFT JOIN card c ON c.tracking_number = s.tracking_number AND c.owner_id = ${target.ownerId}
    ORDER BY s.n
    ON CONFLICT ON CONSTRAINT feed_event_once DO NOTHING
    RETURNING id, event_id, card_id
  `.execute(trx)
  const storedById = new Map(stored.rows.map((row) => [row.event_id, row]))
  const newEvents: StoredEvent[] = []
  for (const { event } of rows) {
    const row = storedById.get(event.eventId)
    if (row) newEvents.push({ id: row.id, cardId: row.card_id, event, isNew: true })
  }
  return newEvents
}

/** The number that all events of one authorisation or one chargeback share. '' for an event of neither. */
function eventToThread(event: FeedEvent): string {
  if ('authorisation' in event) return event.authorisation ?? ''
  if ('chargeback' in event) return event.chargeback
  return ''
}

async function readFingerprints(
  trx: Db,
  { ownerId, source }: FeedTarget,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  if (eventIds.length === 0) return new Map()
  const { rows } = await sql<{ event_id: string; fingerprint: Buffer }>`
    SELECT event_id, fingerprint FROM feed_event
    WHERE owner_id = ${ownerId} AND source = ${source}
      AND event_id IN (SELECT id FROM ${columnsToTable('s', { id: ['text', eventIds] })})
  `.execute(trx)
  return new Map(rows.map(({ event_id, fingerprint }) => [event_id, fingerprint]))
}

/** Lists the refused events. An event that is sent several times is listed once. */
async function listRefused(trx: Db, target: FeedTarget, rows: readonly PreparedEvent[]): Promise<void> {
  if (rows.length === 0) return
  const input = columnsToTable('s', {
    event_id: ['text', rows.map(({ event }) => event.eventId)],
    fingerprint: ['bytea', rows.map(({ fingerprint }) => fingerprint)],
    content: ['jsonb', rows.map(({ content }) => content)],
  })
  const { rows: exceptions } = await sql<AnnouncedException>`
    INSERT INTO feed_exception (owner_id, source, event_id, fingerprint, fault, content, found_at)
    SELECT ${target.ownerId}, ${target.source}, event_id, fingerprint, 'otherContent', content, ${target.receivedAt}
    FROM ${input}
    ON CONFLICT ON CONSTRAINT feed_exception_once DO NOTHING
    RETURNING id, source, event_id, fault, content
  `.execute(trx)
  await announceExceptions(trx, target.ownerId, target.receivedAt, exceptions)
}
