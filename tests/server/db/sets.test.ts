// Rows that are inserted as arrays arrive unchanged, and a refused row leaves nothing.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { columnsToDefinitions, type ColumnTypes, type ColumnValues, insertRows } from '#server/db/sets.ts'
import { freshDatabase } from '#tests/support/database.ts'

let database: Database
const columns = {
  id: 'bigint',
  note: 'text',
  at: 'timestamptz',
  bytes: 'bytea',
  yes: 'boolean',
  day: 'date',
} as const satisfies ColumnTypes
beforeAll(async () => {
  database = await freshDatabase('empty')
  await sql`CREATE TABLE sample (${columnsToDefinitions(columns)}, PRIMARY KEY (id))`.execute(database.db)
})
afterAll(() => database.close())

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
  '{"a", b}',
  'NULL',
]

const rowsFrom = (firstId: number): ColumnValues<typeof columns>[] => [
  ...texts.map((note, index) => ({
    id: firstId + index,
    note,
    at: new Date(`2026-03-04T05:06:07.${100 + index}Z`),
    bytes: Buffer.from([0, 9, 10, 13, 92, 255 - index]),
    yes: index % 2 === 0,
    day: '2026-03-29',
  })),
  { id: firstId + 99, note: null, at: null, bytes: null, yes: null, day: null },
]

const readRows = async (firstId: number) => {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT * FROM sample WHERE id BETWEEN ${firstId} AND ${firstId + 99} ORDER BY id`.execute(database.db)
  return rows
}

it('stores every value unchanged, including null, for many rows and for one', async () => {
  await insertRows(database.db, 'sample', columns, rowsFrom(0))
  expect(await readRows(0)).toEqual(rowsFrom(0))
  for (const row of rowsFrom(1000)) await insertRows(database.db, 'sample', columns, [row])
  expect(await readRows(1000)).toEqual(rowsFrom(1000))
})

it('inserts nothing if one row is refused', async () => {
  const rows = [...rowsFrom(2000), ...rowsFrom(2000)]
  await expect(insertRows(database.db, 'sample', columns, rows)).rejects.toMatchObject({ code: '23505' })
  expect(await readRows(2000)).toEqual([])
})
