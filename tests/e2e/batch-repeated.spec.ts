// A corrected file uploaded again: most of its rows stand in the first batch, and both would be carried out. The maker can take
// them out at once, and whoever decides is told.
import { randomUUID } from 'node:crypto'
import { violations } from '#tests/support/axe.ts'
import { clientFor } from '#tests/support/call.ts'
import { expect, sharedDevice as test } from '#tests/support/fixtures.ts'
import { openList } from './approve-batch-setup.ts'
import { choose, csvOf, demoNumbers, figure, fillReference, gridRow, openWizard } from './batch-load-setup.ts'

test('rows that wait in another batch are named, removed at once, and shown to the checker where they stay', async ({
  page,
  host,
  browser,
}) => {
  const { good } = await demoNumbers(host)
  const [a = '', b = '', c = ''] = good.slice(20)
  const olive = await clientFor(host, 'olive')
  const first = await olive.call('batchLoadUpload', {
    requestId: randomUUID(),
    batchElements: [a, b].map((identifier) => ({ identifier, amount: '31.07' })),
    identifierType: 1,
    loadReference: 'The first file',
    fileName: 'first.csv',
    batchLoadOptions: [],
  })
  expect(first).toMatchObject({ resultCode: '0' })
  const id = first.batchLoadFileID

  await openWizard(page)
  await fillReference(page, 'The corrected file')
  await choose(page, { name: 'corrected.csv', content: csvOf([[a, '31.07'], [b, '31.08'], [c, '31.07']]) }) // oxfmt-ignore
  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect(gridRow(page, 2)).toContainText(`Batch ${id} has this card with the same amount`)
  await expect(figure(page, 'To fix')).toHaveText('0')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('1 of them is also in another batch')).toBeVisible()
  expect(await violations(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Back' }).click()

  await page.getByRole('button', { name: 'Remove this row…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove 1 row also found in another batch' })
  await dialog.getByRole('button', { name: 'Remove 1 row' }).click()
  await expect(figure(page, 'Rows')).toHaveText('2')
  await expect(page.getByRole('button', { name: '1 row is also in another batch' })).toBeHidden()
  await page.getByRole('button', { name: 'Undo removal of row 2' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Submit 3 loads, SGD 93.22' }).click()
  await expect(page.getByRole('heading', { name: /awaiting approval/ })).toBeVisible()

  const checker = await (await browser.newContext({ baseURL: host.url })).newPage()
  await openList(checker, 'amir')
  const row = checker.getByRole('row', { name: /The corrected file/ })
  await row.getByRole('button', { name: /^Approve/ }).click()
  await expect(checker.getByRole('dialog')).toContainText(`1 load stands in batch ${id} too`)
  expect(await violations(checker, '[role=dialog]')).toEqual([])
  await checker.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: /^Details/ }).click()
  const details = checker.getByRole('dialog', { name: 'Batch Details' })
  await expect(details.getByRole('row').filter({ hasText: `In batch ${id} too` })).toHaveCount(1)
  await details.getByLabel('Show').selectOption('In another batch too (1)')
  await expect(details.getByRole('table').first().getByRole('row')).toHaveCount(2)
})
