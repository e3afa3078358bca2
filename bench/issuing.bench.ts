// How long an order of 5,000 virtual cards takes to be issued, as its job does it, against the bare inserts of the cards, accounts,
// tags and ledger lines that come of it. On each database there is.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import type { Database } from '#server/db/connect.ts'
import { issueOrder } from '#server/orders/issue-order.ts'
import { post } from '#tests/support/call.ts'
import { newVirtualOrders, virtualSubmission } from '../tests/server/orders/order-host.ts'
import { freshDatabase, withDemo } from './databases.ts'
import { atMost, type Figure, interleave, many, scaled, time } from './figure.ts'
import { startHostHere } from './host-here.ts'

export const minutes = 15
const rowCount = scaled(5_000, 500)

export async function figures(): Promise<Figure[]> {
  return measure(await freshDatabase())
}

async function measure(database: Database): Promise<Figure[]> {
  await withDemo(database, scaled(20_000, 1_000))
  const { db } = database
  const { host, url, tokenOf, close } = await startHostHere(database)
  const tokens = { maker: await tokenOf('olive'), checker: await tokenOf('amir') }
  const ask = async (method: string, token: string, params: object) => {
    const { answer } = await post(url, method, { requestId: randomUUID(), ...params, token })
    if (answer.resultCode !== '0') throw new Error(JSON.stringify(answer).slice(0, 400))
    return answer
  }
  const issue = async () => {
    const order = virtualSubmission({ virtualCardOrders: newVirtualOrders(rowCount) })
    const { virtualCardOrdersBatchLoadId: id } = await ask('submitVirtualCardOrder', tokens.maker, order)
    await ask('approveVirtualCardOrdersBatchLoad', tokens.checker, { batchLoadFileID: id })
    return time(async () => {
      const done = await issueOrder({ ...host, timeZone: host.client.timeZone }, Number(id))
      if (done?.failedCount !== 0) throw new Error(`not all cards were issued: ${JSON.stringify(done)}`)
    })
  }
  const ms = await interleave({ ours: issue, bare: () => bareInserts(db) }, 5)
  await close()
  const note = { note: `${Math.round(ms.ours)} ms, ${many(Math.round((rowCount / ms.ours) * 1000))} cards per second` }
  return [
    atMost(
      'issuing',
      `${many(rowCount)} virtual cards, compared with the inserts alone`,
      ms.ours / ms.bare,
      4,
      'ratio',
      note,
    ),
  ]
}

/** What the last order has written, taken out and put back as it was: constraints and indexes are kept, triggers rest. Then undone. */
async function bareInserts(db: Db): Promise<number> {
  const undone = new Error('undone')
  let ms = Number.NaN
  await db
    .transaction()
    .execute(async (trx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(trx)
      await sql`CREATE TEMP TABLE issued ON COMMIT DROP AS SELECT card_id AS id FROM card_order_row WHERE order_id = (SELECT max(id) FROM card_order)`.execute(
        trx,
      )
      for (const [table, condition] of written) {
        await sql`CREATE TEMP TABLE ${sql.id(`bare_${table}`)} ON COMMIT DROP AS SELECT * FROM ${sql.id(table)} WHERE ${sql.raw(condition)}`.execute(
          trx,
        )
      }
      for (const [table, condition] of written.toReversed())
        await sql`DELETE FROM ${sql.id(table)} WHERE ${sql.raw(condition)}`.execute(trx)
      ms = await time(async () => {
        for (const [table] of written)
          await sql`INSERT INTO ${sql.id(table)} SELECT * FROM ${sql.id(`bare_${table}`)}`.execute(trx)
      })
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return ms
}

/** Tables with what an order adds to them, in the order in which they can be filled. */
const written = [
  ['card', 'id IN (SELECT id FROM issued)'],
  ['account', 'card_id IN (SELECT id FROM issued)'],
  ['card_tag_value', 'card_id IN (SELECT id FROM issued)'],
  ['ledger_transaction', 'card_id IN (SELECT id FROM issued)'],
  ['ledger_entry', 'transaction_id IN (SELECT id FROM ledger_transaction WHERE card_id IN (SELECT id FROM issued))'],
] as const
