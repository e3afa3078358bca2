// Posting in chunks: with any chunk size, each row gets the same verdict and amount as when all rows are posted
// together. An interrupted run continues where it stopped, other requests run in between, and no one can change a batch
// while it is posted.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Db } from '#server/operations/context.ts'
import { demoCardsInState, type SampleRow } from '#server/demo/sample-batch.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { processBatch } from '#server/ledger/process-batch.ts'
import {
  approve,
  balanceOf,
  type DemoServer,
  devalueUpload,
  type MoveRow,
  type Person,
  startDemoServer,
  transferUpload,
  uploadedId,
  uploadLoads,
} from '#tests/support/demo-server.ts'
import { setFunds } from '#tests/support/set-funds.ts'

const ALL_ROWS = 5_000
const withReason = { duplicateReason: 'Tested again' }
/** One of these cards belongs to a campaign whose limits can be changed without affecting the others. */
const cards = demoCardsInState('active', 59, [1]).toSpliced(11, 0, ...demoCardsInState('active', 1, [2]))
const pan = (index: number) => cards[index]?.pan ?? ''
const cardId = (index: number) => cards[index]?.id ?? 0
const load = (index: number, amount = '10.00'): SampleRow => ({ identifier: pan(index), amount })

describe('posting in chunks', () => {
  let server: DemoServer
  let olive: Person
  let amir: Person
  const startServer = async () => {
    server = await startDemoServer()
    olive = await server.logIn('olive')
    amir = await server.logIn('amir')
  }
  beforeAll(startServer)
  afterAll(() => server.close())
  afterEach(async () => {
    await sql`UPDATE card SET stopped_at = NULL, stop_reason_id = NULL WHERE id = ANY (${cards.map(({ id }) => id)}::bigint[])`.execute(
      db(),
    )
    expect(await checkLedger(db())).toEqual([])
  })

  const db = () => server.database.db
  const process = (id: string, chunkSize: number, otherServices: Partial<Parameters<typeof processBatch>[0]> = {}) =>
    processBatch(
      { db: db(), timeZone: server.server.client.timeZone, now: server.server.now, chunkSize, ...otherServices },
      Number(id),
    )
  /** Fails at the start of the chunk after the given number of chunks. */
  const crashAfter = (chunks: number) => {
    let startedChunks = 0
    return () => {
      startedChunks += 1
      if (startedChunks > chunks) throw new Error('the server crashes here')
      return server.server.now() + startedChunks * 1_000
    }
  }
  const approveAndReturn = async (id: string) => {
    expect((await approve(server, amir, id)).resultCode).toBe('0')
    return id
  }
  const approvedLoads = async (rows: readonly SampleRow[]) =>
    approveAndReturn(await uploadLoads(olive, rows, withReason))
  const batchOf = async (id: string) => (await amir.call('batchLoadDetails', { batchLoadFileID: id })).batchLoad
  const rowsOf = async (id: string) =>
    (
      await sql<{ row_no: number; state: string; result_text: string; load_date: Date | null }>`
      SELECT row_no, state, result_text, load_date FROM batch_row WHERE batch_id = ${id} ORDER BY row_no`.execute(db())
    ).rows
  /** Every entry of the batch on a card, in posting order: card, amount and the balance after. */
  const entriesOf = async (id: string) =>
    (
      await sql<{ card_id: number; amount_cents: number; balance_after: number }>`
      SELECT a.card_id, e.amount_cents, e.balance_after
      FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id JOIN account a ON a.id = e.account_id
      WHERE t.batch_id = ${id} AND a.card_id IS NOT NULL ORDER BY a.card_id, e.account_version`.execute(db())
    ).rows
  const stop = (index: number) =>
    sql`UPDATE card SET stopped_at = now(), stop_reason_id = 1 WHERE id = ${cardId(index)}`.execute(db())

  /** Loads whose verdicts depend on earlier rows in every way; the funds run out in the middle. */
  const manyLoads = async () => {
    const rows = [
      ...Array.from({ length: 9 }, (_, index) => load(10 + index)),
      // The same cards again, so that the balance after earlier rows counts.
      ...Array.from({ length: 9 }, (_, index) => load(10 + (index % 3), '7.50')),
      ...Array.from({ length: 12 }, (_, index) => load(40 + index, index % 4 === 0 ? '120.00' : '5.00')),
    ]
    const id = await approvedLoads(rows)
    await stop(15)
    // One row is too large for its card, and the third large row exceeds the funds.
    const maximum = (await balanceOf(server, cardId(11))) + 1_800
    await sql`UPDATE campaign SET voucher_max_cents = ${maximum} WHERE id = 2`.execute(db())
    await setFunds(db(), 40_000)
    return id
  }
  const manyTransfers = async () => {
    const move = (from: number, to: number, amount: string): MoveRow => ({
      identifier: pan(from),
      identifierTo: pan(to),
      amount,
    })
    const first = await approvedLoads(Array.from({ length: 12 }, (_, index) => load(index, '20.00')))
    await process(first, ALL_ROWS)
    // Each card pays out the amount that it received. The stopped card breaks the chain for cards that need its money.
    const balance = async (index: number) => (await balanceOf(server, cardId(index))) / 100
    const rows = [
      move(0, 1, '15.00'),
      move(1, 2, ((await balance(1)) + 10).toFixed(2)),
      move(2, 3, '20.00'),
      move(4, 5, '5.00'),
      move(5, 6, ((await balance(5)) + 5).toFixed(2)),
      move(7, 8, '0.00'),
      move(8, 9, '3.00'),
    ]
    const id = await approveAndReturn(
      uploadedId(await olive.call('batchTransferUpload', transferUpload(rows, withReason))),
    )
    await stop(4)
    return id
  }
  const manyDevalues = async () => {
    const rows = Array.from({ length: 10 }, (_, index) => ({ identifier: pan(30 + index), amount: '0.00' }))
    // An earlier batch empties these cards, so they are retired without a movement.
    const first = uploadedId(await olive.call('batchDevalueUpload', devalueUpload(rows.slice(0, 2), withReason)))
    await process(await approveAndReturn(first), ALL_ROWS)
    const id = uploadedId(await olive.call('batchDevalueUpload', devalueUpload(rows, { ...withReason, retire: true })))
    await approveAndReturn(id)
    await process(await approvedLoads([load(33)]), ALL_ROWS)
    return id
  }

  it.each(['nestloop', 'hashjoin', 'mergejoin'])(
    'posts the rows of a card in their order, even if the planner cannot use a %s',
    async (join) => {
      const id = await approvedLoads(Array.from({ length: 50 }, (_, index) => load(index % 20, `1.${10 + index}`)))
      await db()
        .connection()
        .execute(async (connection) => {
          await sql.raw(`SET enable_${join} = off`).execute(connection)
          await processBatch(
            { db: connection, timeZone: server.server.client.timeZone, now: server.server.now },
            Number(id),
          )
          await sql.raw(`RESET enable_${join}`).execute(connection)
        })
      const entries = await entriesOf(id)
      expect(entries).toHaveLength(50)
      for (let index = 0; index < 20; index += 1)
        expect(
          entries.filter(({ card_id }) => card_id === cardId(index)).map(({ amount_cents }) => amount_cents),
        ).toEqual([index, index + 20, index + 40].filter((row) => row < 50).map((row) => 110 + row))
      // One posting for all first rows of the cards, one for all second rows, one for all third rows.
      const postings = await sql`SELECT FROM ledger_transaction WHERE batch_id = ${id}`.execute(db())
      expect(postings.rows).toHaveLength(3)
    },
  )

  it('continues after a crash with the remaining rows, and with the start time of the run', async () => {
    const id = await approvedLoads(Array.from({ length: 10 }, (_, index) => load(index)))
    const onEnd = vi.fn<(trx: Db) => Promise<void>>(() => Promise.resolve())
    await expect(process(id, 3, { now: crashAfter(2), onEnd })).rejects.toThrow('the server crashes here')
    expect(await checkLedger(db())).toEqual([])
    const batch = await batchOf(id)
    expect(batch).toMatchObject({
      PROCESSED: false,
      BEGUN: true,
      LOADEDCOUNT: 6,
      LOADEDAMOUNT: '60.00',
      RETRYABLE: false,
    })
    expect(Number(batch.FEEAMOUNT)).toBeGreaterThan(0)
    expect(Number(batch.LOADEDFEEAMOUNT)).toBeCloseTo(0.6 * Number(batch.FEEAMOUNT))
    expect((await rowsOf(id)).map(({ state }) => state)).toEqual([
      ...Array<string>(6).fill('loaded'),
      ...Array<string>(4).fill('waiting'),
    ])
    expect(onEnd).not.toHaveBeenCalled()

    // The amounts of loaded rows do not change, and the limits of the first run's day apply to the remaining rows.
    expect(await process(id, 3, { onEnd })).toMatchObject({ loadedCount: 4, failedCount: 0 })
    expect(onEnd).toHaveBeenCalledTimes(1)
    expect(await batchOf(id)).toMatchObject({
      PROCESSED: true,
      BEGUN: false,
      LOADEDCOUNT: 10,
      LOADEDAMOUNT: '100.00',
      LOADEDFEEAMOUNT: batch.FEEAMOUNT,
    })
    expect(new Set((await rowsOf(id)).map(({ load_date }) => load_date?.getTime())).size).toBe(1)
    expect((await entriesOf(id)).length).toBe(10)
    expect(await process(id, 3, { onEnd })).toBeUndefined()
    expect(onEnd).toHaveBeenCalledTimes(1)
  })

  it('rejects closing or retrying a batch that is being posted, by the API or by plain SQL', async () => {
    const id = await approvedLoads(Array.from({ length: 6 }, (_, index) => load(index)))
    await expect(process(id, 2, { now: crashAfter(1) })).rejects.toThrow('crashes')
    const refusal = { resultCode: '-20409', resultText: m.batches_beingProcessedNow() }
    expect(await amir.call('closeBatchLoad', { batchLoadFileID: id, closedComments: '' })).toMatchObject(refusal)
    expect(await amir.call('retryBatchLoad', { batchLoadFileID: id })).toMatchObject(refusal)
    const updateBySql = (change: string) => sql.raw(`UPDATE batch_file SET ${change} WHERE id = ${id}`).execute(db())
    await expect(updateBySql(`closed_by = ${amir.id}, closed_at = now()`)).rejects.toThrow('batch_begun_is_open')
    await expect(updateBySql('posting_started_at = NULL, posted_to = NULL')).rejects.toThrow('batch_loads_in_runs')
    await expect(updateBySql('posted_to = 7')).rejects.toThrow('check constraint')
    await process(id, 2)
    expect(await amir.call('closeBatchLoad', { batchLoadFileID: id, closedComments: '' })).toMatchObject({
      resultCode: '0',
    })
  })

  it('retries failed rows in chunks, with a consistent ledger after each chunk', async () => {
    const id = await approvedLoads(Array.from({ length: 9 }, (_, index) => load(index)))
    for (const index of [0, 3, 4, 8]) await stop(index)
    expect(await process(id, 2)).toMatchObject({ loadedCount: 5, failedCount: 4 })
    await sql`UPDATE card SET stopped_at = NULL, stop_reason_id = NULL WHERE id <> ${cardId(4)}`.execute(db())
    expect(await amir.call('retryBatchLoad', { batchLoadFileID: id })).toMatchObject({ resultCode: '0' })
    await expect(process(id, 2, { now: crashAfter(1) })).rejects.toThrow('crashes')
    expect(await checkLedger(db())).toEqual([])
    expect(await batchOf(id)).toMatchObject({ PROCESSED: false, BEGUN: true, LOADEDCOUNT: 7 })
    expect((await rowsOf(id)).map(({ state }) => state)).toEqual([
      'loaded',
      'loaded',
      'loaded',
      'loaded',
      'waiting',
      'loaded',
      'loaded',
      'loaded',
      'waiting',
    ])
    expect(await process(id, 2)).toMatchObject({ loadedCount: 1, failedCount: 1 })
    expect(await batchOf(id)).toMatchObject({ PROCESSED: true, LOADEDCOUNT: 8, RETRYABLE: true })
    expect((await entriesOf(id)).length).toBe(8)
  })

  it('posts each row once when two servers process the same batch', async () => {
    const id = await approvedLoads(Array.from({ length: 40 }, (_, index) => load(index)))
    const outcomes = await Promise.all([process(id, 3), process(id, 3)])
    expect(outcomes.filter((outcome) => outcome !== undefined)).toHaveLength(1)
    expect(await batchOf(id)).toMatchObject({ PROCESSED: true, LOADEDCOUNT: 40 })
    expect((await entriesOf(id)).length).toBe(40)
  })

  it('allows reads between chunks, which show the progress', async () => {
    const id = await approvedLoads(Array.from({ length: 55 }, (_, index) => load(index)))
    let isDone = false
    const running = process(id, 1).finally(() => (isDone = true))
    const counts: number[] = []
    while (!isDone) {
      const { batchLoads } = await olive.call('myBatches', { limit: 10 })
      counts.push(batchLoads.find((batch) => batch.BATCHLOADFILEID === id)?.LOADEDCOUNT ?? -1)
    }
    await running
    expect(counts.filter((count) => count > 0 && count < 55).length).toBeGreaterThan(1)
    expect(counts).toEqual(counts.slice().sort((a, b) => a - b))
  })

  it('needs at most eight statements for a chunk, whatever its rows', async () => {
    const id = await approvedLoads(Array.from({ length: 48 }, (_, index) => load(index)))
    await stop(2)
    const executor = db().getExecutor()
    const executeQuery = vi.spyOn(Object.getPrototypeOf(executor) as typeof executor, 'executeQuery')
    const count = async (work: () => Promise<unknown>) => {
      executeQuery.mockClear()
      await work()
      return executeQuery.mock.calls.length
    }
    await expect(count(() => process(id, 24, { now: crashAfter(1) }))).rejects.toThrow('crashes')
    // The run has already started; the second chunk reads and locks only its own rows.
    expect(await count(() => process(id, 24))).toBeLessThanOrEqual(8)
    executeQuery.mockRestore()
  })

  it('the ledger check finds rows decided beyond the progress of a run, or undecided before it', async () => {
    const id = await approvedLoads(Array.from({ length: 6 }, (_, index) => load(index)))
    await stop(0)
    await expect(process(id, 2, { now: crashAfter(1) })).rejects.toThrow('crashes')
    const setState = (row: number, state: string) =>
      db()
        .transaction()
        .execute(async (trx) => {
          await sql`SET LOCAL session_replication_role = replica`.execute(trx)
          await sql`UPDATE batch_row SET state = ${state} WHERE batch_id = ${id} AND row_no = ${row}`.execute(trx)
        })
    const violation = { rule: 'a row is decided exactly where its batch is processed', count: 1 }
    await setState(1, 'waiting')
    expect(await checkLedger(db())).toEqual([violation])
    await setState(1, 'failed')
    await setState(5, 'failed')
    expect(await checkLedger(db())).toEqual([violation])
    await setState(5, 'waiting')
  })

  // Uses four fresh programmes, since the test drains funds and lowers limits, and posts one of them row by row.
  it(
    'gives the same verdicts and movements for every type, in chunks of 1, 7, 300 or all together',
    { timeout: 120_000 },
    async () => {
      const results: unknown[] = []
      for (const size of [ALL_ROWS, 1, 7, 300]) {
        await server.close()
        await startServer()
        const runs = []
        for (const prepare of [manyTransfers, manyDevalues, manyLoads]) {
          const id = await prepare()
          const outcome = await process(id, size)
          const rows = await rowsOf(id)
          const { LOADEDCOUNT, LOADEDAMOUNT, PROCESSED, BEGUN: begun } = await batchOf(id)
          runs.push({
            outcome,
            batch: { LOADEDCOUNT, LOADEDAMOUNT, PROCESSED, begun },
            rows: rows.map(({ state, result_text }) => [state, result_text]),
            entries: await entriesOf(id),
            distinctLoadTimes: new Set(rows.flatMap(({ load_date }) => load_date?.getTime() ?? [])).size,
          })
          expect(await checkLedger(db())).toEqual([])
        }
        const retired = await sql`
        SELECT card_id FROM card_event WHERE kind = 'retired' AND user_id = ${amir.id} ORDER BY card_id`.execute(db())
        results.push({ runs, retired: retired.rows })
      }
      const [together, ...inChunks] = results
      for (const result of inChunks) expect(result).toEqual(together)
      const text = JSON.stringify(together)
      for (const output of [
        'the card is stopped',
        'no longer has enough for this row',
        '"retired":[{',
        'the card has more than',
        'the funding account does not have enough',
        'over its maximum balance',
        '"distinctLoadTimes":1',
      ])
        expect(text).toContain(output)
      await server.close()
      await startServer()
    },
  )
})
