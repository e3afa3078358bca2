// The ledger check: each rule finds its violations, a starting server checks only the entries since the last proof, and
// after a fault no server starts until the whole ledger is correct again.
import { m } from '#words/messages.js'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#domain/units.ts'
import type { Db } from '#server/operations/context.ts'
import type { Database } from '#server/db/connect.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { registerProveLedger } from '#server/jobs/prove-ledger.ts'
import type { Secrets } from '#server/keys/secrets.ts'
import { checkChunk, checkLedger, type CheckPosition, firstPosition } from '#server/ledger/check.ts'
import { closePeriod, findLastClosedTransactionId, findPeriodFaults } from '#server/ledger/periods.ts'
import {
  proveNewEntries,
  proveWholeLedger,
  readLastProofTime,
  readLastProofTimeOfAllEntries,
} from '#server/ledger/proof.ts'
import { type LedgerFault, mergeFaults } from '#server/ledger/rules.ts'
import { issueOrder } from '#server/orders/issue-order.ts'
import { testSecrets } from '#tests/support/test-keys.ts'
import { freshDatabase, createDatabase } from '#tests/support/database.ts'
import { post } from '#tests/support/call.ts'
import { startInProcess } from '#tests/support/in-process.ts'
import { freePort } from '#tests/support/ports.ts'
import { freshInstance } from '#tests/support/programme.ts'
import { runToEnd } from '#tests/support/run-program.ts'

const LONG_MS = 120_000
/** More transactions than one chunk of a check. */
const MORE_THAN_ONE_CHUNK = 7_000

/** Changes the database without triggers and foreign keys, like an attacker with full access. */
const changeUnchecked = (db: Db, tamper: (trx: Db) => Promise<unknown>) =>
  db.transaction().execute(async (trx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(trx)
    await tamper(trx)
  })

/** Adds this many transactions of one cent from the funding account to the fees, as the server would write them. */
const addTransactions = (db: Db, count: number) =>
  changeUnchecked(db, (trx) =>
    sql`
      WITH moved AS (SELECT id, kind, balance_cents, version FROM account WHERE owner_id = 3 AND kind IN ('funding', 'fee')),
      posted AS (
        INSERT INTO ledger_transaction (owner_id, kind, posted_at)
        SELECT 3, 'fee', now() FROM generate_series(1, ${count}::int) RETURNING id
      ),
      counted AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM posted),
      entered AS (
        INSERT INTO ledger_entry (transaction_id, account_id, amount_cents, balance_before, balance_after, account_version)
        SELECT c.id, moved.id, s.sign, balance_cents + (n - 1) * s.sign, balance_cents + n * s.sign, version + n
        FROM counted c CROSS JOIN moved CROSS JOIN LATERAL (SELECT CASE kind WHEN 'fee' THEN 1 ELSE -1 END AS sign) s
      )
      UPDATE account a SET version = a.version + ${count}::int,
        balance_cents = a.balance_cents + CASE a.kind WHEN 'fee' THEN 1 ELSE -1 END * ${count}::int
      FROM moved WHERE moved.id = a.id`.execute(trx),
  )

/**
 * A load of 500.00 from the funding account to a card, balanced and with updated sums, as an attacker with full access
 * could write it.
 */
const forgedLoad = sql`
  WITH funding AS (SELECT id, balance_cents, version, -50000 AS amount FROM account WHERE owner_id = 3 AND kind = 'funding'),
  card AS (SELECT id, balance_cents, version, 50000 AS amount FROM account WHERE card_id = 1),
  posted AS (
    INSERT INTO ledger_transaction (owner_id, kind, posted_at, card_id) VALUES (3, 'load', now(), 1) RETURNING id, posted_at
  ),
  entered AS (
    INSERT INTO ledger_entry (transaction_id, account_id, amount_cents, balance_before, balance_after, account_version)
    SELECT p.id, a.id, a.amount, a.balance_cents, a.balance_cents + a.amount, a.version + 1
    FROM posted p CROSS JOIN (SELECT * FROM funding UNION ALL SELECT * FROM card) a
  ),
  summed AS (
    INSERT INTO load_sum (owner_id, since, count, amount_cents)
    SELECT 3, date_bin('15 minutes', posted_at, 'epoch'), 1, 50000 FROM posted
    ON CONFLICT (owner_id, since) DO UPDATE SET count = load_sum.count + 1, amount_cents = load_sum.amount_cents + 50000
  )
  UPDATE account a SET balance_cents = a.balance_cents + n.amount, version = a.version + 1
  FROM (SELECT * FROM funding UNION ALL SELECT * FROM card) n WHERE a.id = n.id`

