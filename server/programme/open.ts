// Opens the database for a command with the same settings, migrations and keys as the server. A dry run is a transaction
// that is rolled back. It creates missing keys only in memory, and a missing database only in a temporary folder.
import type { ControlledTransaction } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { connectDatabase, type Database, type DatabaseOptions } from '#server/db/connect.ts'
import { isPooled } from '#server/db/connections.ts'
import { claimExclusively, type Presence, registerPresence } from '#server/db/presence.ts'
import { explainUnreachable } from '#server/db/explain-unreachable.ts'
import { hasDatabase } from '#server/db/private/private-postgres.ts'
import { migrate, readSchemaVersions } from '#server/db/migrate.ts'
import { createCounters } from '#server/metrics/counters.ts'
import { createHeldCalls } from '#server/sessions/held-calls.ts'
import { createJobs } from '#server/jobs/queue.ts'
import { createLog } from '#server/log.ts'
import { claimForClient } from '#server/db/installed-client.ts'
import { openKeys } from '#server/keys/database-keys.ts'
import type { Schema } from '#server/db/schema.ts'
import { openClock } from '#server/sandbox/clock.ts'
import { toSandboxSettings } from '#server/sandbox/settings.ts'
import { type Settings, StartError } from '#server/config/settings.ts'
import type { OpenOptions, CommandServices } from './command.ts'

export interface OpenProgramme {
  readonly programme: CommandServices
  /** Rolls back a dry run, then closes the database. */
  readonly close: () => Promise<void>
}

/** Throws a StartError if the database cannot be opened. */
export async function openProgramme(
  configured: Settings,
  {
    isDryRun,
    isExclusive = false,
    isAllowedDuringRotation = false,
    canShareDatabase = false,
    canMigrate = false,
    needsDirectConnection = false,
  }: OpenOptions & { readonly isDryRun: boolean },
): Promise<OpenProgramme> {
  const log = createLog('silent')
  const database = await connectDatabase(isDryRun ? dryRunLocation(configured) : databaseLocation(configured))
  let presence: Presence | undefined
  let dryRun: ControlledTransaction<Schema> | undefined
  const close = async () => {
    // If the connection is lost, the database itself rolls back the transaction.
    await dryRun
      ?.rollback()
      .execute()
      .catch(() => undefined)
    await presence?.release().catch(() => undefined)
    await database.close()
  }
  try {
    await requireReachable(database)
    if (needsDirectConnection && (await isPooled(database.url)))
      throw new StartError(
        'DATABASE_URL leads to a connection pooler: give this command the address of PostgreSQL itself.',
      )
    presence = isExclusive ? await lockDatabase(database.url) : await registerCommand(database.url)
    if (!canMigrate) await requireCurrentTables(database.db)
    if (isDryRun) dryRun = await database.db.startTransaction().execute()
    const db: Db = dryRun ?? database.db
    await migrate(db)
    await claimForClient(db, configured.client, { canShare: canShareDatabase })
    const { secrets } = await openKeys(db, configured.secretsDir, {
      isReadOnly: isDryRun,
      isRotating: isAllowedDuringRotation,
    })
    const { now, isSandbox } = await openClock(db)
    const settings = isSandbox ? toSandboxSettings(configured) : configured
    // The command enqueues jobs; the servers run them.
    const jobs = createJobs({ db, log, now, ignoresLeases: false, ownerId: settings.client.ownerId })
    return {
      programme: {
        db,
        isDryRun,
        settings,
        client: settings.client,
        secrets,
        jobs,
        log,
        counters: createCounters(),
        heldCalls: createHeldCalls(),
        now,
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function requireReachable({ isAlive, url }: Database): Promise<void> {
  if (!(await isAlive())) throw new StartError(`The database ${await explainUnreachable(url)}`)
}

/**
 * Throws a StartError if the tables are of an earlier version. A command such as an export must not migrate them as a
 * side effect, because migrating stops the servers of the previous version.
 */
async function requireCurrentTables(db: Db): Promise<void> {
  const { applied, newest } = await readSchemaVersions(db)
  if (applied > 0 && applied < newest)
    throw new StartError(
      `The tables are at version ${applied}, and this release would change them to version ${newest}: start a server of this release first. Until then, use the commands of the release that is running.`,
    )
}

/** Registers the command like a server. Until the release, commands that need exclusive access are refused. */
async function registerCommand(databaseUrl: string): Promise<Presence> {
  const canStayAfterReconnect = () => Promise.resolve(true)
  const presence = await registerPresence(databaseUrl, canStayAfterReconnect)
  if (!presence) throw new StartError('Another command has exclusive use of this database: wait until it has ended.')
  return presence
}

/** Ensures that no server or other command uses the database until the release. */
async function lockDatabase(databaseUrl: string): Promise<Presence> {
  const presence = await claimExclusively(databaseUrl)
  if (!presence) throw new StartError('A server or another command runs on this database: stop all servers first.')
  return presence
}

const databaseLocation = ({ databaseUrl, dataDir }: Settings): DatabaseOptions =>
  databaseUrl === undefined ? { dataDir } : { databaseUrl }

/** Without a URL and a folder, `connectDatabase` creates the database in a temporary folder. */
const TEMPORARY_LOCATION: DatabaseOptions = {}

/** If the data folder has no database, a dry run uses a temporary one, so that it creates nothing in the folder. */
function dryRunLocation(settings: Settings): DatabaseOptions {
  const wouldCreateDatabase = settings.databaseUrl === undefined && !hasDatabase(settings.dataDir)
  return wouldCreateDatabase ? TEMPORARY_LOCATION : databaseLocation(settings)
}
