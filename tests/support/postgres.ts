// Starts a PostgreSQL server for tests, with the programs of the private PostgreSQL, on a free port and in a temporary
// folder. Also makes base backups and standbys.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries } from '#server/db/private/binaries.ts'
import { chooseUser } from '#server/db/private/run-as.ts'
import type { Certificate } from './certificate.ts'
import { freePort } from './ports.ts'
import { untilNextTry } from './pauses.ts'
import { killPostgres } from './postgres-processes.ts'
import { temporaryRoot } from './temporary.ts'

export interface PostgresServer {
  readonly url: string
  /** A folder for its data and for files of the test; PostgreSQL's user can write to it. */
  readonly folder: string
  /** Starts the server again on the same data. */
  readonly start: () => Promise<void>
  /** Kills all processes of the server, like a crash. */
  readonly kill: () => Promise<void>
  /** Ends all sessions and stops the server; `start` can start it again. */
  readonly shutDown: () => void
  /** Stops the server and removes its data. */
  readonly remove: () => void
}

const START_MS = 60_000

interface Options {
  /** True if committed data must survive a kill. */
  readonly isDurable?: boolean
  readonly settings?: Readonly<Record<string, string | number>>
  /** Offers TLS with this certificate. */
  readonly tls?: Certificate
  /** Starts from a base backup (`baseBackup`), as a standby or to recover from an archive. */
  readonly from?: { readonly backup: string; readonly signal: 'standby' | 'recovery' }
}

export async function startPostgres({
  isDurable = false,
  settings: extraSettings = {},
  tls,
  from,
}: Options = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(temporaryRoot, 'portal-postgres-'))
  const dataFolder = join(folder, 'data')
  const runAs = chooseUser(dataFolder)
  const { initdb, postgres, pgCtl } = findBinaries(runAs, () => undefined)
  chmodSync(folder, 0o700)
  if (runAs) chownSync(folder, runAs.uid, runAs.gid)
  const options = { ...runAs, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } }

  const args = ['-D', dataFolder, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']
  const creation = from
    ? spawnSync('cp', ['-a', from.backup, dataFolder], { ...options, encoding: 'utf8' })
    : spawnSync(initdb, args, { ...options, encoding: 'utf8' })
  if (creation.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`The data folder could not be created: ${creation.error?.message ?? creation.stderr}`)
  }
  if (from) writeFileSync(join(dataFolder, `${from.signal}.signal`), '')
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    port,
    // The data is needed only for one run.
    fsync: 'off',
    synchronous_commit: isDurable ? 'on' : 'off',
    full_page_writes: 'off',
    max_wal_size: '256MB',
    // In its data folder. Segments in the system's shared memory stay there when a test kills the server.
    dynamic_shared_memory_type: 'mmap',
    max_connections: 200,
    shared_buffers: '128MB',
    max_parallel_workers_per_gather: 0,
    ...(tls && writeCertificate(folder, tls, runAs)),
    ...extraSettings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let server: ChildProcess
  const stopByPgCtl = (mode: string) =>
    spawnSync(pgCtl, ['stop', '-D', dataFolder, '-m', mode, '-w', '-t', '30'], { ...options, stdio: 'ignore' })
  const remove = () => {
    server.kill('SIGQUIT')
    stopByPgCtl('immediate')
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  const start = async () => {
    // In a separate process group, so that Ctrl+C does not stop it before the tests.
    server = spawn(postgres, ['-D', dataFolder, ...flags], { ...options, detached: true, stdio: 'ignore' })
    const deadline = Date.now() + START_MS
    while (!(await acceptsConnections(url))) {
      const { exitCode } = server
      if (exitCode !== null || Date.now() > deadline) {
        remove()
        throw new Error(`PostgreSQL ${exitCode === null ? 'did not start in time' : `ended with ${exitCode}`}.`)
      }
      await untilNextTry()
    }
  }
  await start()
  return {
    url,
    folder,
    start,
    remove,
    shutDown: () => void stopByPgCtl('fast'),
    kill: async () => {
      const ended = once(server, 'exit')
      if (server.pid !== undefined) await killPostgres(server.pid)
      await ended
    },
  }
}

/**
 * Makes a base backup like pg_basebackup, which the installed packages lack, by the steps of PostgreSQL's chapter
 * "Making a Base Backup Using the Low Level API". Returns its folder.
 */
export async function makeBaseBackup({ url, folder }: PostgresServer): Promise<string> {
  const dataFolder = join(folder, 'data')
  const backup = join(folder, `backup-${randomUUID()}`)
  const runAs = chooseUser(dataFolder)
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query("SELECT pg_backup_start('a test', true)")
    // Files may vanish meanwhile; the write-ahead log records their removal.
    spawnSync('cp', ['-a', dataFolder, backup], { ...runAs, stdio: 'ignore' })
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(backup, name), { force: true })
    spawnSync('sh', ['-c', 'rm -rf "$1"/pg_wal/0* "$1"/pg_replslot/*', 'sh', backup])
    writeFileSync(join(backup, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  return backup
}

/**
 * Starts a standby that replicates the server. If `synchronous`, the server then waits for the standby at each commit.
 */
export async function startStandby(primary: PostgresServer, { synchronous = true } = {}): Promise<PostgresServer> {
  const { port, hostname } = new URL(primary.url)
  const standby = await startPostgres({
    isDurable: true,
    from: { backup: await makeBaseBackup(primary), signal: 'standby' },
    settings: { primary_conninfo: `host=${hostname} port=${port} user=postgres application_name=standby` },
  })
  const client = new pg.Client(primary.url)
  await client.connect()
  try {
    if (synchronous) {
      await client.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
      await client.query('SELECT pg_reload_conf()')
    }
    const syncState = synchronous ? 'sync' : 'async'
    const query = "SELECT FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = $1"
    while ((await client.query(query, [syncState])).rowCount !== 1) await untilNextTry()
  } finally {
    await client.end()
  }
  return standby
}

/** Writes the certificate to the server's folder, since PostgreSQL requires a key that only its own user can read. */
function writeCertificate(folder: string, tls: Certificate, runAs: ReturnType<typeof chooseUser>) {
  const files = { key: join(folder, 'server.key'), cert: join(folder, 'server.crt') }
  for (const name of ['key', 'cert'] as const) {
    writeFileSync(files[name], tls[name], { mode: 0o600 })
    if (runAs) chownSync(files[name], runAs.uid, runAs.gid)
  }
  return { ssl: 'on', ssl_key_file: files.key, ssl_cert_file: files.cert }
}

async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
