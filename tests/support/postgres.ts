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
      if (server.exitCode !== null || Date.now() > deadline) {
        stop()
        throw new Error(`PostgreSQL did not start within ${START_MS / 1000} seconds.`)
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
      const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim().split(' ')
      // The parent first, so that it does not start a recovery.
      for (const pid of [server.pid ?? 0, ...children.filter(Boolean).map(Number)]) signal(pid)
      await ended
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

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
