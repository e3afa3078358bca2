// The home page's figures: the tasks that wait for each user, and sections that depend on permissions.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sampleRows } from '#server/demo/sample-batch.ts'
import { processBatch } from '#server/ledger/process-batch.ts'
import { callWith } from '#tests/support/call.ts'
import {
  approve,
  type DemoServer,
  devalueUpload,
  startDemoServer,
  uploadedId,
  uploadLoads,
} from '#tests/support/demo-server.ts'

describe('overview', () => {
  let server: DemoServer
  beforeEach(async () => {
    server = await startDemoServer()
  })
  afterEach(() => server.close())
  const overviewOf = async (username: string) => (await server.logIn(username)).call('overview', {})

  it('shows a checker the count of other users’ uploads', async () => {
    const [amir, ada] = [await overviewOf('amir'), await overviewOf('ada')]
    expect(amir.batchesToApprove?.count).toBe(3)
    expect(ada.batchesToApprove?.count).toBe(2)
    // Each type has its own total: the money of loads and devalues moves in different directions.
    const waiting = (await (await server.logIn('amir')).call('batchLoads', { filter: 1 })).batchLoads
    const totals: Record<string, number> = {}
    for (const { LOADTYPE, LOADSAMOUNT } of waiting)
      totals[LOADTYPE] = (totals[LOADTYPE] ?? 0) + Math.round(Number(LOADSAMOUNT) * 100)
    const amounts = amir.batchesToApprove?.amounts ?? []
    expect(Object.fromEntries(amounts.map(({ type, amount }) => [type, Math.round(Number(amount) * 100)]))).toEqual(
      totals,
    )
    expect(amir.ownBatches).toBeUndefined()
    expect(amir.loadVolume).toHaveLength(14)
    expect(amir.currency).toBe('SGD')
  })

  it('shows the funding account to its readers, and to makers and approvers of batches and orders that it pays', async () => {
    const { rows } = await sql<{ balance: number }>`
      SELECT balance_cents AS balance FROM account WHERE owner_id = 3 AND kind = 'funding'`.execute(server.database.db)
    const before = (await overviewOf('olive')).fundingAccount
    expect(Math.round(Number(before?.balance) * 100)).toBe(Number(rows[0]?.balance))
    expect((await overviewOf('amir')).fundingAccount).toEqual(before)
    expect((await overviewOf('rita')).fundingAccount).toEqual(before)
    const { token } = await server.addUser({ username: 'reports-only', permissions: ['Report.read'] })
    expect((await callWith(server.url, token)('overview', {})).fundingAccount).toBeUndefined()
  })

  it('finds batches and orders that the viewer can see by number and by part of a name', async () => {
    const [olive, amir, ada, rita] = await Promise.all(
      ['olive', 'amir', 'ada', 'rita'].map((name) => server.logIn(name)),
    )
    const [first] = (await amir!.call('batchLoads', { filter: 1 })).batchLoads
    const id = first?.BATCHLOADFILEID ?? ''
    const reference = first?.BATCHLOADFILEREFERENCE ?? ''
    const find = async (person: typeof amir, search: string) => (await person!.call('findThings', { search })).batches
    expect(await find(amir, id)).toContainEqual({ id, reference, isOwn: false })
    expect((await find(amir, ` ${reference.slice(1, -1).toUpperCase()} `)).map((each) => each.id)).toContain(id)
    const ownId = (await olive!.call('myBatches', {})).batchLoads[0]?.BATCHLOADFILEID ?? ''
    expect((await find(olive, ownId))[0]).toMatchObject({ id: ownId, isOwn: true })
    const othersId = (await ada!.call('myBatches', {})).batchLoads[0]?.BATCHLOADFILEID ?? ''
    expect((await find(olive, othersId)).map((each) => each.id)).not.toContain(othersId)
    expect(await find(rita, ownId)).toEqual([])
    expect(await find(amir, '%')).toEqual([])
  })

  it('shows a maker their own batches by state and their own events', async () => {
    const before = await overviewOf('olive')
    expect(before.ownBatches).toEqual({ awaiting: 2, processing: 0, approved: 3, rejected: 1, closed: 0 })
    expect(before.batchesToApprove).toBeUndefined()
    const id = await uploadLoads(await server.logIn('olive'), sampleRows(2), { loadReference: 'Seen immediately' })
    const after = await overviewOf('olive')
    expect(after.ownBatches?.awaiting).toBe(3)
    expect(after.recentActivity[0]).toMatchObject({
      who: 'Olive Tan',
      what: 'Uploaded Seen immediately',
      batchLoadFileID: id,
    })
  })

  it('describes the result of a run in the terms of its batch type', async () => {
    const [olive, amir] = [await server.logIn('olive'), await server.logIn('amir')]
    const { db } = server.database
    const { rows: cards } = await sql<{ id: number; tracking_number: string }>`
      SELECT c.id, c.tracking_number FROM card c JOIN account a ON a.card_id = c.id
      WHERE c.owner_id = 3 AND a.balance_cents - a.held_cents >= 100 ORDER BY c.id LIMIT 2`.execute(db)
    const elements = cards.map((card) => ({ identifier: card.tracking_number, amount: '1.00' }))
    const id = uploadedId(
      await olive.call(
        'batchDevalueUpload',
        devalueUpload(elements, { identifierType: 2, batchDescription: 'Leavers' }),
      ),
    )
    await approve(server, amir, id)
    await sql`
      WITH held AS (
        UPDATE account SET held_cents = balance_cents WHERE card_id = ${cards[0]?.id} RETURNING card_id, balance_cents
      )
      INSERT INTO card_authorisation (card_id, amount_cents, authorised_at, description, merchant_id, auth_number)
      SELECT card_id, balance_cents, now(), 'Hotel', 'M1', '1' FROM held`.execute(db)
    await processBatch({ db, timeZone: server.server.client.timeZone, now: server.server.now }, Number(id))
    const { recentActivity, ownBatches } = await overviewOf('olive')
    expect(recentActivity.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['Processed Leavers: 1 devalued, 1 failed', 'Approved Leavers', 'Uploaded Leavers']),
    )
    const whoDid = (what: string) => recentActivity.find((event) => event.what.startsWith(what))?.who
    expect([whoDid('Processed Leavers'), whoDid('Approved Leavers')]).toEqual(['System', 'Amir Rahman'])
    // During a retry the batch is in progress, as in the lists, until the run has ended.
    await amir.call('retryBatchLoad', { batchLoadFileID: id })
    const { ownBatches: during } = await overviewOf('olive')
    expect(during).toEqual({ ...ownBatches, approved: (ownBatches?.approved ?? 0) - 1, processing: 1 })
  })

  it('shows a reader the volume but no decisions', async () => {
    const rita = await overviewOf('rita')
    expect(rita.batchesToApprove).toBeUndefined()
    expect(rita.ownBatches).toBeUndefined()
    expect(rita.loadVolume?.some((day) => day.count > 0)).toBe(true)
  })
})
