// Makes an empty database a sandbox, and keeps the programme's file for its reset.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { CommandError } from '../command.ts'

interface SandboxMark {
  readonly clientKey: string
  /** The text of the programme's file. */
  readonly programmeFile: string
}

/** Marks the database as a sandbox, before the programme is created. Throws a CommandError if a programme exists. */
export async function markSandbox(trx: Db, { clientKey, programmeFile }: SandboxMark): Promise<void> {
  const owner = await trx.selectFrom('owner').select('id').limit(1).executeTakeFirst()
  if (owner)
    throw new CommandError(
      'This database has a programme and is no sandbox, so it can never become one: give the sandbox its own database.',
    )
  await sql`
    INSERT INTO sandbox (client, programme, clock_at, real_at)
    SELECT ${clientKey}, ${programmeFile}, real_now, real_now FROM clock_timestamp() AS real_now`.execute(trx)
}

/** Stores the file that a reset applies. Does nothing if the database is no sandbox. */
export async function storeProgrammeFile(trx: Db, programmeFile: string): Promise<void> {
  await trx.updateTable('sandbox').set({ programme: programmeFile }).execute()
}
