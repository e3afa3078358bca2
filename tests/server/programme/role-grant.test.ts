// A server whose PostgreSQL role owns nothing: every operation and every job works, and no statement of the role can
// change the audit trail or the ledger.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { type ChangingMethod, factsOf, type ReadingMethod } from '#contract/facts.ts'
import { permissions } from '#domain/access/permissions.ts'
import { chainEntries, pruneTrail, verifyTrail } from '#server/audit/chain.ts'
import { registerBatches } from '#server/batches/jobs.ts'
import { connectDatabase, type Database } from '#server/db/connect.ts'
import { migrate, newestVersion } from '#server/db/migrate.ts'
import { explainUnreachable } from '#server/db/explain-unreachable.ts'
import { sampleRows } from '#server/demo/sample-batch.ts'
import { proveNewEntries, proveWholeLedger } from '#server/ledger/proof.ts'
import { appendOnlyTables } from '#server/programme/role-grant.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { post } from '#tests/support/call.ts'
import { changes, type TestSystem } from '#tests/support/changes.ts'
import { createDatabase } from '#tests/support/database.ts'
import { loadUpload } from '#tests/support/demo-server.ts'
import { type InProcessServer, password, startInProcess } from '#tests/support/in-process.ts'
import { programmeOn, runOnOpenDatabase } from '#tests/support/programme.ts'
import { createSubjects, reads, type Subjects } from '#tests/support/reads.ts'
import { withServer } from '#tests/support/templates.ts'
import { testSecrets } from '#tests/support/test-keys.ts'

/** A unique name, since roles are shared by all databases of the PostgreSQL server. */
const role = `portal_app_${randomUUID().slice(0, 8)}`

let ownerDatabase: Database
let limitedDatabase: Database
let databaseUrl: string
let drop: () => Promise<void>
let server: InProcessServer
let system: TestSystem
let subjects: Subjects

beforeAll(async () => {
  ;({ url: databaseUrl, drop } = await createDatabase('demo'))
  ownerDatabase = await connectDatabase({ databaseUrl })
  await sql`CREATE ROLE ${sql.ref(role)} LOGIN PASSWORD 'test'`.execute(ownerDatabase.db)
  await runOnOpenDatabase(programmeOn(ownerDatabase), ['role', 'grant', role])
  limitedDatabase = await connectDatabase({ databaseUrl: asRole(databaseUrl) })
  server = await startInProcess({
    database: { ...limitedDatabase, close: () => Promise.resolve() },
    settings: { client: voyager },
    secrets: testSecrets,
  })
  server.clock.now = Date.now()
  registerBatches(server.server)
  const everything = await server.addUser({ username: 'everything', permissions })
  const tokenOf = async (username: string) => {
    const user = await ownerDatabase.db
      .selectFrom('user_account')
      .select(['id', 'username'])
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    return startSession(limitedDatabase.db, server.server, user)
  }
  // Tests prepare data as the owner.
  system = {
    url: server.url,
    server: { ...server.server, db: ownerDatabase.db },
    tokenOf,
    tokens: { maker: await tokenOf('olive'), all: everything.token },
  }
  subjects = await createSubjects(
    { url: server.url, db: ownerDatabase.db, now: server.clock.now },
    { maker: system.tokens.maker, password },
  )
})
afterAll(async () => {
  await server.close()
  await limitedDatabase.close()
  await sql`DROP OWNED BY ${sql.ref(role)}`.execute(ownerDatabase.db)
  await ownerDatabase.close()
  await withServer(databaseUrl, (client) => client.query(`DROP ROLE ${role}`))
  await drop()
})

function asRole(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = 'test'
  return url.href
}

