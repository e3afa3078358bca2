// Approving over a bad line: a lost answer, and no line at all.
import { randomUUID } from 'node:crypto'
import { addDays, instantToDate } from '#domain/dates.ts'
import { clientFor } from '#tests/support/call.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { openList, rowOf, uploadBatch } from './approve-batch-setup.ts'

test('an answer lost after the host has approved is asked for again, even after a reload, and loads once', async ({
  page,
  host,
  line,
}) => {
  const batch = await uploadBatch(host, 'olive')
  await openList(page, 'amir', { at: line.url })
  await page.getByRole('button', { name: `Approve batch ${batch.id}` }).click()
  const lost = line.loseAnswerTo('"approveBatchLoad"')
  await page.getByRole('button', { name: `Approve ${batch.size}` }).click()
  await lost
  const unknown = page.getByRole('dialog', { name: `We cannot tell whether batch ${batch.id} was approved` })
  await expect(unknown.getByRole('button', { name: 'Check again' })).toBeVisible()

  await page.reload()
  const left = page.getByRole('status').filter({ hasText: `We cannot tell whether batch ${batch.id} was approved` })
  await expect(left).toContainText(batch.size)
  await left.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Batch load scheduled for processing')).toBeVisible()
  await expect(left).toBeHidden()
  await expect(page.getByRole('region', { name: 'Processing' }).getByText('3 loaded, 0 failed')).toBeVisible()

  const amir = await clientFor(host, 'amir')
  const { batchLoad } = await amir.call('batchLoadDetails', { batchLoadFileID: batch.id })
  expect(batchLoad).toMatchObject({ PROCESSED: true, LOADEDCOUNT: 3, LOADEDAMOUNT: batchLoad.LOADSAMOUNT })
})

test('an answer lost on the way is asked for again for closing, comments and processing too', async ({
  page,
  host,
  line,
}) => {
  const batch = await uploadBatch(host, 'olive')
  const amir = await clientFor(host, 'amir')
  const { batchLoad } = await amir.call('batchLoadDetails', { batchLoadFileID: batch.id })
  const params = { requestId: randomUUID(), batchLoadFileID: batch.id, fingerprint: batchLoad.FINGERPRINT }
  await amir.call('approveBatchLoad', { ...params, scheduledDate: `${inAMonth()} 09:00:00` })
  await openList(page, 'amir', { at: line.url, search: '?status=5' })
  const steps = [
    ['retryBatchLoad', 'Process now', /^Process 3/, 'was scheduled for re-processing', 'Approved'],
    ['closeBatchLoad', 'Close', /^Close batch/, 'was closed', 'Closed'],
    ['updateClosedBatchLoadComments', 'Edit comments', /^Save/, 'has the new comments', undefined],
  ] as const
  for (const [method, action, confirm, was, next] of steps) {
    await page.getByRole('button', { name: `${action} batch ${batch.id}` }).click()
    const lost = line.loseAnswerTo(`"${method}"`)
    await page.getByRole('dialog').getByRole('button', { name: confirm }).click()
    await lost
    const unknown = page.getByRole('dialog', { name: `We cannot tell whether batch ${batch.id} ${was}` })
    await unknown.getByRole('button', { name: 'Check again' }).click()
    await expect(unknown).toBeHidden()
    if (next) await page.getByLabel('Status').selectOption(next)
  }
  const after = await amir.call('batchLoadDetails', { batchLoadFileID: batch.id })
  expect(after.batchLoad).toMatchObject({ BATCHLOADFILECLOSED: true, LOADEDCOUNT: 3 })
})

const inAMonth = () => addDays(instantToDate(Date.now(), 'Asia/Singapore'), 30)

test('without a line the last list stays with its age, and nothing can be decided', async ({ page, host, line }) => {
  const batch = await uploadBatch(host, 'olive')
  await openList(page, 'amir', { at: line.url })
  await expect(rowOf(page, batch)).toBeVisible()
  line.cut()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('This list was last updated on')).toBeVisible()
  await expect(rowOf(page, batch)).toBeVisible()
  for (const action of ['Approve', 'Reject']) {
    await expect(page.getByRole('button', { name: `${action} batch ${batch.id}` })).toHaveAccessibleDescription(
      'There is no connection to the server. This can be done when it is back.',
    )
  }
  line.restore()
  await expect(page.getByText('This list was last updated on')).toBeHidden()
  await expect(page.getByRole('button', { name: `Approve batch ${batch.id}` })).toBeEnabled()
})
