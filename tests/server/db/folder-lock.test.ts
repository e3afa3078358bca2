// One process a data folder (threats T47).
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectDatabase } from '#server/db/connect.ts'
import { lockByFile, lockFolder } from '#server/db/folder-lock.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portal-lock-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

it('refuses the second one by name, opens after the first has closed, and keeps what was written', async () => {
  const first = await connectDatabase({ dataDir })
  await first.db.schema.createTable('kept').addColumn('id', 'integer').execute()
  await expect(connectDatabase({ dataDir })).rejects.toThrow(
    `The data folder ${join(dataDir, 'database')} is in use by another host (process ${process.pid})`,
  )
  expect((await stat(join(dataDir, 'database'))).mode & 0o777).toBe(0o700)
  await first.close()
  const second = await connectDatabase({ dataDir })
  await sql`INSERT INTO kept (id) VALUES (1)`.execute(second.db)
  await second.close()
})

it.runIf(process.platform === 'linux')('frees the lock with release', async () => {
  const lock = await lockFolder(dataDir)
  await expect(lockFolder(dataDir)).rejects.toThrow('in use')
  await lock.release()
  await (await lockFolder(dataDir)).release()
})

it('by file: respects a living process and takes over from a dead one only', async () => {
  const folder = join(dataDir, 'database')
  await mkdir(folder)
  const file = join(dataDir, 'database.pid')
  await writeFile(file, String(process.ppid))
  expect(() => lockByFile(folder)).toThrow(`(process ${process.ppid})`)
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  await writeFile(file, String(dead))
  const lock = lockByFile(folder)
  expect(await readFile(file, 'utf8')).toBe(String(process.pid))
  await lock.release()
})
