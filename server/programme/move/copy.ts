// Sets up the copy of a database on another PostgreSQL server, by logical replication, and waits until the copy has
// nearly all changes. Each step first checks whether it was done before, so that an interrupted command can be run
// again.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { connectDatabase } from '#server/db/connect.ts'
import { tryGuards } from '#server/db/guards.ts'
import { migrate, newestVersion } from '#server/db/migrate.ts'
import { MOVE } from '#server/db/move-traces.ts'
import type { Db } from '#server/operations/context.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { type Call, CommandError } from '../command.ts'
import { grantToServer } from '../role-grant.ts'
import { type Side, type Sides, toWritableUrl } from './sides.ts'

const POLL_MS = 200
/** The copy is nearly up to date if it is fewer bytes of log behind the source than this. */
const MAX_BYTES_BEHIND = 1_000_000

interface Output {
  readonly print: (line: string) => void
  readonly progress: Call['progress']
}

/** Throws a CommandError, before anything is changed, if logical replication is not possible. */
export async function requireReplication({ source, target }: Sides): Promise<void> {
  const { rows } = await source.client.query<{ walLevel: string; canPublish: boolean; majorVersion: number }>(`
    SELECT current_setting('wal_level') AS "walLevel", current_setting('server_version_num')::int / 10000 AS "majorVersion",
      (SELECT rolsuper OR rolreplication FROM pg_roles WHERE rolname = current_user)
        AND has_database_privilege(current_database(), 'CREATE') AS "canPublish"`)
  const [sourceServer] = rows
  if (!sourceServer) throw new Error('a query without FROM returned no row')
  const { walLevel, canPublish, majorVersion } = sourceServer
  const problems: string[] = []
  const { rows: schemaVersions } = await source.client.query<{ applied: number }>(
    'SELECT max(number)::int AS applied FROM migration',
  )
  const appliedVersion = schemaVersions[0]?.applied
  if (appliedVersion !== newestVersion)
    problems.push(
      `The tables are at version ${appliedVersion}, and this release has version ${newestVersion}: use the commands of the release that is running.`,
    )
  if (walLevel !== 'logical')
    problems.push(
      `${source.address} has wal_level = ${walLevel}: run ALTER SYSTEM SET wal_level = 'logical' there and restart PostgreSQL.`,
    )
  if (!canPublish)
    problems.push(
      `The role at ${source.address} cannot replicate: run ALTER ROLE … REPLICATION, and GRANT CREATE ON DATABASE.`,
    )
  const { rows: atTarget } = await target.client.query<{ canSubscribe: boolean; majorVersion: number }>(`
    SELECT current_setting('server_version_num')::int / 10000 AS "majorVersion",
      (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
        OR EXISTS (SELECT FROM pg_roles WHERE rolname = 'pg_create_subscription' AND pg_has_role(oid, 'MEMBER'))
        AS "canSubscribe"`)
  const [targetServer] = atTarget
  if (!targetServer) throw new Error('a query without FROM returned no row')
  if (!targetServer.canSubscribe)
    problems.push(`The role at ${target.address} cannot subscribe: run GRANT pg_create_subscription there.`)
  if (targetServer.majorVersion < majorVersion)
    problems.push(`${target.address} is an older PostgreSQL than ${source.address}.`)
  const serverRoles = await readServerRoles(source.client)
  const { rows: rolesAtTarget } = await target.client.query<{ rolname: string }>(
    'SELECT rolname FROM pg_roles WHERE rolname = ANY($1)',
    [serverRoles],
  )
  const missingRoles = serverRoles.filter((role) => !rolesAtTarget.some(({ rolname }) => rolname === role))
  if (missingRoles.length > 0)
    problems.push(`${target.address} lacks the roles of the servers: create ${missingRoles.join(', ')}.`)
  if (problems.length > 0) throw new CommandError(...problems)
}

/**
 * The roles that `role grant` has given the rights of a server. They are recognised by their right to insert into the
 * audit trail.
 */
async function readServerRoles(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ role: string }>(`
    SELECT DISTINCT r.rolname AS role FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
    WHERE c.oid = 'audit_event'::regclass AND a.privilege_type = 'INSERT' AND a.grantee <> c.relowner ORDER BY 1`)
  return rows.map(({ role }) => role)
}

/** Creates the tables and rights in the target, the publication in the source, and the subscription in the target. */
export async function startCopy({ source, target, step }: Sides, { print }: Output): Promise<void> {
  if (step === undefined) {
    await target.client.query(`
      BEGIN;
      CREATE SCHEMA ${MOVE};
      CREATE TABLE ${MOVE}.state (step text NOT NULL);
      INSERT INTO ${MOVE}.state VALUES ('copying');
      COMMIT`)
  }
  const serverRoles = await readServerRoles(source.client)
  await withDatabase(target, async (db) => {
    await migrate(db)
    for (const role of serverRoles) await grantToServer(db, role)
  })
  const tables = await readTables(source.client)
  const { rows: publications } = await source.client.query(`SELECT FROM pg_publication WHERE pubname = '${MOVE}'`)
  if (publications.length === 0) await source.client.query(`CREATE PUBLICATION ${MOVE} FOR TABLE ${tables.join(', ')}`)
  const { rows: subscriptions } = await target.client.query(`
    SELECT FROM pg_subscription WHERE subname = '${MOVE}'
      AND subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())`)
  if (subscriptions.length > 0) return
  // The migrations have inserted a row into ledger_proof. It must be deleted before the row of the source is copied.
  await target.client.query(`
    BEGIN;
    ALTER TABLE ledger_proof DISABLE TRIGGER USER;
    DELETE FROM ledger_proof;
    ALTER TABLE ledger_proof ENABLE TRIGGER USER;
    COMMIT`)
  // If a command was killed while it created the subscription, the slot may exist without a subscription.
  const slotName = await readSlotName(source)
  await dropSlot(source)
  print(`Copying from ${source.address} to ${target.address} …`)
  await target.client.query(
    `CREATE SUBSCRIPTION ${MOVE} CONNECTION ${quoteText(toConninfo(source.url))} PUBLICATION ${MOVE} WITH (slot_name = ${slotName})`,
  )
}

