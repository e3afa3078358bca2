// Ordering cards in a browser against the real host: a csv of physical cards and a workbook of virtual ones, each from its file to
// the order, and a submission whose answer is lost.
import { writeXlsx } from '#sheets/write-xlsx.ts'
import { DELIVERY_NOTE, orderKinds } from '#domain/order/kinds.ts'
import { orderRows } from '#domain/order/rows.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { clientFor } from '#tests/support/call.ts'
import { expect, signIn, sharedDevice as test } from '#tests/support/fixtures.ts'
import type { Page } from '@playwright/test'
import { choose, gridRow } from './batch-load-setup.ts'

const headerOf = (type: 'physical' | 'virtual') =>
  orderRows(type, '2026-01-01' as CalendarDate).wanted.map(({ label }) => label)
const csvOf = (rows: readonly (readonly string[])[]) => rows.map((row) => `${row.join(',')}\r\n`).join('')

async function openOrder(page: Page, type: 'physical' | 'virtual', at = ''): Promise<void> {
  await signIn(page, 'olive', { to: orderKinds[type].path.slice(1), at })
  await expect(page.getByRole('heading', { name: orderKinds[type].title, level: 1 })).toBeVisible()
}

test('physical cards: from a csv over its errors to the order; what is left out stays as a draft', async ({
  page,
  host,
}) => {
  await openOrder(page, 'physical')
  const sound = ['Ann', 'Lee', 'P-1', '50.00', '5', 'Ann Lee', '91234567', '1 Bay Road', '', '049315']
  await choose(page, {
    name: 'staff.csv',
    content: csvOf([headerOf('physical'), sound, ['Bo', '', 'P-2', '20.00'], ['Cy', 'Ong', 'P-3', '9,999.00'.replace(',', ''), '5.50']]), // oxfmt-ignore
  })
  await expect(page.getByText('Uploaded Card Order File (1 successful / 2 failed), Total Load Amount S$ 50.00')).toBeVisible() // oxfmt-ignore
  await expect(gridRow(page, 3)).toContainText('Surname is missing.')
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toHaveAccessibleDescription(
    'Select a campaign first.',
  )
  await page.getByLabel('Campaign').selectOption({ label: 'Voyager Travel Card' })
  await page.getByLabel('Quotation Number').fill('Q-2026-041')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByText(DELIVERY_NOTE)).toBeVisible()
  await expect(page.getByText('2 rows with errors will be left out')).toBeVisible()
  await page.getByRole('button', { name: 'Submit 1 card, S$ 50.00' }).click()
  const dialog = page.getByRole('dialog', { name: orderKinds.physical.submitted })
  await expect(dialog).toContainText('1 card, S$ 50.00')
  const client = await clientFor(host, 'olive')
  const { orders } = await client.call('myCardOrders', {})
  expect(orders[0]).toMatchObject({ kind: 'physical', quotationNumber: 'Q-2026-041', plasticid: '1', designid: '1', fileName: 'staff.csv', cardsCount: 1, totalLoadAmount: 5000, totalFee: 500 }) // oxfmt-ignore
  await dialog.getByRole('button', { name: 'Fix them now' }).click()
  await expect(page.getByText('Uploaded Card Order File (0 successful / 2 failed), Total Load Amount S$ 0.00')).toBeVisible() // oxfmt-ignore
  await expect(page.getByLabel('Quotation Number')).toHaveValue('Q-2026-041')
})

test('virtual cards: from a workbook and a typed row to one order, though its answer is lost', async ({
  page,
  host,
  line,
}) => {
  await openOrder(page, 'virtual', line.url)
  await page.getByLabel('Campaign').selectOption({ label: 'Voyager Virtual Card' })
  const rows = [
    ['V-1', 'Ann Lee', '91234567', '', '25.00', 'department|trip', 'sales|Perth'],
    ['V-2', 'Bo Tan', '', '', '', '', ''],
  ]
  const content = Buffer.from(await writeXlsx({ name: 'Cards', header: headerOf('virtual'), rows }))
  await choose(page, { name: 'virtual.xlsx', content })
  await expect(page.getByText('Uploaded Card Order File (2 successful / 0 failed), Total Load Amount S$ 25.00')).toBeVisible() // oxfmt-ignore
  await page.getByRole('button', { name: 'Add Virtual Card' }).click()
  const form = page.getByRole('dialog', { name: 'Add a single Virtual Card' })
  await form.getByLabel('Customer Reference').fill('V-3')
  await form.getByLabel('Card Label').fill('Cy Ong')
  await form.getByLabel('Load Amount').fill('10')
  await form.getByRole('button', { name: 'Add Virtual Card Order' }).click()
  await expect(gridRow(page, 4)).toContainText('V-3')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  const lost = line.truncateAnswerTo('submitVirtualCardOrder', 12)
  await page.getByRole('button', { name: 'Submit 3 virtual cards, S$ 35.00' }).click()
  await lost
  await expect(page.getByText('We cannot tell whether the order arrived')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('dialog', { name: orderKinds.virtual.submitted })).toBeVisible()
  const client = await clientFor(host, 'olive')
  const { orders } = await client.call('myCardOrders', {})
  expect(orders.filter(({ fileName }) => fileName === 'virtual.xlsx')).toMatchObject([{ kind: 'virtual', cardsCount: 3, totalLoadAmount: 3500, state: 'awaiting' }]) // oxfmt-ignore
  await page.getByRole('button', { name: 'Order more virtual cards' }).click()
  await expect(page.getByLabel('Campaign')).toHaveValue('')
  await expect(page.getByRole('grid')).toBeHidden()
})
