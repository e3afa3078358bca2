// Card orders with the real server, from end to end: olive orders, amir reviews, downloads and approves, and the cards
// are issued.
import { clientFor } from '#tests/support/call.ts'
import { expect, signIn, sharedDevice as test } from '#tests/support/fixtures.ts'
import { rowsByLibrary } from '#tests/support/library-reader.ts'
import { downloadBy } from './downloads.ts'
import { orderVirtualCards } from './orders-lists-setup.ts'

test('an order of virtual cards is reviewed, approved, issued, and its cards are found', async ({ page, server }) => {
  const { id, references } = await orderVirtualCards(server)
  await signIn(page, 'amir')
  await expect(page.getByRole('link', { name: /Card orders? to approve/ })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Approve Virtual Card Orders/ })
    .click()
  const row = page.getByRole('row', { name: new RegExp(`^${id} `) })
  await expect(row).toContainText('S$ 240.00')

  await page.getByRole('button', { name: `Details of order ${id}` }).click()
  const details = page.getByRole('dialog', { name: 'Virtual Card Order Details' })
  await expect(details.getByRole('row')).toHaveCount(11)
  await expect(details.getByText('1 of 2 pages')).toBeVisible()
  const report = await downloadBy(page, () => details.getByRole('button', { name: 'Download Report' }).click())
  expect(report.name).toMatch(/^virtual_card_orders_batch_load_details_report_\d{4}-\d{2}-\d{2}\.xlsx$/)
  const [header, ...rows] = rowsByLibrary(report.bytes)
  expect(header?.[1].slice(0, 7)).toEqual([
    'Customer Reference',
    'Card Label',
    'Notification Number',
    'Expiry Date',
    'Load Amount',
    'Tag Name',
    'Tag Value',
  ])
  expect(rows.map(([, [reference]]) => reference)).toEqual(references)
  expect(rows[0]?.[1].slice(4, 7)).toEqual(['20.00', 'department|trip', 'Sales|Perth'])

  await details.getByRole('button', { name: 'Approve' }).click()
  const question = page.getByRole('dialog', { name: `Approve order ${id}?` })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Approve 12 virtual cards, S$ 240.00' }).click()
  await expect(page.getByText('The virtual card order has been approved successfully').first()).toBeVisible()
  // The details show the next order that waits for a decision.
  await expect(details.getByText(String(references[0]))).toHaveCount(0)
  await expect(details.getByRole('region', { name: 'Rows' })).toBeVisible()
  await details.getByRole('button', { name: 'Close', exact: true }).first().click()
  // Not only the row: behind the open details it counts as hidden, too.
  await expect(details).toBeHidden()
  await expect(row).toBeHidden()
  await page.getByLabel('Status').selectOption('Approved')
  await expect(page.getByRole('columnheader', { name: 'Approved by' })).toBeVisible()
  await expect(row).toContainText('Amir')
  // The list is updated while cards are issued.
  await expect(row).toContainText('12 issued, 0 not issued')

  // A card search by the beginning of the references finds every card of the order.
  const client = await clientFor(server, 'amir')
  const { cards } = await client.call('cardSearch', {
    searchTerm: (references[0] ?? '').slice(0, -2),
    searchType: '6',
    showExpired: false,
  })
  expect(cards.map(({ CUSTOMERREFERENCE }) => CUSTOMERREFERENCE).toSorted()).toEqual(references.toSorted())
})
