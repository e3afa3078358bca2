// Batches after the decision: schedules, retries, closing, downloads and the rows of the maker. Each rejection has a
// message, and of concurrent changes only one succeeds.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { read, utils } from 'xlsx'
import { MAX_STORED_FILE } from '#domain/batch/uploaded-file.ts'
import { sampleRows } from '#server/demo/sample-batch.ts'
import { approve, devalueUpload, resultsOf, uploadedId, uploadLoads, loadUpload } from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

describe('after the decision about a batch', () => {
  const demo = withDemoServer({ provesLedger: true })
  const { db, people, advanceHours, localTimeInHours } = demo
  let usedRows = 0

  const upload = (by: 'olive' | 'ada' = 'olive', rows = 2) => {
    // Each batch gets its own cards, since some tests stop them.
    usedRows += rows
    return uploadLoads(people[by], sampleRows(120).slice(usedRows - rows, usedRows), {
      loadReference: `After ${usedRows}`,
    })
  }
  const schedule = (id: string, time: string) => approve(demo.server, people.amir, id, time)
  const retry = (id: string, by: 'amir' | 'ada' = 'amir') => people[by].call('retryBatchLoad', { batchLoadFileID: id })
  const close = (id: string, closedComments?: string) =>
    people.amir.call('closeBatchLoad', {
      batchLoadFileID: id,
      ...(closedComments === undefined ? {} : { closedComments }),
    })
  const batchOf = async (id: string) => (await people.amir.call('batchLoadDetails', { batchLoadFileID: id })).batchLoad
  const runJobsUntilProcessed = async (id: string) => {
    await demo.server.server.jobs.start()
    await expect.poll(async () => (await batchOf(id)).PROCESSED).toBe(true)
    await demo.server.server.jobs.stop()
  }

  const processDueBatches = async () => {
    const jobs = async () => (await sql`SELECT id FROM job WHERE kind = 'process-batch'`.execute(db())).rows
    await demo.server.server.jobs.start()
    await expect.poll(jobs).toEqual([])
    await demo.server.server.jobs.stop()
  }

  it.each([
    ['the past', '2020-01-05 10:00:00', 'This date and time have passed. Choose a later one.'],
    ['an invalid date', '2027-02-30 10:00:00', 'Invalid input format'],
    ['an invalid time', '2027-01-05 24:00:00', 'Invalid input format'],
    ['a mistyped year', '2207-01-05 10:00:00', 'This date is more than a year ahead. Choose an earlier one.'],
  ])('rejects a schedule for %s', async (_, scheduledDate, text) => {
    const id = await upload()
    expect(await schedule(id, scheduledDate)).toMatchObject({
      resultCode: '-20400',
      resultText: text,
      errors: [{ path: 'scheduledDate', message: text }],
    })
    expect(await batchOf(id)).toMatchObject({ BATCHLOADFILEAPPROVED: false, SCHEDULEDDATE: null })
  })

  it.each([
    '2027-01-05',
    ' 10:00:00',
    '2027-01-05 10:00',
    '2027-01-05 10:00:30',
    '2027-01-05T10:00:00',
    ' 2027-01-05 10:00:00',
  ])('rejects a time that is not in the format of the contract: %s', async (scheduledDate) => {
    const id = await upload()
    expect(await schedule(id, scheduledDate)).toMatchObject({
      resultCode: '-20400',
      errors: [{ path: 'scheduledDate', message: 'Invalid input format' }],
    })
  })

  it('runs a scheduled batch once at its time, or later if no server was running then', async () => {
    const id = await upload()
    const at = localTimeInHours(3)
    expect(await schedule(id, at)).toMatchObject({ resultCode: '0', resultText: `Load scheduled on ${at}` })
    expect(await batchOf(id)).toMatchObject({
      PROCESSED: false,
      SCHEDULEDDATE: new Date(`${at.replace(' ', 'T')}+08:00`).toISOString(),
    })
    // A batch that is due immediately and was uploaded later is processed first.
    const other = await upload()
    await approve(demo.server, people.amir, other)
    await runJobsUntilProcessed(other)
    expect((await batchOf(id)).PROCESSED).toBe(false)
    await expect(sql`UPDATE batch_file SET scheduled_at = now() WHERE id = ${id}`.execute(db())).rejects.toThrow(
      'decision',
    )
    // No job runs when the batch is due; at the next start the clock is far past that time.
    await advanceHours(30)
    await runJobsUntilProcessed(id)
    expect((await resultsOf(demo.server, id)).map((row) => row.state)).toEqual(['loaded', 'loaded'])
    const posted = await sql`SELECT row_no FROM posted_row WHERE batch_id = ${id}`.execute(db())
    expect(posted.rows).toHaveLength(2)
  })

  it('processes a scheduled batch early at the request of a checker, and not again at its time', async () => {
    const id = await upload('ada')
    await schedule(id, localTimeInHours(5))
    expect(await retry(id, 'ada')).toMatchObject({
      resultCode: '-20409',
      resultText: 'A user cannot process their own load',
    })
    expect(await retry(id)).toMatchObject({
      resultCode: '0',
      resultText: 'Batch load scheduled for re-processing',
    })
    await runJobsUntilProcessed(id)
    await advanceHours(6)
    await processDueBatches()
    const posted = await sql`SELECT row_no FROM posted_row WHERE batch_id = ${id}`.execute(db())
    expect(posted.rows).toHaveLength(2)
  })

  it('retries failed rows, shows the batch as processing meanwhile, and rejects a retry once all are loaded', async () => {
    const id = await upload()
    expect(await retry(id)).toMatchObject({
      resultCode: '-20409',
      resultText: 'Only an approved batch can be processed',
    })
    const { details } = await people.amir.call('batchLoadDetails', { batchLoadFileID: id })
    const card = details[0]?.VOUCHERID
    await sql`UPDATE card SET stopped_at = now(), stop_reason_id = 1 WHERE id = ${card}`.execute(db())
    await approve(demo.server, people.amir, id)
    await runJobsUntilProcessed(id)
    expect(await batchOf(id)).toMatchObject({ LOADEDCOUNT: 1, RETRYABLE: true })
    await sql`UPDATE card SET stopped_at = NULL, stop_reason_id = NULL WHERE id = ${card}`.execute(db())
    expect((await retry(id)).resultCode).toBe('0')
    const isInProcessing = async () =>
      (await people.amir.call('batchLoads', { filter: 5 })).batchLoads.some((batch) => batch.BATCHLOADFILEID === id)
    expect(await isInProcessing()).toBe(true)
    await runJobsUntilProcessed(id)
    expect(await isInProcessing()).toBe(false)
    expect(await batchOf(id)).toMatchObject({ LOADEDCOUNT: 2, RETRYABLE: false })
    expect(await retry(id)).toMatchObject({
      resultCode: '-20409',
      resultText: 'Every row of this batch has already been loaded',
    })
  })

  it('closes only approved batches, lets users edit the closing comments, and never processes closed batches', async () => {
    const id = await upload()
    expect(await close(id)).toMatchObject({ resultCode: '-20409', resultText: 'Only an approved batch can be closed' })
    await schedule(id, localTimeInHours(2))
    expect((await close(id, 'x'.repeat(256))).resultCode).toBe('-20400')
    expect(
      await people.amir.call('updateClosedBatchLoadComments', {
        batchLoadFileID: id,
        closedComments: 'Too early',
      }),
    ).toMatchObject({ resultText: 'Only a closed batch has closing comments' })
    expect(await close(id, ' Wrong month ')).toMatchObject({ resultCode: '0', resultText: 'Batch load closed' })
    expect(await close(id)).toMatchObject({ resultText: 'This batch has already been closed' })
    expect(await approve(demo.server, people.ada, id)).toMatchObject({
      resultCode: '-20409',
      resultText: 'This batch has already been approved',
    })
    expect(await retry(id)).toMatchObject({ resultText: 'A closed batch cannot be processed' })
    expect(await batchOf(id)).toMatchObject({
      BATCHLOADFILECLOSED: true,
      BATCHLOADFILECLOSEDCOMMENTS: 'Wrong month',
      RETRYABLE: false,
    })
    const edit = await people.ada.call('updateClosedBatchLoadComments', {
      batchLoadFileID: id,
      closedComments: 'x'.repeat(255),
    })
    expect(edit.resultCode).toBe('0')
    expect((await batchOf(id)).BATCHLOADFILECLOSEDCOMMENTS).toHaveLength(255)
    await advanceHours(3)
    await processDueBatches()
    expect((await resultsOf(demo.server, id)).map((row) => row.state)).toEqual(['waiting', 'waiting'])
    const rejection = await people.ada.call('rejectBatchLoad', { batchLoadFileID: id })
    expect(rejection.resultCode).toBe('-20409')
  })

  it('lets makers who can approve close their scheduled batch, since that moves no money', async () => {
    const id = await upload('ada')
    await schedule(id, localTimeInHours(2))
    const closeByMaker = () => people.ada.call('closeBatchLoad', { batchLoadFileID: id })
    expect((await closeByMaker()).resultCode).toBe('0')
    expect((await batchOf(id)).BATCHLOADFILECLOSED).toBe(true)
    expect(await closeByMaker()).toMatchObject({
      resultCode: '-20409',
      resultText: 'This batch has already been closed',
    })
  })

  it('rejects card numbers in rejection reasons and closing comments', async () => {
    const message = 'Remove the card number: this text is shown and exported as written'
    const errorAt = (path: string) => ({ resultCode: '-20400', resultText: message, errors: [{ path, message }] })
    const id = await upload()
    const text = 'not for 9000–0106–2567–4726'
    const reject = (reason: string) => people.ada.call('rejectBatchLoad', { batchLoadFileID: id, reason })
    expect(await reject(text)).toMatchObject(errorAt('reason'))
    await schedule(id, localTimeInHours(2))
    expect(await close(id, text)).toMatchObject(errorAt('closedComments'))
    expect((await close(id, 'Wrong month')).resultCode).toBe('0')
    const edit = { batchLoadFileID: id, closedComments: text }
    expect(await people.amir.call('updateClosedBatchLoadComments', edit)).toMatchObject(errorAt('closedComments'))
    expect((await batchOf(id)).BATCHLOADFILECLOSEDCOMMENTS).toBe('Wrong month')
  })

  it('only one of concurrent approve and reject succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await upload()
      const responses = await Promise.all([
        approve(demo.server, people.amir, id),
        people.ada.call('rejectBatchLoad', { batchLoadFileID: id, reason: 'No' }),
      ])
      expect(responses.map((response) => response.resultCode).sort()).toEqual(['-20409', '0'])
      const batch = await batchOf(id)
      expect(batch.BATCHLOADFILEAPPROVED).toBe(responses[0]?.resultCode === '0')
      expect(batch.BATCHLOADFILEREJECTED).toBe(responses[1]?.resultCode === '0')
    }
  })

  it('returns rows with full card numbers only to the maker who uploaded them', async () => {
    const [first, second] = sampleRows(119).slice(-2)
    const rows = [
      { identifier: first?.identifier ?? '', amount: '0.00' },
      { identifier: second?.identifier ?? '', amount: '1.50' },
    ]
    const id = uploadedId(await people.olive.call('batchDevalueUpload', devalueUpload(rows)))
    await people.amir.call('rejectBatchLoad', { batchLoadFileID: id, reason: 'Not these' })
    const mine = await people.olive.call('myBatchRows', { batchLoadFileID: id })
    expect(mine.batchLoad).toMatchObject({ REJECTIONREASON: 'Not these', LOADTYPE: 'devalue', IDENTIFIERTYPE: 1 })
    expect(mine.rows.map((row) => [row.IDENTIFIER, row.AMOUNT])).toEqual(
      rows.map((row) => [row.identifier, row.amount]),
    )
    expect(await people.ada.call('myBatchRows', { batchLoadFileID: id })).toMatchObject({
      resultCode: '-20404',
      resultText: 'There is no such batch',
    })
    expect((await people.amir.call('myBatchRows', { batchLoadFileID: id })).resultCode).toBe('-20403')
  })

  it('returns a report with the verdict and reason of each row, and with masked card numbers', async () => {
    const id = await upload()
    const { details } = await people.amir.call('batchLoadDetails', { batchLoadFileID: id })
    await sql`UPDATE card SET stopped_at = now(), stop_reason_id = 1 WHERE id = ${details[1]?.VOUCHERID}`.execute(db())
    await approve(demo.server, people.amir, id)
    await runJobsUntilProcessed(id)
    const report = await people.amir.call('downloadBatchLoadReport', { batchLoadFileID: id })
    expect(report.fileName).toBe(`batch-${id}-report.xlsx`)
    const lines = base64ToLines(report.base64)
    expect(lines[0]).toEqual(['No.', 'Card Number', 'Cardholder', 'Amount (SGD)', 'Verdict', 'Reason', 'Processed at'])
    expect(lines[1]?.slice(4, 6)).toEqual(['Done', ''])
    expect(lines[2]?.slice(4, 6)).toEqual(['Failed', 'Not loaded: the card is stopped.'])
    expect(lines[1]?.[1]).toMatch(/^900001•{6}[0-9]{4}$/)
  })

  it('names the card and its holder in rows and reports only to users who can read cards', async () => {
    const id = await upload('olive', 1)
    const number = sampleRows(120)[usedRows - 1]?.identifier ?? ''
    const [card] = (await people.amir.call('cardSearch', { searchType: '1', searchTerm: number, showExpired: true }))
      .cards
    const name = card?.CARDHOLDERNAME ?? ''
    expect(name).not.toBe('')
    const readAll = async () => ({
      checker: (await people.amir.call('batchLoadDetails', { batchLoadFileID: id })).details[0],
      maker: (await people.olive.call('myBatchRows', { batchLoadFileID: id })).rows[0],
      report: JSON.stringify(
        base64ToLines((await people.amir.call('downloadBatchLoadReport', { batchLoadFileID: id })).base64),
      ),
    })
    const namedCard = { VOUCHERID: card?.VOUCHERID, CARDHOLDERNAME: name }
    const before = await readAll()
    expect(before).toMatchObject({ checker: namedCard, maker: namedCard })
    expect(before.report).toContain(name)
    await sql`UPDATE user_group SET permissions = array_remove(permissions, 'CardStatement.read')`.execute(db())
    try {
      const unnamedCard = { VOUCHERID: null, CARDHOLDERNAME: '' }
      const after = await readAll()
      expect(after).toMatchObject({ checker: unnamedCard, maker: unnamedCard })
      expect(after.report).not.toContain(name)
    } finally {
      await sql`UPDATE user_group SET permissions = permissions || 'CardStatement.read'::text`.execute(db())
    }
  })

  it('records who viewed or downloaded the card numbers of a batch, the number of rows, and who was denied', async () => {
    const id = await upload('ada', 3)
    const newestEntries = async (who: 'ada' | 'amir') => {
      const { rows } = await sql<{ method: string; subject_id: string; result_code: string; changes: unknown }>`
        SELECT method, subject_id, result_code, changes FROM audit_event
        WHERE user_id = ${people[who].id} AND subject_type = 'batch' ORDER BY id DESC LIMIT 2`.execute(db())
      return rows.reverse()
    }
    const entry = (method: string) => ({
      method,
      subject_id: id,
      result_code: '0',
      changes: [{ field: 'rows', after: 3 }],
    })
    await people.amir.call('batchLoadDetails', { batchLoadFileID: id })
    await people.amir.call('downloadBatchLoadReport', { batchLoadFileID: id })
    expect(await newestEntries('amir')).toEqual([entry('batchLoadDetails'), entry('downloadBatchLoadReport')])
    await people.ada.call('myBatchRows', { batchLoadFileID: id })
    await people.ada.call('downloadBatchLoadFile', { batchLoadFileID: id })
    expect(await newestEntries('ada')).toEqual([entry('myBatchRows'), entry('downloadBatchLoadFile')])
    await people.amir.call('downloadBatchLoadFile', { batchLoadFileID: '999999999' })
    const denied = { method: 'downloadBatchLoadFile', subject_id: '999999999', result_code: '-20404', changes: null }
    expect(await newestEntries('amir')).toEqual([entry('downloadBatchLoadReport'), denied])
  })

  it('returns the file in its original type, in full to its maker and masked to others', async () => {
    const id = await upload('ada')
    const makersFile = await people.ada.call('downloadBatchLoadFile', { batchLoadFileID: id })
    expect(makersFile.fileName).toBe('test.csv')
    const text = Buffer.from(makersFile.base64, 'base64').toString()
    // As a formula, so that a spreadsheet program shows every digit.
    expect(text).toContain(
      `"=""${sampleRows(120)[usedRows - 1]?.identifier}""",${sampleRows(120)[usedRows - 1]?.amount}`,
    )
    const checkersFile = await people.amir.call('downloadBatchLoadFile', { batchLoadFileID: id })
    expect(checkersFile.fileName).toBe(`test-batch-${id}.csv`)
    expect(Buffer.from(checkersFile.base64, 'base64').toString()).not.toMatch(/[0-9]{16}/)
    expect((await people.olive.call('downloadBatchLoadFile', { batchLoadFileID: id })).resultCode).toBe('-20403')
    expect(await people.ada.call('myBatchRows', { batchLoadFileID: id })).toMatchObject({ hasFile: false })
    expect((await people.ada.call('myBatchFile', { batchLoadFileID: id })).resultText).toMatch(/was not kept/)
  })

  describe('the original file', () => {
    /**
     * A file that could not be restored from its rows: another encoding and amount format, unusual line ends, an extra
     * column.
     */
    const unusualFile = Buffer.from('Card;Betrag f\u00fcr\r9000010000000008;12,50;Jos\u00e9\r', 'latin1')
    const withFile = (by: 'olive' | 'ada', content: Buffer, fileName: string) => {
      usedRows += 2
      const rows = sampleRows(120).slice(usedRows - 2, usedRows)
      return uploadLoads(people[by], rows, {
        loadReference: `After ${usedRows}`,
        fileContent: content.toString('base64'),
        fileName,
      })
    }

    it.each([
      ['a csv in an unusual encoding', unusualFile, 'M\u00e4rz.CSV', 'text/csv'],
      [
        'an xlsx',
        Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 31) % 256)),
        'loads.xlsx',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ],
    ])('is returned to its maker byte for byte: %s', async (_, content, fileName, contentType) => {
      const id = await withFile('ada', content, fileName)
      const original = { fileName, contentType, base64: content.toString('base64') }
      expect(await people.ada.call('downloadBatchLoadFile', { batchLoadFileID: id })).toMatchObject(original)
      expect(await people.ada.call('myBatchFile', { batchLoadFileID: id })).toMatchObject(original)
      expect(await people.ada.call('myBatchRows', { batchLoadFileID: id })).toMatchObject({ hasFile: true })
    })

    it('is available only to its maker, stored encrypted, and its download is in the audit trail', async () => {
      const id = await withFile('olive', unusualFile, 'loads.csv')
      const { base64, fileName } = await people.amir.call('downloadBatchLoadFile', { batchLoadFileID: id })
      const text = Buffer.from(base64, 'base64').toString('latin1')
      expect(fileName).toBe(`loads-batch-${id}.csv`)
      expect(text).not.toMatch(/[0-9]{16}|Jos/)
      // For another maker, the batch does not exist.
      expect((await people.ada.call('myBatchFile', { batchLoadFileID: id })).resultCode).toBe('-20404')
      const { rows } = await sql<{ cipher: Buffer }>`
        SELECT content_cipher AS cipher FROM batch_uploaded_file WHERE batch_id = ${id}`.execute(db())
      expect(rows[0]?.cipher.includes('Betrag')).toBe(false)
      await people.olive.call('myBatchFile', { batchLoadFileID: id })
      const entries = await sql`
        SELECT subject_type, subject_id FROM audit_event WHERE method = 'myBatchFile' AND result_code = '0' ORDER BY id DESC LIMIT 1
      `.execute(db())
      expect(entries.rows).toEqual([{ subject_type: 'batch', subject_id: id }])
    })

    it('is stored once for a repeated upload request, and has a maximum size', async () => {
      usedRows += 2
      const rows = sampleRows(120).slice(usedRows - 2, usedRows)
      const largest = Buffer.alloc(MAX_STORED_FILE, 7).toString('base64')
      const upload = loadUpload(rows, { loadReference: `After ${usedRows}`, fileContent: largest })
      const first = await people.ada.call('batchLoadUpload', upload)
      expect(first.resultCode).toBe('0')
      expect(await people.ada.call('batchLoadUpload', upload)).toMatchObject({ batchLoadFileID: first.batchLoadFileID })
      const file = await people.ada.call('myBatchFile', { batchLoadFileID: first.batchLoadFileID })
      expect(file.base64 === largest).toBe(true)
      for (const fileContent of [Buffer.alloc(MAX_STORED_FILE + 1).toString('base64'), 'no base64', 'abc'])
        expect(
          (await people.ada.call('batchLoadUpload', { ...upload, requestId: randomUUID(), fileContent })).resultCode,
        ).toBe('-20400')
    })
  })
})

const base64ToLines = (base64: string): string[][] => {
  const { SheetNames, Sheets } = read(Buffer.from(base64, 'base64'))
  const sheet = Sheets[SheetNames[0] ?? '']
  return sheet ? utils.sheet_to_json(sheet, { header: 1, raw: false, defval: '' }) : []
}