/** Approves one of the pending orders of the demo programme, and issues its cards. */
async function issueOneOrder(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    UPDATE card_order o SET approved_by = u.id, approved_at = now() FROM user_account u
    WHERE u.username = 'amir' AND o.id = (SELECT min(id) FROM card_order WHERE kind = 'virtual' AND rejected_at IS NULL)
    RETURNING o.id`.execute(db)
  const issuing = { db, secrets: testSecrets, now: Date.now, timeZone: 'Asia/Singapore' }
  expect(await issueOrder(issuing, rows[0]?.id ?? 0)).toMatchObject({ failedCount: 0 })
}

/**
 * A database whose transactions become part of `trx`, which is rolled back at the end. A check would otherwise commit its
 * own transactions.
 */
const databaseInside = (trx: Db): Db =>
  new Proxy(trx, {
    get(target, name) {
      if (name === 'transaction') return () => ({ execute: (run: (inner: Db) => unknown) => run(trx) })
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

const lastProvedId = async (db: Db) =>
  (await sql<{ proved_to: number }>`SELECT proved_to FROM ledger_proof`.execute(db)).rows[0]?.proved_to
const lastId = async (db: Db) =>
  (await sql<{ id: number }>`SELECT max(id) AS id FROM ledger_transaction`.execute(db)).rows[0]?.id

describe('each rule of the ledger check', () => {
  let database: Database
  beforeAll(async () => {
    database = await freshDatabase()
    await issueOneOrder(database.db)
  })
  afterAll(() => database.close())

  const cardTransactionId = sql`(SELECT transaction_id FROM ledger_entry JOIN account a ON a.id = account_id WHERE a.kind = 'card' ORDER BY transaction_id LIMIT 1)`
  const paidTransaction = sql`(SELECT transaction_id FROM paid_order_row ORDER BY order_id, row_no LIMIT 1)`
  const loadedRow = sql`(batch_id, row_no) = (SELECT batch_id, row_no FROM posted_row ORDER BY transaction_id, row_no LIMIT 1)`
  const postedTransaction = sql`(SELECT min(transaction_id) FROM posted_row)`
  const noRows = sql`batch_id = NULL, order_id = NULL, first_row = NULL, last_row = NULL`
  const cases: readonly (readonly [rule: string, tamper: ReturnType<typeof sql>])[] = [
    [
      'a transaction sums to zero',
      sql`UPDATE ledger_entry SET amount_cents = amount_cents + 1, balance_after = balance_after + 1 WHERE transaction_id = ${cardTransactionId}`,
    ],
    ['a transaction sums to zero', sql`DELETE FROM ledger_entry WHERE transaction_id = ${cardTransactionId}`],
    ['an entry belongs to a transaction', sql`DELETE FROM ledger_transaction WHERE id = ${cardTransactionId}`],
    [
      'an entry belongs to a transaction',
      sql`INSERT INTO ledger_entry SELECT transaction_id + 1, account_id, 1, balance_after, balance_after + 1, account_version + 1 FROM ledger_entry ORDER BY transaction_id DESC, account_id LIMIT 1`,
    ],
    ['an entry belongs to an account', sql`DELETE FROM account WHERE id = (SELECT min(account_id) FROM ledger_entry)`],
    [
      'a balance is the sum of its entries',
      sql`UPDATE account SET balance_cents = balance_cents + 1 WHERE card_id = 1`,
    ],
    [
      'the accounts of an owner sum to zero',
      sql`UPDATE account SET balance_cents = balance_cents + 1 WHERE card_id = 1`,
    ],
    ['versions of an account have no gaps', sql`UPDATE account SET version = version + 1 WHERE card_id = 1`],
    [
      'versions of an account have no gaps',
      sql`UPDATE ledger_entry SET account_version = account_version + 1000 WHERE transaction_id = ${cardTransactionId}`,
    ],
    [
      'each entry begins where the one before ended',
      sql`UPDATE ledger_entry SET balance_before = balance_before + 1, balance_after = balance_after + 1 WHERE transaction_id = ${cardTransactionId}`,
    ],
    [
      'money held is authorised',
      sql`UPDATE account SET held_cents = 1 WHERE card_id = (SELECT card_id FROM account WHERE held_cents = 0 AND balance_cents > 0 AND card_id IS NOT NULL LIMIT 1)`,
    ],
    [
      'money held is authorised',
      sql`UPDATE card_authorisation SET amount_cents = amount_cents + 1 WHERE released_at IS NULL`,
    ],
    [
      'an opening comes before all else on its card',
      sql`UPDATE ledger_transaction SET kind = 'opening' WHERE id = (SELECT e.transaction_id FROM ledger_entry e JOIN account a ON a.id = e.account_id JOIN ledger_transaction t ON t.id = e.transaction_id WHERE a.kind = 'card' AND e.account_version = 2 AND t.batch_id IS NULL AND t.reverses IS NULL LIMIT 1)`,
    ],
    [
      'a row is loaded exactly where it is posted',
      sql`UPDATE batch_row SET state = 'failed', load_date = NULL WHERE ${loadedRow}`,
    ],
    [
      'a row is loaded exactly where it is posted',
      sql`UPDATE ledger_transaction SET ${noRows} WHERE id = ${postedTransaction}`,
    ],
    ['a row is loaded exactly where it is posted', sql`DELETE FROM posted_row WHERE ${loadedRow}`],
    ['a posting moves what its rows say and nothing else', sql`DELETE FROM posted_row WHERE ${loadedRow}`],
    [
      'a posting moves what its rows say and nothing else',
      sql`UPDATE batch_row SET fee_cents = fee_cents + 1 WHERE ${loadedRow}`,
    ],
    [
      'a posted row moves what it says, from and to whom it says',
      sql`UPDATE batch_row SET amount_cents = amount_cents + 1 WHERE ${loadedRow}`,
    ],
    [
      'a posted row moves what it says, from and to whom it says',
      sql`UPDATE batch_row SET card_id = card_id + 1 WHERE ${loadedRow}`,
    ],
    [
      'a batch counts its loaded rows',
      sql`UPDATE batch_file SET loaded_amount_cents = loaded_amount_cents + 1 WHERE loaded_count > 0`,
    ],
    [
      'a row is decided exactly where its batch is processed',
      sql`UPDATE batch_row SET state = 'failed' WHERE state = 'waiting'`,
    ],
    [
      'a card of an order is issued exactly where it is paid',
      sql`UPDATE ledger_transaction SET ${noRows} WHERE id = ${paidTransaction}`,
    ],
    [
      'a card of an order is issued exactly where it is paid',
      sql`UPDATE card_order_row SET state = 'failed', card_id = NULL, issued_at = NULL WHERE state = 'issued'`,
    ],
    [
      'a card of an order is paid what was ordered, by whom and to whom it says',
      sql`UPDATE card_order_row SET load_cents = load_cents + 1 WHERE state = 'issued'`,
    ],
    [
      'a card of an order is paid what was ordered, by whom and to whom it says',
      sql`UPDATE card_order_row SET card_id = (SELECT max(id) FROM card c WHERE NOT EXISTS (SELECT FROM card_order_row o WHERE o.card_id = c.id))
        WHERE (order_id, row_no) = (SELECT r.order_id, r.row_no FROM card_order_row r WHERE r.state = 'issued' AND r.load_cents > 0 ORDER BY 1, 2 LIMIT 1)`,
    ],
    [
      'a posting moves what its rows say and nothing else',
      sql`UPDATE card_order_row SET fee_cents = fee_cents + 1 WHERE state = 'issued'`,
    ],
    [
      'a card of an order is of the campaign ordered for',
      sql`UPDATE card SET campaign_id = 1 WHERE id = (SELECT min(card_id) FROM card_order_row)`,
    ],
    [
      'a load is in the sum of its quarter of an hour',
      sql`DELETE FROM load_sum WHERE id = (SELECT max(id) FROM load_sum)`,
    ],
    [
      'a sum of loads equals its loads',
      sql`UPDATE load_sum SET count = count + 1 WHERE id = (SELECT max(id) FROM load_sum)`,
    ],
    [
      'a sum of loads equals its loads',
      sql`UPDATE load_sum SET amount_cents = amount_cents - 1 WHERE id = (SELECT min(id) FROM load_sum)`,
    ],
    ['a load belongs to a batch, an order, an import or an event', forgedLoad],
    [
      'an order counts its issued cards',
      sql`UPDATE card_order SET issued_amount_cents = issued_amount_cents - 1 WHERE issued_count > 0`,
    ],
    [
      'a row of an order is decided exactly where its order is processed',
      sql`UPDATE card_order_row SET state = 'failed' WHERE state = 'waiting'`,
    ],
    [
      'a row of an order is decided exactly where its order is processed',
      sql`UPDATE card_order SET begun_at = NULL, processed_at = NULL, issued_count = 0 WHERE issued_count > 0`,
    ],
  ]

  it('finds no fault in the demo ledger', async () => {
    expect(await checkLedger(database.db)).toEqual([])
  })

  it.each(cases)('reports a violation of: %s', async (rule, tamper) => {
    class Undo extends Error {}
    let rules: string[] = []
    await changeUnchecked(database.db, async (trx) => {
      await tamper.execute(trx)
      const inside = databaseInside(trx)
      rules = (await checkLedger(inside)).map((fault) => fault.rule)
      throw new Undo()
    }).catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
    expect(rules).toContain(rule)
  })
})

describe('a proof that continues from the last one', () => {
  let database: Database
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database.close())

  it('runs in chunks until its time limit, and continues from there', async () => {
    const { db } = database
    await addTransactions(db, MORE_THAN_ONE_CHUNK)
    const last = await lastId(db)
    expect(await proveNewEntries(db, 0)).toEqual({ faults: [], isComplete: false })
    const first = await lastProvedId(db)
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThan(last ?? 0)
    expect(await proveNewEntries(db, LONG_MS)).toEqual({ faults: [], isComplete: true })
    expect(await lastProvedId(db)).toBe(last)
  })

  it('checks only new entries, and leaves proved entries to the full check', async () => {
    const { db } = database
    await proveNewEntries(db, LONG_MS)
    const provedId = (await lastProvedId(db)) ?? 0
    // Tampers with an already proved entry, of an account without new entries.
    const provedTransaction = sql`(SELECT min(transaction_id) FROM ledger_entry JOIN account a ON a.id = account_id WHERE a.kind = 'card')`
    const changeProved = (by: number) =>
      changeUnchecked(db, (trx) =>
        sql`UPDATE ledger_entry SET amount_cents = amount_cents + ${by} WHERE transaction_id = ${provedTransaction}`.execute(
          trx,
        ),
      )
    await db.schema.alterTable('ledger_entry').dropConstraint('ledger_entry_check').execute()
    await changeProved(5)
    await addTransactions(db, 10)
    expect(await proveNewEntries(db, LONG_MS)).toEqual({ faults: [], isComplete: true })
    expect(await lastProvedId(db)).toBe(await lastId(db))
    expect(await lastProvedId(db)).toBeGreaterThan(provedId)
    expect((await proveWholeLedger(db)).map(({ rule }) => rule)).toContain('a transaction sums to zero')
    // From now on every start fails, until the full check finds no fault.
    expect((await proveNewEntries(db, LONG_MS)).faults.map(({ rule }) => rule)).toContain('a transaction sums to zero')
    await changeProved(-5)
    expect((await proveNewEntries(db, LONG_MS)).faults).not.toEqual([])
    expect(await proveWholeLedger(db)).toEqual([])
    expect(await proveNewEntries(db, LONG_MS)).toEqual({ faults: [], isComplete: true })

    await addTransactions(db, 10)
    const last = (await lastId(db)) ?? 0
    const changeLast = (by: number) =>
      changeUnchecked(db, (trx) =>
        sql`UPDATE ledger_entry SET amount_cents = amount_cents + ${by} WHERE transaction_id = ${last}`.execute(trx),
      )
    await changeLast(5)
    expect((await proveNewEntries(db, LONG_MS)).faults.map(({ rule }) => rule)).toContain('a transaction sums to zero')
    await changeLast(-5)
    expect(await proveWholeLedger(db)).toEqual([])
  })
})

it('reads only the new entries of a large ledger, whatever size the planner assumes', async () => {
  const { url, drop } = await createDatabase('demo')
  const database = await connectDatabase({ databaseUrl: url })
  const { db } = database
  const client = new pg.Client(url)
  await client.connect()
  try {
    // Table statistics from when the tables were small, and never updated afterwards.
    await client.query('ALTER TABLE ledger_entry SET (autovacuum_enabled = off); ANALYZE')
    await client.query('ALTER TABLE ledger_transaction SET (autovacuum_enabled = off)')
    for (let times = 0; times < 4; times += 1) await addTransactions(db, 15_000)
    await changeUnchecked(db, (trx) =>
      sql`UPDATE ledger_proof SET proved_to = (SELECT max(id) FROM ledger_transaction)`.execute(trx),
    )
    await addTransactions(db, 200)
    const countReadRows = async () => {
      const { rows } = await client.query<{ n: string }>(
        `SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) AS n FROM pg_stat_user_tables WHERE relname IN ('ledger_entry', 'ledger_transaction')`,
      )
      return Number(rows[0]?.n)
    }
    const before = await countReadRows()
    await db.connection().execute(async (connection) => {
      expect(await proveNewEntries(connection, LONG_MS)).toEqual({ faults: [], isComplete: true })
      await sql`SELECT pg_stat_force_next_flush()`.execute(connection)
    })
    await expect.poll(countReadRows).toBeGreaterThan(before)
    // 200 transactions of two entries, each read a few times; the ledger has 180,000 rows.
    expect((await countReadRows()) - before).toBeLessThan(10_000)
  } finally {
    await client.end()
    await database.close()
    await drop()
  }
})

it('the ledger check waits for a transaction that is not committed yet, and then checks it', async () => {
  const { url, drop } = await createDatabase('demo')
  const database = await connectDatabase({ databaseUrl: url })
  const { db } = database
  const slow = new pg.Client(url)
  await slow.connect()
  try {
    await proveNewEntries(db, LONG_MS)
    await slow.query('BEGIN; SET LOCAL session_replication_role = replica')
    // A transaction without entries is a fault, but is not visible yet.
    await slow.query("INSERT INTO ledger_transaction (owner_id, kind, posted_at) VALUES (3, 'fee', now())")
    await addTransactions(db, 10)
    const proving = proveNewEntries(db, LONG_MS)
    const countWaiting = async () =>
      (
        await sql<{
          n: number
        }>`SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
          db,
        )
      ).rows[0]?.n
    await expect.poll(countWaiting).toBe(1)
    await slow.query('COMMIT')
    expect((await proving).faults).toEqual([{ rule: 'a transaction sums to zero', count: 1 }])
  } finally {
    await slow.end()
    await database.close()
    await drop()
  }
})

