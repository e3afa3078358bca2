// A transaction wherever there is none yet: what makes its own can be part of a larger one, such as a dry run, which is undone.
import type { Db } from '#server/context.ts'

/** Runs `work` in a transaction of its own, or in that which `db` is. */
export const inTransaction = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)
