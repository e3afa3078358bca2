// The guards of the database are tried at each start. Each guard that is missing is noticed, however it was lost, and a
// server does not start without it.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { environmentToSettings, StartError } from '#server/config/settings.ts'
import { connectDatabase, type Database } from '#server/db/connect.ts'
import { explainMissingGuards, tryGuards } from '#server/db/guards.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Db } from '#server/operations/context.ts'
import { startServer } from '#server/server.ts'
import { createDatabase, freshDatabase } from '#tests/support/database.ts'
import { freshInstance } from '#tests/support/programme.ts'

let database: Database
let db: Db
beforeAll(async () => {
  database = await freshDatabase('demo')
  ;({ db } = database)
})
afterAll(() => database.close())

const missingGuards = async () => (await tryGuards(db)).missing

/** What a single lost trigger or constraint must be noticed as. */
const lostGuards: readonly [name: string, table: string, act: string][] = [
  ['ledger_entries_balance', 'ledger_entry', 'a ledger transaction that does not sum to zero'],
  ['account_moves_by_entries', 'account', 'a balance that changes without ledger entries'],
  ['account_begins_empty', 'account', 'an account that begins with money'],
  ['refuse_older_server', 'ledger_transaction', 'a posting by an older server'],
  ['ledger_entry_version', 'ledger_entry', 'a second entry of the same version of an account'],
  ['ledger_row_posted_once', 'posted_row', 'a second posting of a row of a batch'],
  ['posted_rows_are_rows', 'posted_row', 'a posted row that is not loaded'],
  ['ledger_order_row_paid_once', 'paid_order_row', 'a second payment of a row of an order'],
  ['paid_rows_are_rows', 'paid_order_row', 'a paid row of an order that is not issued'],
  ['ledger_transaction_reverses_key', 'ledger_transaction', 'a second reversal of a transaction'],
  ['refuse_closed_period', 'ledger_transaction', 'a posting into a closed period'],
  ['batch_approver_is_not_uploader', 'batch_file', 'the approval of a batch by its maker'],
  ['order_approver_is_not_maker', 'card_order', 'the approval of an order by its maker'],
  ['user_change_confirmed_by_another', 'user_change', 'the confirmation of a changed user by who changed it'],
]

async function contentOf(): Promise<unknown> {
  const { rows } = await sql`
    SELECT (SELECT jsonb_agg(s ORDER BY sequencename) FROM pg_sequences s) AS sequences,
      (SELECT count(*) FROM ledger_entry) AS entries, (SELECT count(*) FROM batch_file) AS batches,
      (SELECT sum(version) FROM account) AS versions, (SELECT count(*) FROM owner) AS owners`.execute(db)
  return rows
}

