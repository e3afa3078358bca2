// `sandbox reset`: empties a sandbox and sets up its programme again from the stored file. The keys of the database, the
// rights of its roles and the mark of the sandbox stay.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { lockMigrations } from '#server/db/migrate.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createJobs } from '#server/jobs/queue.ts'
import type { Settings } from '#server/config/settings.ts'
import type { Db } from '#server/operations/context.ts'
import { CommandError, type CommandServices, defineCommand } from '../command.ts'
import { initProgramme } from '../init/init.ts'
import { readProgrammeFile } from '../init/read-plan.ts'
import { openProgramme } from '../open.ts'

/** All other tables are emptied. */
const keptTables: readonly string[] = ['migration', 'installed_client', 'key_set', 'sandbox']

export const sandboxReset = defineCommand({
  name: 'sandbox reset',
  summary: 'Puts a sandbox back to the state after init, with the real time',
  help: [
    'Deletes all cards, batches, users and entries of the audit trail, and sets up the programme again as described in the file that init read last. Stop all servers first. Refused if the database is no sandbox.',
  ],
  hasDryRun: true,
  async run({ open }) {
    const lines = await reset(await open({ isExclusive: true }))
    return { lines: ['The sandbox was emptied, and its clock shows the real time.', ...lines] }
  },
})

/**
 * Resets a sandbox on the request of a user in the portal. The server must have stopped. If the user is the first
 * administrator of the file, the user's password stays.
 */
export async function resetByUser(settings: Settings, username: string): Promise<void> {
  const { programme, close } = await openProgramme(settings, { isDryRun: false, isExclusive: true })
  try {
    await reset(programme, username)
  } finally {
    await close()
  }
}

/** Resets the sandbox. `username`: the user whose password stays. Returns one line for each change. */
async function reset(programme: CommandServices, username?: string): Promise<readonly string[]> {
  const lines = await inTransaction(programme.db, async (trx) => {
    const user = username === undefined ? undefined : await findUserPassword(trx, username)
    const changeLines = await emptyAndSetUp(programme, trx)
    // Changes a row only if the file sets up a user with this name.
    if (user)
      await trx
        .updateTable('user_account')
        .set({ password_hash: user.password_hash, activated_at: new Date() })
        .where('username', '=', user.username)
        .execute()
    return changeLines
  })
  // Deletes the mails from before the reset. Their links lead nowhere. The clock goes back, so they would also be dated
  // after the new mails.
  if (!programme.isDryRun) await rm(join(programme.settings.dataDir, 'outbox'), { recursive: true, force: true })
  return lines
}

const findUserPassword = (db: Db, username: string) =>
  db
    .selectFrom('user_account')
    .select(['username', 'password_hash'])
    .where('username', '=', username)
    .executeTakeFirst()

async function emptyAndSetUp(programme: CommandServices, trx: Db): Promise<readonly string[]> {
  await lockMigrations(trx)
  const sandbox = await trx.selectFrom('sandbox').select('programme').executeTakeFirst()
  if (!sandbox) throw new CommandError('This database is no sandbox: nothing was changed.')
  const { rows } = await sql<{ name: string }>`
    -- r: ordinary tables, p: partitioned tables.
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')`.execute(trx)
  const tables = rows.map(({ name }) => name)
  // Triggers refuse to delete entries and to set the clock back. They are disabled only for this transaction.
  const switchTriggers = async (verb: 'DISABLE' | 'ENABLE') => {
    for (const table of tables) await sql`ALTER TABLE ${sql.table(table)} ${sql.raw(verb)} TRIGGER USER`.execute(trx)
  }
  await switchTriggers('DISABLE')
  const tablesToEmpty = tables.filter((table) => !keptTables.includes(table)).map((table) => sql.table(table))
  await sql`TRUNCATE ${sql.join(tablesToEmpty)} RESTART IDENTITY`.execute(trx)
  await sql`INSERT INTO ledger_proof DEFAULT VALUES`.execute(trx)
  await sql`
    UPDATE sandbox SET clock_at = real_now, real_at = real_now, rate = 1, processor_down = false
    FROM clock_timestamp() AS real_now`.execute(trx)
  await switchTriggers('ENABLE')
  const { client, log } = programme
  const jobs = createJobs({ db: trx, log, now: Date.now, ownerId: client.ownerId, ignoresLeases: false })
  const servicesInRealTime: CommandServices = { ...programme, jobs, now: Date.now }
  return initProgramme(servicesInRealTime, trx, readProgrammeFile(sandbox.programme, client, Date.now()))
}
