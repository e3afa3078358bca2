// Four clients on two PostgreSQL servers, served by two processes with one build, while processes and a PostgreSQL are
// killed: nothing acknowledged is lost, nothing is posted twice, no client sees another's, and the clients whose
// PostgreSQL is healthy continue. Three of the clients are only rows of CLIENTS_FILE. For the long run.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { codes } from '#contract/codes.ts'
import type { Result } from '#contract/operations.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { clientFor, post } from '#tests/support/call.ts'
import { minutes, startRandom } from '#tests/support/long-run.ts'
import { untilNextTry, untilRandomMoment } from '#tests/support/pauses.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { temporaryRoot } from '#tests/support/temporary.ts'

const rounds = 6
const rowCount = 700
const elements = demoCardsInState('active', 60, [1])
const batchElements = Array.from({ length: rowCount }, (_, index) => ({
  identifier: elements[index % elements.length]?.trackingNumber ?? '',
  amount: '1.00',
}))
const referenceOf = (key: string) => `Only for ${key}`

interface Cell {
  readonly key: string
  readonly cluster: PostgresServer
  readonly databaseUrl: string
  /** Its batches whose submission was acknowledged. */
  readonly batchIds: string[]
  olive: string
  amir: string
}

describe('four clients on two PostgreSQL servers', () => {
  const random = startRandom()
  let folder = ''
  let clusters: readonly PostgresServer[] = []
  let cells: readonly Cell[] = []
  let servers: readonly RunningServer[] = []
  let env = { CLIENTS_FILE: '', SECRETS_DIR: '', LOG_LEVEL: 'info' }

  beforeAll(async () => {
    folder = mkdtempSync(join(temporaryRoot, 'portal-cells-'))
    env = { ...env, CLIENTS_FILE: join(folder, 'clients.json'), SECRETS_DIR: join(folder, 'keys') }
    clusters = [await startPostgres({ isDurable: true }), await startPostgres({ isDurable: true })]
    cells = await Promise.all(
      ['voyager', 'acme', 'borealis', 'cedar'].map(async (key, index) => {
        const cluster = clusters[index % 2] as PostgresServer
        const client = new pg.Client(cluster.url)
        await client.connect()
        await client.query(`CREATE DATABASE ${key}`)
        await client.end()
        const databaseUrl = cluster.url.replace(/postgres$/, key)
        return { key, cluster, databaseUrl, batchIds: [], olive: '', amir: '' }
      }),
    )
    const rows = cells.map(({ key, databaseUrl }) => [
      key,
      { DATABASE_URL: databaseUrl, ...(key !== 'voyager' && { portal: { like: 'voyager', name: key } }) },
    ])
    writeFileSync(env.CLIENTS_FILE, JSON.stringify(Object.fromEntries(rows)))
    mkdirSync(env.SECRETS_DIR)
    const first = await startServer({ env: { ...env } })
    servers = [first]
    servers = [first, await startServer({ env: { ...env } })]
    for (const cell of cells) {
      const server = { url: urlAt(first, cell), ownerId: voyager.ownerId }
      cell.olive = (await clientFor(server, 'olive')).token
      cell.amir = (await clientFor(server, 'amir')).token
    }
  }, minutes(5))
  afterAll(async () => {
    for (const server of servers) await server.remove()
    for (const cluster of clusters) cluster.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const urlAt = (server: RunningServer, { key }: Cell) => server.url.replace('/voyager/', `/${key}/`)

  /** Repeats a call like the portal, at any server, until a response arrives; a change keeps its requestId. */
  async function untilResponse(cell: Cell, method: string, params: object) {
    for (const deadline = Date.now() + minutes(3); Date.now() < deadline;) {
      const server = servers[random.integer(0, servers.length - 1)] as RunningServer
      const answer = await post(urlAt(server, cell), method, params).catch(() => undefined)
      if (answer && answer.status !== 503) return answer.response
      await untilNextTry()
    }
    throw new Error(`${cell.key}: ${method} never got a response`)
  }

  async function submit(cell: Cell): Promise<string> {
    const response = await untilResponse(cell, 'batchLoadUpload', {
      token: cell.olive,
      requestId: randomUUID(),
      batchElements,
      identifierType: 2,
      loadReference: referenceOf(cell.key),
      fileName: 'x.csv',
      batchLoadOptions: [],
      duplicateReason: 'The same cards again',
    })
    expect(response, cell.key).toMatchObject({ resultCode: '0' })
    const id = response['batchLoadFileID'] as string
    cell.batchIds.push(id)
    return id
  }

  const listOf = async (cell: Cell, filter: 1 | 2) =>
    (await untilResponse(cell, 'batchLoads', { token: cell.amir, filter }))['batchLoads'] as
      | Result<'batchLoads'>['batchLoads']
      | undefined

  async function approve(cell: Cell, id: string): Promise<void> {
    const fingerprint = (await listOf(cell, 1))?.find(({ BATCHLOADFILEID }) => BATCHLOADFILEID === id)?.FINGERPRINT
    const decision = { token: cell.amir, requestId: randomUUID(), batchLoadFileID: id, fingerprint }
    expect(await untilResponse(cell, 'approveBatchLoad', decision), cell.key).toMatchObject({ resultCode: '0' })
  }

  async function untilPosted(cell: Cell, id: string): Promise<void> {
    const loaded = async () =>
      (await listOf(cell, 2))?.find(({ BATCHLOADFILEID }) => BATCHLOADFILEID === id)?.LOADEDCOUNT
    await expect.poll(loaded, { timeout: minutes(3), interval: 200, message: cell.key }).toBe(rowCount)
  }

  async function postBatch(cell: Cell): Promise<void> {
    const id = await submit(cell)
    await approve(cell, id)
    await untilPosted(cell, id)
  }

  /** Its database has each of its batches once, posted once, and nothing that names another client. */
  async function expectOwnDataOnce({ key, databaseUrl, batchIds }: Cell): Promise<void> {
    const database = await connectDatabase({ databaseUrl })
    try {
      const { rows } = await sql<{ id: string; reference: string; n: number }>`
        SELECT id::text AS id, reference, (SELECT count(*)::int FROM posted_row WHERE batch_id = b.id) AS n
        FROM batch_file b WHERE reference LIKE 'Only for %' ORDER BY b.id`.execute(database.db)
      const ids = batchIds.toSorted((one, other) => Number(one) - Number(other))
      expect(rows, key).toEqual(ids.map((id) => ({ id, reference: referenceOf(key), n: rowCount })))
      expect(await checkLedger(database.db), key).toEqual([])
    } finally {
      await database.close()
    }
  }

  /** Mails and keys are in the client's own folder, and name no other client. */
  function expectOwnFiles({ key }: Cell): void {
    const others = cells.filter((cell) => cell.key !== key).map((cell) => cell.key)
    for (const { dataDir } of servers) {
      const outbox = join(dataDir, key, 'outbox')
      for (const name of existsSync(outbox) ? readdirSync(outbox) : []) {
        const mail = readFileSync(join(outbox, name), 'utf8').replaceAll('=\r\n', '')
        for (const other of others) expect(mail, `${key}: ${name}`).not.toMatch(`/${other}/`)
        for (const other of others) expect(mail, `${key}: ${name}`).not.toContain(referenceOf(other))
      }
    }
    const sets = readdirSync(join(env.SECRETS_DIR, key)).map((name) =>
      readFileSync(join(env.SECRETS_DIR, key, name), 'latin1'),
    )
    for (const other of others)
      for (const name of readdirSync(join(env.SECRETS_DIR, other)))
        expect(sets).not.toContain(readFileSync(join(env.SECRETS_DIR, other, name), 'latin1'))
  }

  it(
    'lose nothing, post nothing twice, see nothing of each other, and do not stop each other',
    { timeout: minutes(30) },
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const [dying, healthy] = round % 2 === 0 ? [0, 1] : [1, 0]
        const cluster = clusters[dying] as PostgresServer
        const server = servers[random.integer(0, 1)] as RunningServer
        const work = Promise.all(cells.flatMap((cell) => [postBatch(cell), postBatch(cell)]))
        await untilRandomMoment(random, 3_000)
        const faults = random.integer(0, 1) === 0 ? [server.kill, cluster.kill] : [cluster.kill, server.kill]
        for (const fault of faults) {
          await fault()
          await untilRandomMoment(random, 500)
        }

        // With one process and one PostgreSQL left, the other clients do a day's work, and those of the dead one wait.
        for (const cell of cells.filter((each) => each.cluster === clusters[healthy])) await postBatch(cell)
        const alive = servers.find((each) => each !== server) as RunningServer
        for (const cell of cells.filter((each) => each.cluster === cluster)) {
          const answer = await post(urlAt(alive, cell), 'userInfo', { token: cell.olive })
          expect([answer.status, answer.response.resultCode], cell.key).toEqual([503, '-20500'])
        }
        // A session of one client is none of another client, also now.
        const [first, second] = cells.filter((each) => each.cluster === clusters[healthy]) as [Cell, Cell]
        const foreign = await post(urlAt(alive, first), 'userInfo', { token: second.olive })
        expect(foreign.response.resultCode).toBe(codes.sessionInvalid)

        // The process starts while one of its databases is away; its clients follow when the database is back.
        const started = server.start()
        await untilRandomMoment(random, 3_000)
        await cluster.start()
        await started
        await work
        for (const cell of cells) {
          await expectOwnDataOnce(cell)
          expectOwnFiles(cell)
        }
      }
    },
  )
})
