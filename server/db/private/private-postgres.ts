// Starts the private PostgreSQL in the data folder, which is used if no DATABASE_URL is set. Servers and commands with
// the same folder share one PostgreSQL, and the last of these processes stops it. If a killed server left PostgreSQL
// running, the next start uses the running one.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '#server/config/settings.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { chooseFolder, type RunAs, chooseUser } from './run-as.ts'
import { acquireStartLock } from './start-lock.ts'
import { advisoryLocks } from '../advisory-locks.ts'
import { errorToFields, type Log } from '#server/log.ts'

export interface PrivatePostgres {
  /** The connection URL for pg. It does not change when PostgreSQL is restarted. */
  readonly url: string
  /** False while the disk has too little free space for changes: PostgreSQL stops if it cannot write its log. */
  readonly hasDiskSpace: () => boolean
  /** Stops PostgreSQL unless another server or command uses it. This process does not start it again. */
  readonly release: () => Promise<void>
}

interface Options {
  readonly log?: Log | undefined
  /** Prints messages for the person who starts the server. */
  readonly report?: ((line: string) => void) | undefined
  /** False if the data may be lost in a crash. */
  readonly isDurable?: boolean
}

/** A database cluster, as PostgreSQL calls the files and the server process of one data folder. */
interface Cluster {
  readonly folder: string
  /** PostgreSQL's own data folder (PGDATA). */
  readonly pgData: string
  readonly sockets: string
  readonly url: string
  readonly runAs: RunAs | undefined
  readonly binaries: Binaries
  readonly isDurable: boolean
}

const CONNECT_TIMEOUT_MS = 3_000
/** Long, because PostgreSQL may have to recover from a crash first. */
const START_TIMEOUT_MS = 120_000
const RETRY_MS = 1_000
const POLL_MS = 20
const STOP_TIMEOUT_MS = 8_000
/** Enough for four files of PostgreSQL's write-ahead log. */
const MIN_DISK_SPACE_BYTES = 64 * 1024 * 1024

/** The maximum length of a Unix socket path that works on every system. */
const MAX_SOCKET_PATH = 100
const SOCKET_NAME = '.s.PGSQL.5432'
const POSTGRES_PORT = 5432

/** Uses the PostgreSQL of a data folder. Creates and starts it if necessary. Throws a StartError if that fails. */
export async function openPrivatePostgres(dataDir: string, options: Options = {}): Promise<PrivatePostgres> {
  const { log, report = () => undefined, isDurable = true } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // Root runs PostgreSQL as another user. That user must be able to enter a folder inside the data folder, but not to
  // list the data folder. The folders of keys and mails in it are private.
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o711)
  const cluster = prepareCluster(dataDir, { isDurable, report })
  /** The connection that holds the shared lock. It ends when PostgreSQL stops. */
  let lockConnection = await joinCluster(cluster)
  let isReleased = false
  const watchForStop = () =>
    lockConnection.once('end', () => {
      if (!isReleased) void restart()
    })
  const restart = async () => {
    log?.warn('the private PostgreSQL has stopped: it is started again')
    while (!isReleased) {
      await pause(RETRY_MS, undefined, { ref: false })
      try {
        lockConnection = await joinCluster(cluster)
        if (isReleased) await leaveCluster(cluster, lockConnection)
        else watchForStop()
        return
      } catch (error) {
        log?.warn(errorToFields(error), 'the private PostgreSQL could not be started yet')
      }
    }
  }
  watchForStop()
  return {
    url: cluster.url,
    hasDiskSpace: () => hasDiskSpace(cluster.folder),
    release: async () => {
      if (isReleased) return
      isReleased = true
      await leaveCluster(cluster, lockConnection)
    },
  }
}

/** A private PostgreSQL in a temporary folder. */
export async function openTemporaryPostgres(): Promise<PrivatePostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-database-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  try {
    const postgres = await openPrivatePostgres(folder, { isDurable: false })
    return { ...postgres, release: () => postgres.release().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

/** True also if the free space cannot be read. */
function hasDiskSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= MIN_DISK_SPACE_BYTES
  } catch {
    return true
  }
}

