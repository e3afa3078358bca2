// The private PostgreSQL of a data folder: created, shared, stopped by the last process, restarted after a crash, and
// never damaged.
import { m } from '#words/messages.js'
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { connectDatabase, type Database } from '#server/db/connect.ts'
import { clientFor } from '#tests/support/call.ts'
import { startServer } from '#tests/support/server.ts'
import { serverProgram } from '#tests/support/run-program.ts'
import { temporaryRoot } from '#tests/support/temporary.ts'
import { killPostgresOf, freezePostgresOf, pidOfPostgres, stopPostgresOf } from '#tests/support/postgres-processes.ts'

const openDatabases: Database[] = []
const folders: string[] = []
afterEach(async () => {
  for (const database of openDatabases.splice(0)) await database.close()
  for (const folder of folders.splice(0)) {
    await stopPostgresOf(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
})

function freshFolder(...subfolders: string[]): string {
  return createFolder(temporaryRoot, subfolders)
}

function createFolder(root: string, subfolders: readonly string[] = []): string {
  const folder = mkdtempSync(join(root, 'portal-private-'))
  folders.push(folder)
  // PostgreSQL does not run as root, and its user needs access to folders below this one.
  chmodSync(folder, 0o711)
  return join(folder, ...subfolders)
}

async function open(dataDir: string): Promise<Database> {
  const database = await connectDatabase({ dataDir })
  openDatabases.push(database)
  return database
}
const close = async (database: Database) => {
  openDatabases.splice(openDatabases.indexOf(database), 1)
  await database.close()
}
const selectOne = async ({ db }: Database) => (await sql<{ one: number }>`SELECT 1 AS one`.execute(db)).rows[0]?.one
const readNotes = async ({ db }: Database) =>
  (await sql<{ note: string }>`SELECT note FROM entry ORDER BY note`.execute(db)).rows.map(({ note }) => note)
const isRunning = (pid: number | undefined) =>
  pid !== undefined && existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`).length > 0

describe('the private PostgreSQL', () => {
  it('is created in the data folder, writes through to the disk, and listens on no network address', async () => {
    const folder = freshFolder('data')
    const database = await open(folder)
    expect(database.kind).toBe('embedded')
    const { rows } = await sql<{ name: string; setting: string }>`
      SELECT name, setting FROM pg_settings
      WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'data_checksums')`.execute(
      database.db,
    )
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      data_checksums: 'on',
    })
    const pid = pidOfPostgres(folder)
    await close(database)
    expect(isRunning(pid)).toBe(false)
  })

  it('is shared by all processes on the folder, and stopped by the last one', async () => {
    const folder = freshFolder('data')
    // Both find no running PostgreSQL, and both try to start it.
    const [first, second] = await Promise.all([open(folder), open(folder)])
    const pid = pidOfPostgres(folder)
    await sql`CREATE TABLE entry (note text)`.execute(first.db)
    await sql`INSERT INTO entry VALUES ('a')`.execute(second.db)
    await close(first)
    expect(isRunning(pid)).toBe(true)
    expect(await readNotes(second)).toEqual(['a'])
    await close(second)
    expect(isRunning(pid)).toBe(false)
  })

  it('is reused after the portal server was killed, and stopped at the end', async () => {
    const folder = freshFolder('data')
    const first = await open(folder)
    await sql`CREATE TABLE entry (note text)`.execute(first.db)
    const pid = pidOfPostgres(folder)
    // The state after a kill: its connections are closed, and PostgreSQL still runs.
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`.execute(
      first.db,
    )
    const second = await open(folder)
    expect(pidOfPostgres(folder)).toBe(pid)
    expect(await readNotes(second)).toEqual([])
    await close(first)
    await close(second)
    expect(isRunning(pid)).toBe(false)
  })

  it('restarts after it is killed, with everything that was committed', async () => {
    const folder = freshFolder('data')
    const database = await open(folder)
    await sql`CREATE TABLE entry (note text)`.execute(database.db)
    await sql`INSERT INTO entry VALUES ('before')`.execute(database.db)
    await killPostgresOf(folder)
    await expect.poll(() => selectOne(database).catch(() => undefined), { interval: 50 }).toBe(1)
    expect(await readNotes(database)).toEqual(['before'])
  })

  it.each([
    ['an empty pid file, as a power cut leaves it', ''],
    ['a pid file that names another program', `${process.pid}\n`],
    ['a pid file that names a dead process', '999999999\n'],
  ])('starts with %s', async (_, content) => {
    const folder = freshFolder('data')
    const first = await open(folder)
    await sql`CREATE TABLE entry (note text)`.execute(first.db)
    await killPostgresOf(folder)
    openDatabases.length = 0
    await first.close().catch(() => undefined)
    await killPostgresOf(folder)
    writeFileSync(join(folder, 'postgres/data/postmaster.pid'), content)
    const second = await open(folder)
    expect(await readNotes(second)).toEqual([])
  })

  it('works in a folder whose path is too long for a socket', async () => {
    const parent = freshFolder('a'.repeat(120))
    mkdirSync(parent)
    const folder = join(parent, 'data')
    const database = await open(folder)
    expect(await selectOne(database)).toBe(1)
    await close(database)
  })

  it('rejects a database of another PostgreSQL version with a single message', async () => {
    const folder = freshFolder('data')
    await close(await open(folder))
    writeFileSync(join(folder, 'postgres/data/PG_VERSION'), '17\n')
    await expect(open(folder)).rejects.toThrow(
      /was created by PostgreSQL 17, and this version of the portal includes 18\. Nothing was changed\./,
    )
  })

  it.runIf(process.getuid?.() === 0)('moves to /var/lib if its user cannot reach the data folder', async () => {
    const home = freshFolder()
    chmodSync(home, 0o700)
    const folder = join(home, 'data')
    const messages: string[] = []
    const database = await connectDatabase({ dataDir: folder, report: (line) => void messages.push(line) })
    openDatabases.push(database)
    const fallbackFolder = readFileSync(join(folder, 'postgres-folder'), 'utf8').trim()
    expect(messages.join()).toContain(`the database is in ${fallbackFolder}.`)
    expect(await selectOne(database)).toBe(1)
    await close(database)
    const reopened = await open(folder)
    expect(await selectOne(reopened)).toBe(1)
    await close(reopened)
    rmSync(fallbackFolder, { recursive: true })
    await expect(open(folder)).rejects.toThrow(`The database is in ${fallbackFolder}`)
  })

  it.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
    'can be shared with a server in another container, which cannot damage it',
    { timeout: 60_000 },
    async () => {
      const first = await startServer({ env: { DEMO: 'off' } })
      const pid = pidOfPostgres(first.dataDir)
      const script = `ip link set lo up; exec "${process.execPath}" "${serverProgram}"`
      const second = spawn('unshare', ['--net', '--pid', '--ipc', '--fork', '--mount-proc', 'sh', '-c', script], {
        env: { PATH: process.env['PATH'], DATA_DIR: first.dataDir, PORT: '4180', DEMO: 'off' },
      })
      let output = ''
      for (const stream of [second.stdout, second.stderr])
        stream.on('data', (text: Buffer) => (output += text.toString()))
      const ended = new Promise((resolve) => second.once('close', resolve))
      try {
        await expect.poll(() => output, { interval: 100 }).toContain('portal is at')
        execFileSync('pkill', ['-TERM', '-P', String(second.pid)])
        await ended
        expect(pidOfPostgres(first.dataDir)).toBe(pid)
        expect((await fetch(`${first.url}health`)).status).toBe(200)
      } finally {
        second.kill('SIGKILL')
        await first.remove()
      }
      expect(isRunning(pid)).toBe(false)
    },
  )

  it.runIf(canMount())(
    'rejects changes on a full disk but still reads, and recovers when space is available',
    { timeout: 60_000 },
    async () => {
      const disk = freshFolder()
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=0711', 'tmpfs', disk])
      try {
        const server = await startServer({ parent: disk })
        const olive = await clientFor(server, 'olive')
        const note = () => olive.call('addCardNote', { voucherId: '1', noteText: 'Under pressure' })
        const health = async () => {
          const response = await fetch(`${server.url}health`)
          return { status: response.status, ...((await response.json()) as { ready: boolean; reason?: string }) }
        }
        expect((await note()).resultCode).toBe('0')
        const freeBytes = Number(
          execFileSync('df', ['--output=avail', '-B1', disk], { encoding: 'utf8' }).split('\n')[1],
        )
        execFileSync('fallocate', ['-l', String(freeBytes - 20 * 1024 * 1024), join(disk, 'filler')])
        await expect.poll(async () => (await health()).status, { interval: 100 }).toBe(503)
        expect(await health()).toMatchObject({ ready: false, reason: m.server_serverDiskFull() })
        expect(await note()).toMatchObject({
          resultCode: '-20500',
          resultText: m.server_serverDiskFull(),
        })
        expect((await olive.call('cardDetails', { voucherID: '1' })).resultCode).toBe('0')
        rmSync(join(disk, 'filler'))
        await expect.poll(async () => (await health()).status, { interval: 100 }).toBe(200)
        expect((await note()).resultCode).toBe('0')
        await server.remove()
      } finally {
        execFileSync('umount', ['-l', disk])
      }
    },
  )

  it.runIf(canMount())('contains every acknowledged change after a power cut', { timeout: 60_000 }, async () => {
    // Copies a mounted disk image without stopping PostgreSQL, which gives the state of the disk after a power cut.
    const folder = createFolder(tmpdir())
    const [image, disk, copy] = [join(folder, 'image'), join(folder, 'disk'), join(folder, 'copy')]
    execFileSync('truncate', ['-s', '400M', image])
    execFileSync('mkfs.ext4', ['-q', '-F', image])
    for (const path of [disk, copy]) mkdirSync(path)
    execFileSync('mount', ['-o', 'loop', image, disk])
    chmodSync(disk, 0o711)
    try {
      const database = await open(join(disk, 'data'))
      await sql`CREATE TABLE entry (note text)`.execute(database.db)
      const acknowledged: string[] = []
      let isStopped = false
      const writing = (async () => {
        for (let n = 0; !isStopped; n += 1) {
          await sql`INSERT INTO entry VALUES (${String(n)})`.execute(database.db)
          acknowledged.push(String(n))
        }
      })()
      await expect.poll(() => acknowledged.length, { interval: 20 }).toBeGreaterThan(50)
      const resume = freezePostgresOf(join(disk, 'data'))
      const acknowledgedBefore = [...acknowledged]
      const imageAfterCut = `${image}.cut`
      execFileSync('cp', ['--sparse=always', image, imageAfterCut])
      resume()
      isStopped = true
      await writing
      await close(database)
      execFileSync('mount', ['-o', 'loop', imageAfterCut, copy])
      const after = await open(join(copy, 'data'))
      const stored = await readNotes(after)
      expect(acknowledgedBefore.filter((note) => !stored.includes(note))).toEqual([])
      await close(after)
      execFileSync('umount', [copy])
    } finally {
      execFileSync('umount', ['-l', disk])
    }
  })
})

/** Mounting needs root, and is not possible in most containers. */
function canMount(): boolean {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return false
  const probe = mkdtempSync(join(tmpdir(), 'portal-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', probe], { stdio: 'ignore' })
    execFileSync('umount', [probe])
    return true
  } catch {
    return false
  } finally {
    rmSync(probe, { recursive: true, force: true })
  }
}
