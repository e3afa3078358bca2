// Puts a host together and takes it apart in the right order: database, ledger check, jobs, door.
import type { FastifyInstance } from 'fastify'
import { registerReminders } from './access/remember-password.ts'
import { createApp } from './app.ts'
import type { Host } from './context.ts'
import { connectDatabase } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { inviteDemoUsers, seedWhereAllowed } from './demo/where-allowed.ts'
import { handlers } from './handlers.ts'
import { startHousekeeping } from './housekeeping.ts'
import { registerProcessBatch } from './batches/process.ts'
import { createJobs } from './jobs/queue.ts'
import { checkLedger } from './ledger/check.ts'
import { createLog } from './log.ts'
import { registerMail } from './mail/queue.ts'
import { createMailer } from './mail/transport.ts'
import { warmPasswords } from './passwords.ts'
import { openSecrets } from './secrets.ts'
import { type Settings, StartError } from './settings.ts'

export interface StartedHost {
  readonly app: FastifyInstance
  readonly host: Host
  /** Why there is no (new) demo programme; undefined where it was seeded just now. */
  readonly demoRefusal: string | undefined
  /** Finishes what runs, then ends; safe to call twice. */
  readonly stop: () => Promise<void>
}

/** Everything up to listening. Throws a StartError with one sentence where a person has to mend something. */
export async function startHost(
  settings: Settings,
  version: string,
  say: (line: string) => void,
): Promise<StartedHost> {
  const log = createLog(settings.logLevel)
  const now = Date.now
  const secrets = openSecrets(settings.secretsDir)
  const database = await connectDatabase({ databaseUrl: settings.databaseUrl, dataDir: settings.dataDir, log })
  const { db } = database
  try {
    await reach(database.isAlive)
    await migrate(db)
    const demoRefusal = await seedWhereAllowed(db, settings, secrets, now, () => say('Seeding the demo programme …'))
    const faults = await checkLedger(db)
    for (const fault of faults) log.error(fault, 'the ledger is not in order')
    if (faults.length > 0)
      throw new StartError(`The ledger is not in order (${faults[0]?.rule}): put a backup back before the host starts.`)

    const concurrency = database.kind === 'postgres' ? 2 : 1
    const jobs = createJobs({ db, log, now, exclusive: database.kind === 'embedded', concurrency })
    const host: Host = { db, settings, client: settings.client, secrets, jobs, log, now }
    registerProcessBatch(host)
    registerReminders(host)
    registerMail(host, createMailer(host, say))
    const app = await createApp({ host, database, handlers, version })
    await warmPasswords()
    if (demoRefusal === undefined) await inviteDemoUsers(host)
    await jobs.start()
    const endHousekeeping = startHousekeeping(db, log, now)
    let stopping: Promise<void> | undefined
    const stop = async () => {
      await app.close()
      await Promise.all([jobs.stop(), endHousekeeping()])
      await database.close()
    }
    return { app, host, demoRefusal, stop: () => (stopping ??= stop()) }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function reach(isAlive: () => Promise<boolean>): Promise<void> {
  if (!(await isAlive()))
    throw new StartError('The database cannot be reached: check DATABASE_URL and that the server runs.')
}
