// COPY through the server's database connections: every value arrives unchanged, a rejected row rolls back its
// transaction, and the connection still works.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyOut, copyRows } from '#server/db/copy.ts'
import type { Database } from '#server/db/connect.ts'
import type { ColumnValue } from '#server/db/sets.ts'
import { freshDatabase } from '#tests/support/database.ts'

describe('COPY', () => {
  let database: Database
  beforeAll(async () => {
    database = await freshDatabase('empty')
    await sql`CREATE TABLE sample (id bigint PRIMARY KEY, note text, at timestamptz, bytes bytea, yes boolean, day date)`.execute(
      database.db,
    )
  })
  afterAll(() => database.close())
  const columns = ['id', 'note', 'at', 'bytes', 'yes', 'day']
  const texts = [
    '',
    'plain',
    'tab\there',
    'line\nend\r\n',
    'back\\slash',
    '\\N',
    '\\.',
    'ÄÖ 漢字 🎈',
    "it's",
    '\u0001\u001f',
  ]
  const rows: ColumnValue[][] = texts.map((note, id) => [
    id,
    note,
    new Date(`2026-03-04T05:06:07.${100 + id}Z`),
    Buffer.from([0, 9, 10, 13, 92, 255 - id]),
    id % 2 === 0,
    '2026-03-29',
  ])

  it('stores every value unchanged, including null', async () => {
    await copyRows(database.db, 'sample', columns, [...rows, [99, null, null, null, null, null]])
    const { rows: found } = await sql<
      Record<string, unknown>
    >`SELECT * FROM sample WHERE id < 1000 ORDER BY id`.execute(database.db)
    expect(found.map((row) => columns.map((name) => row[name]))).toEqual([...rows, [99, null, null, null, null, null]])
  })

  it('streams rows out unchanged, and waits until each chunk is consumed', async () => {
    await sql`INSERT INTO sample (id, note) SELECT n, repeat('x', 200) FROM generate_series(1000, 6000) n`.execute(
      database.db,
    )
    const chunks: string[] = []
    let activeCalls = 0
    const count = await copyOut(
      database.db,
      'SELECT id, note FROM sample WHERE id >= 1000 ORDER BY id',
      async (bytes) => {
        activeCalls += 1
        expect(activeCalls).toBe(1)
        await new Promise((resolve) => setImmediate(resolve))
        chunks.push(bytes.toString())
        activeCalls -= 1
      },
    )
    expect(count).toBe(5001)
    expect(chunks.length).toBeGreaterThan(1)
    const lines = chunks.join('').split('\n')
    expect(lines).toHaveLength(5002)
    expect(lines[5000]).toBe(`6000\t${'x'.repeat(200)}`)
  })

  it('is rolled back with its transaction, and the connection works after a rejected row', async () => {
    const failing = database.db.transaction().execute(async (trx) => {
      await copyRows(trx, 'sample', ['id'], [[7001], [7002]])
      await copyRows(trx, 'sample', ['id'], [[7001]])
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    const copyToUnknownTable = copyRows(database.db, 'no such table', ['id'], [[1]])
    await expect(copyToUnknownTable).rejects.toMatchObject({ code: '42P01' })
    await expect(copyRows(database.db, 'sample', ['id'], [['x']])).rejects.toMatchObject({ code: '22P02' })
    const { rows: found } = await sql`SELECT id FROM sample WHERE id > 7000`.execute(database.db)
    expect(found).toEqual([])
  })

  it('fails when the receiver rejects its rows', async () => {
    const copyToFullDisk = copyOut(database.db, 'SELECT generate_series(1, 5000)', () =>
      Promise.reject(new Error('disk full')),
    )
    await expect(copyToFullDisk).rejects.toThrow('disk full')
    expect((await sql`SELECT 1 AS one`.execute(database.db)).rows).toEqual([{ one: 1 }])
  })
})
