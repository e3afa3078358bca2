// Updates the database to this version with numbered migrations. Each migration and its record are one transaction.
// Kysely's Migrator is not faster, and adds two tables and a second lock (decision 17).
//
// To change tables, append a numbered migration, and change the types in the files *-tables.ts. During an upgrade,
// servers of the previous version still read the tables and write audit entries. So a change takes two versions:
// - First, add tables, columns (with a default, or nullable) and indexes.
// - A version later, remove, rename or tighten what the previous version no longer uses. A test
//   (tests/server/db/migrations.test.ts) lists these changes and refuses any other.
// Nothing can be posted while a migration runs, so a job fills a new column of a large table in chunks.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { StartError } from '#server/config/settings.ts'
import { isRetryable, isUnreachable } from './faults.ts'
import { access } from './migrations/0001-schema/access.ts'
import { approvals } from './migrations/0001-schema/approvals.ts'
import { batches } from './migrations/0001-schema/batches.ts'
import { cards } from './migrations/0001-schema/cards.ts'
import { feed } from './migrations/0001-schema/feed.ts'
import { funding } from './migrations/0001-schema/funding.ts'
import { groups } from './migrations/0001-schema/groups.ts'
import { ledger } from './migrations/0001-schema/ledger.ts'
import { orders } from './migrations/0001-schema/orders.ts'
import { platform } from './migrations/0001-schema/platform.ts'
import { reports } from './migrations/0001-schema/reports.ts'
import { sandbox } from './migrations/0001-schema/sandbox.ts'
import { webhooks } from './migrations/0001-schema/webhooks.ts'
import { inTransaction } from './transaction.ts'
import { advisoryLocks } from './advisory-locks.ts'

/** Stores the last link of the audit trail outside the trail, so that the deletion of the trail's end is noticed. */
const auditHead = `
ALTER TABLE ledger_proof
  ADD COLUMN trail_position bigint,
  ADD COLUMN trail_hash bytea,
  ADD COLUMN trail_generation integer,
  ADD COLUMN trail_mac bytea;`

/** Allows a rotation while servers run: 'previous' is the generation whose values are being encrypted again. */
const onlineRotation = `
ALTER TABLE key_set
  DROP CONSTRAINT key_set_state_check,
  DROP CONSTRAINT key_set_check,
  ADD CONSTRAINT key_set_state_check CHECK (state IN ('current', 'next', 'previous')),
  ADD CONSTRAINT key_set_check CHECK ((state <> 'current') = (step IS NOT NULL));`

/** The order is permanent: a released migration never changes, and new migrations are appended. */
export const migrations: readonly { readonly number: number; readonly name: string; readonly sql: string }[] = [
  {
    number: 1,
    name: 'schema',
    sql: [
      platform,
      access,
      sandbox,
      groups,
      cards,
      batches,
      orders,
      ledger,
      feed,
      funding,
      approvals,
      reports,
      webhooks,
    ].join(''),
  },
  { number: 2, name: 'language', sql: 'ALTER TABLE user_account ADD COLUMN language text' },
  { number: 3, name: 'demo', sql: 'ALTER TABLE owner ADD COLUMN is_demo boolean NOT NULL DEFAULT false' },
  { number: 4, name: 'audit head', sql: auditHead },
  { number: 5, name: 'password again', sql: 'ALTER TABLE user_session ADD COLUMN confirmed_at timestamptz' },
  { number: 6, name: 'online rotation', sql: onlineRotation },
]

/** The database version that this product requires. */
export const newestVersion = migrations.at(-1)?.number ?? 0

/**
 * Applies missing migrations, optionally up to a version. If `db` is a transaction, all run in that transaction.
 * Several servers may call this at the same time. Throws a StartError for a newer database.
 */
export async function migrate(db: Db, upTo = newestVersion): Promise<void> {
  // Usually no migration is missing. Finding that out takes two queries, instead of several for each migration.
  const { applied } = await readSchemaVersions(db)
  if (applied === newestVersion) return
  await requireCreateRight(db, applied)
  for (const migration of migrations) {
    if (migration.number > upTo) return
    await withRetries(migration.name, () =>
      inTransaction(db, async (trx) => {
        await lockMigrations(trx)
        const version = await ensureMigrationTable(trx)
        if (version > newestVersion)
          throw new StartError(
            `The database is at version ${version}, but this server knows ${newestVersion} at most: start a newer server.`,
          )
        if (migration.number <= version) return
        if (version > 0) await lockOutWriters(trx)
        await sql.raw(migration.sql).execute(trx)
        await sql`INSERT INTO migration (number, name) VALUES (${migration.number}, ${migration.name})`.execute(trx)
      }),
    )
  }
}