/** True if the data folder already contains a database. */
export const hasDatabase = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'postgres')) || existsSync(join(dataDir, 'postgres-folder'))

interface ClusterOptions {
  readonly isDurable: boolean
  readonly report: (line: string) => void
}

function prepareCluster(dataDir: string, { isDurable, report }: ClusterOptions): Cluster {
  const folder = chooseFolder(dataDir, report)
  const runAs = chooseUser(folder)
  const binaries = findBinaries(runAs, report)
  const sockets = join(folder, 'run')
  for (const path of [folder, sockets]) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (runAs) chownSync(path, runAs.uid, runAs.gid)
    chmodSync(path, 0o700)
  }
  return {
    folder,
    pgData: join(folder, 'data'),
    sockets,
    url: connectionUrl(folder, sockets),
    runAs,
    binaries,
    isDurable,
  }
}

/**
 * The connection URL: a Unix socket or, on Windows, a local port with a password, because Node has no Unix sockets
 * there.
 */
function connectionUrl(folder: string, sockets: string): string {
  if (process.platform === 'win32') {
    const { port, password } = windowsAccess(folder)
    return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  }
  const host = encodeURIComponent(shortenPath(sockets))
  return `postgres://postgres@localhost:${POSTGRES_PORT}/postgres?host=${host}`
}

/** Returns a path that is short enough for a socket: the folder's own path, or a symbolic link to the folder. */
function shortenPath(folder: string): string {
  if (join(folder, SOCKET_NAME).length <= MAX_SOCKET_PATH) return folder
  const link = join(mkdtempSync(join(tmpdir(), 'portal-')), 'run')
  symlinkSync(folder, link)
  process.once('exit', () => rmSync(join(link, '..'), { recursive: true, force: true }))
  return link
}

/** The port and the password of PostgreSQL on Windows. Chosen once and stored in the folder. */
function windowsAccess(folder: string): { readonly port: number; readonly password: string } {
  const file = join(folder, 'access.json')
  if (!existsSync(file)) {
    // The port is from a range that no system assigns automatically.
    const port = 20_000 + (randomBytes(2).readUInt16BE() % 10_000)
    writeFileSync(file, JSON.stringify({ port, password: randomBytes(24).toString('base64url') }), { mode: 0o600 })
  }
  return JSON.parse(readFileSync(file, 'utf8')) as { port: number; password: string }
}

/** Connects and takes the shared lock. Starts PostgreSQL first if it is not running. */
async function joinCluster(cluster: Cluster): Promise<pg.Client> {
  for (;;) {
    const client = await connect(cluster)
    if (client) return client
    const isRunning = () => isListening(cluster)
    const lock = await acquireStartLock(join(cluster.folder, 'start.lock'), { isUnneeded: isRunning })
    // Without the lock, another process has started PostgreSQL meanwhile. The next round connects to it.
    if (!lock) continue
    try {
      if (await isRunning()) continue
      await createCluster(cluster)
      await startPostgres(cluster)
    } finally {
      lock.release()
    }
  }
}

/**
 * Connects and takes the shared lock. Undefined if PostgreSQL is not running. Throws if it runs but does not respond.
 */
async function connect(cluster: Cluster): Promise<pg.Client | undefined> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const client = new pg.Client({
      connectionString: cluster.url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'portal-presence',
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('SELECT pg_advisory_lock_shared($1)', [advisoryLocks.privatePostgres])
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      const { code } = error as NodeJS.ErrnoException
      if (isNoOneListening(code)) return undefined
      if (Date.now() > deadline)
        throw new StartError(
          `The PostgreSQL of ${cluster.folder} runs but does not answer (${(error as Error).message}): stop it, or wait until it does.`,
        )
      // PostgreSQL is starting, recovering, or stopping because the last process that used it has ended.
      await pause(POLL_MS)
    }
  }
}

