// Brings the database to this version: numbered migrations, each in one transaction together with its record. Kysely's Migrator is
// no faster and brings two tables and a lock of its own (decision 17).
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { StartError } from '#server/config/settings.ts'
import { isRetryable, isUnreachable } from './faults.ts'
import { access } from './migrations/0001-schema/access.ts'
import { batches } from './migrations/0001-schema/batches.ts'
import { cards } from './migrations/0001-schema/cards.ts'
import { ledger } from './migrations/0001-schema/ledger.ts'
import { orders } from './migrations/0001-schema/orders.ts'
import { platform } from './migrations/0001-schema/platform.ts'
import { reports } from './migrations/0001-schema/reports.ts'
import { inTransaction } from './transaction.ts'

/** In order and for ever: a released migration never changes, a new one goes to the end. */
export const migrations: readonly { readonly number: number; readonly name: string; readonly sql: string }[] = [
  { number: 1, name: 'schema', sql: [platform, access, cards, batches, orders, ledger, reports].join('') },
]

/** The version of the database that this product works on. */
export const newestVersion = migrations.at(-1)?.number ?? 0

// Any number works, as long as every server uses the same.
const LOCK = 4_180_001

/**
 * Applies what is missing, up to a version if one is given; in a transaction that is given, all in that one. Safe with several servers
 * starting together. Throws a StartError for a newer database.
 */
export async function migrate(db: Db, upTo = newestVersion): Promise<void> {
  // Usually nothing is missing: one query finds that, instead of five for each migration.
  const { applied: found } = await migrationsOf(db)
  if (found === newestVersion) return
  await refuseWithoutRights(db, found)
  for (const migration of migrations) {
    if (migration.number > upTo) return
    await tryAgain(migration.name, () =>
      inTransaction(db, async (trx) => {
        await lockMigrations(trx)
        const applied = await appliedNumber(trx)
        if (applied > newestVersion)
          throw new StartError(
            `The database is at version ${applied}, but this server knows ${newestVersion} at most: start a newer server.`,
          )
        if (migration.number <= applied) return
        if (applied > 0) await waitForChanges(trx)
        await sql.raw(migration.sql).execute(trx)
        await sql`INSERT INTO migration (number, name) VALUES (${migration.number}, ${migration.name})`.execute(trx)
      }),
    )
  }
}

/** A server whose role owns nothing cannot change the tables (server/programme/role-grant.ts). */
async function refuseWithoutRights(db: Db, found: number): Promise<void> {
  const { rows } = await sql<{ mayCreate: boolean }>`
    SELECT has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate"`.execute(db)
  if (rows[0]?.mayCreate) return
  throw new StartError(
    `The tables are at version ${found}, this server needs ${newestVersion}, and its role cannot change them: run npm run programme -- role grant with the address of their owner.`,
  )
}

/** What changes, runs of batches and orders, and postings write or lock first, in the order in which they do. */
const FIRST_LOCKED = ['request_answer', 'batch_file', 'card_order', 'ledger_transaction']

/**
 * Servers of the previous version continue while this one starts: their changes are committed by now, and wait until the
 * migration ends. They wait before they hold anything: a posting that held accounts and waited would end in a deadlock.
 * A table that is already in use holds up all others that wait for it, so a migration gives up after a moment; its own
 * work takes as long as it takes.
 */
async function waitForChanges(trx: Db): Promise<void> {
  await sql`SET LOCAL statement_timeout = 0`.execute(trx)
  await sql`SET LOCAL lock_timeout = '3s'`.execute(trx)
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM unnest(${FIRST_LOCKED}::text[]) AS tables (name) WHERE to_regclass(name) IS NOT NULL`.execute(trx)
  await sql.raw(`LOCK TABLE ${rows.map(({ name }) => name).join(', ')} IN EXCLUSIVE MODE`).execute(trx)
}

const TRIES = 10
const NEXT_TRY_MS = 1_000
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Throws a StartError if the migration failed, which leaves the tables as they were.
 */
async function tryAgain(name: string, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof StartError || isUnreachable(error)) throw error
      const isLocked = (error as NodeJS.ErrnoException).code === LOCK_NOT_AVAILABLE
      if (attempt < TRIES && isRetryable(error)) continue
      if (attempt === TRIES || !isLocked)
        throw new StartError(
          `The migration '${name}' failed and was rolled back: ${(error as Error).message}. The tables are as before, and servers of the previous version continue.`,
          { cause: error },
        )
      await pause(NEXT_TRY_MS)
    }
  }
}

/** Until the transaction ends no other server changes the database at its start. */
export async function lockMigrations(trx: Db): Promise<void> {
  // As long as it takes: another server may be seeding many cards.
  await sql`SET LOCAL statement_timeout = 0`.execute(trx)
  await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(trx)
  await sql`SET LOCAL statement_timeout = DEFAULT`.execute(trx)
}

/** The version of the database and of this product; 0 for a database without tables. Changes nothing. */
export async function migrationsOf(db: Db): Promise<{ readonly applied: number; readonly newest: number }> {
  const { rows } = await sql<{ isThere: boolean }>`SELECT to_regclass('migration') IS NOT NULL AS "isThere"`.execute(db)
  return { applied: rows[0]?.isThere ? await numberIn(db) : 0, newest: newestVersion }
}

async function appliedNumber(trx: Db): Promise<number> {
  await sql`CREATE TABLE IF NOT EXISTS migration (
    number integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`.execute(trx)
  return numberIn(trx)
}

async function numberIn(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number | null }>`SELECT max(number) AS number FROM migration`.execute(db)
  return rows[0]?.number ?? 0
}
