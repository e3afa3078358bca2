// Runs the server in this process with a given database, without a log and without rate limits. Jobs run only if a
// benchmark runs them.
import { createCounters } from '#server/metrics/counters.ts'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { registerBatches } from '#server/batches/jobs.ts'
import { createApp } from '#server/http/app.ts'
import type { Services } from '#server/operations/context.ts'
import type { Database } from '#server/db/connect.ts'
import { handlers } from '#server/handlers.ts'
import { createJobs } from '#server/jobs/queue.ts'
import { registerOrders } from '#server/orders/jobs.ts'
import { createOpenFile } from '#server/reports/files.ts'
import { fileSources } from '#server/reports/register.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { createHeldCalls } from '#server/sessions/held-calls.ts'
import { environmentToSettings } from '#server/config/settings.ts'
import { secrets } from './databases.ts'

export interface LocalServer {
  readonly server: Services
  /** The base address, which ends with a slash. */
  readonly url: string
  /** Starts a session for a demo user and returns its token. */
  readonly tokenOf: (username: string) => Promise<string>
  /** Also closes the database. */
  readonly close: () => Promise<void>
}

export async function startLocalServer(database: Database): Promise<LocalServer> {
  const { db } = database
  const settings = { ...environmentToSettings({}), callsPerMinute: 10_000_000 }
  const log = pino({ level: 'silent' })
  const jobs = createJobs({ db, log, now: Date.now, ignoresLeases: true, ownerId: settings.client.ownerId })
  const server: Services = {
    db,
    settings,
    client: settings.client,
    secrets,
    jobs,
    log,
    counters: createCounters(),
    heldCalls: createHeldCalls(),
    now: Date.now,
  }
  registerBatches(server)
  registerOrders(server)
  const app = await createApp({
    services: server,
    database,
    handlers,
    openFile: createOpenFile(fileSources),
    version: 'bench',
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    server,
    url: `http://127.0.0.1:${port}${settings.client.basePath}`,
    tokenOf: async (username) => {
      const user = await db
        .selectFrom('user_account')
        .select(['id', 'username'])
        .where('username', '=', username)
        .executeTakeFirstOrThrow()
      return startSession(db, server, user)
    },
    close: async () => {
      await app.close()
      await jobs.stop()
      await database.close()
    },
  }
}
