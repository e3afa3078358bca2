// Ordering cards in a browser with the real server: a workbook of virtual cards from the file to the order, with a lost
// response to the submission. Physical cards have the same steps (tests/e2e/replay). The differences are tested in
// tests/pages/upload/order-wizard.test.tsx.
import { writeXlsx } from '#sheets/write-xlsx.ts'
import { orderTypes } from '#domain/order/types.ts'
import { orderRows } from '#domain/order/rows.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { clientFor } from '#tests/support/call.ts'
import { expect, signIn, test } from '#tests/support/fixtures.ts'
import { choose, gridRow } from './batch-load-setup.ts'

const { path, title, submittedMessage } = orderTypes.virtual
const header = orderRows('virtual', '2026-01-01' as CalendarDate).activeFields.map(({ label }) => label)

test('virtual cards from a workbook and a typed row become one order, although the response is lost', async ({
  page,
  server,
  connection,
}) => {
  await signIn(page, 'olive', { to: path.slice(1), base: connection.url })
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await page.getByLabel('Campaign').selectOption({ label: 'Voyager Virtual Card' })
  const rows = [
    ['V-1', 'Ann Lee', '91234567', '', '25.00', 'department|trip', 'sales|Perth'],
    ['V-2', 'Bo Tan', '', '', '', '', ''],
  ]
  const content = Buffer.from(writeXlsx({ name: 'Cards', header, rows }))
  await choose(page, { name: 'virtual.xlsx', content })
  await expect(
    page.getByText('Uploaded Card Order File (2 successful / 0 failed), Total Load Amount S$ 25.00'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Add Virtual Card' }).click()
  const form = page.getByRole('dialog', { name: 'Add a single Virtual Card' })
  await form.getByLabel('Customer Reference').fill('V-3')
  await form.getByLabel('Card Label').fill('Cy Ong')
  await form.getByLabel('Load Amount').fill('10')
  await form.getByRole('button', { name: 'Add Virtual Card Order' }).click()
  await expect(gridRow(page, 4)).toContainText('V-3')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  // 12 bytes are part of a header. Chromium would repeat a request for which no byte arrives.
  const responseLost = connection.truncateResponseTo('submitVirtualCardOrder', 12)
  await page.getByRole('button', { name: 'Submit 3 virtual cards, S$ 35.00' }).click()
  await responseLost
  await expect(page.getByText('We cannot tell whether the order arrived')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('dialog', { name: submittedMessage })).toBeVisible()
  const client = await clientFor(server, 'olive')
  const { orders } = await client.call('myCardOrders', {})
  expect(orders.filter(({ fileName }) => fileName === 'virtual.xlsx')).toMatchObject([
    { kind: 'virtual', cardsCount: 3, totalLoadAmount: 3500, state: 'awaiting' },
  ])
  await page.getByRole('button', { name: 'Order more virtual cards' }).click()
  // The only campaign is selected automatically again.
  await expect(page.getByLabel('Campaign').locator('option:checked')).toHaveText('Voyager Virtual Card')
  await expect(page.getByRole('grid')).toBeHidden()
})
