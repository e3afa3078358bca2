// Whose turn it is on the embedded database, which has one line: a call goes before all that came after it, with each of its
// statements, until it turns out to be a long one.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { asOneCall, inTurns } from '#server/db/turns.ts'
import { freshDatabase } from '#tests/support/database.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase('embedded', 'empty')
})
afterAll(() => database.close())

/** Runs `work` with the line taken until all of it has asked for a turn; gives what was done in its order. */
async function inOrder(work: (ask: (name: string) => Promise<void>) => readonly Promise<unknown>[]): Promise<string[]> {
  const order: string[] = []
  const ask = async (name: string) => {
    await sql`SELECT 1`.execute(database.db)
    order.push(name)
  }
  let everything: readonly Promise<unknown>[] = []
  await database.db.transaction().execute(async (trx) => {
    everything = work(ask)
    await sql`SELECT 1`.execute(trx)
  })
  await Promise.all(everything)
  return order
}

const call = (ask: (name: string) => Promise<void>, name: string, statements: number) =>
  asOneCall(async () => {
    for (let at = 1; at <= statements; at += 1) await ask(`${name}${at}`)
  })

describe('on the embedded database', () => {
  it('a call waits once for those before it, not with each statement', async () => {
    const order = await inOrder((ask) => [ask('before'), call(ask, 'a', 2), call(ask, 'b', 2), ask('after')])
    expect(order).toEqual(['before', 'a1', 'b1', 'a2', 'b2', 'after'])
  })

  it('a long call lets others in between', async () => {
    const order = await inOrder((ask) => [call(ask, 'a', 20), ask('after')])
    expect(order.indexOf('after')).toBe(16)
    expect(order).toHaveLength(21)
  })

  it('who has waited too long is told that the database is not there, and holds nobody up', async () => {
    const line = { query: () => Promise.reject(new Error('not asked')) as never, release: () => undefined }
    const pool = inTurns({ connect: () => Promise.resolve(line), end: () => Promise.resolve() }, 1)
    const first = await pool.connect()
    await expect(pool.connect()).rejects.toThrow('timeout exceeded when trying to connect')
    first.release()
    const second = await pool.connect()
    second.release()
  })
})
