// P7 to P10: checking, posting and issuing 5,000 rows on the server, each compared with bare SQL for the same work.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { voyager } from '#brand/voyager.ts'
import { validateRows } from '#server/batches/validate-rows.ts'
import { columnsToTable } from '#server/db/sets.ts'
import { sampleRows } from '#server/demo/sample-batch.ts'
import type { Db, SessionContext } from '#server/operations/context.ts'
import { issueOrder } from '#server/orders/issue-order.ts'
import { post } from '#tests/support/call.ts'
import { newVirtualOrders, virtualSubmission } from '#tests/support/order-calls.ts'
import { demoDatabase, manyCardsDatabase, MANY_CARDS, secrets } from './databases.ts'
import { atLeast, atMost, bothMs, type Figure, interleave, isQuick, formatCount, median, time } from './figure.ts'
import { barePosting, createBatch, postBatch, transactionPerRow } from './posting.ts'
import { startLocalServer } from './local-server.ts'

const ROWS = isQuick ? 500 : 5_000
const rows = sampleRows(ROWS)
/** The number of rows that are posted in one transaction each. The time of all rows is computed from their time. */
const SINGLE_ROWS = isQuick ? 50 : 250
const POSTINGS = isQuick ? 4 * ROWS : 250_000

export const verifying: Figure = {
  id: 'P7',
  title: `Checking ${formatCount(ROWS)} rows against ${formatCount(MANY_CARDS)} cards`,
  reference: 'the SQL join of the same card numbers alone',
  explanation: 'On top of the join, the server hashes the card numbers with a key and checks each row.',
  async measure() {
    const database = await manyCardsDatabase()
    const { db } = database
    // Only the properties that the check reads.
    const viewer = { userId: 1, ownerId: voyager.ownerId }
    const context = { db, secrets, client: voyager, now: Date.now, viewer } as unknown as SessionContext
    const batch = { type: 'load', identifierType: 1, validation: ['loadlimit'], elements: rows } as const
    const ms = await interleave({
      ours: () => time(() => validateRows(context, batch)),
      join: () => time(() => bareJoin(db)),
    })
    await database.close()
    const note = bothMs(ms.ours, ms.join)
    return [atMost('time relative to the reference', { value: ms.ours / ms.join, limit: 2, note })]
  },
}

export const posting: Figure = {
  id: 'P8',
  title: `Posting a batch of ${formatCount(ROWS)} loads`,
  reference: 'bulk inserts and updates of the same rows; one transaction per row',
  explanation:
    'The batch is posted in chunks, each checked again and committed, so that no other request waits for the whole batch. In a profile, the server’s own code takes 20 ms per 1,000 rows; the rest of the time is the database’s.',
  async measure() {
    const database = await demoDatabase()
    const { db } = database
    const ms = await interleave({
      ours: async () => postBatch(db, await createBatch(db, secrets, rows)),
      bare: async () => barePosting(db, await createBatch(db, secrets, rows)),
      single: async () => transactionPerRow(db, await createBatch(db, secrets, rows.slice(0, SINGLE_ROWS))),
    })
    await database.close()
    const single = (ms.single * ROWS) / SINGLE_ROWS
    const comparedWithBulk = { value: ms.ours / ms.bare, limit: 1.5, note: bothMs(ms.ours, ms.bare) }
    const comparedWithSingle = { value: single / ms.ours, limit: 20, note: bothMs(ms.ours, single) }
    return [
      atMost('time relative to the bulk statements', comparedWithBulk),
      atLeast('times faster than one transaction per row', comparedWithSingle),
    ]
  },
}

export const growth: Figure = {
  id: 'P9',
  title: `The last quarter of ${formatCount(POSTINGS)} postings`,
  reference: 'the first quarter',
  explanation: 'Shows whether posting gets slower as the ledger grows.',
  async measure() {
    const database = await demoDatabase()
    const times: number[] = []
    for (let posted = 0; posted < POSTINGS; posted += ROWS)
      times.push(await postBatch(database.db, await createBatch(database.db, secrets, rows)))
    await database.close()
    const quarter = Math.ceil(times.length / 4)
    const first = median(times.slice(0, quarter))
    const last = median(times.slice(-quarter))
    const measurement = { value: last / first, limit: 1.25, note: bothMs(last, first) }
    return [atMost('time of a batch, relative to the first quarter', measurement)]
  },
}

