// Faults of the built server while it receives events: it is killed inside the transaction of a call, and at random
// moments, in the long run together with its PostgreSQL. The sender repeats each call without an answer, as processors do.
// Afterwards every event was applied once, and the ledger is consistent.
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { createDatabase } from '#tests/support/database.ts'
import { lockWaits } from '#tests/support/database-locks.ts'
import { minutes, startRandom } from '#tests/support/long-run.ts'
import { untilRandomMoment } from '#tests/support/pauses.ts'
import { killPostgresOf, stopPostgresOf } from '#tests/support/postgres-processes.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import {
  createProcessorKey,
  divideIntoCalls,
  expectAppliedOnce,
  sendUntilAnswered,
  simulateEvents,
} from '#tests/support/simulated-events.ts'

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

const events = simulateEvents(60)
const calls = divideIntoCalls(events, EVENTS_PER_CALL)

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
      const key = await createProcessorKey({ databaseUrl: url })
      const [first = [], ...others] = calls
      // Every posting locks the owner's accounts first. While the test holds them, the call waits inside its transaction.
      await lockingClient.query('BEGIN')
      await lockingClient.query("SELECT id FROM account WHERE kind = 'funding' FOR UPDATE")
      const sending = sendUntilAnswered(server, key, first)
      await expect.poll(() => lockWaits(lockingClient, 'feed_key')).toBe(1)
      await server.kill()
      await lockingClient.query('COMMIT')
      const stored = await lockingClient.query("SELECT FROM feed_event WHERE source = 'processor'")
      expect(stored.rowCount).toBe(0)
      await server.start()
      await sending
      for (const chunk of others) await sendUntilAnswered(server, key, chunk)
      await server.stop()
      await expectAppliedOnce({ databaseUrl: url }, events)
    },
  )

  it(
    'kill -9 of the server and its private PostgreSQL at random moments applies each event once',
    { timeout: minutes(20) },
    async () => {
      const server = await startWithCleanUp()
      cleanUps.push(() => stopPostgresOf(server.dataDir))
      await server.stop()
      const key = await createProcessorKey({ dataDir: server.dataDir })
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
      await expectAppliedOnce({ dataDir: server.dataDir }, events)
    },
  )
})
