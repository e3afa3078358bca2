// The list of batch loads: its filters in the address, the rule of 56 days, the details, and that everybody can use it.
import type { Page } from '@playwright/test'
import { expect, sharedDevice as test } from '#tests/support/fixtures.ts'
import { violationsInBothLooks } from '#tests/support/axe.ts'
import { openList, rowOf, uploadBatch } from './approve-batch-setup.ts'

/** The parameters of every list asked for from now on. */
function listsAsked(page: Page): Record<string, unknown>[] {
  const asked: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST') return
    const { method, params } = request.postDataJSON() as { method: string; params: Record<string, unknown> }
    if (method === 'batchLoads') asked.push(params)
  })
  return asked
}

test('a span over 56 days or turned round is not asked for and says why; some lists send no dates', async ({
  page,
}) => {
  await openList(page, 'amir', { search: '?status=2&from=2026-01-01&to=2026-02-26' })
  const from = page.getByRole('textbox', { name: 'From' })
  const to = page.getByRole('textbox', { name: 'To' })
  // 56 days are allowed.
  await expect(page.getByRole('button', { name: 'Refresh' })).not.toHaveAttribute('aria-busy', 'true')
  await expect(from).not.toHaveAttribute('aria-invalid', 'true')

  const asked = listsAsked(page)
  const cases = [
    { start: '2026-01-01', end: '2026-02-27', text: 'Maximum search timespan is 56 days' },
    { start: '2026-03-01', end: '2026-02-27', text: 'The date filter start date is greater than the end date' },
  ]
  for (const { start, end, text } of cases) {
    await from.fill(start)
    await to.fill(end)
    await expect(page.getByText(text)).toBeVisible()
    for (const field of [from, to]) {
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(`By the day of the approval. ${text}`)
    }
  }
  await to.fill('2026-03-02')
  await expect(page.getByText('The date filter start date is greater than the end date')).toBeHidden()
  const dated = () => asked.filter(({ filter }) => filter === 2).map(({ startDate, endDate }) => [startDate, endDate])
  await expect.poll(dated).toEqual([['2026-03-01', '2026-03-02']])

  // What waits has no day of a decision.
  asked.length = 0
  for (const status of ['Processing', 'Awaiting approval']) {
    await page.getByLabel('Status').selectOption(status)
    await expect(page.getByRole('textbox', { name: 'From' })).toBeDisabled()
    await expect(page.getByText('This status lists every batch, whatever its date.')).toBeVisible()
  }
  await page.getByLabel('Status').selectOption('Rejected')
  await expect(page.getByRole('textbox', { name: 'From' })).toBeEnabled()
  await expect.poll(() => asked.some(({ filter, startDate }) => filter === 3 && startDate)).toBe(true)
  expect(asked.filter(({ filter, startDate }) => (filter === 1 || filter === 5) && startDate)).toEqual([])
})

test('filters and details are in the address, and back goes through them', async ({ page, host }) => {
  const batch = await uploadBatch(host, 'olive', 12)
  await openList(page, 'amir')
  await page.getByLabel('Status').selectOption('Rejected')
  await expect(page).toHaveURL(/status=3/)
  await page.goBack()
  await expect(page.getByLabel('Status')).toHaveValue('1')
  await page.getByRole('button', { name: `Details of batch ${batch.id}` }).click()
  await expect(page).toHaveURL(new RegExp(`batch=${batch.id}`))
  await page.reload()
  const details = page.getByRole('dialog', { name: 'Batch Details' })
  await expect(details.getByText(batch.reference).first()).toBeVisible()
  await page.goBack()
  await expect(details).toBeHidden()
  await expect(rowOf(page, batch)).toBeVisible()
})

test('the details show what decides, ten rows a page, with no full card number, and say where there is no batch', async ({
  page,
  host,
}) => {
  const batch = await uploadBatch(host, 'olive', 12)
  await openList(page, 'amir', { search: `?batch=${batch.id}` })
  const details = page.getByRole('dialog', { name: 'Batch Details' })
  const totals = details.getByRole('region', { name: 'Totals' })
  await expect(totals).toContainText('12')
  await expect(totals).toContainText(batch.size.replace('12 loads, SGD ', ''))
  const rows = details.getByRole('table', { name: 'Rows of the batch' }).getByRole('row')
  await expect(rows).toHaveCount(11)
  await expect(details.getByText('1 of 2 pages')).toBeVisible()
  // The client hides fees (access §3).
  await expect(details.getByRole('columnheader', { name: 'Fee' })).toHaveCount(0)
  expect(await details.innerText()).not.toMatch(/9\s?0\s?0\s?0\s?0\s?1[\s\d]{10,}/)
  await expect(details.getByText(/9000 01•• •••• \d{4}/).first()).toBeVisible()
  // No row is like that: it is not offered.
  await expect(details.getByLabel('Show').locator('option[value=changed]')).toHaveCount(0)
  await page.goto('batchloads?batch=999999')
  await expect(details.getByText('There is no such batch')).toBeVisible()
})

test('list, details and confirmation, light and dark: nothing found by axe', async ({ page, host }) => {
  const batch = await uploadBatch(host, 'olive', 12)
  await openList(page, 'amir')
  await expect(rowOf(page, batch)).toBeVisible()
  expect(await violationsInBothLooks(page, 'main')).toEqual([])
  await page.getByRole('button', { name: `Details of batch ${batch.id}` }).click()
  const details = page.getByRole('dialog', { name: 'Batch Details' })
  await expect(details.getByRole('table')).toBeVisible()
  expect(await violationsInBothLooks(page, '[role=dialog]')).toEqual([])
  await details.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('button', { name: `Approve ${batch.size}` })).toBeVisible()
  expect(await violationsInBothLooks(page, '[role=dialog]')).toEqual([])
})
