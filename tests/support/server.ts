// Runs the built server as a process, with the demo programme, on a free port. Its data folder and database are removed
// at the end.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { clientByKey } from '#brand/clients.ts'
import { freePort } from './ports.ts'
import { copyDatabase, dropDatabase, toDatabaseUrl } from './databases.ts'
import { temporaryRoot } from './temporary.ts'
import { writeTestKeys } from './test-keys.ts'
import { untilNextTry } from './pauses.ts'

export interface RunningServer {
  /** The portal's base address, with the client's path and its closing slash. */
  readonly url: string
  readonly dataDir: string
  /** The id of the current process. */
  pid(): number
  /** Everything the server has written to stdout and stderr. */
  log(): string
  /**
   * Stops it with SIGTERM without deleting data, so that `start` can run it again. Returns the exit code, null if it
   * had to be killed.
   */
  stop(): Promise<number | null>
  /** Kills it with SIGKILL, like a power cut, without deleting data. */
  kill(): Promise<void>
  /** Starts it again on the same port and data, with changed settings or another build (its main.js) if given. */
  start(env?: Record<string, string>, build?: string): Promise<void>
  /** `stop` and `start`. */
  restart(env?: Record<string, string>, build?: string): Promise<void>
  /** Waits for a mail to an address (part of it is enough) and returns its text; skips the first `after` mails. */
  mailTo(address: string, after?: number): Promise<string>
  /** Stops it and deletes its data. */
  remove(): Promise<void>
}

/** The output of all servers of this process since the last call. */
export function logsOfServers(): string {
  const allLogs = [...logs].map(([url, text]) => `${url}\n${text}`).join('\n')
  logs.clear()
  return allLogs
}
const logs = new Map<string, string>()

/** A seeded programme that a server copies: a database on a test server, and a folder with its keys. */
export interface Seed {
  /** The connection URL of the database server. */
  readonly server: string
  readonly database: string
  readonly folder: string
}

/** The environment variable with the seed of the browser tests, for their worker processes. */
export const SEED_VARIABLE = 'BROWSER_SEED'

/** The seed that the global set-up of the browser tests has created (browser-seed.ts). */
export function browserSeed(): Seed {
  const text = process.env[SEED_VARIABLE]
  if (text === undefined)
    throw new Error('There is no seeded programme: run the browser tests with npx playwright test.')
  return JSON.parse(text) as Seed
}

interface Options {
  /**
   * Settings of the server. Without DATABASE_URL here and without a seed, the server starts a private PostgreSQL and
   * seeds the demo programme.
   */
  env?: Record<string, string>
  seed?: Seed | undefined
  /** The folder in which the server creates its own folder. `remove` deletes only the latter. */
  parent?: string
}

const mainProgram = join(import.meta.dirname, '../../dist/host/main.js')
/** A start takes a second or two, but the machine can be busy. */
const startTimeoutMs = 60_000
/**
 * A server with few cards starts quickly. All tests call from one address, so the limits for each address are raised;
 * tests of the limits lower them again.
 */
export const testSettings = { SEED_CARDS: '400', CALLS_PER_MINUTE: '100000', LOGINS_PER_MINUTE: '10000' }

/** Starts a server and waits until it is ready. */
export async function startServer({ env = {}, seed, parent = temporaryRoot }: Options = {}): Promise<RunningServer> {
  const folder = await mkdtemp(join(parent, 'portal-host-'))
  folders.add(folder)
  // A private PostgreSQL does not run as root and needs access to its folder below this one.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'data')
  let drop = async (): Promise<unknown> => undefined
  if (seed) {
    cpSync(seed.folder, dataDir, { recursive: true })
    const name = `portal_${randomUUID().replaceAll('-', '')}`
    await copyDatabase(seed.server, seed.database, name)
    env['DATABASE_URL'] = toDatabaseUrl(seed.server, name)
    drop = () => dropDatabase(seed.server, name)
  } else if (env['DATABASE_URL'] && !env['SECRETS_DIR']) {
    // The template was seeded with these keys, and servers that share a database need the same keys.
    writeTestKeys(join(dataDir, 'keys'))
  }
  const port = await freePort()
  const client = clientByKey(env['CLIENT'] ?? 'voyager')
  if (!client) throw new Error(`No such client: ${env['CLIENT']}`)
  const url = `http://127.0.0.1:${port}${client.basePath}`
  let output = ''
  const recordOutput = (text: Buffer) => {
    output += text.toString()
    logs.set(url, (logs.get(url) ?? '') + text.toString())
  }
  let runningChild: ChildProcess | undefined

  let program = mainProgram
  const start = async (changes: Record<string, string> = {}, build = program) => {
    Object.assign(env, changes)
    program = build
    runningChild = spawn(process.execPath, [program], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...inheritedVariables(),
        ...testSettings,
        ...env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
      },
    })
    children.add(runningChild)
    runningChild.stdout?.on('data', recordOutput)
    runningChild.stderr?.on('data', recordOutput)
    await waitUntilReady(url, runningChild, () => output)
  }
  const stopWith = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const child = runningChild
    runningChild = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    // A server that ignores SIGTERM must not block the run. A separate test measures the time of a stop.
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 60_000)
    await ended
    clearTimeout(killTimer)
    children.delete(child)
    return child.exitCode
  }
  const remove = async () => {
    await stopWith('SIGTERM')
    await drop()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    folders.delete(folder)
  }

  try {
    await start()
  } catch (error) {
    await remove()
    throw error
  }
  return {
    url,
    dataDir,
    pid: () => runningChild?.pid ?? Number.NaN,
    log: () => output,
    stop: () => stopWith('SIGTERM'),
    kill: async () => void (await stopWith('SIGKILL')),
    start,
    async restart(changes, build) {
      await stopWith('SIGTERM')
      await start(changes, build)
    },
    mailTo: (address, after = 0) => waitForMail(join(dataDir, 'outbox'), address, after),
    remove,
  }
}

// An aborted run leaves neither servers nor folders behind.
const children = new Set<ChildProcess>()
const folders = new Set<string>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

/** Only the environment variables that every program needs, so that no settings of the developer affect the tests. */
function inheritedVariables(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

async function waitUntilReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server ended with ${child.exitCode ?? child.signalCode} before it was ready:\n${log()}`)
    const response = await fetch(`${url}health`).catch(() => undefined)
    if (response?.ok) return
    if (Date.now() > deadline)
      throw new Error(`The server was not ready within ${startTimeoutMs / 1000} seconds:\n${log()}`)
    await untilNextTry()
  }
}

async function waitForMail(outbox: string, address: string, after: number): Promise<string> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
    const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
    const mail = mails.filter((text) => (/^to:.*$/im.exec(text)?.[0] ?? '').includes(address))[after]
    if (mail) return mail
    if (Date.now() > deadline) throw new Error(`No mail to ${address} within 60 seconds.`)
    await untilNextTry()
  }
}
