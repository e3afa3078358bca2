// Chooses the user that runs the private PostgreSQL. PostgreSQL refuses to run as root, so a server started by root
// runs it as another user. That user may have no access to a data folder in root's home, so this chooses the folder
// too.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#server/config/settings.ts'

/** The options of `spawn` to run as another user. */
export interface RunAs {
  readonly uid: number
  readonly gid: number
}

/** Where the database is created if PostgreSQL's user has no access to the data folder. */
const FALLBACK_PARENT = '/var/lib'
/** A file in the data folder that contains the path of the folder used instead. */
const POINTER_FILE = 'postgres-folder'

/** Chooses the user for PostgreSQL. Undefined if it can run as the user of this process. */
export function chooseUser(folder: string): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined
  // Existing data belongs to the right user.
  if (existsSync(folder)) {
    const { uid, gid } = statSync(folder)
    if (uid !== 0) return { uid, gid }
  }
  return findNobody()
}

/** The usual id of the user and the group 'nobody'. */
const NOBODY_ID = 65_534

function findNobody(): RunAs {
  const match = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  return { uid: Number(match?.[1] ?? NOBODY_ID), gid: Number(match?.[2] ?? NOBODY_ID) }
}

export const canRun = (runAs: RunAs | undefined, program: string): boolean =>
  runAs === undefined || runShellTest('test -x "$1"', { runAs, path: program })

/**
 * Chooses the folder for PostgreSQL's files: `postgres` in the data folder, or a folder under /var/lib if PostgreSQL's
 * user has no access to the data folder. The choice is stored in the data folder, so that the next start finds it.
 */
export function chooseFolder(dataDir: string, report: (line: string) => void): string {
  const defaultFolder = join(dataDir, 'postgres')
  if (process.getuid?.() !== 0) return defaultFolder
  const pointer = join(dataDir, POINTER_FILE)
  if (existsSync(pointer)) {
    const folder = readFileSync(pointer, 'utf8').trim()
    if (existsSync(folder)) return folder
    throw new StartError(`The database is in ${folder}, as ${pointer} says, but that folder is missing: put it back.`)
  }
  if (existsSync(defaultFolder)) return defaultFolder
  const canEnter = runShellTest('cd "$1"', { runAs: findNobody(), path: dataDir })
  if (canEnter) return defaultFolder
  mkdirSync(FALLBACK_PARENT, { recursive: true })
  const folder = mkdtempSync(join(FALLBACK_PARENT, 'card-portal-'))
  writeFileSync(pointer, `${folder}\n`)
  report(`PostgreSQL does not run as root, and its user cannot reach ${dataDir}: the database is in ${folder}.`)
  return folder
}

/** True if the script succeeds for the user. '$1' in the script is the path. */
function runShellTest(script: string, { runAs, path }: { readonly runAs: RunAs; readonly path: string }): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', script, 'sh', path], { ...runAs, cwd: '/', stdio: 'ignore' })
  return status === 0
}
