// Chargeback Report: its requests, fifteen rows per page, the details of each chargeback, and its three file types,
// read back by other libraries.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import * as XLSX from 'xlsx'
import { chargebackFieldNames, chargebackFields } from '#domain/reports/chargebacks.ts'
import ChargebackReportPage from '#pages/reports/chargeback/ChargebackReportPage.tsx'
import * as saving from '#services/files/save-file.ts'
import { exportWithoutWorker } from '#tests/support/exports-without-worker.ts'
import { pdfToTexts } from '#tests/support/pdf.ts'
import { campaigns, choose, download, press, TODAY, type, withReports } from './setup.tsx'

const { open, requests, address } = withReports()
const saved = { files: [] as { name: string; bytes: Uint8Array }[] }
beforeEach(() => {
  saved.files = []
  vi.spyOn(saving, 'saveFile').mockImplementation((name, _type, bytes) => void saved.files.push({ name, bytes }))
  exportWithoutWorker()
})

const MASKED_PAN = '900001••••••0017'
const chargeback = (index: number, overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  CHARGEBACKDATE: '2026-11-20T17:30:00.000Z',
  CHARGEBACKNUMBER: `CB${String(index).padStart(4, '0')}`,
  CAMPAIGNNAME: 'Staff cards',
  VOUCHERNUMBER: MASKED_PAN,
  TRACKINGNUMBER: `70000000100${String(index).padStart(4, '0')}`,
  NAMEONCARD: 'Mei Chen',
  WALLETREFERENCE: 'C07-0000012',
  TRANSACTIONID: String(4000 + index),
  ORIGINALTRANSACTIONDATE: '2026-11-10T02:00:00.000Z',
  TRANSACTIONDESCRIPTION: '=Metro Mart',
  POSENTRYMODE: '051',
  TRANSACTIONCURRENCY: 'SGD',
  TRANSACTIONAMOUNT: '1250.50',
  TRANSACTIONAMOUNTUSD: '937.87',
  CHARGEBACKPROCESSDATE: null,
  CHARGEBACKREASONCODE: '4837',
  CHARGEBACKDESCRIPTION: 'No cardholder authorisation',
  CHARGEBACKCURRENCY: 'EUR',
  CHARGEBACKAMOUNT: `${index}.25`,
  CHARGEBACKAMOUNTUSD: null,
  CHARGEBACKREJECTED: 0,
  CHARGEBACKREVERSED: 1,
  NETWORKREFERENCE: 'MCC000000012',
  NETWORKCLAIMID: 'CLM0000012',
  CHARGEBACKNOTES: 'First line\nSecond line',
  SECONDPRESENTMENTDATE: null,
  SECONDPRESENTMENTAMOUNT: null,
  SECONDPRESENTMENTAMOUNTUSD: null,
  SECONDPRESENTMENTREASONCODE: null,
  ...overrides,
})
const LIST_COLUMNS = [
  'CHARGEBACKDATE',
  'CHARGEBACKNUMBER',
  'VOUCHERNUMBER',
  'TRACKINGNUMBER',
  'CHARGEBACKAMOUNT',
  'CHARGEBACKREVERSED',
] as const
const report = (rows: readonly Record<string, unknown>[], overrides: object = {}) => ({
  VERSION: '1',
  COLUMNS: chargebackFieldNames.map((NAME, index) => ({ NAME, EXCELWIDTH: 10 + index })),
  SUMMARYCOLUMNS: LIST_COLUMNS,
  HTMLCOLUMNS: chargebackFieldNames,
  DATA: rows.map((row) => chargebackFieldNames.map((name) => row[name])),
  ...overrides,
})
const chargebacks = (count: number) => Array.from({ length: count }, (_, index) => chargeback(index + 1))

const openReport = (response: object, search = '') =>
  open(<ChargebackReportPage />, `/reports/chargebackReport${search}`, {
    getCampaigns: campaigns,
    getDateRangeLimit: { resultText: '366' },
    chargebackReport: { ...response },
  })
