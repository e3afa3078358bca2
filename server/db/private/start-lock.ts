// A lock for starting a private PostgreSQL: a file that its holder touches every second. The lock also works between
// containers that share a folder but cannot see each other's process ids and network addresses.
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const TOUCH_MS = 1_000
/** A holder that has not touched its lock for this long is considered dead. */
const STALE_MS = 10_000
const RETRY_MS = 100

export interface StartLock {
  readonly release: () => void
}

/** Waits for the lock. Undefined if `isUnneeded` returns true before the lock is free. */
export async function acquireStartLock(
  file: string,
  { isUnneeded }: { readonly isUnneeded: () => Promise<boolean> },
): Promise<StartLock | undefined> {
  /** The content of the lock file while this process has the lock. */
  const content = `${process.pid} ${randomUUID()}`
  while (!createLockFile(file, content)) {
    if (isStale(file)) removeStaleLock(file)
    else {
      await pause(RETRY_MS)
      if (await isUnneeded()) return undefined
    }
  }
  const timer = setInterval(() => touch(file), TOUCH_MS)
  timer.unref()
  return {
    release: () => {
      clearInterval(timer)
      // If the lock became stale, another process may have it now.
      if (readLockFile(file) === content) rmSync(file, { force: true })
    },
  }
}

/** False if the file exists already. */
function createLockFile(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isStale(file: string): boolean {
  try {
    return Date.now() - statSync(file).mtimeMs > STALE_MS
  } catch {
    return false
  }
}

/**
 * Removes a stale lock. Renames the file first, and then checks it again. Another process may have been faster: if it has
 * already taken the lock, the renamed file is a valid lock and gets its name back.
 */
function removeStaleLock(file: string): void {
  const renamedFile = `${file}.${randomUUID()}`
  try {
    renameSync(file, renamedFile)
  } catch {
    return
  }
  if (!isStale(renamedFile)) {
    try {
      linkSync(renamedFile, file)
    } catch {
      // A third process has taken the lock.
    }
  }
  rmSync(renamedFile, { force: true })
}

function touch(file: string): void {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // The disk may be full or the folder deleted. The lock then becomes stale.
  }
}

function readLockFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
