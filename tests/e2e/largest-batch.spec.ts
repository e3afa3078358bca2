// The largest batch, from end to end in a browser: 5,000 rows are dropped, checked, submitted by a maker, approved by
// an approver, and processed until every row is loaded.
import { clientFor } from '#tests/support/call.ts'
import { cardNumbersFor } from '#tests/support/demo-cards.ts'
import { expect, signIn, test } from '#tests/support/fixtures.ts'
import { csvOf, drop, figure, fillReference, waitUntilSubmitted, openWizard } from './batch-load-setup.ts'

test('a batch of 5,000 rows can be dropped, submitted, approved and processed', async ({ page, server, device }) => {
  // One long test, on a machine that may be busy.
  test.slow()
  // Each card occurs about twenty times, and can be loaded with the sum.
  const loadableCards = await cardNumbersFor(server, 'load', { amount: '150.00' })
  const rows = Array.from({ length: 5000 }, (_, index) => [loadableCards[index % loadableCards.length] ?? '', '5.00'])
  await openWizard(page)
  await fillReference(page, 'The largest')
  await drop(page, [{ name: 'largest.csv', content: csvOf(rows) }])
  await expect(figure(page, 'Rows')).toHaveText('5,000')
  await expect(figure(page, 'Server check')).not.toHaveText('Not yet')
  await expect(figure(page, 'To fix')).toHaveText('0')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Submit 5,000 loads, SGD 25,000.00' }).click()
  await waitUntilSubmitted(page)
  const client = await clientFor(server, 'olive')
  const { batchLoads } = await client.call('myBatches', {})
  const id = batchLoads.find((batch) => batch.BATCHLOADFILEREFERENCE === 'The largest')?.BATCHLOADFILEID ?? ''

  // The approver uses another device, and may still be signed in there from an earlier test.
  const checkerPage = await (await device.begin()).newPage()
  await signIn(checkerPage, 'amir', { to: 'batchloads' })
  await checkerPage
    .getByRole('row', { name: new RegExp(`^${id} `) })
    .getByRole('button', { name: /^Approve/ })
    .click()
  await checkerPage
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve 5,000 loads/ })
    .click()
  await expect(checkerPage.getByText('Batch load scheduled for processing').first()).toBeVisible()
  await device.end()

  await page.getByRole('button', { name: 'See my batches' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`^${id} `) })).toContainText('5,000 loaded, 0 failed', {
    timeout: 240_000,
  })
  const { rows: processedRows } = await client.call('myBatchRows', { batchLoadFileID: id })
  expect(processedRows.filter(({ LOADED }) => LOADED)).toHaveLength(5000)
})
