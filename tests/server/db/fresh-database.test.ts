// The database that each test file of the server gets is migrated and separate from all others.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { demoCardCount } from '#tests/support/demo-cards.ts'
import { freshDatabase } from '#tests/support/database.ts'

describe('fresh database', () => {
  it('creates migrated databases that are separate', async () => {
    const first = await freshDatabase('empty')
    const second = await freshDatabase('empty')
    await sql`INSERT INTO owner VALUES (9, 'Nine')`.execute(first.db)
    expect((await sql`SELECT * FROM owner`.execute(first.db)).rows).toHaveLength(1)
    expect((await sql`SELECT * FROM owner`.execute(second.db)).rows).toEqual([])
    await first.close()
    await second.close()
  })

  it('creates copies of the demo programme', async () => {
    const { db, close } = await freshDatabase()
    const { rows } = await sql<{ cards: number }>`SELECT count(*)::int AS cards FROM card`.execute(db)
    expect(rows[0]?.cards).toBe(demoCardCount)
    await close()
  })
})
