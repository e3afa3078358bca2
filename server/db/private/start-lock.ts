// A lock for the time in which a private PostgreSQL is started: a file that its holder touches every second. It works
// between containers that share a folder, where process ids and network addresses mean nothing to each other.
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const TOUCH_MS = 1_000
/** A holder that has not touched its lock for this long is dead. */
const STALE_MS = 10_000
const RETRY_MS = 100

export interface StartLock {
  readonly release: () => void
}

/** Undefined as soon as `until` says that waiting is no longer necessary. */
export async function takeStartLock(file: string, until: () => Promise<boolean>): Promise<StartLock | undefined> {
  const name = `${process.pid} ${randomUUID()}`
  for (;;) {
    if (create(file, name)) break
    if (isStale(file)) setAside(file)
    else {
      await pause(RETRY_MS)
      if (await until()) return undefined
    }
  }
  const timer = setInterval(() => touch(file), TOUCH_MS)
  timer.unref()
  return {
    release: () => {
      clearInterval(timer)
      if (read(file) === name) rmSync(file, { force: true })
    },
  }
}

function create(file: string, name: string): boolean {
  try {
    writeFileSync(file, name, { flag: 'wx', mode: 0o600 })
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

/** Removes a stale lock. If another process did so first and took the lock, its file is put back. */
function setAside(file: string): void {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (!isStale(aside)) {
    try {
      linkSync(aside, file)
    } catch {
      // A third process has the lock by now.
    }
  }
  rmSync(aside, { force: true })
}

function touch(file: string): void {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // The disk can be full or the folder gone: the lock then becomes stale.
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
