// Reports by two dates: their requests with and without choices, the maximum range, the contents of the table, and what
// is shown instead of rows.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { reportReached, reportUnreachable } from '#services/server/connection.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { campaigns, choose, fees, messages, NOW, press, table, TODAY, type, withReports } from './setup.tsx'

const server = withReports()
const { openReport, requests, address } = server
const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const lastRequest = () => requests('getDateRangeReport').at(-1)
const shownRows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map((cell) => cell.lastElementChild?.textContent),
  )

describe.each(['America/New_York', 'Asia/Kolkata', 'UTC'])('in a browser in %s', (timeZone) => {
  it('requests today in the programme’s time zone and all campaigns, unless others are chosen', async () => {
    process.env['TZ'] = timeZone
    openReport('fee', { getDateRangeReport: fees() })
    expect(screen.getByRole('textbox', { name: 'From' })).toHaveProperty('value', TODAY)
    expect(screen.getByRole('textbox', { name: 'To' })).toHaveProperty('value', TODAY)
    expect(screen.getByRole('option', { name: 'All', selected: true })).toBeTruthy()
    await press('Search')
    expect(await screen.findByText('Fee 1')).toBeTruthy()
    await expect
      .poll(() => lastRequest())
      .toMatchObject({
        reportName: 'feeReport',
        reportArguments: { startDate: TODAY, endDate: TODAY, campaign: '0' },
      })
    expect(screen.getByRole('heading', { name: '22 Nov 2026, all campaigns' })).toBeTruthy()
    expect(shownRows()[0]?.[0]).toBe('22 Nov 2026')
  })
})

it('sends no request before Search, and then stores the choices in the address', async () => {
  openReport('fee', { getDateRangeReport: fees() })
  expect(await screen.findByText('Choose the dates, then search')).toBeTruthy()
  await screen.findByRole('option', { name: 'Staff cards' })
  await expect.poll(() => requests('getDateRangeReport')).toEqual([])
  choose('Campaign', '3')
  type('From', '2026-11-01')
  await press('Search')
  await screen.findByText('Fee 1')
  await expect
    .poll(() => lastRequest())
    .toMatchObject({ reportArguments: { startDate: '2026-11-01', endDate: TODAY, campaign: '3' } })
  await expect.poll(() => address()).toBe(`/reports/fee?from=2026-11-01&to=${TODAY}&campaign=3&asked=1`)
})

it('reads all choices from an address, closed campaigns included', async () => {
  openReport('fee', { getDateRangeReport: fees() }, '?from=2026-10-01&to=2026-10-02&campaign=4&asked=1')
  await screen.findByText('Fee 1')
  await expect
    .poll(() => lastRequest())
    .toMatchObject({
      reportArguments: { startDate: '2026-10-01', endDate: '2026-10-02', campaign: '4' },
    })
  expect(await screen.findByRole('option', { name: 'Old cards (closed)', selected: true })).toBeTruthy()
  expect(await screen.findByRole('heading', { name: '01 Oct 2026 to 02 Oct 2026, Old cards' })).toBeTruthy()
})

it('has no campaign field for a report without campaigns', async () => {
  openReport('topUp', { getDateRangeReport: table(['DATE', 'AMOUNT'], ['date', 'money'], [['2026-11-22', '3.75']]) })
  await press('Search')
  await screen.findByText('3.75')
  expect(screen.getByRole('heading', { name: '22 Nov 2026' })).toBeTruthy()
  expect(screen.queryByLabelText('Campaign')).toBeNull()
  await expect.poll(() => lastRequest()?.['reportArguments']).toEqual({ startDate: TODAY, endDate: TODAY })
})

it('shows money right-aligned with two decimals, and the totals of the rows', async () => {
  openReport('fee', { getDateRangeReport: fees(2) })
  await press('Search')
  await screen.findByText('Fee 1')
  expect(shownRows()[0]).toEqual(['22 Nov 2026', 'Staff cards', 'Fee 1', '1,200', '1,250.50'])
  expect(screen.getByRole('columnheader', { name: 'Amount' }).className).toContain('align-figures')
  const figures = within(screen.getByRole('region', { name: 'Figures of Fee Report' }))
  expect(figures.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '2',
    '2,400',
    'SGD 2,501.00',
  ])
})

it('shows unknown columns by the types in the response', async () => {
  const response = table(
    ['WHEN', 'Sum', 'n', 'IsOpen', 'Text', 'At'],
    ['date', 'decimal', 'bigint', 'bit', 'nvarchar', 'datetime2'],
    [['2026-11-01', '-5.00', 1234, true, null, '2026-11-01T16:30:00Z']],
  )
  openReport('fee', { getDateRangeReport: response })
  await press('Search')
  await screen.findByText('01 Nov 2026')
  expect(shownRows()).toEqual([['01 Nov 2026', '-5.00', '1,234', 'Yes', '', '02 Nov 2026, 00:30']])
  expect(screen.getByRole('columnheader', { name: 'Sum' })).toBeTruthy()
})

