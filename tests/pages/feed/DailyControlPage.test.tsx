// Daily control: the days that differ, both sides of a day, and its events with the way to the list of unapplied events.
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import DailyControlPage from '#pages/feed/DailyControlPage.tsx'
import { withPage } from '../orders/setup.tsx'

const { open, setResponses, requests } = withPage({ Feed: ['write'], CardStatement: ['read'] })

const day = {
  source: 'acme',
  day: '2026-11-20',
  campaignId: '1',
  campaignName: 'Travel',
  currency: 'SGD',
  count: 3,
  sum: '42.50',
  ledgerCount: 2,
  ledgerSum: '53.50',
  differs: true,
  receivedAt: '2026-11-21T00:10:00.000Z',
}
const event = {
  eventId: 'evt-1',
  kind: 'clearing',
  at: '2026-11-20T02:00:00.000Z',
  receivedAt: '2026-11-20T02:00:01.000Z',
  trackingNumber: '700000001000000',
  voucherID: '12',
  amount: '11.00',
  posted: '11.25',
  fault: null,
  exceptionId: null,
}
const unknown = { ...event, eventId: 'evt-2', voucherID: null, posted: null, fault: 'unknownCard', exceptionId: '7' }
const waiting = { ...event, eventId: 'evt-3', kind: 'reversal', posted: null }
const responses = {
  feedDays: ({ status }: Record<string, unknown>) => ({
    days: status === 'all' ? [day, { ...day, campaignName: 'Gift', campaignId: '2', differs: false }] : [day],
  }),
  feedDayEvents: { events: [unknown, waiting, event], total: 700 },
}

it('lists the days that differ, with the difference, and all days on request', async () => {
  open(<DailyControlPage />, '/card/events/daily', responses)
  const row = within((await screen.findByText('Travel')).closest('tr') as HTMLElement)
  for (const text of ['Differs', '42.50', '53.50', '-11.00']) expect(row.getByText(text)).toBeTruthy()
  expect(screen.queryByText('Gift')).toBeNull()
  fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'all' } })
  expect(within((await screen.findByText('Gift')).closest('tr') as HTMLElement).getByText('Agrees')).toBeTruthy()
})

it('leads from a day to its events, and from an event to the reason', async () => {
  open(<DailyControlPage />, '/card/events/daily', responses)
  fireEvent.click(await screen.findByRole('button', { name: 'Events of Travel, 20 Nov 2026' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Travel, 20 Nov 2026' }))
  expect(
    dialog.getByText('The processor has SGD 42.50 (events: 3), the ledger has SGD 53.50 (events: 2).'),
  ).toBeTruthy()
  const reason = await dialog.findByRole('link', { name: 'The card is unknown' })
  expect(reason.getAttribute('href')).toContain('/card/events?event=7')
  expect(dialog.getByText('Waits for another event')).toBeTruthy()
  expect(dialog.getByText('The first 3 of 700 events. Those that were not posted come first.')).toBeTruthy()
  await expect
    .poll(() => requests('feedDayEvents')[0])
    .toMatchObject({ source: 'acme', day: '2026-11-20', campaignId: '1' })
})

it('says that every total agrees, or why the list could not be loaded', async () => {
  open(<DailyControlPage />, '/card/events/daily', { ...responses, feedDays: { days: [] } })
  expect(await screen.findByText('Every total agrees with the ledger')).toBeTruthy()
  setResponses({ ...responses, feedDays: { resultCode: '-20500', resultText: 'An error occurred' } })
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect((await screen.findAllByText(/An error occurred/)).length).toBeGreaterThan(0)
})
