// Database connections: the JavaScript types of their values, one transaction at a time per connection, separate callers,
// and the migration at the start.
import { mkdtemp, readdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { migrate, migrations } from '#server/db/migrate.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { temporaryRoot } from '#tests/support/temporary.ts'

describe('database connections', () => {
  let database: Database
  beforeAll(async () => {
    database = await freshDatabase('empty')
    await sql`CREATE TABLE sample (id int PRIMARY KEY, note text)`.execute(database.db)
  })
  afterAll(() => database.close())
  const samples = async () => (await sql<{ id: number }>`SELECT id FROM sample ORDER BY id`.execute(database.db)).rows

  it('convert each type of value to its JavaScript type', async () => {
    const bytes = Buffer.from([0, 1, 255])
    const { rows } = await sql`
      SELECT 9007199254740991::int8 AS big, ARRAY[1, NULL]::int8[] AS bigs, '2026-03-29'::date AS day,
        ARRAY['2026-03-29']::date[] AS days, '2026-03-04T05:06:07.123Z'::timestamptz AS at, 1.50::numeric AS exact,
        ${bytes}::bytea AS bytes, ${['a', 'b"\\', null]}::text[] AS texts, ${JSON.stringify({ a: [1] })}::jsonb AS json,
        ${true}::boolean AS yes, ${null}::text AS nothing, ${new Date(0)}::timestamptz AS epoch`.execute(database.db)
    expect(rows).toEqual([
      {
        big: 9007199254740991,
        bigs: [1, null],
        day: '2026-03-29',
        days: ['2026-03-29'],
        at: new Date('2026-03-04T05:06:07.123Z'),
        exact: '1.50',
        bytes,
        texts: ['a', 'b"\\', null],
        json: { a: [1] },
        yes: true,
        nothing: null,
        epoch: new Date(0),
      },
    ])
  })

  it('reject an integer too large for a JavaScript number', async () => {
    await expect(sql`SELECT 9007199254740993::int8 AS big`.execute(database.db)).rejects.toThrow('2^53')
    await expect(sql`SELECT 1 AS one`.execute(database.db)).resolves.toMatchObject({ rows: [{ one: 1 }] })
  })

  it('accept 5,000 values in one parameter', async () => {
    const ids = Array.from({ length: 5_000 }, (_, at) => at + 1_000)
    const { rows } = await sql<{ id: number }>`SELECT unnest(${ids}::int[]) AS id`.execute(database.db)
    expect(rows.map(({ id }) => id)).toEqual(ids)
  })

  it('continue after a failed statement, alone and inside a transaction', async () => {
    await expect(sql`SELEC`.execute(database.db)).rejects.toMatchObject({ code: '42601' })
    await expect(sql`SELECT ${'x'}::int`.execute(database.db)).rejects.toMatchObject({ code: '22P02' })
    const failing = database.db.transaction().execute(async (trx) => {
      await sql`INSERT INTO sample VALUES (1)`.execute(trx)
      await sql`INSERT INTO sample VALUES (1)`.execute(trx)
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await samples()).toEqual([])
  })

  it('run no statement of another caller inside an open transaction', async () => {
    let fail = () => {}
    const failure = new Promise<void>((resolve) => (fail = resolve))
    const failingTransaction = database.db.transaction().execute(async (trx) => {
      await sql`INSERT INTO sample VALUES (1)`.execute(trx)
      await failure
      throw new Error('undo')
    })
    const outside = sql`INSERT INTO sample VALUES (2)`.execute(database.db)
    fail()
    await expect(failingTransaction).rejects.toThrow('undo')
    await outside
    expect(await samples()).toEqual([{ id: 2 }])
    await sql`DELETE FROM sample`.execute(database.db)
  })

  it('migrate the database once when several servers start together', async () => {
    await Promise.all([migrate(database.db), migrate(database.db), migrate(database.db)])
    const { rows } = await sql<{ number: number }>`SELECT number FROM migration ORDER BY number`.execute(database.db)
    expect(rows).toEqual(migrations.map(({ number }) => ({ number })))
  })

  it('reject the migration of a database that is newer than the server', async () => {
    await sql`INSERT INTO migration (number, name) VALUES (999, 'later')`.execute(database.db)
    await expect(migrate(database.db)).rejects.toThrow(/version 999, but this server knows \d+ at most/)
    await sql`DELETE FROM migration WHERE number = 999`.execute(database.db)
  })
})

it('an embedded database without a folder starts empty and leaves nothing behind', async () => {
  const folder = await mkdtemp(join(temporaryRoot, 'portal-embedded-'))
  vi.stubEnv('TMPDIR', folder)
  // Vitest itself restores the variable only when the next test begins, which can affect a file that runs at the same
  // time.
  const database = await connectDatabase().finally(() => vi.unstubAllEnvs())
  const { rows } = await sql`SELECT FROM pg_tables WHERE schemaname = 'public'`.execute(database.db)
  expect(rows).toEqual([])
  await sql`CREATE TABLE temporary (n int)`.execute(database.db)
  expect(await readdir(folder)).toHaveLength(1)
  await database.close()
  expect(await readdir(folder)).toEqual([])
  await rmdir(folder)
})
