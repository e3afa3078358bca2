// `client move` between two PostgreSQL servers while a server posts batches: the command is killed in its phases and
// continues, or is undone; nothing acknowledged is lost, nothing is posted twice, and all guards are at the new server.
// The long run kills it in each phase.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase } from '#server/db/connect.ts'
import { tryGuards } from '#server/db/guards.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { clientFor, patientClient, type SignedInClient } from '#tests/support/call.ts'
import { approveLoad, readPostedRows, uploadLoad, waitUntilLoaded } from '#tests/support/load-batch.ts'
import { minutes } from '#tests/support/long-run.ts'
import { untilNextTry } from '#tests/support/pauses.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres.ts'
import { programmeProgram } from '#tests/support/run-program.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'

const rowCount = 50
const REFERENCE = 'While the client moves'
const DATABASE = 'portal_client'
const SERVER_ROLE = 'portal_server'

/** What the command prints at the beginning of each phase. */
const phasesBeforeSwitch = [
  'Copying from',
  'tables are copied.',
  'The new database refuses all',
  'The ledger of the copy is in order',
  'Changes are paused',
  'Both databases have the same',
]
const LAST_PHASE = 'Servers use the new database'
/** In its last phases the command can be faster than the kill, so only PHASES=all kills it in them. */
const killsInAll = process.env['PHASES'] === 'all'
const earlyPhases = phasesBeforeSwitch.slice(0, 2)