describe('the maximum date range', () => {
  const limitMessage = 'date limit is 56 days, end date is set to 2026-10-27'

  it('shortens a longer range from its start, and reports this', async () => {
    openReport('fee', { getDateRangeReport: fees() })
    await waitFor(() => expect(requests('getDateRangeLimit')).toEqual([{ reportName: 'feeReport', token: 't' }]))
    await waitFor(() => {
      type('From', '2026-09-01')
      expect(screen.getByRole('alert').textContent).toBe(limitMessage)
    })
    expect(screen.getByRole('textbox', { name: 'To' })).toHaveProperty('value', '2026-10-27')
    expect(screen.getByRole('textbox', { name: 'To' }).getAttribute('aria-invalid')).toBeNull()
    await press('Search')
    await screen.findByText('Fee 1')
    await expect
      .poll(() => lastRequest())
      .toMatchObject({ reportArguments: { startDate: '2026-09-01', endDate: '2026-10-27' } })
    await expect.poll(() => address()).toContain('from=2026-09-01&to=2026-10-27')
  })

  it('accepts a range of exactly the maximum length, and removes the message once the dates are within it', async () => {
    openReport('fee', {}, '?from=2026-09-01&to=2026-11-01')
    expect((await screen.findByRole('alert')).textContent).toBe(limitMessage)
    type('To', '2026-10-26')
    expect(screen.queryByRole('alert')).toBeNull()
    type('To', '2026-10-27')
    expect(screen.queryByRole('alert')).toBeNull()
    type('To', '2026-10-28')
    expect(screen.getByRole('alert').textContent).toBe(limitMessage)
    type('From', '2026-09-02')
    expect(screen.queryByRole('alert')).toBeNull()
    // The end date set by the limit was not typed, so the typed date is used again.
    expect(screen.getByRole('textbox', { name: 'To' })).toHaveProperty('value', '2026-10-28')
  })

  it('applies to an address as well, and nothing longer is requested', async () => {
    openReport('fee', { getDateRangeReport: fees() }, '?from=2026-09-01&to=2026-11-22&asked=1')
    await screen.findByText('Fee 1')
    await expect
      .poll(() => requests('getDateRangeReport').map(({ reportArguments }) => reportArguments))
      .toEqual([{ startDate: '2026-09-01', endDate: '2026-10-27', campaign: '0' }])
    expect(screen.getByRole('alert').textContent).toBe(limitMessage)
  })

  it('comes from the server’s response if it could not be loaded before', async () => {
    openReport('fee', {
      getDateRangeLimit: { resultCode: '-20500' },
      getDateRangeReport: { resultCode: '-20301', resultText: 'Maximum search timespan is 56 days' },
    })
    type('From', '2026-01-01')
    await press('Search')
    expect(await screen.findByText('Maximum search timespan is 56 days')).toBeTruthy()
    expect(screen.getByText('The report could not be loaded')).toBeTruthy()
  })
})

it('sends no request for days in the wrong order or that do not exist', async () => {
  openReport('fee', { getDateRangeReport: fees() })
  type('To', '2026-11-21')
  expect(await screen.findByText('The date filter start date is greater than the end date')).toBeTruthy()
  await press('Search')
  type('To', '2026-02-31')
  await press('Search')
  expect(screen.getByText(/^Enter a date as/)).toBeTruthy()
  await expect.poll(() => requests('getDateRangeReport')).toEqual([])
})

it('shows that there are no rows', async () => {
  openReport('fee', { getDateRangeReport: fees(0) })
  await press('Search')
  expect(await screen.findByText('No results for these dates')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
})

it('shows the error, and retries', async () => {
  const { setResponses } = server
  openReport('fee', { getDateRangeReport: { resultCode: '-20500', resultText: 'An error occurred' } })
  await press('Search')
  expect(await screen.findByText('An error occurred')).toBeTruthy()
  setResponses({ getCampaigns: campaigns, getDateRangeReport: fees(1) })
  await press('Try again')
  expect(await screen.findByText('Fee 1')).toBeTruthy()
})

it('a truncated report is marked, cannot be sorted, and offers the complete rows as files', async () => {
  openReport('fee', { getDateRangeReport: fees(60, { total: 12_345, truncated: true }) })
  await press('Search')
  expect(await screen.findByText('The first 60 of 12,345 rows. Download the report to see every row.')).toBeTruthy()
  expect(shownRows()).toHaveLength(25)
  expect(screen.getByText('1–25 of 60')).toBeTruthy()
  expect(within(screen.getByRole('columnheader', { name: 'Amount' })).queryByRole('button')).toBeNull()
  // Sums of some rows would be mistaken for those of all rows.
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['12,345'])
})

