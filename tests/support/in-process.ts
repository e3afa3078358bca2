// Starts the server's API in this process, over a new database: real requests, a clock that the test sets, users with
// exactly the given permissions, and replaceable handlers. `server.ts` starts the complete server as a process.
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { clients } from '#brand/clients.ts'
import { voyager } from '#brand/voyager.ts'
import type { Permission } from '#domain/access/permissions.ts'
import { createApp, type Timeouts } from '#server/http/app.ts'
import type { Db, Handlers, Services } from '#server/operations/context.ts'
import type { Database } from '#server/db/connect.ts'
import { handlers as allHandlers } from '#server/handlers.ts'
import { createCounters } from '#server/metrics/counters.ts'
import { createHeldCalls } from '#server/sessions/held-calls.ts'
import { createJobs } from '#server/jobs/queue.ts'
import { createLog } from '#server/log.ts'
import { hashPassword } from '#server/sessions/passwords.ts'
import { createOpenFile, type FileSources } from '#server/reports/files.ts'
import { fileSources } from '#server/reports/register.ts'
import { type Secrets, textToSecrets } from '#server/keys/secrets.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { environmentToSettings, type Settings } from '#server/config/settings.ts'
import { freshDatabase } from '#tests/support/database.ts'

export const password = 'Right-Horse-7'
// One hash for all users, since hashing is slow on purpose.
let passwordHash: Promise<string> | undefined

export interface InProcessServer {
  /** The base address, with the client's path and its closing slash. */
  readonly url: string
  readonly server: Services
  readonly database: Database
  readonly clock: { now: number }
  /** The server's log, as JSON lines. */
  readonly log: () => string
  /** Adds a user with these permissions, of owner 3 by default; returns id, username and a valid token. */
  readonly addUser: (user: NewUser) => Promise<{ id: number; username: string; token: string }>
  readonly close: () => Promise<void>
}

export interface NewUser {
  readonly username: string
  readonly permissions?: readonly Permission[]
  readonly ownerId?: number
  readonly locked?: boolean
  readonly notActivated?: boolean
  readonly secondFactor?: 'app' | 'email'
}

interface Options {
  readonly settings?: Partial<Settings>
  readonly handlers?: Partial<Handlers>
  /** Replaces sources of report files. */
  readonly reportSources?: Partial<FileSources>
  /** Used instead of a new database. */
  readonly database?: Database
  /** The connection that prepares data, if the role of `database` cannot. */
  readonly ownerDb?: Db
  /** The number of connections to the new database. More than one if calls wait for each other. */
  readonly maxConnections?: number
  /** Used instead of the tests' keys. */
  readonly secrets?: Secrets
  /** Time limits for slow clients, if the test cannot wait as long as the server does. */
  readonly timeouts?: Timeouts
}

export async function startInProcess(options: Options = {}): Promise<InProcessServer> {
  const database = options.database ?? (await freshDatabase('empty', options))
  const { db } = database
  const ownerDb = options.ownerDb ?? db
  const clock = { now: Date.parse('2026-03-04T05:06:07Z') }
  const lines: string[] = []
  const now = () => clock.now
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  const settings: Settings = {
    ...environmentToSettings({}),
    callsPerMinute: 1_000_000,
    loginsPerMinute: 1_000_000,
    ...options.settings,
  }
  const jobs = createJobs({ db, log, now, ignoresLeases: true, ownerId: settings.client.ownerId })
  const secrets = options.secrets ?? textToSecrets('tests')
  const server: Services = {
    db,
    settings,
    client: settings.client,
    secrets,
    jobs,
    log,
    counters: createCounters(),
    heldCalls: createHeldCalls(),
    now,
  }
  const handlers: Handlers = { ...allHandlers, ...options.handlers }
  const { timeouts } = options
  const openFile = createOpenFile({ ...fileSources, ...options.reportSources })
  const app = await createApp({
    services: server,
    database,
    handlers,
    openFile,
    version: 'test',
    checkResults: true,
    ...(timeouts && { timeouts }),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  for (const { ownerId, name } of Object.values(clients))
    await ownerDb
      .insertInto('owner')
      .values({ id: ownerId, name })
      .onConflict((on) => on.doNothing())
      .execute()
  const hash = await (passwordHash ??= hashPassword(password))

  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${settings.client.basePath}`,
    server,
    database,
    clock,
    log: () => lines.join(''),
    async addUser({ username, permissions = [], ownerId = voyager.ownerId, locked, notActivated, secondFactor }) {
      const group = await ownerDb
        .insertInto('user_group')
        .values({ owner_id: ownerId, name: `Group of ${username}`, permissions: [...permissions] })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id } = await db
        .insertInto('user_account')
        .values({
          owner_id: ownerId,
          username,
          firstname: 'First',
          lastname: 'Last',
          email: `${username}@example.test`,
          group_id: group.id,
          password_hash: notActivated ? null : hash,
          activated_at: notActivated ? null : new Date(now()),
          locked_at: locked ? new Date(now()) : null,
          second_factor: secondFactor ?? 'none',
          draft_key: secrets.wrapDraftKey(randomBytes(32)),
          created_at: new Date(now()),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, username, token: await startSession(db, server, { id, username }) }
    },
    async close() {
      await app.close()
      await jobs.stop()
      await database.close()
    },
  }
}

export const silentLog = pino({ level: 'silent' })
