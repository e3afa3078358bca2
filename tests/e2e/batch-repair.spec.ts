// Fixing an uploaded batch: a rejected batch can be reopened with the same rows, and the maker can download the results
// after the run.
import { clientFor } from '#tests/support/call.ts'
import { expect, signIn, sharedDevice as test } from '#tests/support/fixtures.ts'
import {
  batchesNamed,
  choose,
  demoCardNumbers,
  figure,
  fillReference,
  nextAmount,
  uploadLoads,
} from './batch-load-setup.ts'
import { fillLabel, cardNumbersWithFunds, openWizardOf } from './batch-types-setup.ts'
import { stopCard, unstopCard } from './cards-setup.ts'
import { downloadItem } from './downloads.ts'

test('the maker of a rejected batch sees the reason, and can reopen it with the same rows', async ({
  page,
  server,
}) => {
  const [a = '', b = ''] = await cardNumbersWithFunds(server)
  await openWizardOf(page, 'transfer')
  await fillLabel(page, 'transfer', 'To be rejected')
  await choose(page, { name: 'rejected.csv', content: `${a},${b},1.10\r\n` })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Submit 1 transfer,/ }).click()
  await expect(page.getByRole('heading', { name: /awaiting approval/ })).toBeVisible()
  const [batch] = await batchesNamed(server, 'To be rejected')
  const batchLoadFileID = batch?.BATCHLOADFILEID ?? ''
  const checker = await clientFor(server, 'amir')
  expect(await checker.call('rejectBatchLoad', { batchLoadFileID, reason: 'Wrong month' })).toMatchObject({
    resultCode: '0',
  })

  await page.getByRole('button', { name: 'See my batches' }).click()
  const row = page.getByRole('row', { name: new RegExp(`^${batchLoadFileID} `) })
  await expect(row).toContainText('Wrong month')
  await page.getByRole('button', { name: `Details of batch ${batchLoadFileID}` }).click()
  await expect(page.getByRole('dialog')).toContainText('This batch was rejected')
  await expect(page.getByRole('dialog')).not.toContainText(a)
  await page.getByRole('button', { name: 'Open again as a draft' }).click()
  await expect(page.getByRole('heading', { name: 'Batch Transfer', level: 1 })).toBeVisible()
  await expect(figure(page, 'Rows')).toHaveText('1')
  await expect(figure(page, 'Amount')).toContainText('1.10')
  await expect(page).toHaveURL(/batchtransfer\?draft=/)
})

test('the downloaded results of a run can be uploaded again, which submits only the failed rows', async ({
  page,
  server,
}) => {
  const { loadableCards } = await demoCardNumbers(server)
  const [loadable = '', stopped = ''] = loadableCards.slice(14)
  const [olive, amir] = [await clientFor(server, 'olive'), await clientFor(server, 'amir')]
  const amount = nextAmount()
  const loads = [loadable, stopped].map((card) => [card, amount] as const)
  const batchLoadFileID = await uploadLoads(olive, 'Half of it', loads, 'half.csv')
  await stopCard(olive, stopped)
  const { batchLoad } = await amir.call('batchLoadDetails', { batchLoadFileID })
  await amir.call('approveBatchLoad', { batchLoadFileID, fingerprint: batchLoad.FINGERPRINT })

  await signIn(page, 'olive', { to: 'batches/mine' })
  await expect(page.getByRole('row', { name: new RegExp(`^${batchLoadFileID} `) })).toContainText('1 loaded, 1 failed')
  await page.getByRole('button', { name: `Details of batch ${batchLoadFileID}` }).click()
  const { name, text } = await downloadItem(page, 'With Verdict and Reason (csv)', 'Save my file')
  expect(name).toBe('half-results.csv')
  expect(text).toContain(`"=""${loadable}""",${amount},Done,\r\n`)
  expect(text).toContain(`"=""${stopped}""",${amount},Failed,Not loaded: the card is stopped.\r\n`)

  await unstopCard(olive, stopped)
  await page.goto('batchload')
  await fillReference(page, 'The other half')
  await choose(page, { name: 'half-results.csv', content: text })
  await expect(figure(page, 'Rows')).toHaveText('1')
  await expect(page.getByText('1 row with the verdict Done left out')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: `Submit 1 load, SGD ${amount}` }).click()
  await expect(page.getByRole('heading', { name: /awaiting approval/ })).toBeVisible()
})
