// Saved reports and ready files: saving, opening, changing and fetching them.
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import ReportsPage from '#pages/reports/ReportsPage.tsx'
import { choose, press, messages, withReports } from './setup.tsx'

const { open, openReport, requests } = withReports()

const savedReport = {
  id: '7',
  name: 'Morning',
  reportName: 'feeReport',
  period: 'last7',
  campaign: '3',
  format: 'csv',
  schedule: 'daily',
  nextAt: '2026-11-22T21:00:00.000Z',
}
const readyFile = {
  id: '9',
  reportName: 'feeReport',
  savedName: 'Morning',
  fileName: 'FeeReport_from2026-11-15_to2026-11-21.csv',
  state: 'made',
  askedAt: '2026-11-21T21:00:00.000Z',
  madeAt: '2026-11-21T21:00:05.000Z',
  rows: 1200,
  total: 1200,
  bytes: 9000,
  resultText: '',
  keptUntil: '2026-11-28T21:00:05.000Z',
  reportURL: 'reports/FeeReport_from2026-11-15_to2026-11-21.csv?file=9',
}
const listResponses = (files: readonly object[] = [], reports: readonly object[] = []) => ({
  reportFiles: { reportFiles: files },
  savedReports: { savedReports: reports },
})
const chooseMenuItem = async (item: string) => {
  fireEvent.keyDown(await screen.findByRole('button', { name: 'More for Morning' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}

it('opens a saved report with its settings, with the days counted from today', async () => {
  open(<ReportsPage />, '/reports', listResponses([], [savedReport]))
  const link = await screen.findByRole('link', { name: 'Morning' })
  expect(link.getAttribute('href')).toBe('/reports/fee?from=2026-11-15&to=2026-11-21&campaign=3&asked=1')
  expect(screen.getByText(/Fee Report · 7 days to yesterday · Every day, next 23 Nov 2026, 05:00/)).toBeTruthy()
})

it('saved reports and ready files stay visible while reports are searched', async () => {
  open(<ReportsPage />, '/reports', listResponses([readyFile], [savedReport]))
  await screen.findByRole('link', { name: 'Morning' })
  const panels = () =>
    screen
      .getAllByRole('region')
      .map((panel) => panel.getAttribute('aria-label') ?? within(panel).getByRole('heading').textContent)
  expect(panels().slice(0, 2)).toEqual(['Ready files', 'Saved reports'])
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search reports' }), { target: { value: 'below zero' } })
  await expect.poll(() => panels()).toEqual(['Money on cards', 'Ready files', 'Saved reports'])
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search reports' }), { target: { value: 'nothing like it' } })
  await expect.poll(() => panels()).toEqual(['Ready files', 'Saved reports'])
  await screen.findByRole('link', { name: 'Morning' })
})

it('the file of a saved report can be generated before its scheduled day', async () => {
  open(<ReportsPage />, '/reports', { ...listResponses([], [savedReport]), makeReportFile: { id: '1' } })
  await chooseMenuItem('Generate the file now')
  await expect
    .poll(() => requests('makeReportFile'))
    .toMatchObject([
      { reportName: 'feeReport', startDate: '2026-11-15', endDate: '2026-11-21', campaign: '3', format: 'csv' },
    ])
})

it('a saved report is changed under its own name, and deleted after a confirmation', async () => {
  open(<ReportsPage />, '/reports', {
    ...listResponses([], [savedReport]),
    saveReport: { id: '7' },
    deleteSavedReport: {},
  })
  await chooseMenuItem('Change')
  choose('When to generate it', 'monthly')
  await press('Save')
  await expect
    .poll(() => requests('saveReport'))
    .toMatchObject([{ id: '7', name: 'Morning', period: 'last7', schedule: 'monthly', campaign: '3' }])
  await chooseMenuItem('Delete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the saved report “Morning”?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Delete the saved report' }))
  await expect.poll(() => requests('deleteSavedReport')).toMatchObject([{ id: '7' }])
  await expect.poll(messages).toContain('The saved report is deleted | Morning')
})

it('shows the progress of a file, downloads a finished one, and explains why one failed', async () => {
  const waitingFile = {
    ...readyFile,
    id: '10',
    savedName: '',
    fileName: 'a.csv',
    state: 'waiting',
    rows: 300,
    reportURL: '',
  }
  const failedFile = {
    ...readyFile,
    id: '11',
    savedName: '',
    fileName: 'b.xlsx',
    state: 'failed',
    resultText: 'Please ask for it as CSV',
    reportURL: '',
  }
  open(<ReportsPage />, '/reports', { ...listResponses([waitingFile, failedFile, readyFile]), discardReportFile: {} })
  expect((await screen.findByRole('progressbar', { name: 'Generating a.csv' })).getAttribute('aria-valuenow')).toBe(
    '25',
  )
  expect(screen.getByText('Please ask for it as CSV')).toBeTruthy()
  expect(screen.getByText(/1,200 rows, kept until 29 Nov 2026/)).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Download / })).toHaveLength(1)
  await press('Cancel a.csv')
  await expect.poll(() => requests('discardReportFile')).toMatchObject([{ id: '10' }])
})

it('saves the settings of a report from its page, and keeps the typed name if another saved report has it', async () => {
  const nameTakenText = 'You already have a saved report with this name'
  openReport('fee', { saveReport: { resultCode: '-20409', resultText: nameTakenText } }, '?campaign=3')
  await press('Save this report')
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Fees' } })
  choose('When to generate it', 'weekly')
  await screen.findByText(/You get an email when it is ready/)
  await press('Save')
  expect(await screen.findByText(nameTakenText)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Fees')
  await expect
    .poll(() => requests('saveReport'))
    .toMatchObject([
      { name: 'Fees', reportName: 'feeReport', period: 'lastMonth', schedule: 'weekly', campaign: '3', format: 'xlsx' },
    ])
})

it('reports that the lists could not be loaded', async () => {
  open(<ReportsPage />, '/reports', { reportFiles: undefined, savedReports: undefined })
  for (const name of ['Ready files', 'Saved reports'])
    expect(within(await screen.findByRole('region', { name })).getByText('Cannot connect to server')).toBeTruthy()
})
