// Finds, kills and freezes the processes of a PostgreSQL server, as a crash or a hanging machine would.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { untilNextTry } from './pauses.ts'

/** The process id of a data folder's private PostgreSQL, if it is running. */
export function pidOfPostgres(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres/data/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

/** Kills all processes of a data folder's private PostgreSQL, like a power cut, if it is running. */
export async function killPostgresOf(dataDir: string): Promise<void> {
  const pid = pidOfPostgres(dataDir)
  if (pid !== undefined) await killPostgres(pid)
}

/** Stops a private PostgreSQL that a killed server has left running. */
export async function stopPostgresOf(dataDir: string): Promise<void> {
  const pid = pidOfPostgres(dataDir)
  if (pid === undefined) return
  const pids = [pid, ...childrenOf(pid)]
  sendSignal(pid, 'SIGQUIT')
  await waitUntilGone(pids)
}

/** Freezes a data folder's private PostgreSQL; returns the function that resumes it. */
export function freezePostgresOf(dataDir: string): () => void {
  const pid = pidOfPostgres(dataDir)
  if (pid === undefined) throw new Error(`No PostgreSQL runs on ${dataDir}`)
  return freezePostgres(pid)
}

/** Freezes the PostgreSQL server at this address; returns the function that resumes it. */
export async function freezePostgresAt(address: string): Promise<() => void> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query<{ pid: string }>(
    "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid",
  )
  await client.end()
  return freezePostgres(Number(rows[0]?.pid))
}

/** Kills a PostgreSQL server with its children, so that it cannot start a recovery, and waits for their end. */
export async function killPostgres(pid: number): Promise<void> {
  // Suspended first, so that it starts no other process meanwhile.
  sendSignal(pid, 'SIGSTOP')
  const pids = [pid, ...childrenOf(pid)]
  for (const processId of pids) sendSignal(processId, 'SIGKILL')
  // PostgreSQL does not start again while a child still uses the shared memory.
  await waitUntilGone(pids)
}

/** The returned function can be called repeatedly. */
function freezePostgres(pid: number): () => void {
  const frozen = [...childrenOf(pid), pid].filter((processId) => sendSignal(processId, 'SIGSTOP'))
  return () => {
    for (const processId of frozen.splice(0)) sendSignal(processId, 'SIGCONT')
  }
}

async function waitUntilGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isRunning)) await untilNextTry()
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** False for a zombie: an ended process that its parent has not yet collected. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Returns false if the process has already ended. */
function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