/** Closes everything until yesterday, for every owner, and returns the last transaction before what is open. */
async function closeUntilYesterday(db: Db, now: number, keys: Pick<Secrets, 'chainGeneration' | 'chainHash'>) {
  const endsAt = new Date(now - DAY_MS)
  const owners = await sql<{ owner_id: number; one: number; other: number }>`
    SELECT owner_id, min(id) AS one, max(id) + 1 AS other FROM user_account GROUP BY owner_id`.execute(db)
  await changeUnchecked(db, async (trx) => {
    for (const { owner_id: ownerId, one, other } of owners.rows) {
      const { rows } = await sql<{ id: number }>`
        INSERT INTO ledger_period (owner_id, last_day, ends_at, proposed_by, proposed_at)
        VALUES (${ownerId}, ${endsAt}, ${endsAt}, ${one}, ${endsAt}) RETURNING id`.execute(trx)
      const decision = { proposed_by: one, confirmed_by: other, confirmed_at: new Date(now) }
      await closePeriod(trx, keys, { id: rows[0]?.id ?? 0, owner_id: ownerId, ends_at: endsAt, ...decision })
    }
  })
  return findLastClosedTransactionId(db, (await lastId(db)) ?? 0)
}

it('since the last closed month, the check finds what broke after it', async () => {
  const { db, close } = await freshDatabase()
  try {
    await addTransactions(db, 10)
    const since = await closeUntilYesterday(db, Date.now(), testSecrets)
    const upTo = (await lastId(db)) ?? 0
    expect(since).toBeGreaterThan(0)
    expect(since).toBeLessThanOrEqual(upTo - 10)
    const open = await sql`
      SELECT FROM ledger_transaction t JOIN ledger_period p ON p.owner_id = t.owner_id
      WHERE t.id <= ${since} AND t.posted_at >= p.ends_at`.execute(db)
    expect(open.rows).toEqual([])
    const rulesFrom = async (from: number) => {
      const faults: LedgerFault[] = []
      for (let position: CheckPosition | undefined = firstPosition(upTo, from); position;) {
        const step = await checkChunk(db, position)
        faults.push(...step.faults)
        position = step.next
      }
      return mergeFaults(faults).map(({ rule }) => rule)
    }
    expect(await rulesFrom(since)).toEqual([])
    const balances = ['each', 'newest', 'sinceNewest'] as const
    for (const each of balances) expect(await findPeriodFaults(db, testSecrets, { balances: each })).toEqual([])

    await changeUnchecked(db, (trx) =>
      sql`UPDATE ledger_entry SET amount_cents = amount_cents * 2, balance_before = balance_before - amount_cents
        WHERE transaction_id = ${upTo} AND amount_cents > 0`.execute(trx),
    )
    expect(await rulesFrom(since)).toContain('a transaction sums to zero')
    await changeUnchecked(db, (trx) =>
      sql`UPDATE ledger_entry SET amount_cents = amount_cents * 2, balance_before = balance_before - amount_cents
        WHERE transaction_id = ${since} AND amount_cents > 0`.execute(trx),
    )
    const [onlyOpen, whole] = [await rulesFrom(since), await rulesFrom(0)]
    expect(whole).toEqual(expect.arrayContaining(onlyOpen))
  } finally {
    await close()
  }
})

