// `sandbox reset`: empties a sandbox and sets up its programme again from the stored file. The keys of the database, the
// rights of its roles and its mark stay.
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

/** Resets from the portal: its server must have stopped. The user keeps the password as the first administrator. */
export async function resetByUser(settings: Settings, username: string): Promise<void> {
  const { programme, close } = await openProgramme(settings, { isDryRun: false, isExclusive: true })
  try {
    await reset(programme, username)
  } finally {
    await close()
  }
}

async function reset(programme: CommandServices, username?: string): Promise<readonly string[]> {
  const lines = await inTransaction(programme.db, async (trx) => {
    const kept = await trx
      .selectFrom('user_account')
      .select(['username', 'password_hash'])
      .where('username', '=', username ?? '')
      .executeTakeFirst()
    const changes = await emptyAndSetUp(programme, trx)
    if (kept)
      await trx
        .updateTable('user_account')
        .set({ password_hash: kept.password_hash, activated_at: new Date() })
        .where('username', '=', kept.username)
        .execute()
    return changes
  })
  // The earlier mails have later dates than the mails to come, and their links lead nowhere.
  if (!programme.isDryRun) await rm(join(programme.settings.dataDir, 'outbox'), { recursive: true, force: true })
  return lines
}

async function emptyAndSetUp(programme: CommandServices, trx: Db): Promise<readonly string[]> {
  await lockMigrations(trx)
  const stored = await trx.selectFrom('sandbox').select('programme').executeTakeFirst()
  if (!stored) throw new CommandError('This database is no sandbox: nothing was changed.')
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')`.execute(trx)
  const tables = rows.map(({ name }) => name)
  // The triggers keep everyone else from deleting entries and setting the clock back.
  const switchTriggers = async (act: 'DISABLE' | 'ENABLE') => {
    for (const table of tables) await sql`ALTER TABLE ${sql.table(table)} ${sql.raw(act)} TRIGGER USER`.execute(trx)
  }
  await switchTriggers('DISABLE')
  const emptied = tables.filter((table) => !keptTables.includes(table)).map((table) => sql.table(table))
  await sql`TRUNCATE ${sql.join(emptied)} RESTART IDENTITY`.execute(trx)
  await sql`INSERT INTO ledger_proof DEFAULT VALUES`.execute(trx)
  await sql`UPDATE sandbox SET clock_at = at, real_at = at, rate = 1, processor_down = false FROM clock_timestamp() at`.execute(
    trx,
  )
  await switchTriggers('ENABLE')
  const { client, log } = programme
  const jobs = createJobs({ db: trx, log, now: Date.now, ownerId: client.ownerId, ignoresLeases: false })
  const inRealTime: CommandServices = { ...programme, jobs, now: Date.now }
  return initProgramme(inRealTime, trx, readProgrammeFile(stored.programme, client, Date.now()))
}
