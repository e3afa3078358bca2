// Statements that are run again and again are prepared, once for a connection, and a change of their tables fails none.
// tests/server/deployment/pooler.test.ts has a pooler that does not support prepared statements.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { freshDatabase } from '#tests/support/database.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase('empty')
  await sql`CREATE TABLE sample (id int PRIMARY KEY, note text NOT NULL DEFAULT '')`.execute(database.db)
})
afterAll(() => database.close())

const times = async (count: number, run: (n: number) => Promise<unknown>) => {
  for (let n = 0; n < count; n += 1) await run(n)
}

/** The prepared statements of the only connection that contain this text. */
async function preparedStatements(text: string): Promise<readonly { runs: number }[]> {
  // Without parameters, so that it is never prepared itself.
  const { rows } = await sql<{ runs: number }>`
    SELECT generic_plans + custom_plans AS runs FROM pg_prepared_statements
    WHERE name LIKE 'portal\\_%' AND strpos(statement, ${sql.lit(text)}) > 0`.execute(database.db)
  return rows
}

it('prepares a statement that is repeated, and then only runs it', async () => {
  await times(60, (n) => sql`SELECT id FROM sample WHERE id = ${n} AND note = 'repeated'`.execute(database.db))
  expect(await preparedStatements("'repeated'")).toEqual([{ runs: 50 }])
})

it('prepares no statement that is run a few times, and none within a transaction', async () => {
  await times(3, (n) => sql`SELECT id FROM sample WHERE id = ${n} AND note = 'rare'`.execute(database.db))
  await database.db
    .transaction()
    .execute((trx) => times(30, (n) => sql`SELECT id FROM sample WHERE id = ${n} AND note = 'inside'`.execute(trx)))
  expect(await preparedStatements("'rare'")).toEqual([])
  expect(await preparedStatements("'inside'")).toEqual([])
})

it('prepares no slow statement', async () => {
  await times(12, (n) => sql`SELECT pg_sleep(0.06), ${n}::int AS n, 'slow'`.execute(database.db))
  expect(await preparedStatements("'slow'")).toEqual([])
})

it('runs a prepared statement whose table has a new column', async () => {
  await sql`INSERT INTO sample (id) VALUES (1)`.execute(database.db)
  const read = async () => (await sql`SELECT * FROM sample WHERE id = ${1}::int`.execute(database.db)).rows
  await times(20, read)
  expect(await preparedStatements('SELECT * FROM sample')).toHaveLength(1)
  await sql`ALTER TABLE sample ADD COLUMN added int DEFAULT 7`.execute(database.db)
  expect(await read()).toEqual([{ id: 1, note: '', added: 7 }])
  await times(20, read)
  expect(await read()).toEqual([{ id: 1, note: '', added: 7 }])
})

it('reports the failure of a prepared statement, and runs it again', async () => {
  const divide = async (by: number) => (await sql<{ n: number }>`SELECT 6 / ${by}::int AS n`.execute(database.db)).rows
  await times(20, () => divide(2))
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect(await divide(3)).toEqual([{ n: 2 }])
})
