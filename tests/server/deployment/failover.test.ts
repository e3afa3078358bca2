// The primary PostgreSQL is killed while two servers accept and post batches, and its standby is promoted. The servers
// switch automatically, nothing that was acknowledged is lost, and nothing is posted twice.
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { clientFor, patientClient, type SignedInClient } from '#tests/support/call.ts'
import { approveLoad, expectPostedOnce, uploadLoad, waitUntilLoaded } from '#tests/support/load-batch.ts'
import { minutes, startRandom } from '#tests/support/long-run.ts'
import { type PostgresServer, startPostgres, startStandby } from '#tests/support/postgres.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { untilRandomMoment } from '#tests/support/pauses.ts'

const random = startRandom()
const rowCount = 2_000
const rounds = 3
const REFERENCE = 'While the primary dies'

const cleanUps: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const upload = (olive: SignedInClient) => uploadLoad(olive, rowCount, REFERENCE)

async function promote({ url }: PostgresServer): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('SELECT pg_promote()')
  await client.end()
}

/** A `DATABASE_URL` that names both servers in libpq's format. */
const addressOfBoth = (first: PostgresServer, second: PostgresServer) =>
  first.url.replace(new URL(first.url).host, `${new URL(first.url).host},${new URL(second.url).host}`)

describe('a standby takes over while batches are posted', () => {
  it('nothing acknowledged is lost, and nothing is posted twice', { timeout: minutes(15) }, async () => {
    let primary = await startPostgres({ isDurable: true })
    cleanUps.push(() => primary.remove())
    const servers: RunningServer[] = []
    const batchIds: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const standby = await startStandby(primary)
      cleanUps.push(() => standby.remove())
      const DATABASE_URL = addressOfBoth(primary, standby)
      if (round === 0)
        for (const _ of [1, 2]) {
          const server = await startServer({ env: { DATABASE_URL, LOG_LEVEL: 'info', ...keysOf(servers[0]) } })
          cleanUps.push(() => server.remove())
          servers.push(server)
        }
      else for (const server of servers) await server.restart({ DATABASE_URL })
      const [first, second] = servers as [RunningServer, RunningServer]
      const olive = patientClient(await clientFor(first, 'olive'))
      const amir = patientClient(await clientFor(second, 'amir'))

      // Three batches are posted or approved, and more are uploaded, when the primary dies.
      const earlyIds = [await upload(olive), await upload(olive), await upload(olive)]
      const approvals = Promise.all(earlyIds.map((id) => approveLoad(amir, id)))
      const uploads = (async () => [await upload(olive), await upload(olive)])()
      await untilRandomMoment(random, 1_500)
      await primary.kill()
      await promote(standby)
      await approvals
      const lateIds = await uploads
      for (const id of lateIds) await approveLoad(amir, id)
      for (const id of [...earlyIds, ...lateIds]) await waitUntilLoaded(amir, id, rowCount, minutes(2))
      batchIds.push(...earlyIds, ...lateIds)
      for (const server of servers) await expect.poll(async () => (await fetch(`${server.url}health`)).status).toBe(200)
      await expectPostedOnce(standby.url, { reference: REFERENCE, ids: batchIds, rowCount })
      primary.remove()
      primary = standby
    }
  })
})

/** The second server reads the first server's keys, since both need the same. */
const keysOf = (server: RunningServer | undefined): Record<string, string> =>
  server ? { SECRETS_DIR: `${server.dataDir}/keys` } : {}
