// Approving over a bad connection: a lost response, and no connection at all.
import { clientFor } from '#tests/support/call.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { openList, rowOf, uploadBatch } from '../approve-batch-setup.ts'

test('after a lost approval response, Check again fetches the result and the batch is loaded only once; offline, Approve and Reject are disabled', async ({
  page,
  server,
  connection,
}) => {
  const [batch, secondBatch] = [await uploadBatch(server, 'olive'), await uploadBatch(server, 'olive')]
  await openList(page, 'amir', { base: connection.url })

  await test.step('approves, and the response is lost', async () => {
    await page.getByRole('button', { name: `Approve batch ${batch.id}` }).click()
    const responseLost = connection.dropResponseTo('"approveBatchLoad"')
    await page.getByRole('button', { name: `Approve ${batch.size}` }).click()
    await responseLost
    const unknownDialog = page.getByRole('dialog', { name: `We cannot tell whether batch ${batch.id} was approved` })
    await expect(unknownDialog.getByRole('button', { name: 'Check again' })).toBeVisible()

    await page.reload()
    const remainingNotice = page
      .getByRole('status')
      .filter({ hasText: `We cannot tell whether batch ${batch.id} was approved` })
    await expect(remainingNotice).toContainText(batch.size)
    await remainingNotice.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByText('Batch load scheduled for processing')).toBeVisible()
    await expect(remainingNotice).toBeHidden()
    await expect(page.getByRole('region', { name: 'Processing' }).getByText('3 loaded, 0 failed')).toBeVisible()

    const amir = await clientFor(server, 'amir')
    const { batchLoad } = await amir.call('batchLoadDetails', { batchLoadFileID: batch.id })
    expect(batchLoad).toMatchObject({ PROCESSED: true, LOADEDCOUNT: 3, LOADEDAMOUNT: batchLoad.LOADSAMOUNT })
  })

  await test.step('goes offline', async () => {
    await expect(rowOf(page, secondBatch)).toBeVisible()
    connection.cut()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('This list was last updated on')).toBeVisible()
    await expect(rowOf(page, secondBatch)).toBeVisible()
    for (const action of ['Approve', 'Reject']) {
      await expect(page.getByRole('button', { name: `${action} batch ${secondBatch.id}` })).toHaveAccessibleDescription(
        'There is no connection to the server. You can do this when you are back online.',
      )
    }
    connection.restore()
    await expect(page.getByText('This list was last updated on')).toBeHidden()
    await expect(page.getByRole('button', { name: `Approve batch ${secondBatch.id}` })).toBeEnabled()
  })
})