describe('a server with a role that owns nothing', () => {
  it.each(Object.keys(reads) as ReadingMethod[])('reads: %s', async (method) => {
    const { params, byMaker } = reads[method]
    const token = byMaker
      ? system.tokens.maker
      : method === 'logOut'
        ? await system.tokenOf('everything')
        : system.tokens.all
    const { response } = await post(server.url, method, { ...params(subjects), token })
    expect(response).toMatchObject({ resultCode: '0' })
  })

  it.each(Object.keys(changes) as ChangingMethod[])('changes: %s', async (method) => {
    const { params, token = system.tokens.all } = await changes[method].prepare(system)
    const { response } = await post(server.url, method, { requestId: randomUUID(), ...params, token })
    expect(response).toMatchObject({ resultCode: factsOf(method).successCode })
  })

  it('posts a batch, and checks the ledger', async () => {
    const token = await system.tokenOf('ada')
    const { response } = await post(server.url, 'batchLoadUpload', { ...loadUpload(sampleRows(3)), token })
    const id = String(response['batchLoadFileID'])
    const { fingerprint } = await ownerDatabase.db
      .selectFrom('batch_file')
      .select('fingerprint')
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow()
    const approved = await post(server.url, 'approveBatchLoad', {
      batchLoadFileID: id,
      fingerprint,
      requestId: randomUUID(),
      token: await system.tokenOf('amir'),
    })
    expect(approved.response['resultCode']).toBe('0')
    await server.server.jobs.start()
    const processed = () =>
      ownerDatabase.db
        .selectFrom('batch_file')
        .select('processed_at')
        .where('id', '=', Number(id))
        .executeTakeFirstOrThrow()
        .then((file) => file.processed_at !== null)
    await expect.poll(processed).toBe(true)
    await server.server.jobs.stop()
    expect(await proveNewEntries(limitedDatabase.db, 60_000)).toEqual({ faults: [], isComplete: true })
    expect(await proveWholeLedger(limitedDatabase.db)).toEqual([])
  })

  it('chains the audit trail, and verifies it', async () => {
    const services = { db: limitedDatabase.db, secrets: testSecrets, now: Date.now }
    expect((await chainEntries(services, 0, 1_000)).count).toBeGreaterThan(0)
    expect((await verifyTrail(limitedDatabase.db, testSecrets)).faults).toEqual([])
    await expect(pruneTrail(services, new Date())).rejects.toThrow(/permission denied|must be owner/)
  })

  it('starts if the tables are up to date, and otherwise names the command to run', async () => {
    await migrate(limitedDatabase.db)
    await sql`UPDATE migration SET number = 0 WHERE number = ${newestVersion}`.execute(ownerDatabase.db)
    await expect(migrate(limitedDatabase.db)).rejects.toThrow('npm run programme -- role grant')
    await sql`UPDATE migration SET number = ${newestVersion} WHERE number = 0`.execute(ownerDatabase.db)
  })
})

it('a server with a role that has no rights yet names the command to run', async () => {
  await sql`REVOKE SELECT ON migration FROM ${sql.ref(role)}`.execute(ownerDatabase.db)
  expect(await explainUnreachable(asRole(databaseUrl))).toBe(
    'gives the role of DATABASE_URL no rights to its tables: run npm run programme -- role grant with a DATABASE_URL that logs in as the owner of the tables.',
  )
  await runOnOpenDatabase(programmeOn(ownerDatabase), ['role', 'grant', role])
  expect(await limitedDatabase.isAlive()).toBe(true)
})

describe('the role of such a server', () => {
  it.each([
    ['changes the audit trail', `UPDATE audit_event SET method = 'x'`],
    ['deletes from the audit trail', 'DELETE FROM audit_event'],
    ['truncates the audit trail', 'TRUNCATE audit_event'],
    ['changes the chain over the audit trail', `UPDATE audit_link SET hash = ''`],
    ['starts the chain at another entry', `INSERT INTO audit_anchor VALUES (1, '', 1, '', now())`],
    ['disables the triggers of the audit trail', 'ALTER TABLE audit_event DISABLE TRIGGER ALL'],
    ['bypasses triggers', 'SET session_replication_role = replica'],
    ['drops the audit trail', 'DROP TABLE audit_event'],
    ['changes an entry of the ledger', 'UPDATE ledger_entry SET amount_cents = 0'],
    ['changes a transaction of the ledger', `UPDATE ledger_transaction SET kind = 'fee'`],
    ['deletes a transaction of the ledger', 'DELETE FROM ledger_transaction'],
    ['creates a table in the schema', 'CREATE TABLE public.mine (x int)'],
    ['changes the functions of the triggers', 'DROP FUNCTION refuse_audit_change() CASCADE'],
    ['records a migration that did not run', `INSERT INTO migration (number, name) VALUES (999, 'x')`],
    ['creates another role', 'CREATE ROLE more'],
  ])('never %s', async (_, statement) => {
    await expect(sql.raw(statement).execute(limitedDatabase.db)).rejects.toThrow(
      /permission denied|must be owner|is not allowed/,
    )
  })

  it('is restricted on every table whose rows must not change', async () => {
    const { rows } = await sql<{ table: string }>`
      SELECT DISTINCT event_object_table AS table FROM information_schema.triggers
      WHERE trigger_name LIKE '%append_only' ORDER BY 1`.execute(ownerDatabase.db)
    expect(rows.map(({ table }) => table)).toEqual([...appendOnlyTables])
  })

  it.each([
    ['no_such_role', 'There is no role no_such_role'],
    ['CURRENT', 'There is no role CURRENT'],
  ])('%s is refused', async (name, sentence) => {
    const output = await runOnOpenDatabase(programmeOn(ownerDatabase), ['role', 'grant', name])
    expect(output.join()).toContain(sentence)
  })

  it('is refused if it owns the tables', async () => {
    const { rows } = await sql<{ name: string }>`SELECT current_user AS name`.execute(ownerDatabase.db)
    const output = await runOnOpenDatabase(programmeOn(ownerDatabase), ['role', 'grant', rows[0]?.name ?? ''])
    expect(output.join()).toContain('owns the tables')
  })
})