describe('the guards of a database', () => {
  it.each(['empty', 'demo'] as const)('are all found in a new database: %s', async (template) => {
    const fresh = await freshDatabase(template)
    const { missing, untriedForLackOfRights, untriedBeforeFirstAccount, refusedCount } = await tryGuards(fresh.db)
    await fresh.close()
    expect([missing, untriedForLackOfRights, untriedBeforeFirstAccount]).toEqual([[], [], []])
    expect(refusedCount).toBeGreaterThan(25)
  })

  it('are tried without a trace, whether they are there or not', async () => {
    const before = await contentOf()
    await tryGuards(db)
    expect(await contentOf()).toEqual(before)
    await sql`ALTER TABLE account DISABLE TRIGGER USER`.execute(db)
    await sql`ALTER TABLE ledger_entry DISABLE TRIGGER USER`.execute(db)
    await tryGuards(db)
    await sql`ALTER TABLE account ENABLE TRIGGER USER`.execute(db)
    await sql`ALTER TABLE ledger_entry ENABLE TRIGGER USER`.execute(db)
    expect(await contentOf()).toEqual(before)
  })

  it('let logical replication copy the database: no trigger runs for it, and each table has a primary key', async () => {
    // A trigger that runs for a copy, too, would refuse its rows or write its effects twice (decision 491).
    const { rows } = await sql<{ table: string }>`
      SELECT oid::regclass::text AS "table" FROM pg_class
      WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND (
        NOT EXISTS (SELECT FROM pg_index WHERE indrelid = pg_class.oid AND indisprimary)
        OR EXISTS (SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgenabled IN ('A', 'R')))`.execute(db)
    expect(rows).toEqual([])
  })

  it.each(lostGuards)('%s of %s is missed', async (name, table, act) => {
    const fresh = await freshDatabase('empty')
    const { rows } = await sql`SELECT FROM pg_trigger WHERE tgname = ${name}`.execute(fresh.db)
    const change = rows.length > 0 ? 'DISABLE TRIGGER' : 'DROP CONSTRAINT'
    await sql.raw(`ALTER TABLE ${table} ${change} ${name}`).execute(fresh.db)
    const { missing } = await tryGuards(fresh.db)
    await fresh.close()
    expect(missing).toEqual([act])
  })

  it('are missed on each single table from which nothing can be deleted', async () => {
    const { rows } = await sql<{ table: string; name: string }>`
      SELECT tgrelid::regclass::text AS "table", tgname AS name FROM pg_trigger
      WHERE tgfoid::regproc::text IN ('refuse_change', 'refuse_audit_change') AND NOT tgisinternal`.execute(db)
    expect(rows.length).toBeGreaterThanOrEqual(12)
    for (const { table, name } of rows) {
      await sql.raw(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`).execute(db)
      expect(await missingGuards()).toContain(`the deletion of rows of ${table}`)
      await sql.raw(`ALTER TABLE ${table} ENABLE TRIGGER ${name}`).execute(db)
    }
    expect(await missingGuards()).toEqual([])
  })

  it('are missed on a single partition, which does not run the triggers of its table', async () => {
    const fresh = await freshDatabase('empty')
    await sql
      .raw(
        `ALTER TABLE ledger_entry RENAME TO whole;
        CREATE TABLE ledger_entry (LIKE whole) PARTITION BY HASH (account_id);
        CREATE TABLE ledger_entry_0 PARTITION OF ledger_entry FOR VALUES WITH (MODULUS 2, REMAINDER 0);
        CREATE TABLE ledger_entry_1 PARTITION OF ledger_entry FOR VALUES WITH (MODULUS 2, REMAINDER 1);
        CREATE TRIGGER of_table BEFORE UPDATE OR DELETE ON ledger_entry EXECUTE FUNCTION refuse_change();
        CREATE TRIGGER of_partition BEFORE UPDATE OR DELETE ON ledger_entry_0 EXECUTE FUNCTION refuse_change()`,
      )
      .execute(fresh.db)
    const { missing } = await tryGuards(fresh.db)
    await fresh.close()
    expect(missing.filter((act) => act.includes(' of rows of '))).toEqual([
      'the deletion of rows of ledger_entry_1',
      'a change of rows of ledger_entry_1',
    ])
  })

  it('are tried without waiting for an account that is in use', async () => {
    const { url, drop } = await createDatabase('demo')
    const busy = await connectDatabase({ databaseUrl: url, maxConnections: 2 })
    const posting = await busy.db.startTransaction().execute()
    await sql`SELECT FROM account ORDER BY id DESC LIMIT 1 FOR UPDATE`.execute(posting)
    expect((await tryGuards(busy.db)).missing).toEqual([])
    await posting.rollback().execute()
    await busy.close()
    await drop()
  })
})

it('a database of Citus is named as the reason', async () => {
  const fresh = await freshDatabase('empty')
  const explain = async () => explainMissingGuards(fresh.db, await tryGuards(fresh.db))
  await sql`SET allow_system_table_mods = on`.execute(fresh.db)
  await sql`
    INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    SELECT 99999, 'citus', 10, 'public'::regnamespace, false, '13.2'`.execute(fresh.db)
  // It can be installed without distributing a table.
  expect(await explain()).toBeUndefined()
  await sql`ALTER TABLE ledger_proof DISABLE TRIGGER USER`.execute(fresh.db)
  expect(await explain()).toMatch(
    /: the deletion of rows of ledger_proof; .*\. Citus does not run the triggers of distributed/,
  )
  await fresh.close()
})

const allTriggers = `
  SELECT tgrelid::regclass AS table_name, tgname FROM pg_trigger WHERE NOT tgisinternal`
const toDamage = (change: string) =>
  `DO $$ DECLARE t record; BEGIN FOR t IN ${allTriggers} LOOP EXECUTE format('${change}', t.table_name, t.tgname); END LOOP; END $$`

describe('a database whose triggers do not run', () => {
  it.each([
    ['restored without them', 'demo', toDamage('DROP TRIGGER %2$I ON %1$s')],
    ['restored without them, before the first programme', 'nothing', toDamage('DROP TRIGGER %2$I ON %1$s')],
    ['copied with them switched off', 'demo', toDamage('ALTER TABLE %1$s DISABLE TRIGGER %2$I')],
    [
      'whose sessions ignore them',
      'demo',
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET session_replication_role = replica', current_database()); END $$`,
    ],
  ] as const)('%s: no server starts, and the check names what is missing', async (_, content, damage) => {
    const instance = await freshInstance(content)
    onTestFinished(() => instance.remove())
    await instance.withDb(async (copy) => {
      await migrate(copy)
      await sql.raw(damage).execute(copy)
    })
    const sentence =
      /The database accepts what it must refuse: .*rows of ledger_entry;.* rows of ledger_proof;.* not sum to zero;.* a balance that changes without ledger entries\. .*restore a backup as docs\/running\/backup-and-restore\.md says\./
    const check = await instance.run(['check'])
    expect(check.output.find((line) => line.includes('Guards:'))).toMatch(sentence)
    expect(check.code).toBe(1)
    const start = startServer(environmentToSettings({ ...instance.env, LOG_LEVEL: 'silent' }), 'test', () => undefined)
    const error: unknown = await start.then(
      ({ stop }) => stop(),
      (refusal: unknown) => refusal,
    )
    expect(error).toBeInstanceOf(StartError)
    expect((error as Error).message).toMatch(sentence)
  })
})
