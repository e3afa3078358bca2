// Freezes all processes of a test's own PostgreSQL server, like a machine that hangs.
import { readFile } from 'node:fs/promises'
import pg from 'pg'

/**
 * Sends SIGSTOP to all processes of the server. Returns the function that resumes them, which can be called repeatedly.
 */
export async function freeze(address: string): Promise<() => void> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query<{ pid: string }>(
    "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid",
  )
  await client.end()
  const postmaster = Number(rows[0]?.pid)
  const children = (await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')).trim().split(' ')
  const stopped: number[] = []
  for (const pid of [...children.filter(Boolean).map(Number), postmaster]) if (signal(pid, 'SIGSTOP')) stopped.push(pid)
  return () => {
    for (const pid of stopped.splice(0)) signal(pid, 'SIGCONT')
  }
}

/** False if the process is already gone. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    process.kill(pid, name)
    return true
  } catch {
    return false
  }
}
