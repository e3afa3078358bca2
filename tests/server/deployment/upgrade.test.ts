// A rolling upgrade under load: two servers on one database are restarted in turn with a version that changes the
// tables. If the migration fails, servers of the previous version continue.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase } from '#server/db/connect.ts'
import { readSchemaVersions, newestVersion } from '#server/db/migrate.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { clientFor, post, type SignedInClient } from '#tests/support/call.ts'
import { createDatabase } from '#tests/support/database.ts'
import { lockWaits } from '#tests/support/database-locks.ts'
import { minutes } from '#tests/support/long-run.ts'
import { freshInstance } from '#tests/support/programme.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { untilNextTry } from '#tests/support/pauses.ts'

const root = join(import.meta.dirname, '../../..')
const rowCount = 1_500
const rounds = 2
const cards = demoCardsInState('active', 60, [1])
const batchElements = Array.from({ length: rowCount }, (_, index) => ({
  identifier: cards[index % cards.length]?.trackingNumber ?? '',
  amount: '1.00',
}))

/** A copy of the built server with one more migration, like the next version. Returns its main.js. */
function createNext(migration: string): string {
  const tree = mkdtempSync(join(tmpdir(), 'portal-next-'))
  folders.push(tree)
  cpSync(join(root, 'dist/host'), join(tree, 'dist/host'), {
    recursive: true,
    filter: (path) => !path.endsWith('.map'),
  })
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  const scripts = readdirSync(join(tree, 'dist/host')).filter((name) => name.endsWith('.js'))
  const row = `{ number: ${newestVersion + 1}, name: 'next', sql: ${JSON.stringify(migration)} }`
  const changed = scripts.filter((name) => {
    const path = join(tree, 'dist/host', name)
    const source = readFileSync(path, 'utf8')
    // The end of the list of migrations.
    const next = source.replace(/\b(?:const|let|var) migrations = \[[^]*?\n\}?\];/, (list) =>
      list.replace(/\];$/, `, ${row}];`),
    )
    if (next !== source) writeFileSync(path, next)
    return next !== source
  })
  if (changed.length !== 1) throw new Error('the list of migrations was not found in the built server')
  return join(tree, 'dist/host/main.js')
}
const folders: string[] = []
let nextProgram: string
let brokenProgram: string
beforeAll(() => {
  // Rewrites a table that every posting and report uses, and builds an index on another.
  nextProgram = createNext(`ALTER TABLE account ADD COLUMN next_stamp timestamptz DEFAULT clock_timestamp();
    CREATE INDEX next_amount ON ledger_entry (amount_cents)`)
  brokenProgram = createNext(
    'ALTER TABLE account ADD COLUMN next_stamp timestamptz; SELECT 1 / (count(*) - count(*)) FROM card',
  )
})
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

const cleanUps: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

interface TestSystem {
  readonly databaseUrl: string
  readonly client: pg.Client
  readonly servers: readonly [RunningServer, RunningServer]
  readonly olive: SignedInClient
  readonly amir: SignedInClient
}

async function startSystem(): Promise<TestSystem> {
  const { url: databaseUrl, drop } = await createDatabase('demo')
  const client = new pg.Client(databaseUrl)
  await client.connect()
  cleanUps.push(drop, () => client.end())
  const start = async () => {
    const server = await startServer({
      env: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'info', PORTAL_DIR: join(root, 'dist/portal') },
    })
    cleanUps.push(() => server.remove())
    return server
  }
  const servers = [await start(), await start()] as const
  return {
    databaseUrl,
    client,
    servers,
    olive: await clientFor(servers[0], 'olive'),
    amir: await clientFor(servers[0], 'amir'),
  }
}

/** Makes a call like a load balancer: alternates between the servers until one of them accepts it. */
async function callBalanced({ servers }: TestSystem, { token }: SignedInClient, method: string, params: object) {
  const change = { requestId: randomUUID(), ...params, token }
  for (const deadline = Date.now() + minutes(1); Date.now() < deadline;)
    for (const { url } of servers) {
      const response = await post(url, method, change).catch(() => undefined)
      if (response && response.status !== 503) return response.response
      await untilNextTry()
    }
  throw new Error(`no server responded to ${method}`)
}

/** Uploads and approves batches until it is stopped; returns their ids. */
function keepLoading(system: TestSystem) {
  let isOver = false
  const loading = (async () => {
    const ids: string[] = []
    while (!isOver) {
      const uploaded = await callBalanced(system, system.olive, 'batchLoadUpload', {
        batchElements,
        identifierType: 2,
        loadReference: 'During the upgrade',
        fileName: 'x.csv',
        batchLoadOptions: [],
        duplicateReason: 'The same cards again',
      })
      expect(uploaded).toMatchObject({ resultCode: '0' })
      const id = uploaded['batchLoadFileID'] as string
      const { rows } = await system.client.query<{ fingerprint: string }>(
        `SELECT fingerprint FROM batch_file WHERE id = ${id}`,
      )
      const fingerprint = rows[0]?.fingerprint
      const approved = await callBalanced(system, system.amir, 'approveBatchLoad', { batchLoadFileID: id, fingerprint })
      expect(approved).toMatchObject({ resultCode: '0' })
      ids.push(id)
    }
    return ids
  })()
  // The promise is awaited at the end, which reports an earlier failure.
  loading.catch(() => undefined)
  return () => {
    isOver = true
    return loading
  }
}

