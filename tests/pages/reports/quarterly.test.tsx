// Mastercard Quarterly Report: the default quarter, the fetched file, its preview, and the message if there is no file.
import { screen, waitFor, within } from '@testing-library/react'
import { useNavigate } from 'react-router-dom'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import QuarterlyReportPage from '#pages/reports/quarterly/QuarterlyReportPage.tsx'
import { sessionStore } from '#services/session/session.ts'
import { writeXls } from '#sheets/write-xls.ts'
import { exportWithoutWorker } from '#tests/support/exports-without-worker.ts'
import { campaigns, choose, press, withReports } from './setup.tsx'

const { open, address, fileRequests, serveFiles } = withReports()
const blobs = new Map<string, Blob>()
let bytes: Uint8Array
beforeAll(async () => {
  bytes = await writeXls({
    name: 'QMR',
    widths: [],
    rows: [
      ['Mastercard Quarterly Report'],
      ['ICA', '9001'],
      ['First day', { serial: 46_204, withTime: false }],
      [],
      ['Cards', 1234, { amountCents: 567_890 }],
    ],
  })
})
beforeEach(() => {
  exportWithoutWorker()
  blobs.clear()
  // jsdom does not support object URLs.
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => (blobs.set(`blob:${blobs.size}`, blob), `blob:${blobs.size - 1}`),
      revokeObjectURL: (url: string) => blobs.delete(url),
    }),
  )
  serveFiles((_, response) => response.writeHead(200, { 'content-type': 'application/vnd.ms-excel' }).end(bytes))
})

const openReport = (search = '') => open(<QuarterlyReportPage />, `/reports/qmr${search}`, { getCampaigns: campaigns })
const calls = () => fileRequests.map(({ method, path, token }) => `${method} ${path} ${token}`)

it('starts with the last finished quarter, and fetches nothing before a campaign is chosen', async () => {
  openReport()
  expect(await screen.findByRole('option', { name: 'Staff cards, ICA 9001' })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Quarter' })).toHaveProperty('value', '3')
  expect(screen.getByRole('combobox', { name: 'Year' })).toHaveProperty('value', '2026')
  expect(screen.getByRole('textbox', { name: 'Dates' })).toHaveProperty('value', '01 Jul 2026 to 30 Sep 2026')
  expect(screen.getByRole('textbox', { name: 'Dates' })).toHaveProperty('readOnly', true)
  expect(screen.getByText('Choose a campaign')).toBeTruthy()
  expect(fileRequests).toEqual([])
})

it('offers the quarters 1 to 4 and the years 1990 to 2099', () => {
  openReport()
  const optionsOf = (name: string) =>
    within(screen.getByRole('combobox', { name }))
      .getAllByRole('option')
      .map((option) => option.getAttribute('value'))
  expect(optionsOf('Quarter')).toEqual(['1', '2', '3', '4'])
  expect(optionsOf('Year')).toEqual(Array.from({ length: 110 }, (_, index) => String(1990 + index)))
})

it('checks whether the file exists, fetches it with the token, shows it and links to the same bytes', async () => {
  openReport()
  await screen.findByRole('option', { name: 'Staff cards, ICA 9001' })
  choose('Campaign', '3')
  const sheet = within(await screen.findByRole('table', { name: 'Preview of QMR_9001_2026Q3.xls' }))
  expect(calls()).toEqual([
    'HEAD /voyager/reports/QMR_9001_2026Q3.xls Bearer t',
    'GET /voyager/reports/QMR_9001_2026Q3.xls Bearer t',
  ])
  await expect.poll(() => address()).toBe('/reports/qmr?campaign=3')
  expect(sheet.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Row', 'A', 'B', 'C'],
    ['1', 'Mastercard Quarterly Report', '', ''],
    ['2', 'ICA', '9001', ''],
    ['3', 'First day', '01 Jul 2026', ''],
    ['4', '', '', ''],
    ['5', 'Cards', '1,234', '5,678.90'],
  ])
  const link = await screen.findByRole('link', { name: 'Download' })
  expect(link.getAttribute('download')).toBe('QMR_9001_2026Q3.xls')
  const blob = blobs.get(link.getAttribute('href') ?? '')
  expect(blob?.type).toBe('application/vnd.ms-excel')
  expect(blob?.size).toBe(bytes.length)
})

