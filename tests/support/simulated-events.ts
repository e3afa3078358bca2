// Sends a month of simulated events of a card processor to a server that fails meanwhile, and checks that each was
// applied once.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { FeedEvent } from '#contract/feed.ts'
import { DAY_MS } from '#domain/units.ts'
import { connectDatabase, type DatabaseOptions } from '#server/db/connect.ts'
import { VOYAGER } from '#server/demo/campaigns.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { simulate } from '#server/demo/simulate.ts'
import { createFeedKey } from '#server/keys/feed-keys.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { post } from './call.ts'
import { loadedCards } from './load-batch.ts'
import { untilNextTry } from './pauses.ts'

/**
 * The events of other cards than those of the tests' loads, which would be refused while an event has stopped their card.
 */
export function simulateEvents(cardCount: number): FeedEvent[] {
  const loadedNumbers = new Set(loadedCards.map(({ trackingNumber }) => trackingNumber))
  const cards = demoCardsInState('active', cardCount + loadedCards.length)
    .filter(({ trackingNumber }) => !loadedNumbers.has(trackingNumber))
    .map(({ trackingNumber }) => ({ trackingNumber, availableCents: 60_000 }))
  const from = new Date(Date.now() - 28 * DAY_MS)
  return simulate(cards, { seed: 3, currency: 'SGD', from, days: 27, monthlyFeeType: 2, stopReason: 1 })
}

export const divideIntoCalls = (events: readonly FeedEvent[], eventsPerCall: number): (readonly FeedEvent[])[] =>
  Array.from({ length: Math.ceil(events.length / eventsPerCall) }, (_, index) =>
    events.slice(index * eventsPerCall, (index + 1) * eventsPerCall),
  )

export async function createProcessorKey(options: DatabaseOptions): Promise<string> {
  const database = await connectDatabase(options)
  try {
    return await createFeedKey(database.db, VOYAGER, 'processor', new Date())
  } finally {
    await database.close()
  }
}

/** Sends a call with a new requestId until the server has answered. */
export async function sendUntilAnswered(
  server: { readonly url: string },
  key: string,
  events: readonly FeedEvent[],
): Promise<void> {
  for (;;) {
    const answer = await post(server.url, 'feedEvents', { key, requestId: randomUUID(), events }).catch(() => undefined)
    if (answer?.response.resultCode === '0') return
    await untilNextTry()
  }
}

/** Checks that each of these events was applied once, and no others, and that the ledger is in order. */
export async function expectAppliedOnce(options: DatabaseOptions, events: readonly FeedEvent[]): Promise<void> {
  const database = await connectDatabase(options)
  const { db } = database
  try {
    expect(await checkLedger(db)).toEqual([])
    const stored = await sql<{ count: number; applied: number; exceptions: number }>`
      SELECT count(*)::int AS count, count(*) FILTER (WHERE state = 'done')::int AS applied,
             (SELECT count(*)::int FROM feed_exception) AS exceptions
      FROM feed_event WHERE source = 'processor' AND event_id LIKE 'sim-%'`.execute(db)
    expect(stored.rows).toEqual([{ count: events.length, applied: events.length, exceptions: 0 }])
    // A second way: the sums of the events that were sent, and the sums of the ledger.
    const sumOf = (kind: string) =>
      events.reduce((sum, event) => sum + (event.kind === kind && 'amount' in event ? (event.amount ?? 0) : 0), 0)
    const { rows } = await sql<{ kind: string; cents: number }>`
      SELECT e.kind, abs(sum(n.amount_cents))::bigint AS cents
      FROM feed_event e
      JOIN account a ON a.card_id = e.card_id
      JOIN ledger_entry n ON n.transaction_id = e.transaction_id AND n.account_id = a.id
      WHERE e.source = 'processor' GROUP BY e.kind ORDER BY e.kind`.execute(db)
    const kinds = ['clearing', 'fee', 'load', 'refund', 'reversal'].filter((kind) => sumOf(kind) > 0)
    expect(rows).toEqual(kinds.map((kind) => ({ kind, cents: sumOf(kind) })))
  } finally {
    await database.close()
  }
}
