// One process a data folder: two would corrupt the embedded database in silence (threats T47). On Linux the lock is an
// abstract socket named by the folder, which the system frees with its process; elsewhere a file with the process's id,
// taken over only from a process that is dead.
import { createHash } from 'node:crypto'
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { StartError } from '#server/settings.ts'

export interface FolderLock {
  readonly release: () => Promise<void>
}

/** Takes the lock of an existing folder. Throws a StartError that names the process which has it. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = realpathSync(folder)
  return process.platform === 'linux' ? lockBySocket(path) : lockByFile(path)
}

async function lockBySocket(folder: string): Promise<FolderLock> {
  const name = `\0programme-host-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end(String(process.pid))
  })
  server.unref()
  const taken = await new Promise<boolean>((resolve, reject) => {
    server.once('listening', () => resolve(false))
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(true) : reject(error),
    )
    server.listen(name)
  })
  if (taken) throw new StartError(sentence(folder, await askForPid(name)))
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

function askForPid(name: string): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(name)
    socket.setTimeout(1000, () => socket.destroy())
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })
}

/** The lock where there are no abstract sockets; exported for its test. */
export function lockByFile(folder: string): FolderLock {
  const file = join(folder, '..', 'database.pid')
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 })
      return { release: () => Promise.resolve(rmSync(file, { force: true })) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const pid = readFileSync(file, 'utf8').trim()
    if (isAliveProcess(Number(pid))) throw new StartError(sentence(folder, pid))
    rmSync(file, { force: true })
  }
}

function isAliveProcess(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const sentence = (folder: string, pid: string): string =>
  `The data folder ${folder} is in use by another host (process ${pid || 'unknown'}): stop that one first, or choose another folder by DATA_DIR.`
