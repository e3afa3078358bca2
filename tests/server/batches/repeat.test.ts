// Repeating a batch: its maker learns for which rows an upload would be refused now, whatever has become of the batch
// (docs/rules/batches.md, "Repeat").
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { processBatch } from '#server/ledger/process-batch.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import {
  approve,
  loadUpload,
  type Person,
  transferUpload,
  uploadedId,
  uploadLoads,
} from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

describe('repeating a batch', () => {
  const demo = withDemoServer()
  const { db, people } = demo
  const freeCards = demoCardsInState('active', 20, [1])
  const takeCards = (count: number) => freeCards.splice(0, count)
  const rowOf = (card: { pan: string }) => ({ identifier: card.pan, amount: '5.00' })
  const changesOf = async (id: string, maker: Person = people.olive) =>
    (await maker.call('myBatchRows', { batchLoadFileID: id, forRepeat: true })).rows.map((row) => row.CHANGEDSINCE)
  const set = (card: { id: number } | undefined, column: string) =>
    sql`UPDATE card SET ${sql.raw(column)} WHERE id = ${card?.id}`.execute(db())
  const STOPPED = 'stopped_at = now(), stop_reason_id = 1'

  it('names the changed cards of a processed batch, and nothing while no card has changed', async () => {
    const cards = takeCards(4)
    const id = await uploadLoads(people.olive, cards.map(rowOf))
    expect((await approve(demo.server, people.amir, id)).resultCode).toBe('0')
    await processBatch(
      { db: db(), timeZone: demo.server.server.client.timeZone, now: demo.server.server.now },
      Number(id),
    )
    expect(await changesOf(id)).toEqual([[], [], [], []])
    await set(cards[0], STOPPED)
    await set(cards[1], `retired_at = now()`)
    await set(cards[2], `expires_on = '2020-01-01'`)
    expect(await changesOf(id)).toEqual([['cardStopped'], ['cardRetired'], ['cardExpired'], []])
    // Exactly these rows would be refused.
    const upload = loadUpload(cards.map(rowOf), { loadReference: 'Again', duplicateReason: 'Monthly' })
    const { errors = [] } = await people.olive.call('batchLoadUpload', upload)
    expect(errors.map(({ path }) => path.split('.')[1])).toEqual(['0', '1', '2'])
  })

  it('does so for a rejected and for a withdrawn batch, and for the second card of a transfer', async () => {
    const [from, to, other] = takeCards(3)
    const transfer = transferUpload([{ identifier: from?.pan ?? '', identifierTo: to?.pan ?? '', amount: '1.00' }])
    const transferId = uploadedId(await people.olive.call('batchTransferUpload', transfer))
    expect((await people.amir.call('rejectBatchLoad', { batchLoadFileID: transferId })).resultCode).toBe('0')
    const loadId = await uploadLoads(people.olive, [rowOf(other ?? { pan: '' })])
    expect((await people.olive.call('withdrawBatchLoad', { batchLoadFileID: loadId })).resultCode).toBe('0')
    await set(to, STOPPED)
    await set(other, STOPPED)
    expect(await changesOf(transferId)).toEqual([['targetRefused']])
    expect(await changesOf(loadId)).toEqual([['cardStopped']])
  })

  it('tells a user with limited campaigns nothing about the cards of other campaigns', async () => {
    const [own] = takeCards(1)
    const [foreign] = demoCardsInState('active', 1, [2])
    const limited = await demo.server.addUser({ username: 'limited', permissions: ['Batch.load'] })
    const limitTo = (ids: readonly number[]) =>
      db()
        .updateTable('user_account')
        .set({ campaign_ids: [...ids] })
        .where('id', '=', limited.id)
        .execute()
    await limitTo([1])
    const maker = await demo.server.logIn('limited')
    const rows = [own, foreign].map((card) => rowOf(card ?? { pan: '' }))
    const id = await uploadLoads(maker, rows, { batchLoadOptions: ['noIdentifierValidation'] })
    await set(own, STOPPED)
    await set(foreign, STOPPED)
    expect(await changesOf(id, maker)).toEqual([['cardStopped'], []])
    await limitTo([2])
    expect(await maker.call('myBatchRows', { batchLoadFileID: id, forRepeat: true })).toMatchObject({
      resultCode: '-20404',
    })
  })

  it('does not check the rows unless they are to be repeated', async () => {
    const id = await uploadLoads(people.olive, takeCards(1).map(rowOf))
    const { rows } = await people.olive.call('myBatchRows', { batchLoadFileID: id })
    expect(rows.map((row) => 'CHANGEDSINCE' in row)).toEqual([false])
  })
})
