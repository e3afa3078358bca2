// Checks the database: its tables, programme, groups, keys and clock.
import { sql } from 'kysely'
import { instantToTimestamp } from '#domain/dates.ts'
import { instantToText } from '#domain/instants.ts'
import { openClock, readClock } from '#server/sandbox/clock.ts'
import { SANDBOX_LINE } from '#server/config/warnings.ts'
import { countToText } from '../counts-and-durations.ts'
import type { Db } from '#server/operations/context.ts'
import { connectDatabase, type Database } from '#server/db/connect.ts'
import { explainUnreachable } from '#server/db/explain-unreachable.ts'
import { hasDatabase } from '#server/db/private/private-postgres.ts'
import { explainMissingGuards, tryGuards } from '#server/db/guards.ts'
import { describeMove } from '#server/db/move-traces.ts'
import { readSchemaVersions } from '#server/db/migrate.ts'
import { readInstalledClients } from '#server/db/installed-client.ts'
import { countReadableCards } from '#server/keys/readable-cards.ts'
import { hasKeys, readKeys } from '#server/keys/key-files.ts'
import { FIRST_GENERATION } from '#server/keys/secrets.ts'
import { ROTATION_RUNNING, readKeySets, openKeySet } from '#server/keys/database-keys.ts'
import { type Settings, StartError } from '#server/config/settings.ts'
import { segregationOfDutiesWarning } from '#domain/users/changes.ts'
import { type CheckResult, isWritable, note, ok, type Report, failed } from './check-result.ts'

/** With a larger difference between the clocks, authenticator codes begin to fail. */
const MAX_SKEW_MS = 5_000

export async function checkDatabase(settings: Settings, report: Report): Promise<void> {
  const { databaseUrl, dataDir } = settings
  if (databaseUrl === undefined && !hasDatabase(dataDir)) {
    if (isWritable(dataDir)) report(ok('Database', `a private PostgreSQL, which will be created in ${dataDir}.`))
    else report(failed('Database', `${dataDir} is not writable: set DATA_DIR to another folder.`))
    report(checkFutureKeys(settings))
    report(ok('Clock', `the database uses this machine's; it is ${timeToText(Date.now(), settings)}.`))
    return
  }
  let database: Database | undefined
  try {
    database = await connectDatabase({ databaseUrl, dataDir })
    if (!(await database.isAlive())) {
      report(failed('Database', await explainUnreachable(database.url)))
      return
    }
    const { db, kind } = database
    const { applied, newest } = await readSchemaVersions(db)
    report(await checkServer(db, kind))
    report(await checkTables(db, applied, newest))
    const moveText = await describeMove(db)
    if (moveText !== undefined) report(note('Move', moveText))
    // These checks read tables and columns that other versions may not have.
    if (applied === newest) {
      report(await checkGuards(db))
      report(await checkProgramme(db, settings))
      const sandbox = await checkSandbox(db, settings)
      if (sandbox) report(sandbox)
      for (const result of await checkGroups(db, settings)) report(result)
      report(await checkKeys(db, settings))
    } else report(applied === 0 ? checkFutureKeys(settings) : await checkKeyFiles(db, settings))
    report(await checkClock(db, settings))
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    report(failed('Database', error.message))
  } finally {
    await database?.close()
  }
}

async function checkServer(db: Db, kind: Database['kind']): Promise<CheckResult> {
  const { rows } = await sql<{ server_version: string }>`SHOW server_version`.execute(db)
  const version = rows[0]?.server_version.split(' ')[0] ?? 'of an unknown version'
  const name = kind === 'postgres' ? 'PostgreSQL' : 'the private PostgreSQL'
  return ok('Database', `${name} ${version} answers.`)
}

async function checkTables(db: Db, applied: number, newest: number): Promise<CheckResult> {
  const subject = 'Tables'
  if (applied > newest)
    return failed(
      subject,
      `at version ${applied}, but this server only supports versions up to ${newest}: use a newer server.`,
    )
  if (applied === newest) return ok(subject, `at version ${applied}, the newest.`)
  const { rows } = await sql<{ canCreate: boolean }>`
    SELECT has_schema_privilege(current_schema(), 'CREATE') AS "canCreate"`.execute(db)
  if (!rows[0]?.canCreate)
    return failed(subject, 'the user in DATABASE_URL cannot create tables: make it the owner of the database.')
  if (applied === 0) return ok(subject, 'none yet: the first start creates them.')
  return ok(subject, `at version ${applied}: the next start brings them to ${newest}.`)
}

async function checkGuards(db: Db): Promise<CheckResult> {
  const subject = 'Guards'
  const guards = await tryGuards(db)
  const fault = await explainMissingGuards(db, guards)
  if (fault !== undefined) return failed(subject, fault)
  const { refusedCount, untriedForLackOfRights, untriedBeforeFirstAccount } = guards
  const refusedChanges = countToText(refusedCount, 'forbidden change', 'forbidden changes')
  const sentences = [`the database refused ${refusedChanges} when tried.`]
  const untriedCount = untriedForLackOfRights.length
  if (untriedCount > 0) {
    const otherChanges = countToText(untriedCount, 'other forbidden change', 'other forbidden changes')
    sentences.push(
      `The role of DATABASE_URL has no right to try ${otherChanges}: run this check also with the owner of the tables.`,
    )
  }
  if (untriedBeforeFirstAccount.length > 0)
    sentences.push(`Not tried before the programme exists: ${untriedBeforeFirstAccount.join('; ')}.`)
  return ok(subject, sentences.join(' '))
}