const shownRows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map(
      (cell) => cell.querySelector(':scope > span:not([aria-hidden])')?.textContent ?? '',
    ),
  )
const savedBytes = async (name: string) => {
  await waitFor(() => expect(saved.files.map((file) => file.name)).toContain(name))
  return Buffer.from(saved.files.find((file) => file.name === name)?.bytes ?? [])
}

it('requests today and all campaigns by default, then the chosen values, and keeps them in the address', async () => {
  openReport(report(chargebacks(1)))
  expect(await screen.findByText('Choose the dates, then search')).toBeTruthy()
  await press('Search')
  await screen.findByText('CB0001')
  await expect
    .poll(() => requests('chargebackReport'))
    .toEqual([{ startDate: TODAY, endDate: TODAY, campaign: '0', token: 't' }])
  await screen.findByRole('option', { name: 'Staff cards' })
  choose('Campaign', '3')
  type('From', '2026-11-01')
  await press('Search')
  await waitFor(() =>
    expect(requests('chargebackReport').at(-1)).toMatchObject({ startDate: '2026-11-01', campaign: '3' }),
  )
  await expect
    .poll(() => Object.fromEntries(new URLSearchParams(address()?.split('?')[1])))
    .toEqual({
      from: '2026-11-01',
      to: TODAY,
      campaign: '3',
      asked: '1',
    })
})

it('shows the totals above the list, one sum per currency', async () => {
  const rows = [
    chargeback(1),
    chargeback(2, { CHARGEBACKREJECTED: 1 }),
    chargeback(3, { CHARGEBACKCURRENCY: 'SGD', CHARGEBACKAMOUNT: '1000.00', CHARGEBACKREVERSED: 0 }),
  ]
  openReport(report(rows), '?asked=1')
  await screen.findByText('CB0001')
  const totals = screen.getByRole('region', { name: 'Totals of the chargebacks' })
  expect(totals.textContent).toBe('Chargebacks3AmountEUR 3.50, SGD 1,000.00Rejected1Reversed2')
})

it('sets both dates when a period is chosen', async () => {
  openReport(report([]))
  choose('Period', 'last7')
  await press('Search')
  await waitFor(() =>
    expect(requests('chargebackReport').at(-1)).toMatchObject({ startDate: '2026-11-15', endDate: '2026-11-21' }),
  )
  type('From', '2026-11-01')
  expect(screen.getByLabelText<HTMLSelectElement>('Period').selectedOptions[0]?.textContent).toBe('Other dates')
})

it('shortens a range to the days that the server allows, and reports this', async () => {
  openReport(report([]), '?from=2025-01-01&to=2026-11-22&asked=1')
  expect((await screen.findByRole('alert')).textContent).toBe('date limit is 366 days, end date is set to 2026-01-02')
  expect(await screen.findByText('No chargebacks in these dates')).toBeTruthy()
  await expect.poll(() => requests('getDateRangeLimit')).toMatchObject([{ reportName: 'chargebackReport' }])
  await expect
    .poll(() => requests('chargebackReport'))
    .toMatchObject([{ startDate: '2025-01-01', endDate: '2026-01-02' }])
})

it('shows fifteen rows per page with the server’s columns, masked card numbers, and amounts with their currency', async () => {
  openReport(report(chargebacks(32)), '?asked=1')
  await screen.findByText('CB0001')
  // The short label on screen, followed by the full one for screen readers.
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Requested',
    'ChargebackChargeback number',
    'Card Number',
    'Tracking Number',
    'AmountChargeback amount',
    'Reversed',
    'Actions',
  ])
  expect(shownRows()).toHaveLength(15)
  expect(document.querySelector('tbody tr')?.textContent).toContain('9000 01•• •••• 0017')
  expect(document.querySelector('tbody tr')?.textContent).toContain('EUR 1.25')
  // 17:30 UTC is the next day in the programme's zone.
  expect(document.querySelector('tbody tr')?.textContent).toContain('21 Nov 2026, 01:30')
  expect(screen.getByText('1–15 of 32')).toBeTruthy()
  await press('Next page')
  expect(await screen.findByText('CB0016')).toBeTruthy()
  await press('Next page')
  expect(await screen.findByText('CB0032')).toBeTruthy()
  expect(shownRows()).toHaveLength(2)
})