describe('client move', () => {
  let clusters: readonly PostgresServer[] = []
  /** The one with the programme; a move exchanges them. */
  let [current, other]: [PostgresServer, PostgresServer] = [] as never
  let server: RunningServer
  let olive: SignedInClient
  let amir: SignedInClient
  /** Batches whose approval was acknowledged. */
  const approvedIds: string[] = []

  const urlAt = (cluster: PostgresServer) => cluster.url.replace(/postgres$/, DATABASE)
  const bothUrls = () => {
    const [one, two] = clusters.map(({ url }) => new URL(url).host)
    return urlAt(clusters[0] as PostgresServer).replace(one ?? '', `${one},${two}`)
  }

  beforeAll(async () => {
    const settings = { wal_level: 'logical' }
    clusters = [await startPostgres({ isDurable: true, settings }), await startPostgres({ isDurable: true, settings })]
    ;[current, other] = clusters as [PostgresServer, PostgresServer]
    for (const cluster of clusters) await query(cluster.url, `CREATE ROLE ${SERVER_ROLE} LOGIN`)
    await query(current.url, `CREATE DATABASE ${DATABASE}`)
    await createEmpty(other)
    server = await startServer({ env: { DATABASE_URL: bothUrls(), LOG_LEVEL: 'info' } })
    expect(await runCommand(['role', 'grant', SERVER_ROLE])).toMatchObject({ code: 0 })
    olive = patientClient(await clientFor(server, 'olive'))
    amir = patientClient(await clientFor(server, 'amir'))
  }, minutes(2))
  afterAll(async () => {
    await server.remove()
    for (const cluster of clusters) cluster.remove()
  })

  async function query(url: string, ...statements: readonly string[]): Promise<void> {
    const client = new pg.Client(url)
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }

  const createEmpty = (cluster: PostgresServer) =>
    query(
      cluster.url,
      `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`,
      `CREATE DATABASE ${DATABASE}`,
      `ALTER DATABASE ${DATABASE} SET default_transaction_read_only = on`,
    )

  function startCommand(args: readonly string[]): ChildProcess {
    return spawn(process.execPath, [programmeProgram, ...args], {
      env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: bothUrls(), DATA_DIR: server.dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  async function runCommand(args: readonly string[]) {
    const child = startCommand(args)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()))
    await once(child, 'close')
    return { code: child.exitCode, output }
  }

  /**
   * Kills the command with SIGKILL as soon as it has printed the text. It goes on until it dies, so a kill in its last
   * phases can come after the switch.
   */
  async function killAt(phase: string): Promise<{ readonly hasEnded: boolean }> {
    const child = startCommand(['client', 'move'])
    let output = ''
    let wasReached = false
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        output += text.toString()
        if (!output.includes(phase)) return
        wasReached = true
        child.kill('SIGKILL')
      })
    await once(child, 'close')
    const hasEnded = child.exitCode === 0
    expect(wasReached || hasEnded, `${phase}:\n${output}`).toBe(true)
    return { hasEnded }
  }

  /** PostgreSQL can notice a killed command a moment later. */
  async function untilUnlocked(args: readonly string[]) {
    for (;;) {
      const outcome = await runCommand(args)
      if (!outcome.output.includes('Another command moves')) return outcome
      await untilNextTry()
    }
  }

  async function postBatch(): Promise<void> {
    const id = await uploadLoad(olive, rowCount, REFERENCE)
    await approveLoad(amir, id)
    approvedIds.push(id)
  }

  /** Posts one batch after the other while `work` runs, and at least one after it. */
  async function underLoad(work: () => Promise<void>): Promise<void> {
    let hasEnded = false
    const load = (async () => {
      while (!hasEnded) await postBatch()
      await postBatch()
    })()
    // If the work fails, that is the failure to report.
    load.catch(() => undefined)
    try {
      await work()
    } finally {
      hasEnded = true
    }
    await load
    await waitUntilLoaded(amir, approvedIds.at(-1) ?? '', rowCount, minutes(1))
  }

  /** Each batch was posted once, the ledger is in order, and the guards, rights and health are as they were. */
  async function expectComplete(): Promise<void> {
    const database = await connectDatabase({ databaseUrl: urlAt(current) })
    try {
      // A batch that was interrupted by the pause is tried again after later ones were posted.
      await expect
        .poll(() => readPostedRows(database.db, REFERENCE), { timeout: minutes(2), interval: 500 })
        .toEqual(approvedIds.map((id) => ({ id, n: rowCount })))
      expect(await checkLedger(database.db)).toEqual([])
      expect((await tryGuards(database.db)).missing).toEqual([])
      const rights = await sql<{ canPost: boolean; canDelete: boolean }>`
        SELECT has_table_privilege(${SERVER_ROLE}, 'ledger_entry', 'INSERT') AS "canPost",
          has_table_privilege(${SERVER_ROLE}, 'ledger_entry', 'DELETE') AS "canDelete"`.execute(database.db)
      expect(rights.rows).toEqual([{ canPost: true, canDelete: false }])
    } finally {
      await database.close()
    }
    expect((await fetch(`${server.url}health`)).status).toBe(200)
  }

  it(
    'killed in its phases it continues, and all work goes on at the new server',
    { timeout: minutes(10) },
    async () => {
      await underLoad(async () => {
        for (const phase of killsInAll ? [...phasesBeforeSwitch, LAST_PHASE] : earlyPhases) await killAt(phase)
        const outcome = await untilUnlocked(['client', 'move'])
        expect(outcome).toMatchObject({ code: 0 })
        expect(outcome.output).toContain('is read-only and unchanged.')
      })
      ;[current, other] = [other, current]
      await expectComplete()
      await expect(query(urlAt(other), 'UPDATE owner SET id = id')).rejects.toThrow('read-only transaction')
      expect((await untilUnlocked(['client', 'move'])).output).toContain('the move has ended')
    },
  )

  it(
    'killed in its pause it leaves both databases read-only, and status and check name the way out',
    { timeout: minutes(5) },
    async () => {
      await createEmpty(other)
      expect(await runCommand(['client', 'move', '--copy-only'])).toMatchObject({ code: 0 })
      // The new database waits for a row, so that the pause does not end before the kill.
      const blocker = new pg.Client(toWritable(urlAt(other)))
      await blocker.connect()
      await blocker.query('BEGIN')
      await blocker.query('SELECT FROM owner FOR UPDATE')
      await query(urlAt(current), 'UPDATE owner SET name = name')
      const child = startCommand(['client', 'move', '--pause', '60'])
      const readOnly = () => readAll(urlAt(current), 'SHOW default_transaction_read_only')
      await expect.poll(readOnly, { timeout: minutes(1) }).toEqual([{ default_transaction_read_only: 'on' }])
      child.kill('SIGKILL')
      await once(child, 'close')
      await blocker.end()

      for (const command of ['status', 'check']) {
        const { code, output } = await runCommand([command])
        expect([code, output]).toEqual([1, expect.stringContaining('client move again now, or with --undo.')])
      }
      await underLoad(async () => {
        expect(await untilUnlocked(['client', 'move'])).toMatchObject({ code: 0 })
      })
      ;[current, other] = [other, current]
      await expectComplete()
    },
  )

  it('before the switch it can be undone, after which nothing has changed', { timeout: minutes(15) }, async () => {
    let undoneCount = 0
    for (const phase of killsInAll ? phasesBeforeSwitch : earlyPhases) {
      await createEmpty(other)
      let hasMoved = false
      await underLoad(async () => {
        const { hasEnded } = await killAt(phase)
        const undone = await untilUnlocked(['client', 'move', '--undo'])
        // The command may have switched between its last line and the kill. Then the move can only go on.
        hasMoved = hasEnded || undone.output.includes('so this cannot be undone')
        if (hasMoved) {
          expect(await untilUnlocked(['client', 'move'])).toMatchObject({ code: 0 })
        } else {
          expect(undone.output).toContain('The move was given up')
          undoneCount += 1
        }
      })
      if (hasMoved) [current, other] = [other, current]
      await expectComplete()
      // Nothing is left that would keep the log of the old server.
      expect(await readAll(current.url, 'SELECT FROM pg_replication_slots')).toEqual([])
    }
    expect(undoneCount).toBeGreaterThan(0)
  })

  it('a copy that differs, or lost a guard, is not switched to', { timeout: minutes(5) }, async () => {
    await createEmpty(other)
    expect(await runCommand(['client', 'move', '--copy-only'])).toMatchObject({ code: 0 })
    const writable = toWritable(urlAt(other))
    await query(writable, 'ALTER TABLE ledger_entry DISABLE TRIGGER ALL')
    const withoutGuard = await runCommand(['client', 'move'])
    expect(withoutGuard.output).toContain('accepts what it must refuse: the deletion of rows of ledger_entry')
    await query(writable, 'ALTER TABLE ledger_entry ENABLE TRIGGER ALL', 'DELETE FROM card_tag_value WHERE true')
    const different = await runCommand(['client', 'move'])
    expect(different.output).toMatch(
      /The databases differ, so nothing was switched\. Rows \(old, new\): card_tag_value \d+, 0\./,
    )
    await underLoad(() => Promise.resolve())
    await expectComplete()
    expect(await untilUnlocked(['client', 'move', '--undo'])).toMatchObject({ code: 0 })
    expect((await untilUnlocked(['client', 'move'])).output).toContain('left from a move that was undone')
  })

  it('refuses a target that servers could take for the programme', async () => {
    await query(other.url, `DROP DATABASE ${DATABASE} WITH (FORCE)`, `CREATE DATABASE ${DATABASE}`)
    expect((await runCommand(['client', 'move'])).output).toContain(
      `First run there: ALTER DATABASE "${DATABASE}" SET default_transaction_read_only = on`,
    )
  })
})

/** The address for connections that can change a read-only database. */
const toWritable = (url: string): string =>
  `${url}?options=${encodeURIComponent('-c default_transaction_read_only=off')}`

async function readAll(url: string, text: string): Promise<readonly unknown[]> {
  const client = new pg.Client(url)
  // A move ends the sessions of its old database.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
