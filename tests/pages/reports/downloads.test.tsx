// Complete reports as files from the server: token and specified names, progress, cancelling, leaving the page or
// ending the session meanwhile, and all types of failure.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cancelDownload, download as startDownload } from '#flows/downloads/downloads.ts'
import * as saving from '#services/files/save-file.ts'
import { sessionStore } from '#services/session/session.ts'
import { choose, download, fees, press, messages, sendFile, TODAY, type, withReports } from './setup.tsx'

const { openReport, requests, address, fileRequests, serveFiles } = withReports()
const saved = { files: [] as string[] }
beforeEach(() => {
  saved.files = []
  const save = async (name: string, blob: Blob) => void saved.files.push(`${name}: ${await blob.text()}`)
  vi.spyOn(saving, 'saveBlob').mockImplementation((name, blob) => void save(name, blob))
})
afterEach(() => void vi.useRealTimers())

const CSV_NAME = `FeeReport_from${TODAY}_to${TODAY}.csv`
async function openFeeReport(overrides = {}) {
  openReport('fee', { getDateRangeReport: fees(1, overrides) })
  await press('Search')
  await screen.findByText('Fee 1')
}
/** Starts sending a file; the test decides how it continues. */
function startSendingFile(headers = {}) {
  const responses: ServerResponse[] = []
  serveFiles((_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8', ...headers })
    responses.push(response)
    response.write('Date,"Fee\n Type",Amount\r\n2026,"a\nb",1.00\r\n2026,x,2.00\r\n')
  })
  return responses
}
/** Waits until the file is requested; returns a function that waits until the download is aborted. */
async function watchAbort(responses: readonly ServerResponse[]) {
  await expect.poll(() => responses).toHaveLength(1)
  const abortPromise = new Promise((resolve) => responses[0]?.once('close', resolve))
  return () => abortPromise
}
const findDownloadsRegion = () => screen.findByRole('region', { name: 'Downloads' })

describe('the files of a table', () => {
  it('are fetched with the token and saved under the specified names', async () => {
    serveFiles((_, response) => sendFile(response, 'whole', 'application/octet-stream'))
    await openFeeReport()
    await download('Excel')
    await expect.poll(() => saved.files).toEqual([`FeeReport_from${TODAY}_to${TODAY}.xlsx: whole`])
    await download('CSV')
    await expect.poll(() => saved.files.at(-1)).toBe(`${CSV_NAME}: whole`)
    expect(fileRequests.at(-1)).toEqual({ method: 'GET', path: `/voyager/reports/${CSV_NAME}`, token: 'Bearer t' })
  })

  it('show no messages if the download is short', async () => {
    serveFiles((_, response) => sendFile(response, 'whole'))
    await openFeeReport()
    // No time passes, however busy the machine is.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    act(() => startDownload({ address: `reports/${CSV_NAME}`, fileName: CSV_NAME, title: 'Fee Report' }))
    await expect.poll(() => saved.files).toEqual([`${CSV_NAME}: whole`])
    expect(messages()).toEqual([])
  })

  it('match the shown rows, not values typed since', async () => {
    serveFiles((_, response) => sendFile(response, 'whole'))
    openReport('fee', { getDateRangeReport: fees(1) }, '?from=2026-10-01&to=2026-10-02&campaign=3&asked=1')
    await screen.findByText('Fee 1')
    type('From', '2026-10-02')
    await download('CSV')
    await expect
      .poll(() => fileRequests.map(({ path }) => path))
      .toEqual(['/voyager/reports/FeeReport_from2026-10-01_to2026-10-02.csv?campaign=3'])
  })

  it('are fetched from the address that the server sends, never from another server', async () => {
    serveFiles((_, response) => sendFile(response, 'whole'))
    const withCsvFile = (url: string) => ({ files: [{ format: 'csv', url }] })
    await openFeeReport(withCsvFile('reports/FeeReport_x.csv?campaign=9'))
    await download('CSV')
    await expect.poll(() => saved.files).toEqual(['FeeReport_x.csv: whole'])
    expect(fileRequests.at(-1)?.path).toBe('/voyager/reports/FeeReport_x.csv?campaign=9')
    act(() => startDownload({ address: 'https://elsewhere.test/f.csv', fileName: 'f.csv', title: 'Fee Report' }))
    // On a slow machine the first download also shows a message.
    await expect
      .poll(messages)
      .toContain('Report download failed | f.csv. The address of the file is not the server’s.')
    expect(fileRequests).toHaveLength(1)
  })

  it('are prepared in the background if the report is long', async () => {
    await openFeeReport({ total: 9_000, truncated: true, makeReportFile: {} })
    await download('Prepare CSV in the background')
    await expect
      .poll(() => requests('makeReportFile'))
      .toEqual([
        {
          reportName: 'feeReport',
          startDate: TODAY,
          endDate: TODAY,
          format: 'csv',
          requestId: expect.any(String) as string,
          token: 't',
        },
      ])
    expect(fileRequests).toEqual([])
  })
})

