// My orders: both types with their results; orders are cancelled while this is allowed, and ordered again as drafts.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { MyOrder } from '#contract/orders.ts'
import MyOrdersPage from '#pages/orders/MyOrdersPage.tsx'
import { pollDelayMs } from '#pages/orders/pollDelay.ts'
import { currentNotices } from '#services/notices.ts'
import { queryClient } from '#services/server/queries.ts'
import { orderDetail, placedOrder, orderedCard as card } from '#tests/support/card-orders.ts'
import { isBlocked, withPage } from './setup.tsx'

const { open: openAt, requests, address } = withPage({ Card: ['write', 'order'], CardStatement: ['read'] })
const openPage = (responses: Parameters<typeof openAt>[2], search = '') =>
  openAt(<MyOrdersPage />, `/card/my-orders${search}`, responses)

const virtualOrder = {
  ...placedOrder,
  orderId: '8',
  kind: 'virtual',
  campaignName: 'Travel Virtual',
  quotationNumber: '',
  finalAt: null,
  state: 'awaiting',
  cardsCount: 1,
} as const
const partlyIssuedOrder = {
  ...virtualOrder,
  orderId: '9',
  state: 'partlyIssued',
  cancellable: false,
  cardsCount: 2,
  issuedCount: 1,
  failedCount: 1,
  issuedLoadAmount: 2_000,
  issuedFee: 350,
  decidedBy: 'Amir Lee',
  decidedAt: '2026-11-20T02:00:00Z',
} as const
const rejectedOrder = {
  ...virtualOrder,
  orderId: '10',
  state: 'rejected',
  cancellable: false,
  rejectReason: 'Wrong month',
} as const

it('lists both types with state, result, and the deadline for cancelling', async () => {
  openPage({ myCardOrders: { orders: [rejectedOrder, partlyIssuedOrder, virtualOrder, placedOrder] } })
  await screen.findByText('Staff cards')
  const [, rejectedRow, issuedRow, virtualRow, placedRow] = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rejectedRow).toContain('Wrong month')
  expect(issuedRow).toContain('Partly issued')
  expect(issuedRow).toContain('1 issued, 1 not issued')
  // The cell has the ordered amount, and below it the loaded amount if the two differ.
  expect(issuedRow).toMatch(/S\$ 50\.00.*S\$ 20\.00 loaded.*S\$ 7\.00.*S\$ 3\.50 charged/)
  expect(virtualRow).not.toMatch(/loaded|charged/)
  expect(virtualRow).toContain('Awaiting approval')
  expect(virtualRow).toContain('Can be cancelled until decided')
  expect(placedRow).toContain('Physical cards')
  expect(placedRow).toContain('Q-2026-7, staff.xlsx')
  expect(placedRow).toMatch(/Can be cancelled until 21 Nov 2126, 09:00/)
  expect(screen.getAllByRole('button', { name: /^Cancel order/ })).toHaveLength(2)
})

it('loads the list page by page: the next page starts where the response ended', async () => {
  const orders = Array.from({ length: 500 }, (_, index) => ({ ...placedOrder, orderId: String(index + 1000) }))
  openPage(
    {
      myCardOrders: ({ cursor }) =>
        cursor === undefined
          ? { orders, cursor: '17.500', total: 501 }
          : { orders: [{ ...placedOrder, orderId: '999' }], total: 501 },
    },
    '?page=21',
  )
  expect(await screen.findByRole('button', { name: 'Details of order 999' })).toBeTruthy()
  expect(screen.getByText('21 of 21 pages')).toBeTruthy()
  await expect
    .poll(() => requests('myCardOrders').map(({ cursor, limit }) => [cursor, limit]))
    .toEqual([
      [undefined, 500],
      ['17.500', 500],
    ])
})

