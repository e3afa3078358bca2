// Physical Orders: other users' orders, viewed and cancelled with a reason before they are final.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { PhysicalOrder } from '#contract/orders.ts'
import PhysicalOrdersPage from '#pages/orders/PhysicalOrdersPage.tsx'
import { currentNotices } from '#services/notices.ts'
import { placedOrder, orderedCard as card } from '#tests/support/card-orders.ts'
import { isBlocked, withPage } from './setup.tsx'

const { open: openAt, requests } = withPage({ Card: ['approve'] })
const openPage = (responses: Parameters<typeof openAt>[2], search = '') =>
  openAt(<PhysicalOrdersPage />, `/card/physical-orders${search}`, responses)

const othersOrder: PhysicalOrder = { ...placedOrder, orderedBy: 'Olive Tan', isOwn: false, duplicateReason: null }
const ownOrder: PhysicalOrder = { ...othersOrder, orderId: '8', orderedBy: 'Amir Lee', isOwn: true }

it('lists the orders that can be cancelled: who ordered, the price, and when each becomes final', async () => {
  openPage({ physicalCardOrders: { orders: [othersOrder, ownOrder] } })
  await screen.findByText('Olive Tan')
  const [, first, second] = screen.getAllByRole('row').map((row) => row.textContent)
  expect(first).toContain(
    'Load amountS$ 50.002 cardsFeeS$ 7.00Ordered byOlive Tan20 Nov 2026, 09:00Final on21 Nov 2126, 09:00 SGT',
  )
  expect(second).toContain('You')
})

it('shows that no order can be cancelled now', async () => {
  openPage({ physicalCardOrders: { orders: [] } })
  expect(await screen.findByText('No physical order can be cancelled now')).toBeTruthy()
})

it('cancels another user’s order only with a reason, and reloads the list', async () => {
  let orders = [othersOrder]
  openPage({
    physicalCardOrders: () => ({ orders }),
    cancelCardOrder: () => {
      orders = []
      return {}
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel order 7' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel order 7?' }))
  expect(screen.getByText(/None of the 2 cards will be made and no money will move/)).toBeTruthy()
  const confirmButton = dialog.getByRole('button', { name: 'Cancel 2 cards, S$ 50.00' })
  expect(isBlocked(confirmButton)).toBe(true)
  fireEvent.change(dialog.getByRole('textbox', { name: 'Reason' }), { target: { value: ' Not our staff ' } })
  fireEvent.click(confirmButton)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expect
    .poll(() => requests('cancelCardOrder'))
    .toEqual([expect.objectContaining({ orderId: '7', reason: 'Not our staff' })])
  await expect.poll(() => currentNotices().visible[0]).toMatchObject({ text: 'The order has been cancelled' })
  expect(await screen.findByText('No physical order can be cancelled now')).toBeTruthy()
})

it('cancels the user’s own order without a reason', async () => {
  openPage({ physicalCardOrders: { orders: [ownOrder] }, cancelCardOrder: {} })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel order 8' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel order 8?' }))
  expect(dialog.queryByRole('textbox')).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: /^Cancel 2 cards/ }))
  await waitFor(() => expect(requests('cancelCardOrder')).toEqual([expect.objectContaining({ orderId: '8' })]))
  await expect.poll(() => requests('cancelCardOrder')[0]).not.toHaveProperty('reason')
})

it('reports that a cancellation came too late', async () => {
  openPage({
    physicalCardOrders: { orders: [othersOrder] },
    cancelCardOrder: { resultCode: '-20409', resultText: 'It is too late to cancel this order' },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel order 7' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Not our staff' } })
  fireEvent.click(screen.getByRole('button', { name: /^Cancel 2 cards/ }))
  const refusal = within(await screen.findByRole('dialog', { name: 'Order 7 was not cancelled' }))
  expect(refusal.getByRole('alert').textContent).toBe('It is too late to cancel this order')
})

it('shows every card, who ordered it, and its warnings', async () => {
  const withoutAddress = { ...card, rowNumber: 2, recipientName: '', address1: '', postalCode: '' }
  const shortPostalCode = { ...card, rowNumber: 3, customerReference: 'C-3', postalCode: '48616' }
  const order = { ...othersOrder, duplicateReason: 'Cards were lost' }
  openPage(
    {
      physicalCardOrders: { orders: [] },
      physicalCardOrderRows: { order, cardOrders: [card, withoutAddress, shortPostalCode] },
    },
    '?order=7',
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Physical order' }))
  await dialog.findByText('049315')
  expect(dialog.getByText('Ordered by').nextElementSibling?.textContent).toContain('Olive Tan')
  expect(dialog.getByText(/The reason given: “Cards were lost”/)).toBeTruthy()
  const warnings = within(dialog.getByText('Check these cards before they are made').closest('[role]') as HTMLElement)
  expect(warnings.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    '2 rows have the same reference or person as another',
    '1 card has no delivery address',
    '1 postal code is one digit short',
  ])
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel order' }))
  await screen.findByRole('dialog', { name: 'Cancel order 7?' })
})

it('shows the state of an order linked from an email', async () => {
  const order = {
    ...othersOrder,
    state: 'readyForProduction',
    cancellable: false,
    issuedCount: 1,
    cardsCount: 1,
    fetchedAt: null,
  } as const
  openPage(
    {
      physicalCardOrders: { orders: [] },
      physicalCardOrderRows: { order, cardOrders: [{ ...card, state: 'issued' }] },
    },
    '?order=7',
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Physical order' }))
  expect(await dialog.findByText('Ready for production')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Cancel order' })).toBeNull()
})
