// The global search: shows results from the server, offers actions of the open page, and reopens recent items.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CommandPalette } from '#app/search/CommandPalette.tsx'
import { useOfferActions } from '#services/page-actions.ts'
import { queryClient } from '#services/server/queries.ts'
import { withCheckDigit } from '#domain/cards/identifiers.ts'
import { useRecordRecentItem } from '#flows/recent-items.ts'
import { clearRecentItems } from '#services/recent-items.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { Address, address, showPage } from '#tests/support/show-page.tsx'

const server = withStubServer()
afterEach(() => {
  cleanup()
  clearRecentItems()
  queryClient.clear()
})

const batches = [
  { id: '12', reference: 'March salaries', isOwn: true },
  { id: '9', reference: 'March bonus', isOwn: false },
]
const orders = [{ id: '12', campaignName: 'Staff cards', isOwn: false }]
const users = [{ userID: '5', userName: 'marc', firstName: 'Marc', lastName: 'Hall' }]

function open(permissions: Record<string, string[]>, page = <></>, items = { batches, orders }) {
  signInTestUser(permissions)
  server.respondWith((response, { method, params }) =>
    json(response, {
      resultCode: '0',
      ...(method === 'findThings' ? items : {}),
      ...(method === 'searchUser' ? { users } : {}),
      ...(method === 'cardSearch' ? { cards: cardsOf(String(params['searchTerm'])), truncated: false } : {}),
    }),
  )
  showPage(
    <>
      {page}
      <Address />
      <CommandPalette open onClose={() => undefined} permissions={permissions} />
    </>,
  )
}

const CARD = withCheckDigit('900001000000002')
const cardsOf = (term: string) =>
  term === CARD
    ? [{ VOUCHERID: '77', CARDNUMBER: CARD, ISSUEDATE: '2026-01-01', ACTIVATED: 1, EXPIRED: 0, RETIRED: 0, STOPPED: 1 }]
    : []

const type = (text: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value: text } })
const pressEnter = () => fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' })

it('finds batches, orders and users, and links each to the page where this user can work on it', async () => {
  open({ Batch: ['load', 'approve'], Card: ['approve'], User: ['write'] })
  type('march')
  expect(await screen.findByRole('option', { name: /^Batch 12, March salaries/ })).toBeTruthy()
  expect(screen.getByRole('option', { name: /^Batch 9, March bonus.*Approve Batch Load/ })).toBeTruthy()
  expect(screen.getByRole('option', { name: /^Order 12, Staff cards/ })).toBeTruthy()
  expect(await screen.findByRole('option', { name: /^Marc Hall/ })).toBeTruthy()
  pressEnter()
  await expect.poll(() => address()).toBe('/batches/mine?batch=12')
})

it.each([
  ['batch 12', { Batch: ['load'] }, '12', [/^Batch 12/, /^Batch 9/], /^Order/],
  ['Order #12', { Card: ['approve'] }, '12', [/^Order 12/], /^Batch/],
])('the text "%s" searches for the number only', async (text, permissions, search, shown, hidden) => {
  open(permissions)
  type(text)
  for (const name of shown) expect(await screen.findByRole('option', { name })).toBeTruthy()
  expect(screen.queryByRole('option', { name: hidden })).toBeNull()
  await expect
    .poll(() => server.requests.map(({ method, params }) => [method, params['search']]))
    .toEqual([['findThings', search]])
})

it('does not search for users or batches that this user is not allowed to see', () => {
  open({ Report: ['read'] })
  type('zzzz')
  expect(screen.getByText('Nothing found for “zzzz”')).toBeTruthy()
  expect(server.requests).toEqual([])
})

it('an arrow key without results keeps the first of the next results active', async () => {
  open({ Report: ['read'] })
  type('zzzz')
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'ArrowDown' })
  type('report')
  const [first] = await screen.findAllByRole('option')
  expect(first?.getAttribute('aria-selected')).toBe('true')
})

