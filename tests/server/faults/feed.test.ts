// Faults of the built server while it receives events: it is killed inside the transaction of a call, and at random
// moments, in the long run together with its PostgreSQL. The sender repeats each call without an answer, as processors do.
// Afterwards every event was applied once, and the ledger is consistent.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import type { FeedEvent } from '#contract/feed.ts'
import { DAY_MS } from '#domain/units.ts'
import { connectDatabase, type DatabaseOptions } from '#server/db/connect.ts'
import { VOYAGER } from '#server/demo/campaigns.ts'
import { demoCard } from '#server/demo/cards.ts'
import { simulate } from '#server/demo/simulate.ts'
import { createFeedKey } from '#server/keys/feed-keys.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { post } from '#tests/support/call.ts'
import { createDatabase } from '#tests/support/database.ts'
import { lockWaits } from '#tests/support/database-locks.ts'
import { isLong, minutes, startRandom } from '#tests/support/long-run.ts'
import { untilNextTry, untilRandomMoment } from '#tests/support/pauses.ts'
import { killPostgresOf, stopPostgresOf } from '#tests/support/postgres-processes.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'

const random = startRandom()
const EVENTS_PER_CALL = 200

const cleanUps: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})
const startWithCleanUp = async (env: Record<string, string> = {}): Promise<RunningServer> => {
  const server = await startServer({ env })
  cleanUps.push(() => server.remove())
  return server
}

const cards = Array.from({ length: 90 }, (_, index) => demoCard(index)).filter(
  ({ campaign, state }) => campaign.ownerId === VOYAGER && state === 'active',
)
const events = simulate(
  cards.map(({ trackingNumber }) => ({ trackingNumber, availableCents: 60_000 })),
  { seed: 3, currency: 'SGD', from: new Date(Date.now() - 28 * DAY_MS), days: 27, monthlyFeeType: 2, stopReason: 1 },
)
const calls = Array.from({ length: Math.ceil(events.length / EVENTS_PER_CALL) }, (_, index) =>
  events.slice(index * EVENTS_PER_CALL, (index + 1) * EVENTS_PER_CALL),
)

const createKey = async (options: DatabaseOptions): Promise<string> => {
  const database = await connectDatabase(options)
  try {
    return await createFeedKey(database.db, VOYAGER, 'processor', new Date())
  } finally {
    await database.close()
  }
}

/** Sends a call with a new requestId until the server has answered. */
async function sendUntilAnswered(server: RunningServer, key: string, chunk: readonly FeedEvent[]): Promise<void> {
  for (;;) {
    const answer = await post(server.url, 'feedEvents', { key, requestId: randomUUID(), events: chunk }).catch(
      () => undefined,
    )
    if (answer?.response.resultCode === '0') return
    await untilNextTry()
  }
}

async function expectAppliedOnce(options: DatabaseOptions): Promise<void> {
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
    expect(rows).toEqual(
      ['clearing', 'fee', 'load', 'refund', 'reversal'].map((kind) => ({ kind, cents: sumOf(kind) })),
    )
  } finally {
    await database.close()
  }
}

describe('faults while events are received', () => {
  it(
    'kill -9 inside the transaction of a call loses nothing and applies nothing twice',
    { timeout: minutes(5) },
    async () => {
      const { url, drop } = await createDatabase('demo')
      const lockingClient = new pg.Client(url)
      await lockingClient.connect()
      cleanUps.push(drop, () => lockingClient.end())
      const server = await startWithCleanUp({ DATABASE_URL: url })
      const key = await createKey({ databaseUrl: url })
      const [first = [], ...others] = calls
      // Every posting locks the owner's accounts first. While the test holds them, the call waits inside its transaction.
      await lockingClient.query('BEGIN')
      await lockingClient.query("SELECT id FROM account WHERE kind = 'funding' FOR UPDATE")
      const sending = sendUntilAnswered(server, key, first)
      await expect.poll(() => lockWaits(lockingClient, 'feed_key')).toBe(1)
      await server.kill()
      await lockingClient.query('COMMIT')
      expect((await lockingClient.query('SELECT FROM feed_event')).rowCount).toBe(0)
      await server.start()
      await sending
      for (const chunk of others) await sendUntilAnswered(server, key, chunk)
      await server.stop()
      await expectAppliedOnce({ databaseUrl: url })
    },
  )

  it.runIf(isLong)(
    'kill -9 of the server and its private PostgreSQL at random moments applies each event once',
    { timeout: minutes(20) },
    async () => {
      const server = await startWithCleanUp()
      cleanUps.push(() => stopPostgresOf(server.dataDir))
      await server.stop()
      const key = await createKey({ dataDir: server.dataDir })
      await server.start()
      for (const chunk of calls) {
        const sending = sendUntilAnswered(server, key, chunk)
        if (random.chance(0.4)) {
          await untilRandomMoment(random, 400)
          await Promise.all([server.kill(), killPostgresOf(server.dataDir)])
          await server.start()
        }
        await sending
      }
      await server.stop()
      await expectAppliedOnce({ dataDir: server.dataDir })
    },
  )
})