export const issuing: Figure = {
  id: 'P10',
  title: `Issuing ${formatCount(ROWS)} virtual cards`,
  reference: 'the bare inserts of the same cards, accounts, tags and ledger entries',
  explanation:
    'Each row is checked again; its card number is generated, checked for uniqueness and encrypted. In a profile, the server’s own code takes about a quarter of the time; the rest is the database’s, whose triggers check each ledger entry. The reference runs without triggers.',
  async measure() {
    const database = await demoDatabase()
    const { server, url, tokenOf, close } = await startLocalServer(database)
    const tokens = { maker: await tokenOf('olive'), checker: await tokenOf('amir') }
    const request = async (method: string, token: string, params: object) => {
      const { response } = await post(url, method, { requestId: randomUUID(), ...params, token })
      if (response.resultCode !== '0') throw new Error(JSON.stringify(response).slice(0, 400))
      return response
    }
    const issue = async () => {
      const order = virtualSubmission({ virtualCardOrders: newVirtualOrders(ROWS) })
      const { virtualCardOrdersBatchLoadId: id } = await request('submitVirtualCardOrder', tokens.maker, order)
      await request('approveVirtualCardOrdersBatchLoad', tokens.checker, { batchLoadFileID: id })
      return time(async () => {
        const outcome = await issueOrder({ ...server, timeZone: server.client.timeZone }, Number(id))
        if (outcome?.failedCount !== 0) throw new Error(`Not all cards were issued: ${JSON.stringify(outcome)}`)
      })
    }
    const ms = await interleave({ ours: issue, bare: () => bareInserts(database.db) })
    await close()
    const note = bothMs(ms.ours, ms.bare)
    return [atMost('time relative to the reference', { value: ms.ours / ms.bare, limit: 3, note })]
  },
}

/** The minimum that every check must do: send the hashes of the card numbers, join, and read the cards' data. */
async function bareJoin(db: Db): Promise<void> {
  const hashes = rows.map(({ identifier }) => secrets.panIndex(identifier))
  await sql`
    SELECT i.n, c.id, c.campaign_id, c.activated_at, c.stopped_at, c.retired_at, c.expires_on, c.kyc_passed, c.pan_masked,
           a.balance_cents, a.held_cents
    FROM ${columnsToTable('i', { n: ['integer', hashes.map((_, index) => index)], hash: ['bytea', hashes] })}
    JOIN card c ON c.pan_hash = i.hash JOIN account a ON a.card_id = c.id
  `.execute(db)
}

/**
 * Times the bare inserts: deletes the rows that the last order has added to `orderTables` and inserts them again, with
 * constraints and indexes but without triggers. Then rolls back.
 */
async function bareInserts(db: Db): Promise<number> {
  const trx = await db.startTransaction().execute()
  try {
    await sql`SET LOCAL session_replication_role = replica`.execute(trx)
    await sql`
      CREATE TEMP TABLE issued ON COMMIT DROP AS
      SELECT card_id AS id FROM card_order_row WHERE order_id = (SELECT max(id) FROM card_order)
    `.execute(trx)
    await sql`
      CREATE TEMP TABLE paid ON COMMIT DROP AS
      SELECT DISTINCT transaction_id FROM paid_order_row WHERE order_id = (SELECT max(id) FROM card_order)
    `.execute(trx)
    for (const [table, condition] of orderTables) {
      await sql`
        CREATE TEMP TABLE ${sql.id(`bare_${table}`)} ON COMMIT DROP AS
        SELECT * FROM ${sql.id(table)} WHERE ${sql.raw(condition)}
      `.execute(trx)
    }
    for (const [table, condition] of orderTables.toReversed())
      await sql`DELETE FROM ${sql.id(table)} WHERE ${sql.raw(condition)}`.execute(trx)
    return await time(async () => {
      for (const [table] of orderTables)
        await sql`INSERT INTO ${sql.id(table)} SELECT * FROM ${sql.id(`bare_${table}`)}`.execute(trx)
    })
  } finally {
    await trx.rollback().execute()
  }
}

/** The tables that an order adds rows to, with the condition of these rows. A table comes after those it refers to. */
const orderTables = [
  ['card', 'id IN (SELECT id FROM issued)'],
  ['account', 'card_id IN (SELECT id FROM issued)'],
  ['card_tag_value', 'card_id IN (SELECT id FROM issued)'],
  ['ledger_transaction', 'id IN (SELECT transaction_id FROM paid)'],
  ['paid_order_row', 'transaction_id IN (SELECT transaction_id FROM paid)'],
  ['ledger_entry', 'transaction_id IN (SELECT transaction_id FROM paid)'],
] as const
