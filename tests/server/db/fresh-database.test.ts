// What the host suite stands on: each file's database is migrated and apart from every other.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { demoCardCount } from '#tests/support/demo.ts'
import { engines, freshDatabase } from '#tests/support/database.ts'

describe.each(engines)('%s', (engine) => {
  it('gives migrated copies that are apart', async () => {
    const one = await freshDatabase(engine, 'empty')
    const other = await freshDatabase(engine, 'empty')
    expect(one.kind).toBe(engine)
    await sql`INSERT INTO owner VALUES (9, 'Nine')`.execute(one.db)
    expect((await sql`SELECT * FROM owner`.execute(one.db)).rows).toHaveLength(1)
    expect((await sql`SELECT * FROM owner`.execute(other.db)).rows).toEqual([])
    await one.close()
    await other.close()
  })

  it('gives copies of the demo programme', async () => {
    const { db, close } = await freshDatabase(engine)
    const { rows } = await sql<{ cards: number }>`SELECT count(*)::int AS cards FROM card`.execute(db)
    expect(rows[0]?.cards).toBe(demoCardCount)
    await close()
  })
})
