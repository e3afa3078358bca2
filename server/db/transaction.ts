// Runs work in a new transaction, or in a transaction that is already open. So the work can be part of a larger
// transaction, such as a dry run that is rolled back.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

/** Runs `work` in a new transaction, or in the open one of `db`. */
export const inTransaction = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

/**
 * Runs `work` on a single connection, or in the open transaction of `db`, so that temporary tables stay visible. The
 * statements of `work` have no time limit.
 */
export async function onOneConnection<T>(db: Db, work: (connection: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return withoutTimeLimit(db, work)
  return db.connection().execute((connection) => withoutTimeLimit(connection, work))
}

async function withoutTimeLimit<T>(connection: Db, work: (connection: Db) => Promise<T>): Promise<T> {
  await sql`SET statement_timeout = 0`.execute(connection)
  try {
    return await work(connection)
  } finally {
    // Fails in an aborted transaction, whose rollback resets the timeout anyway.
    await sql`RESET statement_timeout`.execute(connection).catch(() => undefined)
  }
}
