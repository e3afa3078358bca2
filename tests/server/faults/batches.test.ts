// Faults of the built server while it processes batches: it is killed inside the transaction of a chunk, and in the long
// run at random moments, alone or together with its PostgreSQL; two servers share one database. After each fault, every
// row is posted once and the ledger is consistent. database.test.ts tests a PostgreSQL that dies or hangs.
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { connectDatabase, type DatabaseOptions } from '#server/db/connect.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { clientFor, type SignedInClient } from '#tests/support/call.ts'
import { createDatabase } from '#tests/support/database.ts'
import { approveLoad, waitUntilLoaded, uploadLoad } from '#tests/support/load-batch.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { endLeases, lockWaits } from '#tests/support/database-locks.ts'
import { minutes, startRandom } from '#tests/support/long-run.ts'
import { killPostgresOf, stopPostgresOf } from '#tests/support/postgres-processes.ts'
import { untilRandomMoment } from '#tests/support/pauses.ts'

const random = startRandom()

const cleanUps: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})
const startWithCleanUp = async (env: Record<string, string> = {}): Promise<RunningServer> => {
  const server = await startServer({ env })
  cleanUps.push(() => server.remove())
  return server
}

const upload = async (server: RunningServer, rowCount: number): Promise<string> =>
  uploadLoad(await clientFor(server, 'olive'), rowCount)

/** Checks that each row was posted once, and that the ledger is consistent. */
async function expectPostedOnce(options: DatabaseOptions, ids: readonly string[], rowCount: number): Promise<void> {
  const database = await connectDatabase(options)
  try {
    expect(await checkLedger(database.db)).toEqual([])
    const posted = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM posted_row WHERE batch_id = ANY (${ids}::bigint[])`.execute(database.db)
    expect(posted.rows[0]?.n).toBe(rowCount * ids.length)
  } finally {
    await database.close()
  }
}

/** Uploads and approves batches, and kills at random moments while they are posted. */
async function loadUnderKills(
  server: RunningServer,
  { rounds, rowCount, kill }: { rounds: number; rowCount: number; kill: () => Promise<void> },
): Promise<string[]> {
  const ids: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const id = await upload(server, rowCount)
    ids.push(id)
    await approveLoad(await clientFor(server, 'amir'), id)
    await untilRandomMoment(random, 1_000)
    await kill()
    // The server verifies its ledger at each start, and would not start with an inconsistent one.
    await server.start()
    const amir = await clientFor(server, 'amir')
    await waitUntilLoaded(amir, id, rowCount)
    const { details } = await amir.call('batchLoadDetails', { batchLoadFileID: id })
    expect(details.every((row) => row.LOADED)).toBe(true)
  }
  return ids
}

describe('faults during batches', () => {
  it('kill -9 of the server at random moments: each row is loaded once', { timeout: minutes(20) }, async () => {
    const { url, drop } = await createDatabase('demo')
    cleanUps.push(drop)
    const server = await startWithCleanUp({ DATABASE_URL: url })
    const ids = await loadUnderKills(server, {
      rounds: 4,
      rowCount: 5_000,
      kill: server.kill,
    })
    await server.stop()
    await expectPostedOnce({ databaseUrl: url }, ids, 5_000)
  })

  it(
    'kill -9 of the server and its private PostgreSQL: each row is loaded once',
    { timeout: minutes(20) },
    async () => {
      const server = await startWithCleanUp()
      cleanUps.push(() => stopPostgresOf(server.dataDir))
      const rowCount = 5_000
      const kill = async () => {
        await Promise.all([server.kill(), killPostgresOf(server.dataDir)])
      }
      const ids = await loadUnderKills(server, { rounds: 4, rowCount, kill })
      await server.stop()
      await expectPostedOnce({ dataDir: server.dataDir }, ids, rowCount)
    },
  )

  it('kill -9 inside the transaction of a chunk loads each row once', { timeout: minutes(4) }, async () => {
    const { url, drop } = await createDatabase('demo')
    const lockingClient = new pg.Client(url)
    await lockingClient.connect()
    cleanUps.push(drop, () => lockingClient.end())
    const server = await startWithCleanUp({ DATABASE_URL: url })
    // A posting locks the funding account first. While the test holds this lock, the job waits inside its transaction.
    await lockingClient.query('BEGIN')
    await lockingClient.query("SELECT id FROM account WHERE kind = 'funding' FOR UPDATE")
    const rowCount = 700
    const id = await upload(server, rowCount)
    await approveLoad(await clientFor(server, 'amir'), id)
    await expect.poll(() => lockWaits(lockingClient, 'batch_file')).toBe(1)
    await server.kill()
    await lockingClient.query('COMMIT')
    expect((await lockingClient.query(`SELECT FROM posted_row WHERE batch_id = ${id}`)).rowCount).toBe(0)
    await endLeases(lockingClient)
    await server.start()
    const amir = await clientFor(server, 'amir')
    await waitUntilLoaded(amir, id, rowCount)
    await expectPostedOnce({ databaseUrl: url }, [id], rowCount)
  })

  it(
    'two servers on one database share the work, and each batch is processed once',
    { timeout: minutes(5) },
    async () => {
      const { url, drop } = await createDatabase('demo')
      const lockingClient = new pg.Client(url)
      await lockingClient.connect()
      cleanUps.push(drop, () => lockingClient.end())
      const servers = [await startWithCleanUp({ DATABASE_URL: url }), await startWithCleanUp({ DATABASE_URL: url })]
      const rowCount = 600
      const ids: string[] = []
      for (let batch = 0; batch < 4; batch += 1) ids.push(await upload(servers[0] as RunningServer, rowCount))
      const checkers = await Promise.all(servers.map((server) => clientFor(server, 'amir')))
      // A posting locks the funding account first. While the test holds this lock, all four jobs wait inside their
      // transactions, until the servers' statement timeout.
      await lockingClient.query('BEGIN')
      await lockingClient.query("SELECT id FROM account WHERE kind = 'funding' FOR UPDATE")
      await Promise.all(ids.map((id, index) => approveLoad(checkers[index % 2] as SignedInClient, id)))
      await expect.poll(() => lockWaits(lockingClient, 'batch_file')).toBe(4)
      await lockingClient.query('COMMIT')
      const amir = checkers[1] as SignedInClient
      for (const id of ids) await waitUntilLoaded(amir, id, rowCount)
      const processedBy = servers.map((server) => server.log().split('"batch processed"').length - 1)
      expect(processedBy.reduce((sum, count) => sum + count, 0)).toBe(ids.length)
      for (const count of processedBy) expect(count).toBeGreaterThan(0)
      await expectPostedOnce({ databaseUrl: url }, ids, rowCount)
    },
  )
})
