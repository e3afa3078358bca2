// Report files that are made before they are downloaded: by the server for all users, on a user's request, or by a
// saved report on its day.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { harbour } from '#brand/harbour.ts'
import { makeFile, registerMakeReport } from '#server/reports/report-files/make-file.ts'
import { runSavedReport } from '#server/reports/report-files/saved-reports.ts'
import { requestDueFiles } from '#server/reports/report-files/automatic-reports.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { deleteExpired } from '#server/jobs/housekeeping.ts'
import { post } from '#tests/support/call.ts'
import { type InProcessServer, startInProcess } from '#tests/support/in-process.ts'
import { fakeSource } from './fake-source.ts'

type Files = {
  reportFiles: {
    id: string
    state: string
    reportURL: string
    rows: number
    total: number
    savedName: string
    bytes: number
    resultText: string
    fileName: string
  }[]
}

describe('report files made in advance', () => {
  let server: InProcessServer
  let rita: { id: number; username: string; token: string }
  let counter = 0

  beforeAll(async () => {
    server = await startInProcess()
    await server.server.db.insertInto('programme').values({ owner_id: 3, currency: 'SGD', symbol: 'S$' }).execute()
    // The clock is at 13:06 on 4 March in Singapore; the ledger begins at midnight on 27 February.
    await addTransaction('2026-02-26T16:00:00Z')
    await addTransaction('2026-02-28T02:00:00Z', harbour.ownerId)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    const { db } = server.server
    for (const table of ['report_file', 'saved_report', 'job'] as const) await db.deleteFrom(table).execute()
    server.clock.now = Date.parse('2026-03-04T05:06:07Z')
    rita = await addUser()
  })
  const addUser = (ownerId = 3) =>
    server.addUser({ username: `user-${(counter += 1)}`, permissions: ['Report.read'], ownerId })

  const call = <T = Record<string, unknown>>(method: string, params: object = {}, token = rita.token) =>
    post(server.url, method, { ...params, token }).then(
      ({ response }) => response as unknown as T & { resultCode: string; resultText: string },
    )
  const change = <T = { id: string }>(method: string, params: object, token = rita.token) => {
    counter += 1
    return call<T>(
      method,
      { ...params, requestId: `00000000-0000-4000-8000-${String(counter).padStart(12, '0')}` },
      token,
    )
  }
  const get = (address: string, token = rita.token) =>
    fetch(`${server.url}${address}`, { headers: { authorization: `Bearer ${token}` } })
  const files = async (token?: string) => (await call<Files>('reportFiles', {}, token)).reportFiles
  const march = { reportName: 'topUpReport', startDate: '2026-03-01', endDate: '2026-03-03', format: 'csv' }
  const savedReport = {
    name: 'Morning',
    reportName: 'feeReport',
    period: 'yesterday',
    format: 'csv',
    schedule: 'daily',
  }
  /** Adds a ledger transaction, by default of owner 3. Automatic reports begin with the day of the first one. */
  const addTransaction = async (at: string, ownerId = 3) => {
    await server.server.db
      .insertInto('ledger_transaction')
      .values({
        owner_id: ownerId,
        kind: 'funding',
        posted_at: new Date(at),
        card_id: null,
        batch_id: null,
        order_id: null,
        first_row: null,
        last_row: null,
        reverses: null,
        fee_type_id: null,
      })
      .execute()
  }

  it('are made in chunks on request, and only for the user who requested them', async () => {
    const { id } = await change('makeReportFile', march)
    expect(await files()).toMatchObject([
      { id, state: 'waiting', reportURL: '', fileName: 'TopUpSummaryReport_from2026-03-01_to2026-03-03.csv' },
    ])
    const source = fakeSource({
      rows: 12_000,
      toRow: (number) => ({ DATE: '2026-03-01', TOPUPS: number, AMOUNT: 105 * number, FEES: 0 }),
    })
    await makeFile(server.server, Number(id), source)
    const [madeFile] = await files()
    expect(madeFile).toMatchObject({
      state: 'made',
      rows: 12_000,
      total: 12_000,
      reportURL: `reports/TopUpSummaryReport_from2026-03-01_to2026-03-03.csv?file=${id}`,
    })
    const parts = await server.server.db
      .selectFrom('report_file_part')
      .select(['part_no', 'content_cipher'])
      .orderBy('part_no')
      .execute()
    expect(parts.length).toBeGreaterThan(1)
    // The chunks are stored encrypted.
    expect(Buffer.concat(parts.map((part) => part.content_cipher)).includes('2026-03-01')).toBe(false)

    const response = await get(madeFile?.reportURL ?? '')
    expect([response.status, response.headers.get('content-length')]).toEqual([200, String(madeFile?.bytes)])
    const lines = (await response.text()).trim().split('\r\n')
    expect([lines.length, lines.at(-1)]).toEqual([12_001, '2026-03-01,,12000,12600.00,0.00'])

    const other = await addUser()
    expect((await get(madeFile?.reportURL ?? '', other.token)).status).toBe(404)
    expect(await files(other.token)).toEqual([])
    // The file is not found under another name or in another format.
    expect((await get(`reports/FeeReport_from2026-03-01_to2026-03-03.csv?file=${id}`)).status).toBe(404)
    expect((await get(`reports/TopUpSummaryReport_from2026-03-01_to2026-03-03.xlsx?file=${id}`)).status).toBe(404)
  })

  it('are made once by the queue, from the start if a server crashed halfway', async () => {
    const { id } = await change('makeReportFile', { ...march, format: 'xlsx' })
    const partial = { file_id: Number(id), part_no: 0, content_cipher: server.server.secrets.encrypt('half') }
    await server.server.db.insertInto('report_file_part').values(partial).execute()
    registerMakeReport(server.server)
    await server.server.jobs.start()
    await expect.poll(async () => (await files())[0]?.state).toBe('made')
    const bytes = Buffer.from(await (await get((await files())[0]?.reportURL ?? '')).arrayBuffer())
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    expect(await makeFile(server.server, Number(id))).toBeUndefined()
    await server.server.jobs.stop()
  })

  it('are no longer made if they are discarded in the meantime', async () => {
    const { id } = await change('makeReportFile', march)
    let isDiscarded = false
    const discard = async (from: number) => {
      if (from < 8_000 || isDiscarded) return
      isDiscarded = true
      await change('discardReportFile', { id })
    }
    await makeFile(
      server.server,
      Number(id),
      fakeSource({ rows: 20_000, toRow: () => ({ DATE: 'a day with some length' }), before: discard }),
    )
    expect(await files()).toEqual([])
    expect(await server.server.db.selectFrom('report_file_part').select('part_no').execute()).toEqual([])
    expect((await change('discardReportFile', { id })).resultCode).toBe('-20404')
  })

  it('have a message if they could not be made, for example because a workbook would be too large', async () => {
    const { id } = await change('makeReportFile', { ...march, format: 'xlsx' })
    const tooLong = { ...fakeSource({ rows: 1 }), count: () => Promise.resolve(5_000_001) }
    await makeFile(server.server, Number(id), tooLong)
    expect(await files()).toMatchObject([
      { state: 'failed', reportURL: '', resultText: expect.stringContaining('as CSV') as string },
    ])
    // The database stores a code, because the user may read the message in another language later.
    const { result_text } = await server.server.db
      .selectFrom('report_file')
      .select('result_text')
      .executeTakeFirstOrThrow()
    expect(result_text).toBe('tooManyRows')
  })

  it.each([
    ['an unknown report', { reportName: 'none' }, '-20404'],
    ['a report that only the server makes', { reportName: 'dailySettlementSummary' }, '-20404'],
    ['a format that the report does not have', { reportName: 'cardholderStatement', format: 'xlsx' }, '-20404'],
    ['a reversed range', { startDate: '2026-03-04' }, '-20302'],
    ['a range that is too long', { startDate: '2020-03-01' }, '-20301'],
    ['an unknown campaign', { reportName: 'feeReport', campaign: '999' }, '-20404'],
    ['a campaign, for a report that always covers all of them', { campaign: '1' }, '-20400'],
    ['a single-date report without a campaign', { reportName: 'cardholderStatement', endDate: '2026-03-01' }, '-20400'],
    ['a date that does not exist', { endDate: '2026-02-31' }, '-20400'],
  ])('cannot be requested with %s', async (_, invalidParams, code) => {
    expect((await change('makeReportFile', { ...march, ...invalidParams })).resultCode).toBe(code)
    expect(await files()).toEqual([])
  })

  it('are refused for a user who already has five waiting files', async () => {
    for (let each = 0; each < 5; each++) expect((await change('makeReportFile', march)).resultCode).toBe('0')
    expect(await change('makeReportFile', march)).toMatchObject({
      resultCode: '-20409',
      resultText: expect.stringContaining('5 files') as string,
    })
  })

  it('are stored for a week', async () => {
    const { id } = await change('makeReportFile', march)
    await makeFile(server.server, Number(id), fakeSource({ rows: 1 }))
    await deleteExpired(server.server.db, server.clock.now + 6.9 * 86_400_000)
    expect(await files()).toHaveLength(1)
    await deleteExpired(server.server.db, server.clock.now + 7.1 * 86_400_000)
    expect(await files()).toEqual([])
  })

  it('are made automatically, once for each past day and month since the first ledger day, also after days without a server', async () => {
    // The days and the month of owner 3, then those of Harbour, whose ledger begins a day later.
    expect(await requestDueFiles(server.server)).toBe(5 + 1 + 4 + 1)
    expect(await requestDueFiles(server.server)).toBe(0)
    const days = await server.server.db
      .selectFrom('report_file')
      .select(['report', 'start_day', 'end_day', 'format'])
      .where('owner_id', '=', 3)
      .orderBy('start_day')
      .execute()
    expect(days).toEqual([
      { report: 'monthlyCompliance', start_day: '2026-02-01', end_day: '2026-02-28', format: 'xlsx' },
      ...['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'].map((day) => ({
        report: 'dailySettlementSummary',
        start_day: day,
        end_day: day,
        format: 'csv',
      })),
    ])
    server.clock.now += 3 * 86_400_000
    expect(await requestDueFiles(server.server)).toBe(6)
  })

  it('have a URL once an automatic report is made; until then, the response says that none exists', async () => {
    const daily = (reportDate: string) => call('getDailyReport', { name: 'dailySettlementSummary', reportDate })
    const monthly = (reportMonth: string) =>
      call('getMonthlyReport', { reportName: 'monthlyComplianceReport', reportArguments: { reportMonth } })
    await requestDueFiles(server.server)
    expect(await daily('2026-03-03')).toMatchObject({ resultCode: '0', notFound: true, reportURL: '' })
    const waitingFiles = await server.server.db
      .selectFrom('report_file')
      .select('id')
      .where('owner_id', '=', 3)
      .execute()
    for (const { id } of waitingFiles) await makeFile(server.server, id)
    expect(await daily('2026-03-03')).toMatchObject({
      notFound: false,
      reportURL: 'reports/DailySettlementSummary_2026-03-03.csv',
    })
    expect(await daily('2026-03-04')).toMatchObject({ notFound: true })
    expect(await monthly('2026-01')).toMatchObject({ notFound: true })
    expect(await monthly('2026-02')).toMatchObject({
      notFound: false,
      reportURL: 'reports/MonthlyComplianceReport_2026-02.xlsx',
    })
    const ofCampaign = (campaign: string) =>
      call('getMonthlyReport', {
        reportName: 'monthlyComplianceReport',
        reportArguments: { reportMonth: '2026-02', campaign },
      })
    expect(await ofCampaign('0')).toMatchObject({ resultCode: '0', notFound: false })
    // The file of all campaigns is not returned for a request about one campaign.
    expect(await ofCampaign('1')).toMatchObject({
      resultCode: '-20400',
      errors: [{ path: 'reportArguments.campaign', message: 'This report is of all campaigns' }],
    })
    expect((await get('reports/DailySettlementSummary_2026-03-03.csv')).status).toBe(200)
    expect((await get('reports/DailySettlementSummary_2026-02-26.csv')).status).toBe(404)
    expect((await call('getDailyReport', { name: 'feeReport', reportDate: '2026-03-03' })).resultCode).toBe('-20404')
    expect(
      (await call('getMonthlyReport', { reportName: 'x', reportArguments: { reportMonth: '2026-02' } })).resultCode,
    ).toBe('-20404')
  })

  it('can be requested by saved reports, which only their user sees and which have unique names', async () => {
    const { id } = await change('saveReport', savedReport)
    // 5:00 on the next day in Singapore.
    expect(await call('savedReports')).toMatchObject({
      savedReports: [{ id, ...savedReport, nextAt: '2026-03-04T21:00:00.000Z' }],
    })
    expect(await change('saveReport', { ...savedReport, name: ' morning ' })).toMatchObject({
      resultCode: '-20409',
      errors: [{ path: 'name' }],
    })
    // Card numbers are never stored in free text.
    expect(await change('saveReport', { ...savedReport, name: 'For 9000013284199969' })).toMatchObject({
      resultCode: '-20400',
      errors: [{ path: 'name' }],
    })
    expect((await change('saveReport', { ...savedReport, id, name: 'Evening', schedule: 'never' })).id).toBe(id)
    expect(await call('savedReports')).toMatchObject({ savedReports: [{ name: 'Evening', nextAt: null }] })
    expect(await change('saveReport', { ...savedReport, name: 'Months', period: 'lastQuarter' })).toMatchObject({
      resultCode: '-20400',
      errors: [{ path: 'period' }],
    })
    expect((await change('saveReport', { ...savedReport, id: '999' })).resultCode).toBe('-20404')
    const other = await addUser()
    expect((await change('deleteSavedReport', { id }, other.token)).resultCode).toBe('-20404')
    expect(await call('savedReports', {}, other.token)).toMatchObject({ savedReports: [] })
    expect((await change('deleteSavedReport', { id })).resultCode).toBe('0')
    expect(await call('savedReports')).toMatchObject({ savedReports: [] })
  })

  it('are made once by a saved report on its day, also after missed days, and its user gets an e-mail', async () => {
    const { id } = await change('saveReport', savedReport)
    const run = () => server.server.db.transaction().execute((trx) => runSavedReport(server.server, trx, Number(id)))
    expect(await run()).toBe(false)
    server.clock.now = Date.parse('2026-03-07T21:00:00Z')
    const outcomes = [await run(), await run()]
    expect(outcomes).toEqual([true, false])
    // Each missed run is made up for, with the days that it would have had.
    const requestedFiles = (await files(await freshToken())).toSorted((a, b) => b.fileName.localeCompare(a.fileName))
    expect(requestedFiles.map(({ savedName, fileName }) => [savedName, fileName])).toEqual(
      ['07', '06', '05', '04'].map((day) => ['Morning', `FeeReport_from2026-03-${day}_to2026-03-${day}.csv`]),
    )
    const [requestedFile] = requestedFiles
    expect(await server.server.db.selectFrom('saved_report').select('next_at').executeTakeFirst()).toEqual({
      next_at: new Date('2026-03-08T21:00:00Z'),
    })
    await makeFile(server.server, Number(requestedFile?.id))
    const mails = await server.server.db.selectFrom('job').select('payload').where('kind', '=', 'send-mail').execute()
    expect(mails).toHaveLength(1)
    const { encrypted } = (mails[0]?.payload ?? { encrypted: '' }) as { encrypted: string }
    expect(JSON.parse(server.server.secrets.decryptText(Buffer.from(encrypted, 'base64')))).toMatchObject({
      kind: 'reportReady',
      name: 'Morning',
      title: 'Fee Report',
      to: { username: rita.username },
    })
  })

  it('are not made by a saved report whose user can no longer read reports', async () => {
    const { id } = await change('saveReport', savedReport)
    await server.server.db
      .updateTable('user_group')
      .set({ permissions: [] })
      .where('name', '=', `Group of ${rita.username}`)
      .execute()
    server.clock.now = Date.parse('2026-03-05T21:00:00Z')
    expect(await server.server.db.transaction().execute((trx) => runSavedReport(server.server, trx, Number(id)))).toBe(
      false,
    )
    expect(await server.server.db.selectFrom('report_file').select('id').execute()).toEqual([])
  })

  /** A new session, since the test's clock has passed the end of the first. */
  const freshToken = async () => {
    rita = { ...rita, token: await startSession(server.server.db, server.server, rita) }
    return rita.token
  }
})
