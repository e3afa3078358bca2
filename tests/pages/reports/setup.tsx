// Shared by the tests of the report pages: a user who can read reports, a server that handles calls and serves files,
// and a time at which it is already tomorrow in Singapore.
import 'fake-indexeddb/auto'
import { fireEvent, screen } from '@testing-library/react'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach, vi } from 'vitest'
import { Downloads } from '#app/frame/Downloads.tsx'
import type { ReportId } from '#domain/reports/reports.ts'
import { reportPath } from '#domain/reports/reports.ts'
import * as charts from '#pages/reports/charts/ReportChart.tsx'
import * as pivots from '#pages/reports/charts/ReportPivot.tsx'
import { createReportPage } from '#pages/reports/ReportPage.tsx'
import { dismissNotice, currentNotices } from '#services/notices.ts'
import { reportReached } from '#services/server/connection.ts'
import { type StubResponse, withPage } from '#tests/pages/orders/setup.tsx'

/** 22 November in the programme's zone; the 21st in New York, Kolkata and UTC. */
export const NOW = Date.UTC(2026, 10, 21, 16, 30)
export const TODAY = '2026-11-22'

export const campaigns = {
  campaigns: [
    {
      CampaignID: '3',
      CampaignName: 'Staff cards',
      CampaignCurrencySymbol: 'S$',
      CampaignCurrency: 'SGD',
      CampaignCardICA: '9001',
    },
    {
      CampaignID: '4',
      CampaignName: 'Old cards',
      CampaignCurrencySymbol: 'S$',
      CampaignCurrency: 'SGD',
      CampaignCardICA: '9001',
      CLOSED: true,
    },
  ],
}

/** A response with the table of a report. */
export const table = (
  columns: readonly string[],
  types: readonly string[],
  data: readonly unknown[][],
  overrides = {},
) => ({
  columns,
  meta: types.map((TypeName) => ({ TypeName })),
  data,
  excelBase64: '',
  total: data.length,
  truncated: false,
  reportURL: '',
  files: [],
  ...overrides,
})

export const fees = (rows = 2, overrides = {}) =>
  table(
    ['DATE', 'CAMPAIGN', 'FEETYPE', 'COUNT', 'AMOUNT'],
    ['date', 'varchar', 'varchar', 'int', 'money'],
    Array.from({ length: rows }, (_, row) => ['2026-11-22', 'Staff cards', `Fee ${row + 1}`, 1200, '1250.50']),
    overrides,
  )

interface FileRequest {
  readonly method: string
  readonly path: string
  readonly token: string | undefined
}

type FileHandler = (request: IncomingMessage, response: ServerResponse) => void

export function withReports(permissions: Record<string, string[]> = { Report: ['read'] }) {
  const page = withPage(permissions)
  const fileRequests: FileRequest[] = []
  let serve: FileHandler = (_, response) => void response.writeHead(404).end()
  beforeEach(() => {
    // Chart and sums repeat the table's data, and have separate tests (charts.test.tsx).
    vi.spyOn(charts, 'ReportChart').mockReturnValue(<></>)
    vi.spyOn(pivots, 'ReportPivot').mockReturnValue(<></>)
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    fileRequests.length = 0
    serve = (_, response) => void response.writeHead(404).end()
    reportReached(Infinity)
    page.serve((request, response) => {
      const { method = '', url = '', headers } = request
      if (url.endsWith('/health'))
        return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ready":true}')
      fileRequests.push({ method, path: url, token: headers.authorization })
      serve(request, response)
    })
  })
  afterEach(() => {
    for (const { id } of currentNotices().visible) dismissNotice(id)
    vi.useRealTimers()
  })
  return {
    ...page,
    /** All requests other than API calls, in order. */
    fileRequests,
    /** Sets how files are served from now on. */
    serveFiles: (next: FileHandler) => {
      serve = next
    },
    /** Opens a report's page at an address, with the downloads at its foot. */
    openReport(id: ReportId, responses: Readonly<Record<string, StubResponse>> = {}, search = '') {
      const Page = createReportPage(id)
      page.open(
        <>
          <Page />
          <Downloads />
        </>,
        `${reportPath(id)}${search}`,
        { getCampaigns: campaigns, getDateRangeLimit: { resultText: '56' }, ...responses },
      )
    },
  }
}

export const sendFile = (response: ServerResponse, text: string, type = 'text/csv; charset=utf-8', headers = {}) =>
  void response.writeHead(200, { 'content-type': type, ...headers }).end(text)

export const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

export function type(name: string | RegExp, text: string): void {
  const field = screen.getByRole('textbox', { name })
  fireEvent.change(field, { target: { value: text } })
  fireEvent.blur(field)
}

export const choose = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } })

/** Clicks an item of the open download menu. */
export async function download(label: string) {
  const trigger = await screen.findByRole('button', { name: 'Download' })
  fireEvent.pointerDown(trigger, { button: 0, ctrlKey: false })
  fireEvent.click(await screen.findByRole('menuitem', { name: label }))
}

export const messages = () =>
  currentNotices().visible.map(({ text, about }) => (about === undefined ? text : `${text} | ${about}`))