describe('a long download', () => {
  it('shows its progress in rows, and its completion', async () => {
    const responses = startSendingFile({ 'x-total-rows': '3' })
    await openFeeReport()
    await download('CSV')
    const progress = within(await findDownloadsRegion())
    // A line break between quotes does not start a row.
    expect(await progress.findByText('2 of 3 rows, 0.0 MB')).toBeTruthy()
    expect(progress.getByRole('progressbar', { name: CSV_NAME }).getAttribute('aria-valuenow')).toBe('66')
    responses[0]?.end('2026,y,3.00\r\n')
    await expect.poll(() => saved.files).toHaveLength(1)
    await expect.poll(() => saved.files[0]).toContain('2026,y,3.00')
    expect(messages()).toEqual([`${CSV_NAME} is downloaded | Fee Report`])
    expect(screen.queryByRole('region', { name: 'Downloads' })).toBeNull()
  })

  it('shows its progress in bytes if the server reports the total', async () => {
    serveFiles((_, response) => {
      response.writeHead(200, { 'content-type': 'application/zip', 'content-length': '4000000' })
      response.write(new Uint8Array(1_000_000))
    })
    await openFeeReport()
    await download('Excel')
    const progress = within(await findDownloadsRegion())
    expect(await progress.findByText('1.0 MB of 4.0 MB')).toBeTruthy()
    expect(progress.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  })

  it('stops when it is cancelled: nothing is saved and the server notices', async () => {
    const responses = startSendingFile()
    await openFeeReport()
    await download('CSV')
    await findDownloadsRegion()
    const waitUntilAborted = await watchAbort(responses)
    await press(`Cancel ${CSV_NAME}`)
    await waitUntilAborted()
    expect(screen.queryByRole('region', { name: 'Downloads' })).toBeNull()
    await expect.poll(() => saved.files).toEqual([])
    expect(messages()).toEqual([])
    // The file can be downloaded again.
    serveFiles((_, response) => sendFile(response, 'whole'))
    await download('CSV')
    await expect.poll(() => saved.files).toEqual([`${CSV_NAME}: whole`])
  })

  it('continues when the user leaves the page', async () => {
    const responses = startSendingFile()
    await openFeeReport()
    await download('CSV')
    await findDownloadsRegion()
    await expect.poll(() => responses).toHaveLength(1)
    document.body.replaceChildren()
    responses[0]?.end()
    await expect.poll(() => saved.files).toHaveLength(1)
  })

  it('asks before the window closes, only while it is running', async () => {
    const responses = startSendingFile()
    const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    await openFeeReport()
    // Another test file's screens may still have a draft to save.
    await expect.poll(asksBeforeClosing).toBe(false)
    await download('CSV')
    await expect.poll(asksBeforeClosing).toBe(true)
    await expect.poll(() => responses).toHaveLength(1)
    responses[0]?.end()
    await expect.poll(() => saved.files).toHaveLength(1)
    expect(asksBeforeClosing()).toBe(false)
  })

  it('stops with the session, and the next user gets none of its data', async () => {
    const responses = startSendingFile()
    await openFeeReport()
    await download('CSV')
    await findDownloadsRegion()
    const waitUntilAborted = await watchAbort(responses)
    act(() => sessionStore.clear('logout'))
    await waitUntilAborted()
    await expect.poll(() => saved.files).toEqual([])
  })

  it('can be generated in the background instead', async () => {
    const responses = startSendingFile()
    await openFeeReport()
    await download('CSV')
    await findDownloadsRegion()
    const waitUntilAborted = await watchAbort(responses)
    await press('Prepare in the background')
    await waitUntilAborted()
    await expect.poll(() => requests('makeReportFile')).toMatchObject([{ reportName: 'feeReport', format: 'csv' }])
  })
})

describe('several downloads', () => {
  it('run in parallel, two at a time, each file once', async () => {
    const responses = startSendingFile()
    await openFeeReport()
    const files = ['a', 'b', 'c'].map((name) => ({
      address: `reports/${name}.csv`,
      fileName: `${name}.csv`,
      title: name,
    }))
    act(() => [...files, ...files].forEach(startDownload))
    await expect
      .poll(() => fileRequests.map(({ path }) => path))
      .toEqual(['/voyager/reports/a.csv', '/voyager/reports/b.csv'])
    await expect.poll(() => screen.queryAllByRole('progressbar')).toHaveLength(3)
    expect(screen.getByText('Waiting for other downloads')).toBeTruthy()
    await expect.poll(() => responses).toHaveLength(2)
    responses[0]?.end()
    await expect.poll(() => responses).toHaveLength(3)
    expect(fileRequests.at(-1)?.path).toBe('/voyager/reports/c.csv')
    act(() => cancelDownload('reports/c.csv'))
    responses[1]?.end()
    await expect.poll(() => saved.files.map((file) => file.slice(0, 5))).toEqual(['a.csv', 'b.csv'])
  })
})

describe('a download that fails', () => {
  it.each<[string, (response: ServerResponse) => unknown, string]>([
    ['404', (response: ServerResponse) => response.writeHead(404).end(), `Report not found | Fee Report: ${CSV_NAME}`],
    [
      '500 without a message',
      (response: ServerResponse) => response.writeHead(500).end(),
      `Report download failed | ${CSV_NAME}. The server could not make the file.`,
    ],
    [
      '429 with a message',
      (response: ServerResponse) =>
        response
          .writeHead(429, { 'content-type': 'application/json' })
          .end('{"resultCode":"-20429","resultText":"Too many calls"}'),
      `Report download failed | ${CSV_NAME}. Too many calls`,
    ],
    [
      'an error page of a proxy',
      (response: ServerResponse) => sendFile(response, '<html>', 'text/html'),
      `Report download failed | ${CSV_NAME}. The server could not make the file.`,
    ],
    [
      'no connection',
      (response: ServerResponse) => response.destroy(),
      `Report download failed | ${CSV_NAME}. Cannot connect to server.`,
    ],
    [
      'a broken connection',
      (response: ServerResponse) =>
        void (
          response.writeHead(200, { 'content-type': 'text/csv' }),
          response.write('Date\r\n', () => response.destroy())
        ),
      `Report download failed | ${CSV_NAME}. The connection was lost before the end. Nothing was saved.`,
    ],
  ])('shows the specified text for %s', async (_, serve, message) => {
    serveFiles((__, response) => void serve(response))
    await openFeeReport()
    await download('CSV')
    await expect.poll(messages).toEqual([message])
    await expect.poll(() => saved.files).toEqual([])
  })

  it('because the session has expired ends the session, as an API call does', async () => {
    serveFiles((_, response) => response.writeHead(401).end())
    await openFeeReport()
    await download('CSV')
    await expect.poll(() => sessionStore.get()).toBeUndefined()
    expect(messages()).toEqual([])
  })
})

describe('a report that can only be downloaded', () => {
  it('has no table; its file depends on its fields, which are in the address', async () => {
    serveFiles((_, response) => sendFile(response, 'whole'))
    openReport('devalue')
    await screen.findByRole('option', { name: 'Staff cards' })
    expect(screen.queryByRole('table')).toBeNull()
    choose('Campaign', '3')
    choose('Format', 'csv')
    type('From', '2026-11-20')
    await press('Download')
    await expect.poll(() => saved.files).toEqual([`DevalueReport_from2026-11-20_to${TODAY}.csv: whole`])
    expect(fileRequests[0]?.path).toBe(`/voyager/reports/DevalueReport_from2026-11-20_to${TODAY}.csv?campaign=3`)
    await expect
      .poll(() => address())
      .toBe(`/reports/devalueReport?from=2026-11-20&to=${TODAY}&campaign=3&format=csv&asked=1`)
  })

  it('is not fetched again after a reload, and respects the maximum range', async () => {
    serveFiles((_, response) => sendFile(response, 'whole'))
    openReport('cardSpend', {}, '?from=2026-09-01&to=2026-11-22&asked=1')
    expect((await screen.findByRole('alert')).textContent).toContain('end date is set to 2026-10-27')
    expect(fileRequests).toEqual([])
    await press('Download')
    await expect
      .poll(() => fileRequests.map(({ path }) => path))
      .toEqual(['/voyager/reports/CardSpendReport_from2026-09-01_to2026-10-27.xlsx'])
  })

  it('is generated in the background with a message', async () => {
    openReport('detailedTopup', { makeReportFile: { id: '7' } })
    await press('Prepare in the background')
    await expect
      .poll(messages)
      .toEqual([
        `The file is being prepared. It will be under Ready files on the Reports page. | Detailed Top Up Report: DetailedTopUpReport_from${TODAY}_to${TODAY}.xlsx`,
      ])
  })

  it('reports that there was no response to the request for a file in the background', async () => {
    openReport('detailedTopup', { makeReportFile: undefined })
    await press('Prepare in the background')
    await expect
      .poll(() => messages()[0])
      .toMatch(/^We cannot tell whether the file is being prepared\. Look under Ready files/)
  })
})

it('a disabled download explains the reason and does nothing', async () => {
  openReport('devalue')
  type('To', '2026-11-01')
  fireEvent.click(await screen.findByRole('button', { name: 'Download' }))
  await waitFor(() => expect(screen.getAllByText('Correct the dates first').length).toBeGreaterThan(0))
  expect(fileRequests).toEqual([])
})
