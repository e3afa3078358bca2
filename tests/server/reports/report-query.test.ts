// Reports through the API: the format of a response, rejections and their messages, the covered campaigns, and audit
// entries. figures.test.ts tests the figures.
import * as SheetJs from 'xlsx'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { ReportResponse } from '#contract/reports.ts'
import { type CalendarDate, dateToShortText } from '#domain/calendar.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { nameToReportFile } from '#domain/reports/files.ts'
import { MAX_REPORT_ROWS, reportIds, reportOf, reports } from '#domain/reports/reports.ts'
import type { SessionContext } from '#server/operations/context.ts'
import { rangeLimitOf, rangeLimits } from '#server/reports/range-limits.ts'
import { readForScreen } from '#server/reports/read-for-screen.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'
import { fakeSource, march } from './fake-source.ts'

const [HARBOUR_CAMPAIGN, UNKNOWN_CAMPAIGN] = ['5', '999999']

describe('report requests', () => {
  const demo = withDemoServer({ withHarbour: true })
  const { people } = demo
  let today: CalendarDate
  beforeAll(() => {
    today = instantToDate(demo.server.clock.now, demo.server.server.client.timeZone)
  })

  const range = (reportName: string, days = 30, campaign?: string, person = people.rita) =>
    person.call('getDateRangeReport', {
      reportName,
      reportArguments: {
        startDate: addDays(today, -days),
        endDate: today,
        ...(campaign !== undefined && { campaign }),
      },
    })
  const column = ({ columns, data }: ReportResponse, name: string) => data.map((row) => row[columns.indexOf(name)])
  const trail = () =>
    demo.server.database.db
      .selectFrom('audit_event')
      .select(['user_id', 'method', 'subject_type', 'subject_id', 'result_code'])
      .where('method', 'in', ['getDateRangeReport', 'loadReport'])
      .orderBy('id')
      .execute()

  describe('the response of a report', () => {
    it('has columns, their types, rows in the API’s format, and the matching workbook', async () => {
      const response = await range('spendSummaryReport')
      expect(response).toMatchObject({ resultCode: '0', truncated: false, total: response.data.length })
      expect(response.columns).toEqual([...reports.spendSummary.columns])
      expect(response.meta.map(({ TypeName }) => TypeName)).toEqual([
        'date',
        'varchar',
        'int',
        'money',
        'money',
        'money',
      ])
      expect(response.data.length).toBeGreaterThan(3)
      for (const [date, campaign, count, ...amounts] of response.data) {
        expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
        expect(campaign).toMatch(/^Voyager/)
        expect(count).toBeTypeOf('number')
        for (const amount of amounts) expect(amount).toMatch(/^-?\d+\.\d\d$/)
      }
      const book = SheetJs.read(Buffer.from(response.excelBase64, 'base64'), { cellDates: false })
      expect(book.SheetNames).toEqual(['Spend Summary Report'])
      const [header, ...rows] = SheetJs.utils.sheet_to_json<unknown[]>(book.Sheets['Spend Summary Report'] ?? {}, {
        header: 1,
      })
      expect(header).toEqual(['Date', 'Campaign', 'Purchases', 'Spent', 'Reversed', 'Net'])
      expect(rows).toEqual(
        response.data.map(([date, campaign, count, ...amounts]) => [
          // A spreadsheet date: days since 30 December 1899.
          (Date.parse(String(date)) - Date.UTC(1899, 11, 30)) / 86_400_000,
          campaign,
          count,
          ...amounts.map(Number),
        ]),
      )
    })

    it('returns times as ISO 8601 and never a full card number', async () => {
      const response = await range('forexFeeReport', 60)
      for (const posted of column(response, 'POSTED')) expect(posted).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      for (const number of column(response, 'CARDNUMBER')) expect(number).toMatch(/^900001•+\d{4}$/)
      expect(response.data.length).toBeGreaterThan(0)
    })

    it('names the files of the complete report, which the server accepts under these names', async () => {
      const { files, reportURL } = await range('feeReport', 30, '1')
      const start = addDays(today, -30)
      expect(files).toEqual([
        { format: 'csv', url: `reports/FeeReport_from${start}_to${today}.csv?campaign=1` },
        { format: 'xlsx', url: `reports/FeeReport_from${start}_to${today}.xlsx?campaign=1` },
      ])
      expect(reportURL).toBe(files[0]?.url)
      const name = reportURL.replace(/^reports\/|\?.*$/g, '')
      expect(nameToReportFile(name)).toEqual({ report: 'fee', days: { start, end: today }, format: 'csv' })
      expect((await range('feeReport')).reportURL).not.toContain('?')
    })

    it('covers one campaign if it is named, and all campaigns otherwise or with 0', async () => {
      const all = await range('spendSummaryReport')
      expect((await range('spendSummaryReport', 30, '0')).data).toEqual(all.data)
      const one = await range('spendSummaryReport', 30, '4')
      expect(new Set(column(one, 'CAMPAIGN'))).toEqual(new Set(['Voyager Gift Card']))
      expect(one.data).toEqual(all.data.filter((row) => row[1] === 'Voyager Gift Card'))
    })

    it('covers only the campaigns of the owner', async () => {
      const ofHarbour = await range('spendSummaryReport', 90, undefined, people.hal)
      expect(new Set(column(ofHarbour, 'CAMPAIGN'))).toEqual(new Set(['Harbour Staff Card']))
    })

    it('of a download-only report contains the columns and the number of rows', async () => {
      const response = await range('detailedTopupReport', 60)
      expect(response).toMatchObject({ resultCode: '0', data: [], excelBase64: '', truncated: true })
      expect(response.columns).toEqual([...reports.detailedTopup.columns])
      expect(response.total).toBeGreaterThan(20)
    })

    it('of future days is empty', async () => {
      for (const reportName of ['liabilityReport', 'feeReport', 'breakageReport', 'cardOrderReport']) {
        const reportArguments = { startDate: addDays(today, 3), endDate: addDays(today, 9) }
        expect(await people.rita.call('getDateRangeReport', { reportName, reportArguments })).toMatchObject({
          resultCode: '0',
          data: [],
          total: 0,
          truncated: false,
        })
      }
    })

    it('is truncated at the row limit of a screen, with the total number of rows', async () => {
      const context = {
        ...demo.server.server,
        viewer: { userId: people.rita.id, ownerId: 3 },
        correlationId: 'test',
        setSubject: () => undefined,
      } as unknown as SessionContext
      const read = (report: 'fee' | 'cardBalance', rows: number) =>
        readForScreen(context, { report, source: fakeSource({ rows }), query: march, requestedCampaignIds: undefined })
      expect(await read('fee', MAX_REPORT_ROWS)).toMatchObject({ total: MAX_REPORT_ROWS, truncated: false })
      const longer = (await read('fee', MAX_REPORT_ROWS + 1)) as ReportResponse
      expect(longer).toMatchObject({ total: MAX_REPORT_ROWS + 1, truncated: true, excelBase64: '' })
      expect(longer.data).toHaveLength(MAX_REPORT_ROWS)
      expect(((await read('cardBalance', 1_001)) as ReportResponse).data).toHaveLength(1_000)
      // The clock advances ten seconds with each read.
      let now = 0
      vi.spyOn(performance, 'now').mockImplementation(() => (now += 10_000))
      const refusal = (await read('fee', MAX_REPORT_ROWS)) as { refusalCode: string; text: () => string }
      expect(refusal.refusalCode).toBe('-20409')
      expect(refusal.text()).toMatch(/^This report takes too long to be shown/)
    })
  })

  describe('days of a report', () => {
    const query = (reportName: string, startDate: string, endDate: string) =>
      people.rita.call('getDateRangeReport', { reportName, reportArguments: { startDate, endDate } })

    it('have a limit that getDateRangeLimit returns', async () => {
      for (const report of reportIds) {
        const { apiName, period } = reportOf(report)
        const response = await people.rita.call('getDateRangeLimit', { reportName: apiName })
        if (period === 'range')
          expect(response).toMatchObject({ resultCode: '0', resultText: String(rangeLimitOf(report)) })
        else expect(response).toMatchObject({ resultCode: '-20404', resultText: 'Report not found' })
      }
      expect(rangeLimits.liability).toBeGreaterThan(rangeLimits.detailedTopup)
    })

    it('above the limit are rejected with the limit', async () => {
      const earliestStart = addDays(today, -rangeLimits.devalue)
      expect(await query('devalueReportWithWallet', earliestStart, today)).toMatchObject({ resultCode: '0' })
      expect(await query('devalueReportWithWallet', addDays(earliestStart, -1), today)).toMatchObject({
        resultCode: '-20301',
        resultText: 'Maximum timespan of this report is 92 days',
      })
    })

    it('with an end before the start are rejected, and a single day is accepted', async () => {
      expect(await query('feeReport', today, addDays(today, -1))).toMatchObject({
        resultCode: '-20302',
        resultText: 'The date filter start date is greater than the end date',
      })
      expect(await query('feeReport', today, today)).toMatchObject({ resultCode: '0' })
    })

    it.each(['2026-02-31', '2026-2-1', '', '0000-01-01', "2026-01-01'; --"])(
      'that do not exist (%s) are rejected with the field’s name',
      async (day) => {
        const response = await query('feeReport', day, '2026-03-01')
        expect(response).toMatchObject({ resultCode: '-20400', errors: [{ path: 'reportArguments.startDate' }] })
        expect(
          await people.rita.call('loadReport', { type: 'cardBalanceReport', campaignIds: [], date: day }),
        ).toMatchObject({
          resultCode: '-20400',
          errors: [{ path: 'date' }],
        })
      },
    )
  })

  describe('names of reports and campaigns', () => {
    it('that belong to no report, or to another call, are not found', async () => {
      for (const reportName of ['noReport', '__proto__', 'cardBalanceReport', 'chargebackReport', 'qmr'])
        expect(await range(reportName)).toMatchObject({ resultCode: '-20404', resultText: 'Report not found' })
      expect(await people.rita.call('loadReport', { type: 'feeReport', campaignIds: [], date: today })).toMatchObject({
        resultCode: '-20404',
      })
      expect(
        await people.rita.call('GetReport', { name: 'feeReport', campaignID: '1', reportDate: today }),
      ).toMatchObject({
        resultCode: '-20404',
      })
    })

    it('of another owner are treated like unknown ones', async () => {
      const unknown = await range('feeReport', 30, HARBOUR_CAMPAIGN)
      expect(unknown).toMatchObject({ resultCode: '-20404', resultText: 'There is no such campaign' })
      expect(await range('feeReport', 30, UNKNOWN_CAMPAIGN)).toEqual(unknown)
      for (const campaignIds of [[HARBOUR_CAMPAIGN], ['1', HARBOUR_CAMPAIGN], [UNKNOWN_CAMPAIGN, '1']])
        expect(await people.rita.call('loadReport', { type: 'cardBalanceReport', campaignIds, date: today })).toEqual(
          unknown,
        )
      expect(
        await people.rita.call('GetReport', {
          name: 'cardholderStatement',
          campaignID: HARBOUR_CAMPAIGN,
          reportDate: today,
        }),
      ).toEqual(unknown)
    })

    it('cannot be chosen if the report covers all campaigns', async () => {
      expect(await range('topUpReport', 30, '1')).toMatchObject({
        resultCode: '-20400',
        errors: [{ path: 'reportArguments.campaign', message: 'This report is of all campaigns' }],
      })
      expect(await range('topUpReport', 30, '0')).toMatchObject({ resultCode: '0' })
    })
  })

  describe('a report of a single day', () => {
    const load = (campaignIds: string[], date: string = today) =>
      people.rita.call('loadReport', { type: 'cardBalanceReport', campaignIds, date })

    it('has the balances of the named campaigns, or of all, with cards numbered from 1', async () => {
      const all = await load([])
      const two = await load(['4', '3', '4'])
      expect(new Set(column(two, 'CAMPAIGN'))).toEqual(new Set(['Voyager Gift Card', 'Voyager Virtual Card']))
      expect(column(two, 'ITEM')).toEqual(two.data.map((_, at) => at + 1))
      expect(two.total).toBe(all.data.filter((row) => /Gift|Virtual/.test(String(row[1]))).length)
      expect(all.files.map(({ url }) => url)).toEqual([
        `reports/cardbalances_${today}.csv`,
        `reports/cardbalances_${today}.xlsx`,
      ])
      expect((await load(['4'])).files[0]?.url).toBe(`reports/cardbalances_${today}.csv?campaign=4`)
      expect(two.reportURL).toBe(`reports/cardbalances_${today}.csv?campaign=4,3`)
    })

    it('is empty before the first card, and for future days', async () => {
      expect(await load([], '2001-01-01')).toMatchObject({ resultCode: '0', data: [], total: 0 })
      expect(await load([], addDays(today, 1))).toMatchObject({ resultCode: '0', data: [], total: 0 })
    })

    it('has its csv at a URL', async () => {
      for (const id of ['cardholderStatement', 'dailySettlementDetail', 'unsettledTransactions'] as const)
        expect(
          await people.rita.call('GetReport', { name: reports[id].apiName, campaignID: '2', reportDate: today }),
        ).toMatchObject({ resultCode: '0', reportURL: `reports/${reports[id].filePrefix}_${today}.csv?campaign=2` })
    })
  })

  it('is audited: who read which report, for which days and campaigns, and how many rows', async () => {
    const before = (await trail()).length
    const fees = await range('feeReport', 30, '1')
    const balances = await people.rita.call('loadReport', {
      type: 'cardBalanceReport',
      campaignIds: ['3', '4'],
      date: today,
    })
    await range('detailedTopupReport')
    const name = `from${addDays(today, -30)}_to${today}`
    const days = `${dateToShortText(addDays(today, -30))} to ${dateToShortText(today)}`
    const readEntry = {
      user_id: people.rita.id,
      method: 'getDateRangeReport',
      subject_type: 'report',
      result_code: '0',
    }
    expect((await trail()).slice(before)).toEqual([
      { ...readEntry, subject_id: `FeeReport_${name}?campaign=1&rows=${fees.data.length}` },
      {
        ...readEntry,
        method: 'loadReport',
        subject_id: `cardbalances_${today}?campaign=3,4&rows=${balances.data.length}`,
      },
      { ...readEntry, subject_id: `DetailedTopUpReport_${name}?campaign=0&rows=0` },
    ])
    const { entries } = await people.ada.call('auditLog', {
      startDate: today,
      endDate: today,
      userId: String(people.rita.id),
      limit: 3,
    })
    expect(entries.map(({ what }) => what)).toEqual([
      `read the Detailed Top Up Report, ${days}, 0 rows`,
      `viewed the Card Balances Report of 2 campaigns, ${dateToShortText(today)}, ${balances.data.length} rows`,
      `read the Fee Report of Voyager Travel Card, ${days}, ${fees.data.length} rows`,
    ])
  })
})
