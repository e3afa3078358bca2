// Makes sure that what was committed is on the disk, for when the next thing cannot be undone. PostgreSQL sees to it with each
// commit; the embedded database does not wait for the disk otherwise.
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

/** Of the embedded database in `dataDir`. */
export async function flushEmbedded(db: Db, dataDir: string): Promise<void> {
  await sql`CHECKPOINT`.execute(db)
  const entries = readdirSync(join(dataDir, 'database'), { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile() && !entry.isDirectory()) continue
    const file = openSync(join(entry.parentPath, entry.name), 'r')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  }
}
