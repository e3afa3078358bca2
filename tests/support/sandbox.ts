// Makes a database with the demo programme a sandbox, which only tests can: the trigger that refuses it is switched off.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

export async function makeSandbox(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`INSERT INTO installed_client (client) VALUES ('voyager') ON CONFLICT DO NOTHING`.execute(trx)
    await sql`ALTER TABLE sandbox DISABLE TRIGGER sandbox_comes_first`.execute(trx)
    await sql`
      INSERT INTO sandbox (client, programme, clock_at, real_at)
      SELECT 'voyager', '{}', at, at FROM clock_timestamp() at`.execute(trx)
    await sql`ALTER TABLE sandbox ENABLE TRIGGER sandbox_comes_first`.execute(trx)
  })
}
