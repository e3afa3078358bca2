// A PostgreSQL server for a test run: the same programs as the private PostgreSQL's, on a free port, in a temporary
// folder, removed at the end.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from '#server/db/private/binaries.ts'
import { userForPostgres } from '#server/db/private/run-as.ts'
import { freePort } from './ports.ts'

export interface PostgresServer {
  readonly url: string
  /** Starts it again on the same data. */
  readonly start: () => Promise<void>
  /** Kills all its processes, like a crash. */
  readonly kill: () => Promise<void>
  /** Ends the sessions and stops. */
  readonly end: () => void
  /** Stops it and removes its data. */
  readonly stop: () => void
}

const START_MS = 60_000

/** With `keeps`, committed data survives a kill. */
export async function startPostgres({ keeps = false } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-postgres-'))
  const data = join(folder, 'data')
  const runAs = userForPostgres(data)
  const { initdb, postgres, pgCtl } = findBinaries(runAs, () => undefined)
  chmodSync(folder, 0o700)
  if (runAs) chownSync(folder, runAs.uid, runAs.gid)
  const options = { ...runAs, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } }

  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']
  const init = spawnSync(initdb, args, { ...options, encoding: 'utf8' })
  if (init.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`initdb failed: ${init.error?.message ?? init.stderr}`)
  }
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    port,
    // Its data is only needed for one run.
    fsync: 'off',
    synchronous_commit: keeps ? 'on' : 'off',
    full_page_writes: 'off',
    max_connections: 200,
    shared_buffers: '128MB',
    max_parallel_workers_per_gather: 0,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let server: ChildProcess
  const pgCtlStop = (mode: string) =>
    spawnSync(pgCtl, ['stop', '-D', data, '-m', mode, '-w', '-t', '30'], { ...options, stdio: 'ignore' })
  const stop = () => {
    server.kill('SIGQUIT')
    pgCtlStop('immediate')
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  const start = async () => {
    // In its own process group, so that Ctrl+C stops the tests first.
    server = spawn(postgres, ['-D', data, ...flags], { ...options, detached: true, stdio: 'ignore' })
    const deadline = Date.now() + START_MS
    while (!(await answers(url))) {
      const { exitCode } = server
      if (exitCode !== null || Date.now() > deadline) {
        stop()
        throw new Error(`PostgreSQL ${exitCode === null ? 'did not start in time' : `ended with ${exitCode}`}.`)
      }
      await pause(50)
    }
  }
  await start()
  return {
    url,
    start,
    stop,
    end: () => void pgCtlStop('fast'),
    kill: async () => {
      const ended = once(server, 'exit')
      // Stopped first, so that it starts no other process meanwhile.
      signal(server.pid ?? 0, 'SIGSTOP')
      const list = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim()
      const children = list.split(' ').filter(Boolean).map(Number)
      for (const pid of [server.pid ?? 0, ...children]) signal(pid, 'SIGKILL')
      await ended
      // PostgreSQL does not start while one of them still has the shared memory.
      while (children.some(isRunning)) await pause(10)
    },
  }
}

async function answers(url: string): Promise<boolean> {
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

function signal(pid: number, name: 'SIGSTOP' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has already ended.
  }
}

/** False for an ended process that its parent has not collected yet. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