it('shows the age of figures from a replica of the database', async () => {
  openReport('fee', { getDateRangeReport: fees(1, { lagSeconds: 3 }) })
  await press('Search')
  expect(await screen.findByText('These figures come from a copy of the database and are 3 seconds old.')).toBeTruthy()
})

it('does not mention a replica if there is none', async () => {
  openReport('fee', { getDateRangeReport: fees(1) })
  await press('Search')
  await screen.findByText('Fee 1')
  expect(screen.queryByText(/copy of the database/)).toBeNull()
})

it('shows a report as it was loaded until it is requested again', async () => {
  openReport('fee', { getDateRangeReport: fees(1) })
  await press('Search')
  await screen.findByText('Fee 1')
  vi.setSystemTime(NOW + 3_600_000)
  fireEvent(document, new Event('visibilitychange'))
  fireEvent.focus(window)
  await expect.poll(() => requests('getDateRangeReport')).toHaveLength(1)
  await press('Search')
  await waitFor(() => expect(requests('getDateRangeReport')).toHaveLength(2))
})

it('explains without a connection that the report needs the server, and sends no request', async () => {
  openReport('fee', { getDateRangeReport: fees(1) })
  act(() => reportUnreachable('no connection'))
  await screen.findByText(/^Reports come from the server\./)
  await press('Search')
  await expect.poll(() => requests('getDateRangeReport')).toEqual([])
  act(() => reportReached())
  await press('Search')
  expect(await screen.findByText('Fee 1')).toBeTruthy()
})

it('prints all rows of a report, with its author and time', async () => {
  openReport('fee', { getDateRangeReport: fees(60) })
  await press('Search')
  await screen.findByText('Fee 1')
  const rows = () => within(screen.getByRole('group', { name: 'Fee Report' })).getAllByRole('rowheader')
  expect(rows()).toHaveLength(25)
  fireEvent(window, new Event('beforeprint'))
  expect(rows()).toHaveLength(60)
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  expect(screen.getByText('Made by Amir Lee (amir) on 22 Nov 2026, 00:30 SGT').className).toContain('print:block')
  fireEvent(window, new Event('afterprint'))
  expect(rows()).toHaveLength(25)
})

describe('the movements of the funding account', () => {
  const openMovements = async () => {
    const movements = table(['MOVEMENT', 'BALANCE'], ['VARCHAR', 'NUMERIC'], [['Funding', 1500]])
    openReport('fundMovement', { getDateRangeReport: movements }, '?from=2026-11-01&to=2026-11-20&asked=1')
    await screen.findByText('15.00')
  }
  const linkName = 'Open the funding account'

  it('lead to the page of the account with the same days', async () => {
    signInTestUser({ Report: ['read'], Funding: ['read'] }, 'amir')
    await openMovements()
    expect(screen.getByRole('link', { name: linkName }).getAttribute('href')).toBe(
      '/funding?statement-from=2026-11-01&statement-to=2026-11-20',
    )
  })

  it('lead nowhere for a user who cannot open that page', async () => {
    await openMovements()
    expect(screen.queryByRole('link', { name: linkName })).toBeNull()
  })
})

describe('the use of cards', () => {
  const overdrawn = table(
    ['DATE', 'TRACKINGNUMBER', 'BALANCE'],
    ['date', 'varchar', 'money'],
    [['2026-11-20', '700000001000001', '-12.00']],
  )
  const card = { TRACKINGNUMBER: '700000001000001', VOUCHERID: '77' }
  const openOverdrawn = (cards: readonly object[]) =>
    openReport(
      'negativeBalance',
      { getDateRangeReport: overdrawn, cardSearch: { cards, truncated: false } },
      '?from=2026-11-01&to=2026-11-20&asked=1',
    )
  const trackingNumber = /7000 ?0000 ?1000 ?001/

  it('leads from a row to its card, and from the report to the daily control', async () => {
    signInTestUser({ Report: ['read'], CardStatement: ['read'], Feed: ['write'] }, 'ada')
    openOverdrawn([{ ...card, TRACKINGNUMBER: '7000000010000012', VOUCHERID: '78' }, card])
    expect((await screen.findByRole('link', { name: 'Open the daily control' })).getAttribute('href')).toBe(
      '/card/events/daily?status=all',
    )
    await press(trackingNumber)
    await expect.poll(() => address()).toBe('/card/details/77')
    await expect
      .poll(() => requests('cardSearch'))
      .toMatchObject([{ searchType: '4', searchTerm: card.TRACKINGNUMBER }])
  })

  it('leads nowhere for a user who cannot read cards, and says if the card is gone', async () => {
    openOverdrawn([])
    await screen.findByText('-12.00')
    expect(screen.queryByRole('button', { name: trackingNumber })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Open the daily control' })).toBeNull()
    await act(() => signInTestUser({ Report: ['read'], CardStatement: ['read'] }, 'amir'))
    await press(trackingNumber)
    await expect.poll(messages).toEqual(['No card has this tracking number | Tracking Number'])
  })
})