it('shows all fields of a chargeback in groups, and keeps its number in the address', async () => {
  openReport(report(chargebacks(3)), '?asked=1')
  fireEvent.click(await screen.findByRole('button', { name: 'Details chargeback CB0002' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Chargeback CB0002' }))
  await expect.poll(() => address()).toContain('chargeback=CB0002')
  const facts = Object.fromEntries(
    dialog.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )
  expect(facts).toMatchObject({
    'Tracking Number': '7000 0000 1000 002',
    'Card Number': '9000 01•• •••• 0017',
    'Purchase amount': 'SGD 1,250.50',
    'Purchase amount (USD)': 'USD 937.87',
    'Purchase date': '10 Nov 2026, 10:00 SGT',
    'Chargeback amount': 'EUR 2.25',
    'Chargeback amount (USD)': '–',
    Processed: '–',
    Rejected: 'No',
    Reversed: 'Yes',
    Notes: 'First line\nSecond line',
    'Second presentment': 'Not received',
  })
  // Every field appears exactly once, except: the two currencies appear with their amounts, and 'Not received' replaces
  // the four fields of the second presentment.
  expect(Object.keys(facts)).toHaveLength(chargebackFieldNames.length - 2 - 4 + 1)
  expect(dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Card',
    'Purchase',
    'Chargeback',
    'Second presentment',
  ])
  fireEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
  await waitFor(() => expect(address()).not.toContain('CB0002'))
})

it('opens the chargeback of the address, and shows its second presentment', async () => {
  const secondPresentment = {
    SECONDPRESENTMENTDATE: '2026-11-21T00:00:00Z',
    SECONDPRESENTMENTAMOUNT: '2.25',
    SECONDPRESENTMENTAMOUNTUSD: '2.40',
    SECONDPRESENTMENTREASONCODE: '2700',
  }
  openReport(report([chargeback(1), chargeback(2, secondPresentment)]), '?asked=1&chargeback=CB0002')
  const dialog = within(await screen.findByRole('dialog', { name: 'Chargeback CB0002' }))
  for (const text of ['21 Nov 2026, 08:00 SGT', 'EUR 2.25', 'USD 2.40', '2700'])
    expect(dialog.getAllByText(text).length).toBeGreaterThan(0)
})

it('downloads one chargeback as a PDF with real text and the client’s logo, under the specified name', async () => {
  openReport(report(chargebacks(2)), '?asked=1')
  fireEvent.click(await screen.findByRole('button', { name: 'PDF chargeback CB0002' }))
  const pdf = (await savedBytes('ChargebackDetails-trackingNumber-700000001000002.pdf')).toString('latin1')
  const texts = pdfToTexts(pdf).flat()
  for (const text of [
    'Voyager',
    'Chargeback CB0002',
    'Tracking number 7000 0000 1000 002',
    'Mei Chen',
    '=Metro Mart',
    'SGD 1,250.50',
    'EUR 2.25',
    'First line',
    'Second line',
    'Not received',
    'Page 1 of 1',
  ])
    expect(texts).toContain(text)
  expect(texts.join('\n')).toMatch(/Made by Amir Lee \(amir\) on 22 Nov 2026, 00:30 SGT/)
  expect(pdf).toContain('/Width 192')
})

it('downloads the list as a workbook with the server’s widths, and numeric amounts and times', async () => {
  openReport(report(chargebacks(20)), '?from=2026-11-01&to=2026-11-22&asked=1')
  await screen.findByText('CB0001')
  await download('Excel, the list')
  const bytes = await savedBytes('ChargebackReport_from2026-11-01_to2026-11-22.xlsx')
  const sheet = XLSX.read(bytes, { cellStyles: true, cellDates: true, UTC: true }).Sheets['Chargebacks'] ?? {}
  const rows = XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1 })
  expect(rows).toHaveLength(21)
  expect(rows[0]).toEqual([
    'Requested',
    'Chargeback number',
    'Card Number',
    'Tracking Number',
    'Chargeback amount',
    'Reversed',
  ])
  expect(rows[2]).toEqual([new Date('2026-11-21T01:30:00Z'), 'CB0002', MASKED_PAN, '700000001000002', 2.25, 'Yes'])
  expect(sheet['!cols']?.map(({ width }) => width)).toEqual(
    LIST_COLUMNS.map((name) => 10 + chargebackFieldNames.indexOf(name)),
  )
})