/** True if PostgreSQL runs, even if it refuses the connection, for example because it is still starting. */
async function isListening(cluster: Cluster): Promise<boolean> {
  const client = new pg.Client({ connectionString: cluster.url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return !isNoOneListening(code)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** True for the error codes of a port on which no process listens, and of a missing socket. */
const isNoOneListening = (code: string | undefined): boolean => code === 'ECONNREFUSED' || code === 'ENOENT'

/** Creates the database files under a temporary name and renames them, so that they are complete or absent. */
async function createCluster({ folder, pgData, runAs, binaries, isDurable }: Cluster): Promise<void> {
  if (existsSync(join(pgData, 'PG_VERSION'))) {
    const version = readFileSync(join(pgData, 'PG_VERSION'), 'utf8').trim()
    if (version === binaries.major) return
    throw new StartError(
      `${pgData} was created by PostgreSQL ${version}, and this version of the portal includes ${binaries.major}. Nothing was changed. docs/running/private-postgres.md, "A newer PostgreSQL", says how to move the data.`,
    )
  }
  const partialFolder = `${pgData}.part`
  rmSync(partialFolder, { recursive: true, force: true })
  const args = ['-D', partialFolder, '-U', 'postgres', '--encoding=UTF8', '--no-locale']
  if (!isDurable) args.push('--no-sync')
  if (process.platform === 'win32') {
    const password = join(folder, 'password')
    writeFileSync(password, windowsAccess(folder).password, { mode: 0o600 })
    args.push('--auth=scram-sha-256', `--pwfile=${password}`)
  } else {
    // Only the user of PostgreSQL and root have access to the folder of its socket.
    args.push('--auth=trust')
  }
  const { status, stderr, error } = spawnSync(binaries.initdb, args, {
    ...spawnOptions(folder, runAs),
    encoding: 'utf8',
  })
  if (status !== 0) {
    rmSync(partialFolder, { recursive: true, force: true })
    const message = error ? error.message : lastLine(stderr)
    const reason = message || 'initdb failed'
    throw new StartError(`The database could not be created in ${folder}: ${reason}.`)
  }
  renameSync(partialFolder, pgData)
}

async function startPostgres(cluster: Cluster): Promise<void> {
  const { folder, pgData, sockets, runAs, binaries, isDurable } = cluster
  removeLeftovers(cluster)
  const logFile = join(folder, 'postgres.log')
  const log = openSync(logFile, 'w', 0o600)
  const settings = {
    ...toListenSettings(folder),
    max_connections: 60,
    // A small container has little shared memory, and parallel queries do not help a few users.
    max_parallel_workers_per_gather: 0,
    max_wal_size: '512MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(isDurable ? {} : settingsWithoutDurability),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // A separate process group, so that Ctrl+C reaches only the server, which stops PostgreSQL after its own work.
  const child = spawn(binaries.postgres, ['-D', pgData, ...flags], {
    ...spawnOptions(folder, runAs),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  await waitUntilReady(child, cluster, logFile, sockets)
  child.unref()
}

const settingsWithoutDurability = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** A Unix socket, or a local port on Windows. */
function toListenSettings(folder: string): Readonly<Record<string, string | number>> {
  if (process.platform === 'win32') return { listen_addresses: '127.0.0.1', port: windowsAccess(folder).port }
  return {
    listen_addresses: '',
    // Relative to the data folder, so that the length of its path does not matter.
    unix_socket_directories: '../run',
    unix_socket_permissions: '0700',
    port: POSTGRES_PORT,
  }
}

/** Waits until PostgreSQL answers. Throws a StartError if it ends before, or takes too long. */
async function waitUntilReady(child: ChildProcess, cluster: Cluster, logFile: string, sockets: string): Promise<void> {
  let endReason: string | undefined
  // This listener is never removed, because an error event without a listener ends the process.
  child.once('error', (error) => {
    endReason = error.message
  })
  const lastLogLine = () =>
    // A temporary folder may have been deleted meanwhile, and the log with it.
    existsSync(logFile) ? lastLine(readFileSync(logFile, 'utf8')) : undefined
  const onExit = () => {
    // The message of an error says more than the log.
    endReason ??= lastLogLine() || 'it ended'
  }
  child.once('exit', onExit)
  const hasSocket = () => process.platform === 'win32' || existsSync(join(sockets, SOCKET_NAME))
  const isReady = async () => hasSocket() && (await isListening(cluster))
  const deadline = Date.now() + START_TIMEOUT_MS
  try {
    while (!(await isReady())) {
      if (endReason !== undefined)
        throw new StartError(`The database in ${cluster.folder} could not be started: ${endReason}.`)
      if (Date.now() > deadline)
        throw new StartError(`The database in ${cluster.folder} did not start: see ${logFile}.`)
      await pause(POLL_MS)
    }
  } finally {
    child.off('exit', onExit)
  }
}

/**
 * Removes leftovers of a killed PostgreSQL or a power cut that would prevent the start. The socket is always removed. The
 * pid file depends on the process that it names:
 * - No process, because the file is empty: removed.
 * - A process of another program: removed. A zombie (a killed process that no parent has collected) counts as another
 *   program, because it has no command line. PostgreSQL would consider it alive.
 * - A process that does not exist: stays. By this file, PostgreSQL finds out whether other processes of the killed
 *   server still run.
 * - This PostgreSQL: stays.
 */
function removeLeftovers({ pgData, sockets }: Cluster): void {
  for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`]) rmSync(join(sockets, name), { force: true })
  const file = join(pgData, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = readPid(file)
  const isOfOtherProgram = pid !== undefined && isListed(pid) && !isPostgresOf(pid, pgData)
  if (pid === undefined || isOfOtherProgram) rmSync(file, { force: true })
}

/** Gives up the lock, and stops PostgreSQL if no other process uses it. */
async function leaveCluster(cluster: Cluster, lockConnection: pg.Client): Promise<void> {
  try {
    await lockConnection.query('SELECT pg_advisory_unlock_shared($1)', [advisoryLocks.privatePostgres])
    const { rows } = await lockConnection.query<{ isLast: boolean }>('SELECT pg_try_advisory_lock($1) AS "isLast"', [
      advisoryLocks.privatePostgres,
    ])
    // A new process may wait for the lock now. It loses its connection when PostgreSQL stops, and starts PostgreSQL
    // again.
    if (rows[0]?.isLast) await stopPostgres(cluster)
  } catch {
    // PostgreSQL has stopped already.
  } finally {
    await lockConnection.end().catch(() => undefined)
  }
}

/** Stops PostgreSQL, which ends its sessions and writes everything to the disk. */
async function stopPostgres({ pgData, binaries, folder, runAs }: Cluster): Promise<void> {
  if (process.platform === 'win32') {
    spawnSync(binaries.pgCtl, ['stop', '-D', pgData, '-m', 'fast', '-w'], spawnOptions(folder, runAs))
    return
  }
  const pid = readPid(join(pgData, 'postmaster.pid'))
  // A process that was started in another container cannot be stopped from here. It ends with its container.
  if (pid === undefined || !isPostgresOf(pid, pgData)) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (isAlive(pid) && Date.now() < deadline) await pause(POLL_MS)
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

const isAlive = (pid: number): boolean => isListed(pid) && !hasEnded(pid)

/** True if a process has this id, even a zombie. Signal 0 only checks the id. EPERM: the process is of another user. */
function isListed(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * True for a listed process that is a zombie: it has ended, and its parent has not collected it. If the portal is the
 * parent, it collects the zombie in its next event loop iteration. Another parent may never collect it.
 */
function hasEnded(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    // The process was collected meanwhile.
    return true
  }
}

/**
 * True if the process is the PostgreSQL of this folder, by its command line. The id alone proves nothing: ids are
 * reused, and another container has other processes with the same ids.
 */
function isPostgresOf(pid: number, pgData: string): boolean {
  try {
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout
    return command.includes('postgres') && command.includes(`-D ${pgData}`)
  } catch {
    return false
  }
}

function spawnOptions(cwd: string, runAs: RunAs | undefined) {
  const { PATH, SystemRoot } = process.env
  // Only Windows has SystemRoot.
  const systemEnv = SystemRoot === undefined ? { PATH } : { PATH, SystemRoot }
  return { ...runAs, cwd, env: { ...systemEnv, LC_ALL: 'C', TZ: 'UTC' } }
}

/**
 * The last line of a log, without the prefix up to the severity and without the final full stop. '' for an empty log.
 */
function lastLine(text: string): string {
  const line = text.trim().split('\n').at(-1) ?? ''
  return line.replace(/^.*?(?:FATAL|error|initdb):\s*/, '').replace(/\.$/, '')
}
