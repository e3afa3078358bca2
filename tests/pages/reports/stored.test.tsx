// Stored reports: the portal requests the address of the file, checks that the file exists, and fetches it; and the
// messages if there is no file.
import { screen } from '@testing-library/react'
import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as saving from '#services/files/save-file.ts'
import { choose, press, messages, sendFile, type, withReports } from './setup.tsx'

const { openReport, requests, address, fileRequests, serveFiles } = withReports()
const saved = { files: [] as string[] }
beforeEach(() => {
  saved.files = []
  vi.spyOn(saving, 'saveBlob').mockImplementation((name) => void saved.files.push(name))
})

const DAILY_FILE = 'DailySettlementSummary_2026-11-21.csv'
const dailyResponse = { getDailyReport: { notFound: false, reportURL: `reports/${DAILY_FILE}` } }

describe('Summary Daily Settlement Report', () => {
  it('is yesterday’s unless another day is chosen; it is checked first, then fetched', async () => {
    serveFiles((_, response) => sendFile(response, 'whole'))
    openReport('dailySettlementSummary', dailyResponse)
    expect(screen.queryByLabelText('Campaign')).toBeNull()
    await press('Download')
    await expect.poll(() => saved.files).toEqual([DAILY_FILE])
    await expect
      .poll(() => requests('getDailyReport'))
      .toEqual([{ reportDate: '2026-11-21', name: 'dailySettlementSummary', token: 't' }])
    expect(fileRequests).toEqual([
      { method: 'HEAD', path: `/voyager/reports/${DAILY_FILE}`, token: 'Bearer t' },
      { method: 'GET', path: `/voyager/reports/${DAILY_FILE}`, token: 'Bearer t' },
    ])
    await expect.poll(() => address()).toBe('/reports/dailySettlementSummary?date=2026-11-21&asked=1')
  })

  it('cannot be downloaded without a date, and explains this', async () => {
    openReport('dailySettlementSummary', dailyResponse)
    type('Date', '')
    const button = await screen.findByRole('button', { name: 'Download' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getAllByText('Choose a date first').length).toBeGreaterThan(0)
    await press('Download')
    type('Date', '2026-02-30')
    await press('Download')
    await expect.poll(() => requests('getDailyReport')).toEqual([])
  })

  it.each([
    [
      'the server has no file',
      { getDailyReport: { notFound: true, reportURL: '' } },
      undefined,
      `Report not found | Summary Daily Settlement Report: ${DAILY_FILE}`,
    ],
    [
      'the server knows no such report',
      { getDailyReport: { resultCode: '-20404', resultText: 'No such report' } },
      undefined,
      `Report not found | Summary Daily Settlement Report: ${DAILY_FILE}`,
    ],
    [
      'the server has an error',
      { getDailyReport: { resultCode: '-20500', resultText: 'An error occurred' } },
      undefined,
      `Report download failed | Summary Daily Settlement Report: ${DAILY_FILE}. An error occurred`,
    ],
    [
      'the file was deleted since',
      dailyResponse,
      404,
      `Report not found | Summary Daily Settlement Report: ${DAILY_FILE}`,
    ],
    [
      'the file cannot be fetched',
      dailyResponse,
      503,
      `Report download failed | ${DAILY_FILE}. The server could not make the file.`,
    ],
  ] as const)('reports that %s', async (_, responses, status, message) => {
    serveFiles((__, response: ServerResponse) => void response.writeHead(status ?? 200).end())
    openReport('dailySettlementSummary', responses)
    await press('Download')
    await expect.poll(messages).toEqual([message])
    expect(saved.files).toEqual([])
    expect(fileRequests.map(({ method }) => method)).toEqual(status === undefined ? [] : ['HEAD'])
  })
})

describe('Monthly Compliance Report', () => {
  const FILE = 'MonthlyComplianceReport_2026-09.xlsx'

  it('is last month’s unless another month is chosen', async () => {
    openReport('monthlyCompliance', { getMonthlyReport: { notFound: true, reportURL: '' } })
    expect(screen.queryByLabelText('Campaign')).toBeNull()
    await press('Download')
    await expect
      .poll(messages)
      .toEqual(['Report not found | Monthly Compliance Report: MonthlyComplianceReport_2026-10.xlsx'])
    await expect
      .poll(() => requests('getMonthlyReport'))
      .toEqual([{ reportName: 'monthlyComplianceReport', reportArguments: { reportMonth: '2026-10' }, token: 't' }])
  })

  it('is checked and fetched for a month and year', async () => {
    serveFiles((_, response) => sendFile(response, 'whole', 'application/zip'))
    openReport('monthlyCompliance', { getMonthlyReport: { notFound: false, reportURL: `reports/${FILE}` } })
    choose('Month', '09')
    choose('Year', '2025')
    choose('Year', '2026')
    await press('Download')
    await expect.poll(() => saved.files).toEqual([FILE])
    await expect
      .poll(() => requests('getMonthlyReport'))
      .toMatchObject([{ reportArguments: { reportMonth: '2026-09' } }])
    expect(fileRequests.map(({ method }) => method)).toEqual(['HEAD', 'GET'])
    await expect.poll(() => address()).toBe('/reports/monthlyComplianceReport?month=2026-09&asked=1')
  })

  it('reads its month from the address, and ignores an invalid one', async () => {
    openReport('monthlyCompliance', {}, '?month=2026-13&asked=1')
    expect(await screen.findByRole('option', { name: 'October', selected: true })).toBeTruthy()
  })
})