async function checkProgramme(db: Db, { client }: Settings): Promise<CheckResult> {
  const subject = 'Programme'
  const installed = await readInstalledClients(db)
  if (installed.length > 0 && !installed.includes(client.key))
    return failed(
      subject,
      `this database belongs to ${installed.join(', ')}, not to ${client.key}: see npm run programme -- init --help.`,
    )
  const { ownerId } = client
  const owner = await db.selectFrom('owner').select('name').where('id', '=', ownerId).executeTakeFirst()
  if (!owner) return ok(subject, 'none yet: npm run programme -- init FILE creates it.')
  const campaigns = await db.selectFrom('campaign').select('id').where('owner_id', '=', ownerId).execute()
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM user_account WHERE owner_id = ${ownerId} AND deleted_at IS NULL`.execute(db)
  const campaignCount = countToText(campaigns.length, 'campaign', 'campaigns')
  const userCount = countToText(rows[0]?.count ?? 0, 'user', 'users')
  return ok(subject, `${owner.name}, with ${campaignCount} and ${userCount}.`)
}

/** A note if the database is a sandbox: the administrator of a production system must notice that. */
async function checkSandbox(db: Db, { client }: Settings): Promise<CheckResult | undefined> {
  const sandboxClock = await readClock(db)
  if (!sandboxClock) return undefined
  const { now } = await openClock(db)
  return note(
    'Sandbox',
    `${SANDBOX_LINE} It shows ${instantToText(new Date(now()).toISOString(), client)}. A production needs another database.`,
  )
}

async function checkGroups(db: Db, { client: { ownerId } }: Settings): Promise<CheckResult[]> {
  const groups = await db
    .selectFrom('user_group')
    .select(['name', 'permissions'])
    .where('owner_id', '=', ownerId)
    .orderBy('name')
    .execute()
  const results: CheckResult[] = []
  for (const { name, permissions } of groups) {
    const warning = segregationOfDutiesWarning(permissions)
    if (warning !== undefined) results.push(note('Groups', `'${name}': ${warning}.`))
  }
  return results
}

async function checkKeys(db: Db, settings: Settings): Promise<CheckResult> {
  const { current, next } = await readKeySets(db)
  if (next) return failed('Keys', ROTATION_RUNNING)
  if (!current) return checkFutureKeys(settings)
  try {
    const { secrets } = openKeySet(settings.secretsDir, current, 'createTokenInMemory')
    const count = await countReadableCards(db, secrets)
    if (count === undefined) return failed('Keys', 'some card numbers in the database cannot be read with them.')
    const cards = countToText(count, 'card number was', 'card numbers were')
    return ok(
      'Keys',
      `generation ${current.generation} in ${settings.secretsDir}, which match the database; ${cards} read.`,
    )
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return failed('Keys', error.message)
  }
}

/** For tables of another version: only checks that the files of the keys exist and can be read. */
async function checkKeyFiles(db: Db, settings: Settings): Promise<CheckResult> {
  const { secretsDir } = settings
  // These columns exist in every version.
  const { rows } = await sql<{ generation: number }>`
    SELECT generation FROM key_set WHERE state = 'current'`.execute(db)
  const [current] = rows
  if (!current) return checkFutureKeys(settings)
  try {
    readKeys(secretsDir, current.generation, 'createTokenInMemory')
    return ok('Keys', `generation ${current.generation} found in ${secretsDir}.`)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return failed('Keys', error.message)
  }
}

/** For a database that has no key set yet: checks that the first start can read or create the keys. */
function checkFutureKeys({ secretsDir }: Settings): CheckResult {
  if (hasKeys(secretsDir, FIRST_GENERATION)) return ok('Keys', `found in ${secretsDir}.`)
  return isWritable(secretsDir)
    ? ok('Keys', `none yet: the first start creates them in ${secretsDir}.`)
    : failed('Keys', `${secretsDir} is not writable: set SECRETS_DIR to another folder.`)
}

async function checkClock(db: Db, settings: Settings): Promise<CheckResult> {
  const { timeZone } = settings.client
  const subject = 'Clock'
  // The database read its clock between these two times.
  const earliest = Date.now()
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db)
  const latest = Date.now()
  const databaseNow = rows[0]?.now.getTime() ?? 0
  const behindMs = earliest - databaseNow
  const aheadMs = databaseNow - latest
  // At most one of the two is positive. If neither is, the database's time lies between our two times.
  const skewMs = Math.max(behindMs, aheadMs)
  if (skewMs > MAX_SKEW_MS)
    return failed(
      subject,
      `the database is ${Math.round(skewMs / 1000)} s ${behindMs > aheadMs ? 'behind' : 'ahead of'} this machine: synchronise both with the same time source.`,
    )
  const formattedByDatabase = await sql<{ stamp: string }>`
    SELECT to_char(${new Date(databaseNow)}::timestamptz AT TIME ZONE ${timeZone}, 'YYYYMMDDHH24MISS') AS stamp`
    .execute(db)
    .catch(() => undefined)
  if (!formattedByDatabase)
    return failed(subject, `the database does not know the time zone ${timeZone}: install its time zone data.`)
  if (formattedByDatabase.rows[0]?.stamp !== instantToTimestamp(databaseNow, timeZone))
    return failed(
      subject,
      `database and this machine disagree about the time in ${timeZone}: bring their time zone data up to date.`,
    )
  return ok(subject, `database and this machine agree; it is ${timeToText(databaseNow, settings)}.`)
}

function timeToText(now: number, { client: { timeZone } }: Settings): string {
  const stamp = instantToTimestamp(now, timeZone)
  return `${stamp.slice(8, 10)}:${stamp.slice(10, 12)} in ${timeZone}`
}
