// The primary PostgreSQL is killed while two servers accept and post batches, and its standby is promoted. The servers
// switch automatically, nothing that was acknowledged is lost, and nothing is posted twice.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import type { Result } from '#contract/operations.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { clientFor, post, type SignedInClient } from '#tests/support/call.ts'
import { isLong, minutes, startRandom } from '#tests/support/long-run.ts'
import { type PostgresServer, startPostgres, startStandby } from '#tests/support/postgres.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { untilNextTry, untilRandomMoment } from '#tests/support/pauses.ts'

const random = startRandom()
const rowCount = isLong ? 2_000 : 700
const rounds = isLong ? 3 : 1
const cards = demoCardsInState('active', 60, [1])
const batchElements = Array.from({ length: rowCount }, (_, index) => ({
  identifier: cards[index % cards.length]?.trackingNumber ?? '',
  amount: '1.00',
}))

const cleanUps: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** Repeats a call like the portal until a response arrives; a change keeps its requestId. */
async function untilResponse({ url, token }: SignedInClient, method: string, params: object) {
  for (const deadline = Date.now() + minutes(2); Date.now() < deadline;) {
    const { status, response } = await post(url, method, { ...params, token })
    if (status !== 503) return response
    await untilNextTry()
  }
  throw new Error(`${method} never got a response`)
}

const upload = async (olive: SignedInClient): Promise<string> => {
  const response = await untilResponse(olive, 'batchLoadUpload', {
    requestId: randomUUID(),
    batchElements,
    identifierType: 2,
    loadReference: 'While the primary dies',
    fileName: 'x.csv',
    batchLoadOptions: [],
    duplicateReason: 'The same cards again',
  })
  expect(response).toMatchObject({ resultCode: '0' })
  return response['batchLoadFileID'] as string
}

async function approve(amir: SignedInClient, id: string): Promise<void> {
  const { batchLoads } = await untilResponse(amir, 'batchLoads', { filter: 1 })
  const batches = batchLoads as Result<'batchLoads'>['batchLoads']
  const fingerprint = batches.find((batch) => batch.BATCHLOADFILEID === id)?.FINGERPRINT ?? ''
  const decision = { requestId: randomUUID(), batchLoadFileID: id, fingerprint }
  const response = await untilResponse(amir, 'approveBatchLoad', decision)
  expect(response).toMatchObject({ resultCode: '0' })
}

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
  it('nothing acknowledged is lost, and nothing is posted twice', { timeout: minutes(isLong ? 15 : 3) }, async () => {
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
      const [olive, amir] = [await clientFor(first, 'olive'), await clientFor(second, 'amir')]

      // Three batches are posted or approved, and more are uploaded, when the primary dies.
      const earlyIds = [await upload(olive), await upload(olive), await upload(olive)]
      const approvals = Promise.all(earlyIds.map((id) => approve(amir, id)))
      const uploads = (async () => [await upload(olive), await upload(olive)])()
      await untilRandomMoment(random, 1_500)
      await primary.kill()
      await promote(standby)
      await approvals
      const lateIds = await uploads
      for (const id of lateIds) await approve(amir, id)
      for (const id of [...earlyIds, ...lateIds])
        await expect
          .poll(async () => (await batchOf(amir, id))?.LOADEDCOUNT, { timeout: minutes(2), interval: 200 })
          .toBe(rowCount)
      batchIds.push(...earlyIds, ...lateIds)
      for (const server of servers) await expect.poll(async () => (await fetch(`${server.url}health`)).status).toBe(200)
      await expectPostedOnce(standby.url, batchIds)
      primary.remove()
      primary = standby
    }
  })
})

/** The second server reads the first server's keys, since both need the same. */
const keysOf = (server: RunningServer | undefined): Record<string, string> =>
  server ? { SECRETS_DIR: `${server.dataDir}/keys` } : {}

const batchOf = async (amir: SignedInClient, id: string) =>
  (await amir.call('batchLoads', { filter: 2 })).batchLoads?.find((batch) => batch.BATCHLOADFILEID === id)

/**
 * Checks that each row of each batch was posted once, that no other batch exists, and that the ledger is consistent.
 */
async function expectPostedOnce(databaseUrl: string, ids: readonly string[]): Promise<void> {
  const database = await connectDatabase({ databaseUrl })
  try {
    const { rows } = await sql<{ id: string; n: number }>`
      SELECT batch_file.id::text AS id, (SELECT count(*)::int FROM posted_row WHERE batch_id = batch_file.id) AS n
      FROM batch_file WHERE reference = 'While the primary dies' ORDER BY batch_file.id`.execute(database.db)
    expect(rows).toEqual(ids.toSorted((one, other) => Number(one) - Number(other)).map((id) => ({ id, n: rowCount })))
    expect(await checkLedger(database.db)).toEqual([])
  } finally {
    await database.close()
  }
}
