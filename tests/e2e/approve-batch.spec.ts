// A checker's work on the real host: approve, reject, own batches, two checkers at once.
import { randomUUID } from 'node:crypto'
import { clientFor } from '#tests/support/call.ts'
import { expect, sharedDevice as test } from '#tests/support/fixtures.ts'
import { openList, rowOf, uploadBatch } from './approve-batch-setup.ts'

test('amir approves a batch of olive and sees what was loaded', async ({ page, host }) => {
  const batch = await uploadBatch(host, 'olive')
  await openList(page, 'amir')
  await page.getByRole('button', { name: `Approve batch ${batch.id}` }).click()
  const dialog = page.getByRole('dialog', { name: `Approve batch ${batch.id}?` })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: `Approve ${batch.size}` }).click()

  await expect(page.getByText('Batch load scheduled for processing')).toBeVisible()
  await expect(rowOf(page, batch)).toBeHidden()
  const processing = page.getByRole('region', { name: 'Processing' })
  await expect(processing.getByText(batch.reference)).toBeVisible()
  await expect(processing.getByText('3 loaded, 0 failed')).toBeVisible()

  await page.getByLabel('Status').selectOption('Approved')
  await expect(rowOf(page, batch)).toContainText('Amir')
  await expect(rowOf(page, batch)).toContainText('3 loaded, 0 failed')
})

test('a batch of one’s own can be neither approved nor rejected, on screen or past it', async ({ page, host }) => {
  const batch = await uploadBatch(host, 'ada')
  await openList(page, 'ada')
  for (const action of ['Approve', 'Reject']) {
    const button = page.getByRole('button', { name: `${action} batch ${batch.id}` })
    await expect(button).toHaveAccessibleDescription('A user cannot approve their own load')
    await expect(button).toBeDisabled()
    await button.click({ force: true })
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }

  const ada = await clientFor(host, 'ada')
  const { batchLoad } = await ada.call('batchLoadDetails', { batchLoadFileID: batch.id })
  const refused = { resultCode: '-20409', resultText: 'A user cannot approve their own load' }
  const requestId = randomUUID()
  const params = { requestId, batchLoadFileID: batch.id, fingerprint: batchLoad.FINGERPRINT }
  expect(await ada.call('approveBatchLoad', params)).toMatchObject(refused)
  expect(await ada.call('rejectBatchLoad', { requestId, batchLoadFileID: batch.id })).toMatchObject(refused)
})

test('of two checkers at once one decides, the other is told and sees where the batch stands', async ({
  page,
  host,
  browser,
}) => {
  const batch = await uploadBatch(host, 'olive')
  const context = await browser.newContext({ baseURL: host.url })
  const other = await context.newPage()
  for (const [who, screen] of [
    ['amir', page],
    ['ada', other],
  ] as const) {
    await openList(screen, who)
    await screen.getByRole('button', { name: `Approve batch ${batch.id}` }).click()
  }
  const confirm = `Approve ${batch.size}`
  await page.getByRole('button', { name: confirm }).click()
  await expect(page.getByText('Batch load scheduled for processing')).toBeVisible()

  await other.getByRole('button', { name: confirm }).click()
  const refusal = other.getByRole('dialog', { name: `Batch ${batch.id} was not approved` })
  await expect(refusal.getByText('This batch has been approved already')).toBeVisible()
  await refusal.getByRole('button', { name: 'Close' }).last().click()
  await expect(rowOf(other, batch)).toBeHidden()
  await context.close()
})

test('a rejection with its reason stands in the list of the rejected', async ({ page, host }) => {
  const batch = await uploadBatch(host, 'olive')
  await openList(page, 'amir')
  await page.getByRole('button', { name: `Reject batch ${batch.id}` }).click()
  const dialog = page.getByRole('dialog', { name: `Reject batch ${batch.id}?` })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByLabel('Reason').fill('Wrong month')
  await dialog.getByRole('button', { name: `Reject ${batch.size}` }).click()
  await expect(page.getByText('Batch load rejected')).toBeVisible()
  await expect(rowOf(page, batch)).toBeHidden()

  await page.getByLabel('Status').selectOption('Rejected')
  await expect(page.getByRole('columnheader', { name: 'Rejected by' })).toBeVisible()
  await expect(rowOf(page, batch)).toContainText('Amir')
  await expect(rowOf(page, batch)).toContainText('Wrong month')
  const olive = await clientFor(host, 'olive')
  const { batchLoads } = await olive.call('myBatches', {})
  expect(batchLoads.find(({ BATCHLOADFILEID }) => BATCHLOADFILEID === batch.id)).toMatchObject({
    BATCHLOADFILEREJECTED: true,
    REJECTIONREASON: 'Wrong month',
    LOADEDCOUNT: 0,
  })
})
