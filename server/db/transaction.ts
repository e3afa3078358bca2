// A transaction wherever there is none yet: what makes its own can be part of a larger one, such as a dry run, which is undone.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

/** Runs `work` in a transaction of its own, or in that which `db` is. */
export const inTransaction = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

/**
 * Runs `work` on one line to the database, or in the transaction that `db` is: temporary tables are seen by all that follows. Its
 * statements take as long as they take.
 */
export async function onOneLine<T>(db: Db, work: (line: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return unhurried(db, work)
  return db.connection().execute((line) => unhurried(line, work))
}

async function unhurried<T>(line: Db, work: (line: Db) => Promise<T>): Promise<T> {
  await sql`SET statement_timeout = 0`.execute(line)
  try {
    return await work(line)
  } finally {
    // Of a transaction that has failed nothing is left to reset.
    await sql`RESET statement_timeout`.execute(line).catch(() => undefined)
  }
}
