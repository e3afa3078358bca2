// Unapplied events: the list by state, an event in words, and taking, resolving and trying again, also after a refusal and
// a lost response.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import UnappliedEventsPage from '#pages/feed/UnappliedEventsPage.tsx'
import { reportReached } from '#services/server/connection.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { isBlocked, withPage } from '../orders/setup.tsx'

const { open, setResponses, requests, address } = withPage({ Feed: ['write'], CardStatement: ['read'] })

const content = {
  kind: 'clearing',
  eventId: 'evt-1',
  at: '2026-11-20T02:00:00.000Z',
  trackingNumber: '700000001000001',
  amount: 1350,
  currency: 'JPY',
  merchant: 'Kopi Corner',
  merchantId: '',
  isPartial: true,
  fee: 25,
  foreign: { amount: 1000, currency: 'EUR', rate: '1.35' },
}
const event = {
  id: '7',
  source: 'acme',
  eventId: 'evt-1',
  fault: 'otherCurrency',
  foundAt: '2026-11-20T03:00:00.000Z',
  kind: 'clearing',
  at: content.at,
  trackingNumber: content.trackingNumber,
  voucherID: '12',
  content: JSON.stringify(content),
  takenBy: null,
  takenAt: null,
  resolvedBy: null,
  resolvedAt: null,
  note: '',
}
const refusedEvent = {
  ...event,
  id: '8',
  eventId: 'evt-2',
  fault: 'otherContent',
  takenBy: 'ada',
  takenAt: event.foundAt,
}
const resolvedEvent = { ...event, id: '9', eventId: 'evt-3', resolvedAt: '2026-11-21T03:00:00.000Z' }
const notedEvent = { ...resolvedEvent, id: '10', eventId: 'evt-4', resolvedBy: 'ada', note: 'Sent again in SGD' }

const responses = {
  feedExceptions: ({ status, id }: Record<string, unknown>) => {
    const ofStatus = status === 'resolved' ? [resolvedEvent, notedEvent] : [event, refusedEvent]
    const exceptions =
      id === undefined ? ofStatus : [event, refusedEvent, resolvedEvent, notedEvent].filter((each) => each.id === id)
    return { exceptions, total: exceptions.length }
  },
}
const openPage = (more: Parameters<typeof open>[2] = {}, path = '/card/events') =>
  open(<UnappliedEventsPage />, path, { ...responses, ...more })
const openDetails = async (eventId: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Details of event ${eventId}` }))
  return within(await screen.findByRole('dialog', { name: `Event ${eventId}` }))
}

it('lists open events, and resolved ones with who resolved them and the note', async () => {
  openPage()
  expect(await screen.findByText('No one yet')).toBeTruthy()
  expect(screen.getByText('Another event has the same ID')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'resolved' } })
  expect(await screen.findByText('A later event')).toBeTruthy()
  expect(screen.getByText('Sent again in SGD')).toBeTruthy()
  await waitFor(() => expect(address()).toContain('status=resolved'))
})

it('shows an event in words, with what to do', async () => {
  openPage()
  const details = await openDetails('evt-1')
  const factOf = (label: string) => details.getByText(label).nextElementSibling?.textContent
  // Yen have no decimals.
  expect(factOf('Amount')).toBe('JPY 1,350')
  expect(factOf('Merchant')).toBe('Kopi Corner')
  expect(factOf('Amount abroad')).toBe('EUR 10.00 at 1.35')
  expect(factOf('More purchases of this authorisation follow')).toBe('Yes')
  expect(factOf('Worked on by')).toBe('No one yet')
  expect(details.queryByText('Merchant ID')).toBeNull()
  expect(details.getByText(/^Ask the card processor for a correct event/)).toBeTruthy()
  expect(details.getByRole('link', { name: /7000/ }).getAttribute('href')).toBe('/card/details/12')
})

it('shows a card without a link to users who cannot read cards', async () => {
  signInTestUser({ Feed: ['write'] }, 'ada')
  openPage()
  const details = await openDetails('evt-1')
  expect(details.getByText(/7000 0000 1000 001/)).toBeTruthy()
  expect(details.queryByRole('link', { name: /7000/ })).toBeNull()
})

it('opens an event from its address, also one that is resolved and not in the list', async () => {
  openPage({}, '/card/events?event=10')
  const details = within(await screen.findByRole('dialog', { name: 'Event evt-4' }))
  expect(details.getByText('Sent again in SGD')).toBeTruthy()
  expect(details.queryByRole('button', { name: 'Resolve' })).toBeNull()
})

it('reports an address of an event that does not exist', async () => {
  openPage({}, '/card/events?event=99')
  expect(await screen.findByText('There is no such event. Reload the list.')).toBeTruthy()
})

it('lets a user take an event from another, and says so before', async () => {
  openPage({ takeFeedException: {} })
  fireEvent.click((await openDetails('evt-2')).getByRole('button', { name: 'Take' }))
  expect(await screen.findByText(/^ada works on it now/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Take the event' }))
  await waitFor(() => expect(requests('takeFeedException')).toMatchObject([{ id: '8' }]))
  // The user goes on with the event.
  await screen.findByRole('dialog', { name: 'Event evt-2' })
})

it('resolves an event only with a note, and keeps the note if the dialog is closed', async () => {
  openPage({ resolveFeedException: {} })
  fireEvent.click((await openDetails('evt-1')).getByRole('button', { name: 'Resolve' }))
  const button = await screen.findByRole('button', { name: 'Resolve the event' })
  expect(isBlocked(button)).toBe(true)
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: ' Sent again in SGD ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Resolve' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Note')).value).toBe(' Sent again in SGD ')
  fireEvent.click(screen.getByRole('button', { name: 'Resolve the event' }))
  await waitFor(() => expect(requests('resolveFeedException')).toMatchObject([{ id: '7', note: 'Sent again in SGD' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('shows why an event still cannot be applied', async () => {
  const refusal = 'The event still cannot be applied, for the same reason. Nothing was changed.'
  openPage({ retryFeedException: { resultCode: '-20409', resultText: refusal } })
  fireEvent.click((await openDetails('evt-1')).getByRole('button', { name: 'Try again' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Apply the event' }))
  expect(await screen.findByText(refusal)).toBeTruthy()
})

it('does not offer to apply an event whose ID has other content', async () => {
  openPage()
  expect(isBlocked((await openDetails('evt-2')).getByRole('button', { name: 'Try again' }))).toBe(true)
})

it('sends the same request again if its response is lost', async () => {
  openPage({ retryFeedException: undefined })
  fireEvent.click((await openDetails('evt-1')).getByRole('button', { name: 'Try again' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Apply the event' }))
  await screen.findByRole('dialog', { name: /^We cannot tell whether event evt-1 was applied/ })
  act(reportReached)
  setResponses({ ...responses, retryFeedException: {} })
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(requests('retryFeedException')).toHaveLength(2))
  const [first, second] = requests('retryFeedException')
  expect(second?.['requestId']).toBe(first?.['requestId'])
})
