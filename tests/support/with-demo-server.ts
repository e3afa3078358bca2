// Set-up shared by the tests of a describe: a server over the demo programme, logged-in users, a clock that tests can
// advance, and optionally the server of the other owner, Harbour.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Settings } from '#server/config/settings.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { type DemoServer, startHarbourServer, type Person, startDemoServer } from './demo-server.ts'

const names = ['olive', 'amir', 'ada', 'rita'] as const
export type Name = (typeof names)[number] | 'hal'

interface Options {
  /** Also starts Harbour's server over the same database, where hal logs in. */
  readonly withHarbour?: boolean
  /** Checks the ledger after each test. */
  readonly provesLedger?: boolean
  /** More than one if calls wait for each other. */
  readonly maxConnections?: number
  readonly settings?: Partial<Settings>
}

export interface WithDemoServer {
  readonly server: DemoServer
  readonly harbour: DemoServer
  /** The logged-in users; hal only if `withHarbour` is set. */
  readonly people: Readonly<Record<Name, Person>>
  readonly db: () => DemoServer['database']['db']
  /** Logs everyone in again, for example after their sessions have ended. */
  readonly signIn: () => Promise<void>
  /** Advances the clock by this many hours, which ends every session, and logs everyone in again. */
  readonly advanceHours: (hours: number) => Promise<void>
  /** The local time of the programme this many hours from now, to the minute: '2026-11-22 10:00:00'. */
  readonly localTimeInHours: (hours: number) => string
  /** Runs all due jobs, and the jobs that they enqueue. */
  readonly runJobs: () => Promise<void>
}

const HOUR_MS = 3_600_000
/** Singapore, which has no daylight saving time. */
const ZONE_HOURS = 8

/** Call this once in a describe, before its tests. */
export function withDemoServer({
  withHarbour = false,
  provesLedger = false,
  ...options
}: Options = {}): WithDemoServer {
  const servers: { voyager?: DemoServer; harbour?: DemoServer } = {}
  const people = {} as Record<Name, Person>
  const server = () => requireStarted(servers.voyager)
  const db = () => server().database.db
  const signIn = async () => {
    for (const name of names) people[name] = await server().logIn(name)
    if (servers.harbour) people.hal = await servers.harbour.logIn('hal')
  }
  beforeAll(async () => {
    servers.voyager = await startDemoServer(options)
    if (withHarbour) servers.harbour = await startHarbourServer(servers.voyager)
    await signIn()
  })
  afterAll(async () => {
    await servers.harbour?.close()
    await servers.voyager?.close()
  })
  if (provesLedger) afterEach(async () => expect(await checkLedger(db())).toEqual([]))
  return {
    get server() {
      return server()
    },
    get harbour() {
      return requireStarted(servers.harbour)
    },
    people,
    db,
    signIn,
    advanceHours: async (hours) => {
      server().clock.now += hours * HOUR_MS
      await signIn()
    },
    localTimeInHours: (hours) => {
      const local = new Date(server().clock.now + (hours + ZONE_HOURS) * HOUR_MS).toISOString()
      return `${local.slice(0, 10)} ${local.slice(11, 16)}:00`
    },
    runJobs: async () => {
      const { jobs } = server().server
      const dueJobs = () => sql`SELECT id FROM job WHERE run_at <= ${new Date(server().clock.now)}`.execute(db())
      await jobs.start()
      await expect.poll(async () => (await dueJobs()).rows).toEqual([])
      await jobs.stop()
    },
  }
}

function requireStarted<T>(server: T | undefined): T {
  if (server === undefined) throw new Error('The server starts in beforeAll')
  return server
}