describe('a running server', () => {
  it('checks new entries every hour, and the whole ledger at night', async () => {
    const server = await startInProcess({ database: await freshDatabase() })
    const { db } = server.server
    try {
      const proving = registerProveLedger(server.server)
      // Noon in Singapore.
      server.clock.now = Date.parse('2026-03-04T04:00:00Z')
      await server.server.jobs.start()
      await proving.start()
      await expect.poll(() => lastProvedId(db), { timeout: LONG_MS }).toBe(await lastId(db))
      await addTransactions(db, 10)
      expect(await readLastProofTime(db)).toBeUndefined()
      // 02:00 in Singapore.
      server.clock.now = Date.parse('2026-03-04T18:00:00Z')
      server.server.jobs.wake()
      await expect.poll(() => lastProvedId(db), { timeout: LONG_MS }).toBe(await lastId(db))
      await expect.poll(() => readLastProofTime(db), { timeout: LONG_MS }).toBeInstanceOf(Date)
      expect(server.log()).toContain('the whole ledger was checked')
      expect(server.log()).not.toContain('not in order')

      // In the next night it reads only what was posted since the last closed month.
      const allRead = await readLastProofTimeOfAllEntries(db)
      expect(allRead).toEqual(await readLastProofTime(db))
      expect(await closeUntilYesterday(db, server.clock.now, server.server.secrets)).toBeGreaterThan(0)
      await sql`UPDATE ledger_proof SET whole_proved_at = NULL`.execute(db)
      server.clock.now += DAY_MS
      server.server.jobs.wake()
      await expect.poll(() => readLastProofTime(db), { timeout: LONG_MS }).toBeInstanceOf(Date)
      expect(await readLastProofTimeOfAllEntries(db)).toEqual(allRead)
      expect(server.log()).not.toContain('not in order')

      // A fault that only the full check finds: it is reported, and remembered for the next start.
      await changeUnchecked(db, (trx) => sql`UPDATE account SET version = version + 1 WHERE card_id = 1`.execute(trx))
      await sql`UPDATE ledger_proof SET whole_proved_at = NULL, all_read_at = NULL`.execute(db)
      server.clock.now += 3_600_001
      server.server.jobs.wake()
      await expect.poll(() => server.log(), { timeout: LONG_MS }).toContain('the ledger is not in order')
      expect((await proveNewEntries(db, LONG_MS)).faults).toEqual([
        { rule: 'versions of an account have no gaps', count: 1 },
      ])
    } finally {
      await server.close()
    }
  })
})

