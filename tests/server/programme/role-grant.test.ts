// A server whose PostgreSQL role owns nothing: every operation and every job works, and no statement of the role can
// change the audit trail or the ledger.
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { type ChangingMethod, methodInfo, type ReadingMethod } from '#contract/methods.ts'
import { permissions } from '#domain/access/permissions.ts'
import { chainEntries, pruneTrail, verifyTrail } from '#server/audit/chain.ts'
import { registerReminders } from '#server/access/remember-password.ts'
import { registerAuditChain } from '#server/jobs/chain-audit.ts'
import { deleteExpired } from '#server/jobs/housekeeping.ts'
import { registerProveLedger } from '#server/jobs/prove-ledger.ts'
import { registerAuditVerification } from '#server/jobs/verify-audit.ts'
import { registerMail } from '#server/mail/queue.ts'
import { registerPush } from '#server/notify/push.ts'
import { registerNotifications } from '#server/notify/queue.ts'
import { registerFileMail } from '#server/feed/mail.ts'
import { registerFunding } from '#server/funding/mail.ts'
import { registerOrders } from '#server/orders/jobs.ts'
import { registerWebhooks } from '#server/webhooks/deliver.ts'
import { registerReports } from '#server/reports/register.ts'
import { registerBatches } from '#server/batches/jobs.ts'
import { connectDatabase, type Database } from '#server/db/connect.ts'
import { tryGuards } from '#server/db/guards.ts'
import { migrate, newestVersion } from '#server/db/migrate.ts'
import { explainUnreachable } from '#server/db/explain-unreachable.ts'
import { sampleRows } from '#server/demo/sample-batch.ts'
import { proveNewEntries, proveWholeLedger } from '#server/ledger/proof.ts'
import { serverRights } from '#server/programme/role-grant.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { callWith, post } from '#tests/support/call.ts'
import { approveOrder, detailsOf, orderVirtual } from '#tests/support/order-calls.ts'
import { changes, type TestSystem } from '#tests/support/changes.ts'
import { createDatabase } from '#tests/support/database.ts'
import { loadUpload } from '#tests/support/demo-server.ts'
import { type InProcessServer, password, startInProcess } from '#tests/support/in-process.ts'
import { programmeOn, runOnOpenDatabase } from '#tests/support/programme.ts'
import { createSubjects, reads, type Subjects } from '#tests/support/reads.ts'
import { makeSandbox } from '#tests/support/sandbox.ts'
import { withServer } from '#tests/support/databases.ts'
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
  // So that its clock can be moved.
  await makeSandbox(ownerDatabase.db)
  limitedDatabase = await connectDatabase({ databaseUrl: asRole(databaseUrl) })
  server = await startInProcess({
    database: { ...limitedDatabase, close: () => Promise.resolve() },
    ownerDb: ownerDatabase.db,
    settings: { client: { ...voyager, isSandbox: true } },
    secrets: testSecrets,
  })
  server.clock.now = Date.now()
  registerBatches(server.server)
  registerOrders(server.server)
  registerFunding(server.server)
  registerFileMail(server.server)
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

/** Statements that the scan of the code cannot see, because the name of the table is a variable. */
const unseen: readonly [string, string][] = [
  // resetFactor in server/users/change-user.ts
  ['email_code', 'DELETE'],
]
/** Statements in files of servers that only commands, and the first start, run as the owner of the tables. */
const byOwner: readonly [string, string][] = [
  ['audit_anchor', 'INSERT'],
  ['audit_event', 'DELETE'],
  ['audit_link', 'DELETE'],
  ['feed_key', 'INSERT'],
  ['installed_client', 'INSERT'],
  ['key_set', 'INSERT'],
]
/** These files only commands and the demo programme use. */
const commandFiles =
  /^(programme|demo|db\/migrations|db\/private)\/|^db\/migrate\.ts|^ledger\/(post-history|repair)\.ts/