/** All tables, except the table of the migrations, which the migrations themselves fill in the target. */
export async function readTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT quote_ident(tablename) AS name FROM pg_tables
    WHERE schemaname = current_schema() AND tablename <> 'migration' ORDER BY tablename`)
  return rows.map(({ name }) => name)
}

/**
 * The name of the replication slot. Names are unique in a PostgreSQL server, and several of its databases can move at
 * the same time, so the name contains the database's oid.
 */
export async function readSlotName({ client }: Side): Promise<string> {
  const { rows } = await client.query<{ slot: string }>(
    `SELECT '${MOVE}_' || oid AS slot FROM pg_database WHERE datname = current_database()`,
  )
  return rows[0]?.slot ?? MOVE
}

export async function dropSlot(side: Side): Promise<void> {
  await side.client.query(
    'SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1 AND NOT active',
    [await readSlotName(side)],
  )
}

/** Waits until all rows are copied and the new database is nearly up to date. */
export async function waitUntilNearlyCopied({ source, target }: Sides, { print, progress }: Output): Promise<void> {
  const tables = await readTables(source.client)
  const bar = progress('Tables', tables.length)
  let shownCopiedCount = 0
  let reportedErrorCount = 0
  for (;;) {
    // srsubstate 'r' (ready): the table is copied, and follows the changes of the source.
    const { rows } = await target.client.query<{ copied_count: number; error_count: number }>(`
      SELECT count(*) FILTER (WHERE srsubstate = 'r')::int AS copied_count,
        (SELECT sum(apply_error_count + sync_error_count)::int FROM pg_stat_subscription_stats WHERE subname = '${MOVE}') AS error_count
      FROM pg_subscription_rel WHERE srsubid = (
        SELECT oid FROM pg_subscription WHERE subname = '${MOVE}'
          AND subdbid = (SELECT oid FROM pg_database WHERE datname = current_database()))`)
    const { copied_count: copiedCount, error_count: errorCount } = rows[0] ?? { copied_count: 0, error_count: 0 }
    bar.add(copiedCount - shownCopiedCount)
    shownCopiedCount = copiedCount
    if (errorCount > reportedErrorCount) {
      print(`The copy has failed ${errorCount} times: see the log of ${target.address}.`)
      reportedErrorCount = errorCount
    }
    const bytesBehind = await readBytesBehind(source)
    const isNearlyUpToDate = bytesBehind !== undefined && bytesBehind < MAX_BYTES_BEHIND
    if (copiedCount === tables.length && isNearlyUpToDate) break
    await pause(POLL_MS)
  }
  bar.end()
  print(`All ${tables.length} tables are copied.`)
}

/** How many bytes of log the target is behind the source. Undefined while the target is not connected. */
async function readBytesBehind(source: Side): Promise<number | undefined> {
  const { rows } = await source.client.query<{ bytes: number }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::float8 AS bytes
     FROM pg_replication_slots WHERE slot_name = $1 AND active`,
    [await readSlotName(source)],
  )
  return rows[0]?.bytes
}

/** Throws a CommandError, before anything is switched, if the copy has lost a guard or its ledger is not in order. */
export async function proveCopy(sides: Sides, { print }: Output): Promise<void> {
  const { target } = sides
  const tables = await readTables(target.client)
  await target.client.query(`ANALYZE ${tables.join(', ')}`)
  await withDatabase(target, async (db) => {
    const { missing, refusedCount } = await tryGuards(db)
    if (missing.length > 0)
      throw new CommandError(`The database at ${target.address} accepts what it must refuse: ${missing.join('; ')}.`)
    print(`The new database refuses all ${refusedCount} changes that it must refuse.`)
    const faults = await checkLedger(db)
    if (faults.length > 0)
      throw new CommandError(
        `The ledger of the copy is not in order: ${faults.map(({ rule }) => rule).join('; ')}. Run ledger check on the old database.`,
      )
    print('The ledger of the copy is in order.')
  })
}

async function withDatabase(side: Side, work: (db: Db) => Promise<void>): Promise<void> {
  const database = await connectDatabase({ databaseUrl: toWritableUrl(side.url), maxConnections: 2 })
  try {
    await work(database.db)
  } finally {
    await database.close()
  }
}

const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * Converts a URL for pg to the notation of libpq, which PostgreSQL uses for its connection to the source:
 * "host='old' port='5432' …". Leaves out parameters that only pg knows.
 */
function toConninfo(url: string): string {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const fields = {
    host: searchParams.get('host') ?? hostname,
    port: searchParams.get('port') ?? port,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    dbname: decodeURIComponent(pathname.slice(1)),
    sslmode: searchParams.get('sslmode') ?? '',
    application_name: MOVE,
  }
  return Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}='${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`)
    .join(' ')
}
