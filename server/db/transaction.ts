// Runs work in a transaction, or in the one that is already open, so that it can be part of a larger one, such as a dry
// run that is rolled back.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

/** Runs `work` in a new transaction, or in the one that `db` is. */
export const inTransaction = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

/**
 * Runs `work` on one connection, or in the transaction that `db` is, so that temporary tables are visible throughout.
 * Its statements have no time limit.
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
    // After a failed transaction nothing is left to reset.
    await sql`RESET statement_timeout`.execute(line).catch(() => undefined)
  }
}
