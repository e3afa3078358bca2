// A corrected file is uploaded while the first batch still awaits approval. The approver is warned about rows that
// are in both batches.
import { findViolations } from '#tests/support/axe.ts'
import { clientFor } from '#tests/support/call.ts'
import { expect, sharedDevice as test } from '#tests/support/fixtures.ts'
import { openList } from './approve-batch-setup.ts'
import { demoCardNumbers, uploadLoads } from './batch-load-setup.ts'

test('the approver sees which rows are also in another batch', async ({ page, server }) => {
  const { loadableCards } = await demoCardNumbers(server)
  const [a = '', b = '', c = ''] = loadableCards.slice(20)
  const olive = await clientFor(server, 'olive')
  const id = await uploadLoads(olive, 'The first file', [
    [a, '31.07'],
    [b, '31.07'],
  ])
  await uploadLoads(olive, 'The corrected file', [
    [a, '31.07'],
    [b, '31.08'],
    [c, '31.07'],
  ])

  await openList(page, 'amir')
  const row = page.getByRole('row', { name: /The corrected file/ })
  await row.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByRole('dialog')).toContainText(`1 load is also in batch ${id}`)
  expect(await findViolations(page, '[role=dialog]')).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: /^Details/ }).click()
  const details = page.getByRole('dialog', { name: 'Batch Details' })
  await expect(details.getByRole('row').filter({ hasText: `Also in batch ${id}` })).toHaveCount(1)
  await details.getByLabel('Show', { exact: true }).selectOption('Also in another batch (1)')
  await expect(details.getByRole('table').first().getByRole('row')).toHaveCount(2)
})
