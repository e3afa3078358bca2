// The list of batch loads: its filters in the address, the rule of 56 days, the details, and that everybody can use it.
import { expect, sharedDevice as test } from '#tests/support/fixtures.ts'
import { violationsInBothLooks } from '#tests/support/axe.ts'
import { openList, rowOf, uploadBatch } from './approve-batch-setup.ts'

test('filters and details are in the address, Back goes through them, and nothing of it is found by axe, light or dark', async ({
  page,
  host,
}) => {
  const batch = await uploadBatch(host, 'olive', 12)
  await openList(page, 'amir')
  await expect(rowOf(page, batch)).toBeVisible()
  expect(await violationsInBothLooks(page, 'main')).toEqual([])
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
  await page.goForward()

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
  expect(await violationsInBothLooks(page, '[role=dialog]')).toEqual([])
  await details.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('button', { name: `Approve ${batch.size}` })).toBeVisible()
  expect(await violationsInBothLooks(page, '[role=dialog]')).toEqual([])
  await page.goto('batchloads?batch=999999')
  await expect(details.getByText('There is no such batch')).toBeVisible()
})
