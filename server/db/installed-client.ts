// Records which clients use this database. The first client claims the database. A server of another client refuses to
// start unless that client was added with `--beside`. Otherwise that server could run the first client's jobs.
import { sql } from 'kysely'
import type { Client } from '#brand/client.ts'
import { clientByKey } from '#brand/clients.ts'
import type { Db } from '../operations/context.ts'
import { lockMigrations } from './migrate.ts'
import { inTransaction } from './transaction.ts'
import { StartError } from '../config/settings.ts'

/**
 * Claims an unclaimed database for the client. If another client has claimed it, adds this client if `canShare` is true,
 * and otherwise throws a StartError.
 */
export async function claimForClient(db: Db, client: Client, { canShare = false } = {}): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockMigrations(trx)
    const installedKeys = await readInstalledClients(trx)
    if (installedKeys.includes(client.key)) return
    const isClaimed = installedKeys.length > 0
    if (isClaimed && (await isSandbox(trx)))
      throw new StartError('This database is a sandbox, which has one client: give this client its own database.')
    if (isClaimed && !canShare) {
      const installedNames = installedKeys.map((key) => clientByKey(key)?.name ?? key)
      throw new StartError(
        `This database belongs to ${installedNames.join(' and ')}: give ${client.name} its own database, or add it to this one with npm run programme -- init FILE --beside.`,
      )
    }
    await addClients(trx, [client.key])
  })
}

async function isSandbox(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM sandbox`.execute(db)
  return rows.length > 0
}

/** The keys of all clients, including those unknown to this server. */
export async function readInstalledClients(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ client: string }>`SELECT client FROM installed_client ORDER BY since, client`.execute(db)
  return rows.map(({ client }) => client)
}

export async function addClients(db: Db, keys: readonly string[]): Promise<void> {
  for (const key of keys)
    await sql`INSERT INTO installed_client (client) VALUES (${key}) ON CONFLICT DO NOTHING`.execute(db)
}