it('lists pages with the typed word above reports whose titles start with it', async () => {
  open({ CardStatement: ['read'], Report: ['read'] })
  type('card')
  expect(await screen.findByRole('option', { name: /^Card Balances Report/ })).toBeTruthy()
  expect(screen.getAllByRole('option')[0]?.textContent).toContain('Find Card')
})

it('offers the actions of the open page, and recently opened items', () => {
  const stop = vi.fn()
  function CardPage() {
    useOfferActions('card 9000 01•• •••• 0012', [{ key: 'stop', label: 'Stop', run: stop }])
    useRecordRecentItem('batch', 'Batch 7, March', '/batchloads?batch=7')
    return null
  }
  open({}, <CardPage />)
  type('stop')
  expect(screen.getAllByRole('option')).toHaveLength(1)
  pressEnter()
  expect(stop).toHaveBeenCalledOnce()
  type('batch 7')
  pressEnter()
  expect(address()).toBe('/batchloads?batch=7')
})

const allPermissions = {
  Batch: ['load', 'redeem', 'approve'],
  Card: ['write', 'order', 'approve'],
  CardStatement: ['read'],
  Report: ['read'],
}
const perDiem = { id: '31', reference: 'Per diem week 48', isOwn: true }
const batch10 = { id: '10', reference: 'Per diem week 10', isOwn: true }
const order4 = { id: '4', kind: 'virtual', campaignName: 'Staff cards', isOwn: true }

it.each([
  // The exact name or number of a batch or an order ranks first.
  ['Per diem week 48', '/batches/mine?batch=31'],
  ['per diem  WEEK 48', '/batches/mine?batch=31'],
  ['batch 10', '/batches/mine?batch=10'],
  ['Batch #10', '/batches/mine?batch=10'],
  ['order 4', '/card/my-orders?order=4'],
  // A page title that matches ranks above pages whose menu group matches (Activate Card is in the group 'Card Orders'),
  // and above other partial matches.
  ['order', '/card/order'],
  ['find card', '/card/search'],
  ['approve', '/batchloads'],
  ['fee report', '/reports/fee'],
  // The card search ranks last, unless the text is a long number.
  ['week 48', '/batches/mine?batch=31'],
  ['900001000', '/card/search'],
])('Enter after %s opens %s, even before the server has responded', async (text, expected) => {
  open(allPermissions, <></>, { batches: [perDiem, batch10], orders: [order4] as never })
  type(text)
  pressEnter()
  await waitFor(() => expect(address()).toBe(expected))
})

it('Enter after a full card number waits for the response and opens the card', async () => {
  open(allPermissions)
  type(CARD.replace(/(.{4})(?=.)/g, '$1 '))
  pressEnter()
  await waitFor(() => expect(address()).toBe('/card/details/77'))
  await expect.poll(() => server.requests.map(({ method }) => method)).toEqual(['cardSearch'])
})

it('shows the card with its masked number and status, and below it the option to search for the number', async () => {
  open(allPermissions)
  type(CARD)
  await screen.findByRole('option', { name: /^Card 9000 01•• •••• [0-9]{4}.*Active, Stopped/ })
  expect(screen.getAllByRole('option')[1]?.textContent).toContain('Card Number')
})

it.each(['batch 9', 'order #9'])('does not search for cards by "%s"', async (text) => {
  open(allPermissions)
  type(text)
  await screen.findAllByRole('option', { name: /^(Batch|Order) (9|12)/ })
  expect(screen.queryByRole('option', { name: /Customer ID/ })).toBeNull()
})

it('Enter opens nothing if the user types on before the response', async () => {
  open(allPermissions, <></>, { batches: [perDiem], orders: [] })
  type('per diem')
  pressEnter()
  type('per diem week')
  await screen.findByRole('option', { name: /^Batch 31/ })
  await expect.poll(() => address()).toBe('/')
})
