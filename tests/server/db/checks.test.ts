// The types of rows that the database allows are those of the tables in the code. If a test fails, a migration must allow
// the missing type, or add the missing column.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedBatchTypeNames } from '#domain/batch/types.ts'
import { cardEventTypes } from '#domain/cards/history.ts'
import { cardTransactionTypes } from '#domain/cards/transactions.ts'
import { orderTypes } from '#domain/order/types.ts'
import { statusColumns } from '#server/db/card-statuses.ts'
import type { Database } from '#server/db/connect.ts'
import { freshDatabase } from '#tests/support/database.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase('empty')
})
afterAll(() => database.close())

describe('the check on the types of', () => {
  it.each([
    ['card_event', cardEventTypes],
    ['batch_file', storedBatchTypeNames],
    ['card_order', Object.keys(orderTypes)],
    ['ledger_transaction', ['funding', ...Object.keys(cardTransactionTypes)]],
  ] as const)('%s allows exactly those of the code', async (table, types) => {
    const { rows } = await sql<{ definition: string }>`
      SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = ${`${table}_kind_check`}`.execute(
      database.db,
    )
    const allowed = [...(rows[0]?.definition ?? '').matchAll(/'(\w+)'/g)].map(([, type]) => type)
    expect(new Set(allowed)).toEqual(new Set(types))
  })
})

it.each(statusColumns)('a card has the column %s for the time of its status', async (column) => {
  const { rows } = await sql`
    SELECT data_type, is_nullable FROM information_schema.columns WHERE table_name = 'card' AND column_name = ${column}`.execute(
    database.db,
  )
  expect(rows).toEqual([{ data_type: 'timestamp with time zone', is_nullable: 'YES' }])
})