it('cancels after a confirmation that names the cards that will not be made', async () => {
  let order: MyOrder = placedOrder
  openPage({
    myCardOrders: () => ({ orders: [order] }),
    cancelCardOrder: () => {
      order = { ...order, state: 'cancelled', cancellable: false, cancelledAt: '2026-11-20T02:00:00Z' }
      return {}
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel order 7' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel order 7?' }))
  expect(screen.getByText(/None of the 2 cards will be made and no money will move/)).toBeTruthy()
  await expect.poll(() => requests('cancelCardOrder')).toEqual([])
  await expect.poll(() => document.activeElement).toBe(dialog.getByRole('button', { name: 'Keep the order' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel 2 cards, S$ 50.00' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expect.poll(() => requests('cancelCardOrder')).toEqual([expect.objectContaining({ orderId: '7' })])
  await expect
    .poll(() => currentNotices().visible[0])
    .toMatchObject({
      text: 'The order has been cancelled',
      about: 'Order 7, 2 cards, S$ 50.00',
    })
  await waitFor(() => expect(screen.getByRole('row', { name: /^7/ }).textContent).toContain('Cancelled'))
  expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
})

it('reports that a cancellation came too late', async () => {
  openPage({
    myCardOrders: { orders: [placedOrder] },
    cancelCardOrder: { resultCode: '-20409', resultText: 'It is too late to cancel this order' },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel order 7' }))
  fireEvent.click(screen.getByRole('button', { name: /^Cancel 2 cards/ }))
  const refusal = within(await screen.findByRole('dialog', { name: 'Order 7 was not cancelled' }))
  expect(refusal.getByRole('alert').textContent).toBe('It is too late to cancel this order')
})

it.each([
  [placedOrder, '/card/order?from=7'],
  [virtualOrder, '/card/virtual-card-order?from=8'],
])('Order again opens the rows in the wizard of their type', async (order, wizardPath) => {
  openPage({ myCardOrders: { orders: [order] } })
  fireEvent.click(await screen.findByRole('button', { name: /^Order again/ }))
  await expect.poll(() => address()).toBe(wizardPath)
})

it('shows the rows of a physical order with all fields, and its header', async () => {
  openPage({ myCardOrders: { orders: [] }, myCardOrderRows: { order: placedOrder, cardOrders: [card] } }, '?order=7')
  const dialog = within(await screen.findByRole('dialog', { name: 'My order' }))
  await dialog.findByText('049315')
  expect(dialog.getAllByRole('columnheader').map((heading) => heading.textContent?.trim())).toEqual([
    'Name',
    'Surname',
    'Customer Reference',
    'Load Amount',
    'Card Order Fee',
    'Recipient Name',
    'Recipient Contact Number',
    'Address 1',
    'Address 2',
    'Postal Code',
  ])
  expect(dialog.getByRole('row', { name: /Mei/ }).textContent).toMatch(/S\$ 25\.00.*S\$ 3\.00/)
  expect(dialog.getByText('Q-2026-7')).toBeTruthy()
  expect(isBlocked(dialog.getByRole('button', { name: 'Cancel order' }))).toBe(false)
})

it('links from a row to the issued card, and explains why another was not issued', async () => {
  const virtualCardOrders = [
    { ...orderDetail(1, { state: 'issued', voucherID: '500' }), rowNumber: 1 },
    { ...orderDetail(2, { state: 'failed', ERROR: 'There is not enough money.' }), rowNumber: 2 },
  ]
  openPage(
    { myCardOrders: { orders: [] }, myCardOrderRows: { order: partlyIssuedOrder, virtualCardOrders } },
    '?order=9',
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'My order' }))
  const link = await dialog.findByRole('link', { name: 'Open the card of Customer 1' })
  expect(link.getAttribute('href')).toBe('/card/details/500')
  expect(dialog.getAllByRole('link')).toHaveLength(1)
  expect(dialog.getByText('There is not enough money.')).toBeTruthy()
  expect(dialog.getByText('Amir Lee')).toBeTruthy()
  expect(dialog.getByText('Loaded').parentElement?.textContent).toBe('LoadedS$ 20.00')
  expect(dialog.getByText('Fees charged').parentElement?.textContent).toBe('Fees chargedS$ 3.50')
  expect(dialog.queryByRole('button', { name: 'Cancel order' })).toBeNull()
})

it('shows physical cards as ready for production until their file is fetched', async () => {
  const readyOrder = { ...placedOrder, cancellable: false, issuedCount: 2, issuedLoadAmount: 5_000, issuedFee: 700 }
  const unfetchedOrder = { ...readyOrder, orderId: '11', state: 'readyForProduction', fetchedAt: null } as const
  const partlyReadyOrder = {
    ...readyOrder,
    orderId: '12',
    state: 'partlyIssued',
    fetchedAt: null,
    issuedCount: 1,
    failedCount: 1,
  } as const
  const fetchedOrder = { ...readyOrder, orderId: '13', state: 'issued', fetchedAt: '2026-11-22T02:00:00Z' } as const
  openPage({
    myCardOrders: { orders: [unfetchedOrder, partlyReadyOrder, fetchedOrder] },
    myCardOrderRows: { order: unfetchedOrder, cardOrders: [card] },
  })
  await screen.findByRole('button', { name: 'Details of order 11' })
  const [, readyRow, partlyReadyRow, fetchedRow] = screen.getAllByRole('row').map((row) => row.textContent)
  expect(readyRow).toContain('Ready for production2 ready for production, 0 not issued')
  expect(partlyReadyRow).toContain('Partly issued1 ready for production, 1 not issued')
  expect(fetchedRow).toContain('Issued2 issued, 0 not issued')
  fireEvent.click(screen.getByRole('button', { name: 'Details of order 11' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'My order' }))
  expect((await dialog.findByText('Producer file')).nextElementSibling?.textContent).toBe('Not downloaded yet')
})

it('shows which other user cancelled an order, and why', async () => {
  const cancelledOrder = {
    ...placedOrder,
    state: 'cancelled',
    cancellable: false,
    cancelledAt: '2026-11-20T02:00:00Z',
    cancelledBy: 'Amir Lee',
    cancelReason: 'Not our staff',
  } as const
  openPage({
    myCardOrders: { orders: [cancelledOrder] },
    myCardOrderRows: { order: cancelledOrder, cardOrders: [card] },
  })
  const button = await screen.findByRole('button', { name: 'Details of order 7' })
  expect(button.closest('tr')?.textContent).toContain('By Amir Lee: Not our staff')
  fireEvent.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: 'My order' }))
  expect((await dialog.findByText('Cancelled by Amir Lee')).closest('[role]')?.textContent).toContain('Not our staff')
})

it('starts an order of each type that the user is allowed to order', async () => {
  openPage({ myCardOrders: { orders: [] } })
  expect(await screen.findByText('You ordered no cards in these dates')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Order Virtual Card' }))
  await expect.poll(() => address()).toBe('/card/virtual-card-order')
  cleanup()
  queryClient.clear()
})

const now = Date.parse('2026-11-22T01:00:00Z')
const placedUntil = (hours: number) =>
  ({ state: 'placed', finalAt: new Date(now + hours * 3_600_000).toISOString() }) as const

it.each([
  ['never if every order is settled or awaits a decision', [{ state: 'issued' }, { state: 'awaiting' }], undefined],
  ['every few seconds while cards are issued', [{ state: 'issuing' }, { state: 'issued' }], 3_000],
  ['rarely while an order can be cancelled', [placedUntil(5)], 300_000],
  ['when an order can no longer be cancelled', [placedUntil(1 / 60)], 60_000],
] as const)('reloads the list automatically %s', (_, orders, delayMs) => {
  expect(pollDelayMs(orders, now)).toBe(delayMs)
})
