// Decisions of makers and checkers about batches: each is made once and about exactly the uploaded rows, by the API and
// by raw SQL (docs/rules/batches.md, "Maker and checker").
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays, instantToDate } from '#domain/dates.ts'
import { sampleRows } from '#server/demo/sample-batch.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { approve, uploadLoads } from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

describe('deciding about a batch', () => {
  const demo = withDemoServer({ withHarbour: true })
  const { db, people } = demo
  let batchCount = 0

  const upload = (by: 'olive' | 'ada' = 'olive') => {
    batchCount += 1
    return uploadLoads(people[by], sampleRows(40).slice(batchCount, batchCount + 3), {
      loadReference: `Batch ${batchCount}`,
    })
  }
  const reject = (by: 'olive' | 'amir' | 'ada' | 'hal', id: string, reason?: string) =>
    people[by].call('rejectBatchLoad', {
      batchLoadFileID: id,
      ...(reason === undefined ? {} : { reason }),
    })
  const list = (filter: 1 | 2 | 3 | 4 | 5, by: 'amir' | 'hal' = 'amir', range = {}) =>
    people[by].call('batchLoads', { filter, ...range })
  const idsIn = async (filter: 1 | 2 | 3 | 4 | 5) =>
    (await list(filter)).batchLoads.map((batch) => batch.BATCHLOADFILEID)

  it('makers cannot decide about their own batches, by the API or by raw SQL', async () => {
    const id = await upload('ada')
    expect(await approve(demo.server, people.ada, id)).toMatchObject({
      resultCode: '-20409',
      resultText: 'A user cannot approve their own load',
    })
    expect((await reject('ada', id)).resultCode).toBe('-20409')
    const decideBySql = (column: string) =>
      sql.raw(`UPDATE batch_file SET ${column}_by = uploaded_by, ${column}_at = now() WHERE id = ${id}`).execute(db())
    await expect(decideBySql('approved')).rejects.toThrow('batch_approver_is_not_uploader')
    await expect(decideBySql('rejected')).rejects.toThrow('batch_rejecter_is_not_uploader')
  })

  it('only one of two concurrent decisions succeeds', async () => {
    const id = await upload()
    const responses = await Promise.all([approve(demo.server, people.amir, id), approve(demo.server, people.ada, id)])
    expect(responses.map((response) => response.resultCode).sort()).toEqual(['-20409', '0'])
    expect(responses.find((response) => response.resultCode !== '0')?.resultText).toBe(
      'This batch has already been approved',
    )
    const jobs = await sql`SELECT id FROM job WHERE kind = 'process-batch' AND payload->>'batchId' = ${id}`.execute(
      db(),
    )
    expect(jobs.rows).toHaveLength(1)
  })

  it('approves only the batch that the checker has seen', async () => {
    const id = await upload()
    const response = await people.amir.call('approveBatchLoad', {
      batchLoadFileID: id,
      fingerprint: '0'.repeat(64),
    })
    expect(response.resultCode).toBe('-20409')
    expect(response.resultText).toContain('Open its details again')
  })

  it('returns "not found" for a batch of another owner', async () => {
    const id = await upload()
    const notFound = { resultCode: '-20404', resultText: 'There is no such batch' }
    expect(await approve(demo.server, people.hal, id)).toMatchObject(notFound)
    expect(await reject('hal', id)).toMatchObject(notFound)
    expect(await people.hal.call('batchLoadDetails', { batchLoadFileID: id })).toMatchObject(notFound)
    expect(await people.amir.call('batchLoadDetails', { batchLoadFileID: '999999' })).toMatchObject(notFound)
    expect((await list(1, 'hal')).batchLoads).toEqual([])
  })

  it('a batch cannot be changed after the upload or after the decision', async () => {
    const id = await upload()
    const expectSqlError = (statement: string) =>
      expect(sql.raw(statement).execute(db())).rejects.toThrow(/batch|only grows/)
    await expectSqlError(`UPDATE batch_row SET amount_cents = amount_cents + 100 WHERE batch_id = ${id}`)
    await expectSqlError(`UPDATE batch_row SET card_id = card_id + 1 WHERE batch_id = ${id}`)
    await expectSqlError(`UPDATE batch_row SET identifier_hash = '\\x00' WHERE batch_id = ${id}`)
    await expectSqlError(`DELETE FROM batch_row WHERE batch_id = ${id}`)
    await expectSqlError(`DELETE FROM batch_file WHERE id = ${id}`)
    await expectSqlError(`
      INSERT INTO batch_row (batch_id, row_no, identifier, amount_cents, fee_cents) VALUES (${id}, 4, '700000000000001', 100, 0)`)
    await expectSqlError(`UPDATE batch_file SET amount_cents = 1 WHERE id = ${id}`)
    await expectSqlError(`UPDATE batch_file SET fingerprint = repeat('0', 64) WHERE id = ${id}`)
    expect((await reject('amir', id, ' Wrong month ')).resultCode).toBe('0')
    await expectSqlError(
      `UPDATE batch_file SET rejected_by = NULL, rejected_at = NULL, reject_reason = NULL WHERE id = ${id}`,
    )
    await expectSqlError(`UPDATE batch_file SET approved_by = ${people.amir.id}, approved_at = now() WHERE id = ${id}`)
    expect(await approve(demo.server, people.ada, id)).toMatchObject({
      resultText: 'This batch has already been rejected',
    })
    const [mine] = (await people.olive.call('myBatches', {})).batchLoads
    expect(mine).toMatchObject({ BATCHLOADFILEID: id, REJECTIONREASON: 'Wrong month', REJECTIONUSERFIRSTNAME: 'Amir' })
  })

  it('a batch appears in the list of its current state, and the job processes it', async () => {
    const id = await upload()
    expect(await idsIn(1)).toContain(id)
    await approve(demo.server, people.amir, id)
    expect(await idsIn(1)).not.toContain(id)
    expect(await idsIn(5)).toContain(id)
    const waiting = (await list(5)).batchLoads.find((batch) => batch.BATCHLOADFILEID === id)
    expect(waiting).toMatchObject({ PROCESSED: false, RETRYABLE: true, LOADEDCOUNT: 0, LOADSCOUNT: 3 })
    await demo.server.server.jobs.start()
    await expect.poll(() => idsIn(2)).toContain(id)
    await demo.server.server.jobs.stop()
    const details = await people.amir.call('batchLoadDetails', { batchLoadFileID: id })
    expect(details.batchLoad).toMatchObject({
      PROCESSED: true,
      RETRYABLE: false,
      LOADEDCOUNT: 3,
      APPROVALUSERFIRSTNAME: 'Amir',
    })
    expect(details.details.map((row) => [row.ROWNUMBER, row.LOADED, row.RESULTTEXT])).toEqual([
      [1, true, 'Loaded'],
      [2, true, 'Loaded'],
      [3, true, 'Loaded'],
    ])
    expect(details.details[0]?.IDENTIFIER).toBe(sampleRows(40)[batchCount]?.identifier)
    expect(await checkLedger(db())).toEqual([])
  })

  it('shows the checker the errors of a row that arose after the upload', async () => {
    const id = await upload()
    const before = await people.amir.call('batchLoadDetails', { batchLoadFileID: id })
    expect(before.details[0]?.FINDINGSNOW).toEqual([])
    await sql`UPDATE card SET stopped_at = now(), stop_reason_id = 1 WHERE id = ${before.details[0]?.VOUCHERID}`.execute(
      db(),
    )
    const after = await people.amir.call('batchLoadDetails', { batchLoadFileID: id })
    expect(after.details[0]?.FINDINGSNOW).toEqual(['cardStopped'])
  })

  it.each([
    ['-20400', { startDate: '0000-01-01', endDate: '0000-01-02' }],
    ['-20400', { endDate: '0001-01-01' }],
    ['0', { endDate: '1000-01-01' }],
    ['0', { endDate: '9999-12-31' }],
  ])('the lists of checkers and makers return %j for the date range %o', async (resultCode, range) => {
    const responses = [await list(2, 'amir', range), await people.olive.call('myBatches', range)]
    expect(responses.map((response) => response.resultCode)).toEqual([resultCode, resultCode])
  })

  it('the lists cover at most 56 days, and reject a reversed range', async () => {
    const end = instantToDate(demo.server.clock.now, 'Asia/Singapore')
    const span = (days: number) => list(2, 'amir', { startDate: addDays(end, -days), endDate: end })
    expect((await span(56)).resultCode).toBe('0')
    expect(await span(57)).toMatchObject({ resultCode: '-20301', resultText: 'Maximum search timespan is 56 days' })
    expect(await span(-1)).toMatchObject({
      resultCode: '-20302',
      resultText: 'The date filter start date is greater than the end date',
    })
    // The date range does not apply to pending and processing batches.
    expect((await list(1, 'amir', { startDate: '2020-01-01', endDate: end })).resultCode).toBe('0')
    expect(
      (await span(0)).batchLoads.every((batch) => batch.BATCHLOADFILEDATEUPLOADED.slice(0, 10) >= addDays(end, -1)),
    ).toBe(true)
  })
})