it('reads all choices from an address, and requests again for another quarter', async () => {
  openReport('?campaign=4&quarter=1&year=2025')
  await screen.findByRole('table')
  expect(screen.getByRole('textbox', { name: 'Dates' })).toHaveProperty('value', '01 Jan 2025 to 31 Mar 2025')
  choose('Quarter', '4')
  choose('Year', '2024')
  await waitFor(() => expect(calls().at(-1)).toBe('GET /voyager/reports/QMR_9001_2024Q4.xls Bearer t'))
  await expect.poll(() => address()).toBe('/reports/qmr?campaign=4&quarter=4&year=2024')
  expect(await screen.findByRole('heading', { name: 'QMR_9001_2024Q4.xls' })).toBeTruthy()
})

it('Back leads from another quarter to the previous one', async () => {
  const Back = () => {
    const navigate = useNavigate()
    return <button onClick={() => void navigate(-1)}>Back</button>
  }
  open(
    <>
      <QuarterlyReportPage />
      <Back />
    </>,
    '/reports/qmr?campaign=3',
    { getCampaigns: campaigns },
  )
  await screen.findByRole('table', { name: 'Preview of QMR_9001_2026Q3.xls' })
  serveFiles((_, response) => response.writeHead(404).end())
  choose('Year', '2099')
  expect(await screen.findByText('Report not found')).toBeTruthy()
  await press('Back')
  expect(await screen.findByRole('table', { name: 'Preview of QMR_9001_2026Q3.xls' })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Year' })).toHaveProperty('value', '2026')
})

it.each(['?campaign=3&quarter=5', '?campaign=3&year=1989', '?campaign=3&year=2100', '?campaign=3&quarter=1%2F..'])(
  'ignores an address with a quarter or year that does not exist: %s',
  async (search) => {
    openReport(search)
    await screen.findByRole('table')
    expect(fileRequests[0]?.path).toBe('/voyager/reports/QMR_9001_2026Q3.xls')
  },
)

it.each([
  ['?campaign=3&quarter=4', 'A quarter’s report is available from the day after it ends.'],
  ['?campaign=3&year=1990', 'There were no cards with this ICA yet.'],
])('reports that there is no file, and why: %s', async (search, reason) => {
  serveFiles((_, response) => response.writeHead(404).end())
  openReport(search)
  expect(await screen.findByText('Report not found')).toBeTruthy()
  expect(screen.getByText(reason)).toBeTruthy()
  expect(fileRequests.map(({ method }) => method)).toEqual(['HEAD'])
  expect(screen.queryByRole('link', { name: 'Download' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('reports any other failure, and retries', async () => {
  serveFiles((_, response) => response.writeHead(500).end())
  openReport('?campaign=3')
  expect(await screen.findByText('Report download failed')).toBeTruthy()
  serveFiles((_, response) => response.writeHead(200, { 'content-type': 'application/vnd.ms-excel' }).end(bytes))
  await press('Try again')
  expect(await screen.findByRole('table')).toBeTruthy()
})

it('still offers a file that it cannot preview', async () => {
  serveFiles((_, response) =>
    response.writeHead(200, { 'content-type': 'application/vnd.ms-excel' }).end('no workbook'),
  )
  openReport('?campaign=3')
  expect(await screen.findByText('The file cannot be shown here')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Download' })).toBeTruthy()
})

it('ends the session if the server no longer accepts it', async () => {
  serveFiles((_, response) => response.writeHead(401).end())
  openReport('?campaign=3')
  await expect.poll(() => sessionStore.get()).toBeUndefined()
})

it('ignores a campaign in the address that the user has no access to', async () => {
  openReport('?campaign=99')
  await screen.findByRole('option', { name: 'Staff cards, ICA 9001' })
  expect(screen.getByText('Choose a campaign')).toBeTruthy()
  expect(fileRequests).toEqual([])
})
