// PgBouncer in transaction mode between two servers and PostgreSQL, with fewer connections to PostgreSQL than the
// servers have to PgBouncer. Batches are posted, and commands that need exclusive access fail meanwhile. Skipped
// if pgbouncer is not installed.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newestVersion } from '#server/db/migrate.ts'
import { chooseUser } from '#server/db/private/run-as.ts'
import { clientFor } from '#tests/support/call.ts'
import { createDatabase } from '#tests/support/database.ts'
import { approveLoad, waitUntilLoaded, uploadLoad } from '#tests/support/load-batch.ts'
import { minutes } from '#tests/support/long-run.ts'
import { freePort } from '#tests/support/ports.ts'
import { runInProcess } from '#tests/support/programme.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'

const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0
const rowCount = 600

describe.skipIf(!hasPgBouncer)('PgBouncer in transaction mode (skipped if pgbouncer is not installed)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-pgbouncer-'))
  const servers: RunningServer[] = []
  let directDatabase: { readonly url: string; readonly drop: () => Promise<void> }
  let pooledUrl: string
  let pgbouncer: ChildProcess
  let client: pg.Client

  beforeAll(async () => {
    directDatabase = await createDatabase('demo')
    const { hostname, port, pathname } = new URL(directDatabase.url)
    const listenPort = await freePort()
    // The settings of docs/running/pooler.md.
    const text = readFileSync(join(import.meta.dirname, '../../../docs/running/pooler.md'), 'utf8')
    const settings = /```ini\n([^]*?)```/.exec(text)?.[1] ?? ''
    const adapted = settings
      .replace('host=db.example port=5432', `host=${hostname} port=${port}`)
      .replaceAll('portal =', `${pathname.slice(1)} =`)
      .replace('listen_addr = 10.0.0.20', 'listen_addr = 127.0.0.1')
      .replace('listen_port = 6432', `listen_port = ${listenPort}`)
      .replace('default_pool_size = 40', 'default_pool_size = 8')
      .replace(/^auth_type.*$/m, 'auth_type = any')
      .replace(/^auth_file.*\n/m, '')
      .replace(`host=${hostname}`, `user=postgres host=${hostname}`)
    writeFileSync(join(folder, 'pgbouncer.ini'), `${adapted}\nunix_socket_dir =\n`)
    chmodSync(folder, 0o755)
    // Like PostgreSQL, PgBouncer does not run as root.
    pgbouncer = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { ...chooseUser(folder), stdio: 'ignore' })
    pooledUrl = `postgres://postgres@127.0.0.1:${listenPort}${pathname}`
    client = new pg.Client(directDatabase.url)
    await client.connect()
    await vi.waitUntil(async () => {
      const probe = new pg.Client(pooledUrl)
      return probe.connect().then(
        () => probe.end().then(() => true),
        () => false,
      )
    }, 20_000)
    for (const _ of [1, 2]) servers.push(await startServer({ env: { DATABASE_URL: pooledUrl, LOG_LEVEL: 'info' } }))
  }, minutes(2))
  afterAll(async () => {
    for (const server of servers) await server.remove()
    pgbouncer?.kill('SIGQUIT')
    await client?.end()
    await directDatabase?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('lets two servers post batches, each row once', { timeout: minutes(3) }, async () => {
    const [one, two] = servers as [RunningServer, RunningServer]
    const [olive, amir] = [await clientFor(one, 'olive'), await clientFor(two, 'amir')]
    // A connection through a pooler cannot listen for notifications, so the portal polls.
    expect(await olive.call('awaitChange', { seconds: 20 })).toMatchObject({ outcome: 'notHeld' })
    const ids = await Promise.all([1, 2, 3, 4].map(() => uploadLoad(olive, rowCount)))
    await Promise.all(ids.map((id) => approveLoad(amir, id)))
    for (const id of ids) await waitUntilLoaded(amir, id, rowCount)
    const { rows } = await client.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM posted_row WHERE batch_id = ANY ($1)',
      [ids],
    )
    expect(rows[0]?.n).toBe(ids.length * rowCount)
    // The trigger that rejects older servers reads the application name, which PgBouncer forwards.
    const { rows: names } = await client.query<{ name: string }>(
      'SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE datname = current_database()',
    )
    expect(names.map(({ name }) => name)).toContain(`portal/${newestVersion}`)
    // The open transaction that marks a server as present does not block vacuum.
    const { rows: presences } = await client.query(
      "SELECT backend_xmin, backend_xid, state FROM pg_stat_activity WHERE application_name = 'portal-presence' AND datname = current_database()",
    )
    // One for the presence, one for the keys with which the server encrypts.
    expect(presences).toEqual(
      [...servers, ...servers].map(() => ({ backend_xmin: null, backend_xid: null, state: 'idle in transaction' })),
    )
  })

  it(
    'lets commands that need exclusive access run only once the servers have stopped',
    {
      timeout: minutes(2),
    },
    async () => {
      const env = { DATABASE_URL: directDatabase.url, DATA_DIR: servers[0]?.dataDir ?? '' }
      const rotate = ['keys', 'rotate', '--dry-run']
      expect((await runInProcess(rotate, env)).errors.join()).toMatch(
        /A server or another command runs on this database/,
      )
      for (const server of servers) await server.stop()
      expect((await runInProcess(rotate, env)).errors.join()).not.toMatch(/runs on this database/)
      for (const server of servers) await server.start()
    },
  )

  it('cannot be used by commands that need a direct connection', async () => {
    const env = { DATABASE_URL: pooledUrl, DATA_DIR: servers[0]?.dataDir ?? '' }
    const { code, errors } = await runInProcess(['import', 'cards', join(folder, 'none.csv')], env)
    expect([code, errors.join()]).toEqual([
      1,
      expect.stringMatching(
        /DATABASE_URL leads to a connection pooler: give this command the address of PostgreSQL itself/,
      ),
    ])
  })
})