it('downloads all details as a workbook, with every column of the response', async () => {
  openReport(report(chargebacks(2)), '?from=2026-11-01&to=2026-11-22&asked=1')
  await screen.findByText('CB0001')
  await download('Excel, all details')
  const bytes = await savedBytes('ChargebackReportDetails_from2026-11-01_to2026-11-22.xlsx')
  const sheet = XLSX.read(bytes, { cellStyles: true, cellDates: true, UTC: true }).Sheets['Chargebacks'] ?? {}
  const [header = [], first = []] = XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: null })
  expect(header).toEqual(chargebackFieldNames.map((name) => chargebackFields[name].label))
  const cell = (name: (typeof chargebackFieldNames)[number]) => first[chargebackFieldNames.indexOf(name)]
  expect(cell('TRANSACTIONAMOUNT')).toBe(1250.5)
  expect(cell('ORIGINALTRANSACTIONDATE')).toEqual(new Date('2026-11-10T10:00:00Z'))
  expect(cell('TRANSACTIONDESCRIPTION')).toBe('=Metro Mart')
  expect(cell('TRANSACTIONID')).toBe('4001')
  expect(cell('SECONDPRESENTMENTAMOUNT')).toBeNull()
  expect(sheet['!cols']?.map(({ width }) => width)).toEqual(chargebackFieldNames.map((_, index) => 10 + index))
})

it('accepts other columns from another server', async () => {
  openReport(
    {
      VERSION: '7',
      COLUMNS: [
        { NAME: 'TRACKINGNUMBER', EXCELWIDTH: 20 },
        { NAME: 'CASEOFFICER', EXCELWIDTH: 12 },
      ],
      SUMMARYCOLUMNS: ['CASEOFFICER', 'NOTHERE'],
      HTMLCOLUMNS: ['CASEOFFICER', 'TRACKINGNUMBER'],
      DATA: [
        ['700000001000002', 'Lou'],
        ['700000001000003', null],
      ],
    },
    '?asked=1',
  )
  expect(await screen.findByText('Lou')).toBeTruthy()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['CASEOFFICER', 'Actions'])
  fireEvent.click(screen.getByRole('button', { name: 'Details chargeback 2' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Chargeback 2' }))
  expect(dialog.getByText('7000 0000 1000 003')).toBeTruthy()
  expect(dialog.getByRole('heading', { name: 'Other' })).toBeTruthy()
})

it('shows the server’s refusal, and retries after an error', async () => {
  openReport(
    {
      resultCode: '-20400',
      resultText: 'There are more than 5,000 chargebacks in these dates. Choose fewer days or one campaign',
    },
    '?asked=1',
  )
  expect(await screen.findByText(/Choose fewer days or one campaign/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
  await press('Try again')
  await waitFor(() => expect(requests('chargebackReport')).toHaveLength(2))
})
