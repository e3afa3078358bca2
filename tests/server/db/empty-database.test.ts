// A new data folder: its database is a copy of the build's empty one, whole or not there, and is never laid over another.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectDatabase, type Database } from '#server/db/connect.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-empty-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

it('begins as a copy of the empty one, for its owner alone', async () => {
  const database = await connectDatabase({ dataDir })
  expect(await of<string>(database, sql`SHOW wal_segment_size`)).toBe('1MB')
  expect(await of<number>(database, sql`SELECT count(*)::int FROM pg_database`)).toBe(1)
  expect(statSync(join(dataDir, 'database')).mode & 0o777).toBe(0o700)
  await database.close()
})

it('begins anew where the copy was broken off', async () => {
  mkdirSync(join(dataDir, 'database.part'))
  writeFileSync(join(dataDir, 'database.part/PG_VERSION'), '1')
  const database = await connectDatabase({ dataDir })
  expect(await of<number>(database, sql`SELECT 7`)).toBe(7)
  expect(readdirSync(dataDir)).toEqual(['database'])
  await database.close()
})

it('keeps a database that is there, and gives it its own small cache', async () => {
  const first = await connectDatabase({ dataDir })
  await sql`CREATE TABLE kept AS SELECT 42 AS n`.execute(first.db)
  await first.close()
  const again = await connectDatabase({ dataDir })
  expect(await of<number>(again, sql`SELECT n FROM kept`)).toBe(42)
  expect(await of<string>(again, sql`SHOW shared_buffers`)).toBe('32MB')
  await again.close()
})

/** The one value that a question gives. */
async function of<Value>({ db }: Database, question: ReturnType<typeof sql>): Promise<Value> {
  const [row = {}] = (await question.execute(db)).rows
  return Object.values(row as object)[0] as Value
}
