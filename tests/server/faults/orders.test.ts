// Servers, run as processes, that are killed while they issue cards, at random moments or inside the transaction of a
// chunk, and two servers that share a database. Each row gets one card, nothing is left half done, and the ledger is
// consistent.
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { connectDatabase } from '#server/db/connect.ts'
import { clientFor } from '#tests/support/call.ts'
import { createDatabase } from '#tests/support/database.ts'
import { demoCardCount } from '#tests/support/demo-cards.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { endLeases, lockWaits } from '#tests/support/database-locks.ts'
import { minutes, startRandom } from '#tests/support/long-run.ts'
import {
  approvedOrder,
  expectNoStrayCards,
  expectSoundLedger,
  rowsOfOrder,
  times,
  virtualCard,
} from '#tests/support/issued-orders.ts'
import { detailsOf } from '#tests/support/order-calls.ts'
import { untilRandomMoment } from '#tests/support/pauses.ts'

const random = startRandom()

const cleanUps: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const startWithCleanUp = async (env: Record<string, string>): Promise<RunningServer> => {
  const server = await startServer({ env })
  cleanUps.push(() => server.remove())
  return server
}

/** Starts a server with its own demo programme. */
async function startOnNewDatabase(): Promise<{ server: RunningServer; databaseUrl: string }> {
  const { url: databaseUrl, drop } = await createDatabase('demo')
  cleanUps.push(drop)
  return { server: await startWithCleanUp({ DATABASE_URL: databaseUrl }), databaseUrl }
}

const people = async (server: RunningServer) => ({
  maker: await clientFor(server, 'olive'),
  checker: await clientFor(server, 'amir'),
})
/** The number of rows of an order that have a card, according to the API. */
const countIssued = async (server: RunningServer, id: string) =>
  (await detailsOf(await clientFor(server, 'amir'), id)).batchLoad.issuedCount
const untilAllIssued = (server: RunningServer, id: string, count: number) =>
  expect.poll(() => countIssued(server, id), { timeout: minutes(2), interval: 200 }).toBe(count)

/** Checks that each row has one card with its money, and that the ledger is consistent. */
async function expectIssuedOnce(databaseUrl: string, ids: readonly string[]): Promise<void> {
  const database = await connectDatabase({ databaseUrl })
  try {
    await expectSoundLedger(database.db)
    await expectNoStrayCards(database.db, demoCardCount)
    for (const id of ids) {
      const rows = await rowsOfOrder(database.db, id)
      expect(rows.filter(({ state, balance_cents }) => state !== 'issued' || balance_cents !== 500)).toEqual([])
      expect(new Set(rows.map(({ card_id }) => card_id)).size).toBe(rows.length)
    }
  } finally {
    await database.close()
  }
}

describe('issuing under faults', () => {
  it('kill -9 at random moments gives each row one card', { timeout: minutes(20) }, async () => {
    const { server, databaseUrl } = await startOnNewDatabase()
    const rowCount = 5_000
    const ids: string[] = []
    for (let round = 0; round < 2; round += 1) {
      const rows = times(rowCount, (index) =>
        virtualCard(round * 10_000 + index, {
          tagName: `Round ${round}`,
          tagValue: `${index % 7}`,
          notificationNumber: index % 5 === 0 ? '81234567' : '',
        }),
      )
      const id = await approvedOrder(await people(server), rows)
      ids.push(id)
      for (let kills = 0; kills < 3; kills += 1) {
        await untilRandomMoment(random, 3_000)
        await server.kill()
        // The server verifies its ledger at each start, and would not start with an inconsistent one.
        await server.start()
      }
      await untilAllIssued(server, id, rowCount)
    }
    await server.stop()
    await expectIssuedOnce(databaseUrl, ids)
  })

  it('kill -9 inside the transaction of a chunk gives each row one card', { timeout: minutes(3) }, async () => {
    const { server, databaseUrl } = await startOnNewDatabase()
    const lockingClient = new pg.Client(databaseUrl)
    await lockingClient.connect()
    cleanUps.push(() => lockingClient.end())
    const countIssuedCards = async () =>
      (await lockingClient.query<{ n: number }>('SELECT coalesce(sum(issued_count), 0)::int AS n FROM card_order'))
        .rows[0]?.n
    // Enough rows for more than one chunk of an issue.
    const rowCount = 300
    // The job is killed at these points: before its first card, at the tags of a chunk whose cards are already
    // inserted, and after inserting cards but before posting their money.
    const points = [
      "SELECT id FROM account WHERE kind = 'funding' FOR UPDATE",
      'LOCK TABLE card_tag_value IN EXCLUSIVE MODE',
      'LOCK TABLE ledger_entry IN EXCLUSIVE MODE',
    ]
    const ids: string[] = []
    for (const [round, point] of points.entries()) {
      const before = (await countIssuedCards()) ?? 0
      await lockingClient.query('BEGIN')
      await lockingClient.query(point)
      const rows = times(rowCount, (index) =>
        virtualCard(round * 10_000 + index, { tagName: 'Squad', tagValue: 'Blue' }),
      )
      ids.push(await approvedOrder(await people(server), rows))
      await expect.poll(() => lockWaits(lockingClient, 'card_order'), { interval: 20 }).toBe(1)
      await server.kill()
      await lockingClient.query('COMMIT')
      // The database notices the connection of a killed server only after a while.
      await expect.poll(() => lockWaits(lockingClient, 'card_order'), { interval: 20 }).toBe(0)
      expect(await countIssuedCards()).toBe(before)
      await endLeases(lockingClient)
      await server.start()
      await untilAllIssued(server, ids[round] ?? '', rowCount)
    }
    await server.stop()
    await expectIssuedOnce(databaseUrl, ids)
  })

  it('two servers on one database issue each row once, even if one of them dies', { timeout: minutes(2) }, async () => {
    const { server, databaseUrl } = await startOnNewDatabase()
    const second = await startWithCleanUp({ DATABASE_URL: databaseUrl, SECRETS_DIR: `${server.dataDir}/keys` })
    const rowCount = 400
    const ids: string[] = []
    const users = await people(server)
    for (let order = 0; order < 3; order += 1)
      ids.push(
        await approvedOrder(
          users,
          times(rowCount, (index) => virtualCard(order * 10_000 + index)),
        ),
      )
    await expect.poll(() => countIssued(second, ids[0] ?? ''), { interval: 10 }).toBeGreaterThan(0)
    await server.kill()
    for (const id of ids) await untilAllIssued(second, id, rowCount)
    await second.stop()
    await expectIssuedOnce(databaseUrl, ids)
  })
})
