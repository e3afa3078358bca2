// Create Batch Load over a connection that loses responses: no data is lost, and nothing is loaded twice.
import { expect, test } from '#tests/support/fixtures.ts'
import {
  AWAITING,
  batchesNamed,
  choose,
  csvOf,
  demoCardNumbers,
  figure,
  fillReference,
  gridRow,
  waitUntilSubmitted,
  nextAmount,
  openWizard,
  waitUntilSaved,
} from '../batch-load-setup.ts'

// Chromium repeats a request automatically if no byte arrives. The last case below tests this.
const PARTIAL_HEADER_BYTES = 12

test('a lost response to a check keeps the rows, and a response lost after the commit does not load twice', async ({
  page,
  server,
  connection,
}) => {
  const reference = 'Lost on the way'
  const { loadableCards } = await demoCardNumbers(server)
  await openWizard(page, { base: connection.url })
  await fillReference(page, reference)
  const checkResponseLost = connection.truncateResponseTo('verifyBatchFile', PARTIAL_HEADER_BYTES)
  await choose(page, {
    name: 'lost.csv',
    content: csvOf([
      [loadableCards[1] ?? '', nextAmount()],
      [loadableCards[2] ?? '', nextAmount()],
    ]),
  })
  await checkResponseLost
  // The portal repeats the check automatically.
  await expect(figure(page, 'Rows')).toHaveText('2')
  await expect(gridRow(page, 2)).toContainText('Checked by the server')
  await page.getByRole('button', { name: 'Continue' }).click()
  const responseLost = connection.truncateResponseTo('batchLoadUpload', PARTIAL_HEADER_BYTES)
  await page.getByRole('button', { name: /^Submit 2 loads/ }).click()
  await responseLost
  await expect(page.getByText('We cannot tell whether the batch arrived')).toBeVisible()
  await waitUntilSaved(page)
  // The tab is also reloaded.
  await page.reload()
  await expect(page.getByText('We cannot tell whether the batch arrived')).toBeVisible()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('heading', { name: AWAITING })).toBeVisible()
  const batches = await batchesNamed(server, reference)
  expect(batches).toHaveLength(1)
  await expect(page.getByText(`This is batch ${batches[0]?.BATCHLOADFILEID}.`)).toBeVisible()

  await page.getByRole('button', { name: 'Create another batch load' }).click()
  await fillReference(page, 'Repeated')
  await choose(page, { name: 'repeated.csv', content: csvOf([[loadableCards[3] ?? '', nextAmount()]]) })
  await page.getByRole('button', { name: 'Continue' }).click()
  const wholeResponseLost = connection.truncateResponseTo('batchLoadUpload', 0)
  await page.getByRole('button', { name: /^Submit 1 load,/ }).click()
  await wholeResponseLost
  await waitUntilSubmitted(page)
  expect(await batchesNamed(server, 'Repeated')).toHaveLength(1)
})
