// Finds the tables of a backup: all tables of the database, so that new tables need no change here. A table comes after
// the tables that it refers to.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

/**
 * Tables that are left out. The newest migration is in the head of the file. The proof of the ledger is not needed,
 * because a restore verifies the whole ledger. Sessions and their notification channels end with a restore: all users
 * must log in again.
 */
export const excludedTables: readonly string[] = ['migration', 'ledger_proof', 'user_session', 'notice_channel']

/** Tables that have rows after the first server start on an empty database. The backup's rows replace these. */
export const prefilledTables: readonly string[] = ['installed_client', 'key_set', 'job']

export interface BackupTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** Returns the tables in an order in which they can be filled. */
export async function findBackupTables(db: Db): Promise<BackupTable[]> {
  const { rows } = await sql<{ name: string; columns: string[]; needs: string[] }>`
    SELECT t.relname AS name,
           (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
            WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
           (SELECT coalesce(array_agg(DISTINCT o.relname::text), '{}') FROM pg_constraint f JOIN pg_class o ON o.oid = f.confrelid
            WHERE f.conrelid = t.oid AND f.contype = 'f' AND o.oid <> t.oid) AS needs
    FROM pg_class t WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' ORDER BY t.relname`.execute(db)
  const tables = rows.filter(({ name }) => !excludedTables.includes(name))
  const orderedTables: BackupTable[] = []
  const isReady = (needs: readonly string[]) =>
    needs.every((need) => excludedTables.includes(need) || orderedTables.some(({ name }) => name === need))
  while (orderedTables.length < tables.length) {
    const readyTables = tables.filter(
      ({ name, needs }) => isReady(needs) && !orderedTables.some((ordered) => ordered.name === name),
    )
    if (readyTables.length === 0) throw new Error('tables refer to each other in a circle')
    orderedTables.push(...readyTables.map(({ name, columns }) => ({ name, columns })))
  }
  return orderedTables
}
