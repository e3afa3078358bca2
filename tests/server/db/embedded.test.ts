// The embedded database's thread: a host that runs for weeks takes no more memory than one that has just begun.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { freshDatabase } from '#tests/support/database.ts'

const ROWS = 20_000
const MEBIBYTE = 1024 * 1024

it('keeps nothing of what it has answered', async () => {
  const database = await freshDatabase('embedded', 'empty')
  const answers = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      const { rows } = await sql`SELECT n FROM generate_series(1, ${ROWS}::integer) n`.execute(database.db)
      expect(rows).toHaveLength(ROWS)
    }
    return process.memoryUsage().rss / MEBIBYTE
  }
  const before = await answers(15)
  const after = await answers(60)
  await database.close()
  // Kept, they would be some 160 MiB.
  expect(after - before).toBeLessThan(100)
})
