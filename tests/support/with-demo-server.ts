// Set-up shared by the tests of a describe: a server over the demo programme, logged-in users, a clock that can jump,
// and optionally the other owner's server.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Settings } from '#server/config/settings.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { type DemoServer, harbourBeside, type Person, startDemoServer } from './demo-server.ts'

const names = ['olive', 'amir', 'ada', 'rita'] as const
export type Name = (typeof names)[number] | 'hal'

interface Options {
  /** Also starts the other owner's server over the same database, where hal logs in. */
  readonly beside?: boolean
  /** Checks the ledger after each test. */
  readonly provesLedger?: boolean
  /** More than one if calls wait for each other. */
  readonly maxConnections?: number
  readonly settings?: Partial<Settings>
}

export interface WithDemoServer {
  readonly server: DemoServer
  readonly beside: DemoServer
  /** The logged-in users; hal only with `beside`. */
  readonly people: Readonly<Record<Name, Person>>
  readonly db: () => DemoServer['database']['db']
  /** Logs everyone in again, for example after their sessions have ended. */
  readonly signIn: () => Promise<void>
  /** Advances the clock by that many hours, past the end of every session, and logs everyone in again. */
  readonly leap: (hours: number) => Promise<void>
  /** The programme's local time that many hours from now, to the minute: '2026-11-22 10:00:00'. */
  readonly inHours: (hours: number) => string
  /** Runs all due jobs, and the jobs that they enqueue. */
  readonly runJobs: () => Promise<void>
}

const HOUR_MS = 3_600_000
/** Singapore, which has no daylight saving time. */
const ZONE_HOURS = 8

/** Call this once in a describe, before its tests. */
export function withDemoServer({ beside = false, provesLedger = false, ...options }: Options = {}): WithDemoServer {
  const servers: { own?: DemoServer; other?: DemoServer } = {}
  const people = {} as Record<Name, Person>
  const own = () => given(servers.own)
  const db = () => own().database.db
  const signIn = async () => {
    for (const name of names) people[name] = await own().person(name)
    if (servers.other) people.hal = await servers.other.person('hal')
  }
  beforeAll(async () => {
    servers.own = await startDemoServer(options)
    if (beside) servers.other = await harbourBeside(servers.own)
    await signIn()
  })
  afterAll(async () => {
    await servers.other?.close()
    await servers.own?.close()
  })
  if (provesLedger) afterEach(async () => expect(await checkLedger(db())).toEqual([]))
  return {
    get server() {
      return own()
    },
    get beside() {
      return given(servers.other)
    },
    people,
    db,
    signIn,
    leap: async (hours) => {
      own().clock.now += hours * HOUR_MS
      await signIn()
    },
    inHours: (hours) => {
      const local = new Date(own().clock.now + (hours + ZONE_HOURS) * HOUR_MS).toISOString()
      return `${local.slice(0, 10)} ${local.slice(11, 16)}:00`
    },
    runJobs: async () => {
      const { jobs } = own().server
      const due = () => sql`SELECT id FROM job WHERE run_at <= ${new Date(own().clock.now)}`.execute(db())
      await jobs.start()
      await expect.poll(async () => (await due()).rows).toEqual([])
      await jobs.stop()
    },
  }
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it is there once the tests run')
  return value
}
