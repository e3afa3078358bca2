// The processes of a data folder's private PostgreSQL, for tests that kill them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Kills all its processes, like a power cut, if it is running. */
export async function killPostgresOf(dataDir: string): Promise<void> {
  await endWith('SIGKILL', dataDir)
}

/** Stops a private PostgreSQL that a killed server has left running. */
export async function stopPostgresOf(dataDir: string): Promise<void> {
  await endWith('SIGQUIT', dataDir)
}

/** Freezes all its processes; returns the function that lets them continue. */
export function pausePostgresOf(dataDir: string): () => void {
  const pid = pidOfPostgres(dataDir) ?? 0
  const all = [pid, ...childrenOf(pid)]
  for (const one of all) send(one, 'SIGSTOP')
  return () => all.forEach((one) => send(one, 'SIGCONT'))
}

export function pidOfPostgres(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres/data/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

async function endWith(signal: 'SIGKILL' | 'SIGQUIT', dataDir: string): Promise<void> {
  const pid = pidOfPostgres(dataDir)
  if (pid === undefined) return
  const children = childrenOf(pid)
  // The parent first, so that it does not start a recovery.
  for (const one of signal === 'SIGKILL' ? [pid, ...children] : [pid]) send(one, signal)
  while ([pid, ...children].some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 20))
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** An ended process is listed as a zombie until its parent has collected it. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has already ended.
  }
}