/**
 * Throws a StartError if the server's role cannot create tables. Such a role does not own the tables (`role grant`), so
 * it cannot change them either.
 */
async function requireCreateRight(db: Db, version: number): Promise<void> {
  const { rows } = await sql<{ canCreate: boolean }>`
    SELECT has_schema_privilege(current_schema(), 'CREATE') AS "canCreate"`.execute(db)
  if (rows[0]?.canCreate) return
  throw new StartError(
    `The tables are at version ${version}, this server needs ${newestVersion}, and its role cannot change them: run npm run programme -- role grant with a DATABASE_URL that logs in as the owner of the tables.`,
  )
}

/**
 * Every writer (a call, the run of a batch or an order, a posting) locks one of these tables first. They are in the
 * order in which writers lock them.
 */
const FIRST_LOCKED_TABLES = ['request_answer', 'batch_file', 'card_order', 'ledger_transaction']

/**
 * Servers of the previous version continue while this one starts. This function waits until their current changes are
 * committed, and makes their next changes wait until the migration ends. A change must wait before it locks anything
 * else, because a posting that waits with locked accounts would cause a deadlock.
 */
async function lockOutWriters(trx: Db): Promise<void> {
  // The migration itself has no time limit.
  await sql`SET LOCAL statement_timeout = 0`.execute(trx)
  // While this waits for the lock of a table, all other writers wait too. So it gives up soon, and withRetries tries
  // again.
  await sql`SET LOCAL lock_timeout = '3s'`.execute(trx)
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM unnest(${FIRST_LOCKED_TABLES}::text[]) AS tables (name) WHERE to_regclass(name) IS NOT NULL`.execute(
    trx,
  )
  await sql.raw(`LOCK TABLE ${rows.map(({ name }) => name).join(', ')} IN EXCLUSIVE MODE`).execute(trx)
}

const MAX_ATTEMPTS = 10
const RETRY_DELAY_MS = 1_000
/** PostgreSQL's code for a lock that was not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03'

/** Runs a migration again if it could not get its locks. Throws a StartError if it failed: the tables are unchanged. */
async function withRetries(name: string, runMigration: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runMigration()
    } catch (error) {
      if (error instanceof StartError || isUnreachable(error)) throw error
      const isTableInUse = (error as NodeJS.ErrnoException).code === LOCK_NOT_AVAILABLE
      const canRetry = attempt < MAX_ATTEMPTS && (isTableInUse || isRetryable(error))
      if (!canRetry)
        throw new StartError(
          `The migration '${name}' failed and was rolled back: ${(error as Error).message}. The tables are as before, and servers of the previous version continue.`,
          { cause: error },
        )
      if (isTableInUse) await pause(RETRY_DELAY_MS)
    }
  }
}

/** Prevents other servers from changing the database at their start, until the transaction ends. */
export async function lockMigrations(trx: Db): Promise<void> {
  // No time limit, because another server may be seeding many cards.
  await sql`SET LOCAL statement_timeout = 0`.execute(trx)
  await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.migrations})`.execute(trx)
  await sql`SET LOCAL statement_timeout = DEFAULT`.execute(trx)
}

/** The versions of the database and of this product. 0 for a database without tables. Changes nothing. */
export async function readSchemaVersions(db: Db): Promise<{ readonly applied: number; readonly newest: number }> {
  const { rows } = await sql<{ hasTable: boolean }>`
    SELECT to_regclass('migration') IS NOT NULL AS "hasTable"`.execute(db)
  const applied = rows[0]?.hasTable ? await currentVersion(db) : 0
  return { applied, newest: newestVersion }
}

async function ensureMigrationTable(trx: Db): Promise<number> {
  await sql`CREATE TABLE IF NOT EXISTS migration (
    number integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`.execute(trx)
  return currentVersion(trx)
}

async function currentVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number | null }>`SELECT max(number) AS number FROM migration`.execute(db)
  return rows[0]?.number ?? 0
}