/** The verbs that the servers' code uses on each table, found in its statements. */
async function rightsInCode(tables: readonly string[]): Promise<Map<string, string[]>> {
  const folder = join(import.meta.dirname, '../../../server')
  const found = new Set<string>()
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.ts') || commandFiles.test(name)) continue
    const text = await readFile(join(folder, name), 'utf8')
    const add = (verb: string, ...patterns: readonly RegExp[]) => {
      for (const pattern of patterns)
        for (const [, table = ''] of text.matchAll(pattern)) if (tables.includes(table)) found.add(`${table} ${verb}`)
    }
    add('INSERT', /insertInto\('(\w+)'/g, /INSERT INTO (\w+)/g, /insertRows\(\s*\w+,\s*'(\w+)'/g)
    add('UPDATE', /updateTable\('(\w+)'/g, /\bUPDATE (\w+)/g, /INSERT INTO (\w+)(?=[^`]*DO UPDATE)/g)
    // Locks, and upserts.
    add('UPDATE', /LOCK TABLE (\w+)/g, /FROM (\w+)(?=[^`]*\bFOR (?:NO KEY )?UPDATE)/g)
    for (const query of text.split(/(?=selectFrom\(|insertInto\()/)) {
      const [statement = ''] = query.split(/\bawait\b|\n\n/)
      const table = /^\w+\('(\w+)/.exec(statement)?.[1]
      if (table && /\.for(NoKey)?Update\(|doUpdateSet/.test(statement)) found.add(`${table} UPDATE`)
    }
    add('DELETE', /deleteFrom\('(\w+)'/g, /DELETE FROM (\w+)/g)
  }
  for (const [table, verb] of unseen) found.add(`${table} ${verb}`)
  for (const [table, verb] of byOwner) found.delete(`${table} ${verb}`)
  const verbsOf = (table: string) => ['INSERT', 'UPDATE', 'DELETE'].filter((verb) => found.has(`${table} ${verb}`))
  return new Map(tables.map((table) => [table, verbsOf(table)]))
}

function asRole(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = 'test'
  return url.href
}

describe('a server with a role that owns nothing', () => {
  it.each(Object.keys(reads) as ReadingMethod[])('reads: %s', async (method) => {
    const { params, byMaker, refusedWith = '0' } = reads[method]
    const token = byMaker
      ? system.tokens.maker
      : method === 'logOut'
        ? await system.tokenOf('everything')
        : system.tokens.all
    const { response } = await post(server.url, method, { ...params(subjects), token })
    expect(response).toMatchObject({ resultCode: refusedWith })
  })

  it.each(Object.keys(changes) as ChangingMethod[])('changes: %s', async (method) => {
    const { params, token = system.tokens.all } = await changes[method].prepare(system)
    const { response } = await post(server.url, method, { requestId: randomUUID(), ...params, token })
    // Only the owner of the tables can switch off the triggers that keep the ledger.
    const expected = method === 'resetSandbox' ? '-20409' : methodInfo(method).successCode
    expect(response).toMatchObject({ resultCode: expected })
  })

  it('runs its other jobs: housekeeping, an order, mails, pushes, report files', async () => {
    await deleteExpired(limitedDatabase.db, Date.now())
    const services = server.server
    registerReminders(services)
    registerMail(services, { send: () => Promise.resolve() })
    registerReports(services)
    registerAuditChain(services)
    registerAuditVerification(services)
    registerProveLedger(services)
    registerNotifications(services, { send: () => Promise.resolve({}) })
    registerWebhooks(services, () => Promise.resolve({ status: 204, answer: '', retryAfter: undefined }))
    registerPush(services, () => Promise.resolve('sent'))
    const [maker, checker] = [await system.tokenOf('olive'), await system.tokenOf('amir')]
    const caller = (token: string) => ({ call: callWith(server.url, token) })
    const id = await orderVirtual(caller(maker))
    expect((await approveOrder(caller(checker), id)).resultCode).toBe('0')
    await services.jobs.start()
    await expect.poll(async () => (await detailsOf(caller(checker), id)).batchLoad.issuedCount).toBe(2)
    // A job of which a statement was refused is tried again later.
    const unfinished = () =>
      sql`SELECT kind FROM job WHERE attempts > 0 OR run_at < now()`.execute(ownerDatabase.db).then(({ rows }) => rows)
    await expect.poll(unfinished).toEqual([])
    await services.jobs.stop()
    expect(server.log()).not.toContain('permission denied')
    expect(server.log()).not.toContain('"code":"42501"')
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

  it('tries the guards at its start: some the rights of its role replace, and the others it finds missing', async () => {
    const { missing, untriedForLackOfRights, untriedBeforeFirstAccount } = await tryGuards(limitedDatabase.db)
    expect([missing, untriedBeforeFirstAccount]).toEqual([[], []])
    expect(untriedForLackOfRights).toContain('the deletion of rows of ledger_entry')
    expect(untriedForLackOfRights).not.toContain('a balance that changes without ledger entries')
    await sql`ALTER TABLE account DISABLE TRIGGER account_moves_by_entries`.execute(ownerDatabase.db)
    await sql`ALTER TABLE ledger_entry DISABLE TRIGGER USER`.execute(ownerDatabase.db)
    expect((await tryGuards(limitedDatabase.db)).missing).toEqual([
      'a ledger transaction that does not sum to zero',
      'a balance that changes without ledger entries',
    ])
    await sql`ALTER TABLE account ENABLE TRIGGER account_moves_by_entries`.execute(ownerDatabase.db)
    await sql`ALTER TABLE ledger_entry ENABLE TRIGGER USER`.execute(ownerDatabase.db)
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

  it.each([
    ['gives a group more permissions', `UPDATE user_group SET permissions = '{User.write}'`],
    ['deletes the hold of a changed user', 'DELETE FROM user_change'],
    ['shortens a hold', 'UPDATE user_change SET held_until = now()'],
    ['attributes a change to someone else', 'UPDATE user_change SET changed_by = 1'],
    ['deletes a count of card numbers', 'DELETE FROM card_number_count'],
    ['turns the programme into the demo programme', 'UPDATE owner SET is_demo = true'],
  ])('never %s', async (_, statement) => {
    await expect(sql.raw(statement).execute(limitedDatabase.db)).rejects.toThrow(/permission denied/)
  })

  it('can lock and close what it has to', async () => {
    for (const statement of ['SELECT FROM owner FOR NO KEY UPDATE', 'UPDATE user_change SET closed_at = now()'])
      await sql.raw(statement).execute(limitedDatabase.db)
  })

  it('has exactly the rights that the code of servers uses, on each table and with each verb', async () => {
    const { rows } = await sql<{ table: string }>`
      SELECT tablename AS "table" FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1`.execute(
      ownerDatabase.db,
    )
    const tables = rows.map(({ table }) => table)
    expect(Object.keys(serverRights)).toEqual(tables)
    const used = await rightsInCode(tables)
    for (const table of tables) {
      const { rows: columns } = await sql<{ name: string }>`
        SELECT attname AS name FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped
          AND attidentity <> 'a' AND attgenerated = '' ORDER BY attnum LIMIT 1`.execute(ownerDatabase.db)
      const column = columns[0]?.name
      // EXPLAIN checks the privileges and changes nothing.
      const statements = {
        INSERT: `INSERT INTO ${table} (${column}) SELECT NULL WHERE false`,
        UPDATE: `SELECT FROM ${table} FOR UPDATE`,
        DELETE: `DELETE FROM ${table}`,
        TRUNCATE: `SELECT 1 / has_table_privilege('${table}', 'TRUNCATE')::int`,
        REFERENCES: `SELECT 1 / has_table_privilege('${table}', 'REFERENCES')::int`,
        TRIGGER: `SELECT 1 / has_table_privilege('${table}', 'TRIGGER')::int`,
      }
      const allowed: string[] = []
      for (const [verb, statement] of Object.entries(statements)) {
        const isQuery = verb === 'TRUNCATE' || verb === 'REFERENCES' || verb === 'TRIGGER'
        const isAllowed = await sql
          .raw(
            isQuery
              ? statement
              : `EXPLAIN ANALYZE ${verb === 'DELETE' ? `${statement} WHERE false` : `${statement}${verb === 'UPDATE' ? ' SKIP LOCKED' : ''}`}`,
          )
          .execute(limitedDatabase.db)
          .then(
            () => true,
            (error: Error) => {
              expect(error.message).toMatch(isQuery ? /division by zero/ : /permission denied/)
              return false
            },
          )
        if (isAllowed) allowed.push(verb)
      }
      expect({ table, allowed }).toEqual({ table, allowed: [...(serverRights[table] ?? [])] })
      expect({ table, used: used.get(table) ?? [] }).toEqual({ table, used: allowed })
    }
  })

  it('loses the rights that earlier versions gave it, also on new tables', async () => {
    const owner = ownerDatabase.db
    const roleRef = sql.ref(role)
    await sql`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${roleRef}`.execute(owner)
    await sql`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, DELETE ON TABLES TO ${roleRef}`.execute(owner)
    await runOnOpenDatabase(programmeOn(ownerDatabase), ['role', 'grant', role])
    await sql`CREATE TABLE of_later_version (id int)`.execute(owner)
    for (const statement of ['DELETE FROM user_change', 'SELECT FROM of_later_version', 'DELETE FROM of_later_version'])
      await expect(sql.raw(statement).execute(limitedDatabase.db)).rejects.toThrow(/permission denied/)
    await sql`DROP TABLE of_later_version`.execute(owner)
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