describe('an older server with newer tables', () => {
  it('rejects changes once the tables are newer, reports it, and still reads', async () => {
    const { url, drop } = await createDatabase('demo')
    const older = new pg.Client({ connectionString: url, application_name: 'portal/0' })
    await older.connect()
    const insert = "INSERT INTO ledger_transaction (owner_id, kind, posted_at) VALUES (3, 'funding', now())"
    await expect(older.query(insert)).rejects.toMatchObject({ code: 'PT426' })
    // A program that reports no version.
    await older.query("SET application_name = 'psql'")
    await expect(older.query(insert)).rejects.toMatchObject({ code: 'PT426' })
    await older.end()

    const server = await startInProcess({
      database: await connectDatabase({ databaseUrl: url }),
      secrets: testSecrets,
    })
    const { token } = await server.addUser({ username: 'chris', permissions: ['User.settings', 'CardStatement.read'] })
    const change = () =>
      post(server.url, 'addCardNote', { token, requestId: randomUUID(), voucherId: '1', noteText: 'x' })
    const health = async () => (await fetch(`${server.url}health`)).status
    expect([(await change()).response.resultCode, await health()]).toEqual(['0', 200])
    // A server of the next version adds such a row when it starts.
    await sql`INSERT INTO migration (number, name) VALUES (9999, 'of the next version')`.execute(server.server.db)
    expect(await health()).toBe(503)
    expect(await change()).toMatchObject({ status: 503, response: { resultText: m.server_newerServerInstalled() } })
    await expect(sql.raw(insert).execute(server.server.db)).rejects.toMatchObject({ code: 'PT426' })
    // Reading still works, for users whose browser does not have the new version yet.
    expect((await post(server.url, 'cardDetails', { token, voucherID: '1' })).response.resultCode).toBe('0')
    await server.close()
    await drop()
  })

  it('at worst leaves out sums, which a command repairs', async () => {
    const instance = await freshInstance('demo')
    await instance.withDb((db) => changeUnchecked(db, (trx) => sql`DELETE FROM load_sum WHERE id % 2 = 0`.execute(trx)))
    const faulty = await instance.run(['ledger', 'check'])
    expect(faulty.code).toBe(1)
    expect(faulty.output.join('\n')).toContain('npm run programme -- ledger repair')
    const started = await runToEnd({ ...instance.env, LOG_LEVEL: 'silent', PORT: String(await freePort()) })
    expect(started.output).toMatch(
      /^Sums that are derived from the ledger are wrong \(.+\): run npm run programme -- ledger repair\.$/,
    )
    expect(await instance.run(['ledger', 'repair'])).toMatchObject({ code: 0, errors: [] })
    expect((await instance.run(['ledger', 'check'])).code).toBe(0)
    expect((await instance.run(['ledger', 'repair'])).output[0]).toBe('There is nothing to repair.')

    // The command does not hide other faults.
    await instance.withDb((db) =>
      changeUnchecked(db, (trx) =>
        sql`UPDATE account SET balance_cents = balance_cents + 1 WHERE card_id = 1`.execute(trx),
      ),
    )
    expect((await instance.run(['ledger', 'repair'])).code).toBe(1)
    expect((await runToEnd({ ...instance.env, LOG_LEVEL: 'silent', PORT: String(await freePort()) })).output).toMatch(
      /^The ledger is not in order/,
    )
    await instance.remove()
  })
})