async function expectAllPostedOnce({ databaseUrl, client }: TestSystem, ids: readonly string[]): Promise<void> {
  const postingCounts = async () =>
    (
      await client.query<{ n: number }>(
        `SELECT (SELECT count(*)::int FROM posted_row WHERE batch_id = b.id) AS n
         FROM batch_file b WHERE reference = 'During the upgrade' ORDER BY id`,
      )
    ).rows.map(({ n }) => n)
  await expect.poll(postingCounts, { timeout: minutes(1) }).toEqual(ids.map(() => rowCount))
  await expect
    .poll(async () => (await client.query("SELECT FROM job WHERE kind = 'process-batch'")).rowCount, {
      timeout: minutes(1),
    })
    .toBe(0)
  expect(await postingCounts()).toEqual(ids.map(() => rowCount))
  const database = await connectDatabase({ databaseUrl })
  expect(await checkLedger(database.db)).toEqual([])
  await database.close()
}

const versionOf = async ({ client }: TestSystem) =>
  (await client.query<{ n: number }>('SELECT max(number) AS n FROM migration')).rows[0]?.n
const healthOf = async ({ url }: RunningServer) => (await fetch(`${url}health`)).status

describe('a rolling upgrade', () => {
  it(
    'changes the tables under load: the old server still reads, and each row is posted once',
    {
      timeout: minutes(10),
    },
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const system = await startSystem()
        const [one, two] = system.servers
        const stopLoading = keepLoading(system)
        await expect
          .poll(
            async () =>
              (await system.client.query("SELECT FROM batch_file WHERE reference = 'During the upgrade'")).rowCount,
          )
          .toBeGreaterThan(1)

        // A reader locks a table that the migration changes. The migration waits, gives up and retries, so that it blocks
        // no one.
        const reader = new pg.Client(system.databaseUrl)
        await reader.connect()
        await reader.query('BEGIN; SELECT FROM account LIMIT 1')
        const upgrading = one.restart({}, nextProgram)
        await expect.poll(() => lockWaits(system.client, 'account')).toBeGreaterThan(0)
        await expect.poll(async () => (await post(two.url, 'overview', { token: system.amir.token })).status).toBe(200)
        expect(await versionOf(system)).toBe(newestVersion)
        await reader.query('COMMIT')
        await reader.end()
        await upgrading

        expect(await versionOf(system)).toBe(newestVersion + 1)
        await expect.poll(() => healthOf(two)).toBe(503)
        // Reads still work, so open pages can be used until the load balancer notices.
        expect(await post(two.url, 'batchLoads', { token: system.amir.token, filter: 2 })).toMatchObject({
          status: 200,
          response: { resultCode: '0' },
        })
        await two.restart({}, nextProgram)
        await expect.poll(() => Promise.all(system.servers.map(healthOf))).toEqual([200, 200])
        await expectAllPostedOnce(system, await stopLoading())
      }
    },
  )

  it('whose migration fails leaves the old version running', { timeout: minutes(3) }, async () => {
    const system = await startSystem()
    const [one, two] = system.servers
    const stopLoading = keepLoading(system)
    await expect(one.restart({}, brokenProgram)).rejects.toThrow('ended with 1')
    expect(one.log()).toContain(
      "The migration 'next' failed and was rolled back: division by zero. The tables are as before, and servers of the previous version continue.",
    )
    expect(await versionOf(system)).toBe(newestVersion)
    expect((await system.client.query("SELECT FROM pg_attribute WHERE attname = 'next_stamp'")).rowCount).toBe(0)
    // Polled, since a single probe of the database can be late on a busy machine.
    await expect.poll(() => healthOf(two)).toBe(200)
    const ids = await stopLoading()
    expect(ids.length).toBeGreaterThan(0)
    await expectAllPostedOnce(system, ids)
  })
})

it('commands of the next version leave the tables to its servers, except for role grant', async () => {
  const instance = await freshInstance('demo')
  cleanUps.push(instance.remove)
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(dirname(nextProgram), 'programme.js'), ...args], {
      env: { ...process.env, ...instance.env },
      encoding: 'utf8',
    })
  const version = async () => (await instance.withDb(readSchemaVersions)).applied
  const exported = join(instance.folder, 'exported')
  const message = `The tables are at version ${newestVersion}, and this release would change them to version ${newestVersion + 1}: start a server of this release first. Until then, use the commands of the release that is running.`
  for (const command of [['export', exported], ['status'], ['erase', 'expired'], ['audit', 'verify']]) {
    const { status, stderr } = run(...command)
    expect(status).toBe(1)
    expect(stderr).toContain(message)
  }
  expect(existsSync(exported)).toBe(false)
  expect(await version()).toBe(newestVersion)
  expect(run('role', 'grant', 'pg_monitor').stderr).not.toContain('start a server')
  expect(await version()).toBe(newestVersion + 1)
  expect(run('status').stderr).not.toContain('start a server')
})
