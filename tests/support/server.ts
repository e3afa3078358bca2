// The built server as a process: a free port, its own data folder and database, the demo programme, removed at the end.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientByKey } from '#brand/clients.ts'
import { freePort } from './ports.ts'
import { addressOf, copyDatabase, dropDatabase } from './templates.ts'
import { writeTestKeys } from './test-keys.ts'

export interface RunningServer {
  /** The portal's base address, with the client's path and its closing slash. */
  readonly url: string
  readonly dataDir: string
  /** Of the current process. */
  pid(): number
  /** Everything the server has written to stdout and stderr. */
  log(): string
  /** Stops it with SIGTERM and keeps the data, so that `start` can run it again; returns its exit code, null if it had to be killed. */
  stop(): Promise<number | null>
  /** Kills it with SIGKILL, like a power cut, and keeps the data. */
  kill(): Promise<void>
  /** Starts it again on the same port and data, with changed settings or another build (its main.js) if given. */
  start(env?: Record<string, string>, build?: string): Promise<void>
  /** `stop` and `start`. */
  restart(env?: Record<string, string>, build?: string): Promise<void>
  /** Waits for a mail to an address (part of it is enough) and returns its text; `after` skips that many older ones. */
  mailTo(address: string, after?: number): Promise<string>
  /** Stops it and deletes its data. */
  remove(): Promise<void>
}

/** What all servers of this process have written since the last call. */
export function logsOfServers(): string {
  const all = [...logs].map(([url, text]) => `${url}\n${text}`).join('\n')
  logs.clear()
  return all
}
const logs = new Map<string, string>()

/** A seeded programme that a server copies: a database on a test server, and a folder with its keys. */
export interface Seed {
  readonly server: string
  readonly database: string
  readonly folder: string
}

interface Options {
  /** Without DATABASE_URL in it and without a seed, the server starts a private PostgreSQL and seeds it. */
  env?: Record<string, string>
  seed?: Seed | undefined
  /** The parent of its data folder; removed with the rest. */
  parent?: string
}

const main = join(import.meta.dirname, '../../dist/host/main.js')
/** A start takes a second or two, but the machine can be busy. */
const startTimeoutMs = 60_000
/**
 * A server with few cards starts fast; all tests call from one address, so its limits are raised (their own tests lower
 * them again).
 */
export const forTests = { SEED_CARDS: '400', CALLS_PER_MINUTE: '100000', LOGINS_PER_MINUTE: '10000' }

/** Starts a server and waits until it is ready. */
export async function startServer({ env = {}, seed, parent = tmpdir() }: Options = {}): Promise<RunningServer> {
  const folder = await mkdtemp(join(parent, 'portal-host-'))
  folders.add(folder)
  // A private PostgreSQL, which does not run as root, has to pass through this folder.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'data')
  let drop = async (): Promise<unknown> => undefined
  if (seed) {
    cpSync(seed.folder, dataDir, { recursive: true })
    const name = `portal_${randomUUID().replaceAll('-', '')}`
    await copyDatabase(seed.server, seed.database, name)
    env['DATABASE_URL'] = addressOf(seed.server, name)
    drop = () => dropDatabase(seed.server, name)
  } else if (env['DATABASE_URL'] && !env['SECRETS_DIR']) {
    // A copy of a template was made with these keys, and servers that share a database need the same.
    writeTestKeys(join(dataDir, 'keys'))
  }
  const port = await freePort()
  const client = clientByKey(env['CLIENT'] ?? 'voyager')
  if (!client) throw new Error(`No such client: ${env['CLIENT']}`)
  const url = `http://127.0.0.1:${port}${client.basePath}`
  let output = ''
  const keep = (text: Buffer) => {
    output += text.toString()
    logs.set(url, (logs.get(url) ?? '') + text.toString())
  }
  let running: ChildProcess | undefined

  let program = main
  const start = async (changes: Record<string, string> = {}, build = program) => {
    Object.assign(env, changes)
    program = build
    running = spawn(process.execPath, ['--enable-source-maps', program], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...inherited(), ...forTests, ...env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir },
    })
    children.add(running)
    running.stdout?.on('data', keep)
    running.stderr?.on('data', keep)
    await waitUntilReady(url, running, () => output)
  }
  const stopWith = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const child = running
    running = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    // A server that does not end when asked must not hang the run; a separate test measures the time.
    const force = setTimeout(() => child.kill('SIGKILL'), 60_000)
    await ended
    clearTimeout(force)
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
    pid: () => running?.pid ?? Number.NaN,
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

/** Only the variables that any program needs to run, so that no settings of the developer leak in. */
function inherited(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

async function waitUntilReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server ended with ${child.exitCode ?? child.signalCode} before it was ready:\n${log()}`)
    const answer = await fetch(`${url}health`).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() > deadline)
      throw new Error(`The server was not ready within ${startTimeoutMs / 1000} seconds:\n${log()}`)
    await pause(50)
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
    await pause(50)
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
