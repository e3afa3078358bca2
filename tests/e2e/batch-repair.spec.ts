// Mending a batch: rows typed and pasted, one amount for many rows, the own file back with verdicts, a corrected file with its
// differences, a rejected batch that opens again with the same rows, and the own file after the run.
import { readFile } from 'node:fs/promises'
import { clientFor } from '#tests/support/call.ts'
import { expect, signIn, sharedDevice as test } from '#tests/support/fixtures.ts'
import { demoCardOf } from '#tests/support/demo-cards.ts'
import type { Page } from '@playwright/test'
import { batchesNamed, choose, csvOf, demoNumbers, figure, fillReference, gridRow, nextAmount, openWizard } from './batch-load-setup.ts' // oxfmt-ignore
import { fillLabel, numbersWithFunds, openKind } from './batch-kinds-setup.ts'

/** Pastes text as a person would who copied cells, with nothing focused. */
const paste = (page: Page, text: string) =>
  page.evaluate((copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

test('a single card is loaded by a typed row, checked as it is typed', async ({ page, host }) => {
  const { good } = await demoNumbers(host)
  await openWizard(page)
  const number = page.getByLabel('Card Number', { exact: true }).last()
  await number.fill(good[20] ?? '')
  await page.getByLabel('Amount').fill('10')
  await page.getByRole('button', { name: 'Add row' }).click()
  // What was typed waits for what is missing.
  await expect(
    page.getByText("the load reference can't be blank or the file format is incorrect").first(),
  ).toBeVisible()
  await expect(number).toHaveValue(good[20] ?? '')
  await fillReference(page, 'One card')
  await number.fill('1234')
  await page.getByRole('button', { name: 'Add row' }).click()
  await expect(page.getByText('A card number has 16 digits, this one has 4.').first()).toBeVisible()
  await page
    .getByLabel('Card Number', { exact: true })
    .last()
    .fill(good[20] ?? '')
  await page.getByLabel('Amount').fill(nextAmount())
  await page.getByRole('button', { name: 'Add row' }).click()
  await expect(figure(page, 'Rows')).toHaveText('1')
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Submit 1 load,/ }).click()
  await expect(page.getByRole('heading', { name: /awaiting approval/ })).toBeVisible()
  expect(await batchesNamed(host, 'One card')).toMatchObject([{ LOADSCOUNT: 1 }])
})

test('rows copied in a spreadsheet are pasted, first as the batch and then behind its rows', async ({ page, host }) => {
  const { good } = await demoNumbers(host)
  await openWizard(page)
  await fillReference(page, 'Pasted')
  await paste(page, `${good[21]}\t15.00\n${good[22]}\t15.00\n`)
  await expect(figure(page, 'Rows')).toHaveText('2')
  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect(gridRow(page, 2)).toContainText('Checked by the server')
  await paste(page, `${good[23]}\t15.00\n${good[21]}\t15.00\n`)
  await expect(figure(page, 'Rows')).toHaveText('4')
  await expect(gridRow(page, 4)).toContainText('This card appears more than once')
  await page.getByRole('button', { name: /^Undo adding of 2 rows/ }).click()
  await expect(figure(page, 'Rows')).toHaveText('2')
})

test('one amount mends many rows, with a preview and an undo', async ({ page, host }) => {
  const { good } = await demoNumbers(host)
  await openWizard(page)
  await fillReference(page, 'No amounts')
  await choose(page, { name: 'none.csv', content: csvOf([[good[0] ?? '', '0'], [good[1] ?? '', '0'], [good[2] ?? '', '12.00']]) }) // oxfmt-ignore
  await expect(figure(page, 'To fix')).toHaveText('2')
  await page.getByRole('button', { name: 'Set all…' }).click()
  await page.getByLabel('Amount for each of them').fill('12.5')
  await expect(page.getByRole('dialog').getByRole('cell', { name: '12.50' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Set 2 rows' }).click()
  await expect(figure(page, 'To fix')).toHaveText('0')
  await expect(figure(page, 'Amount')).toContainText('37.00')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(figure(page, 'To fix')).toHaveText('2')
})

test('the own file comes back with verdicts, and corrected it changes only what was corrected', async ({
  page,
  host,
}) => {
  const { good } = await demoNumbers(host)
  const [, , , , , , , , , a = '', b = '', c = '', d = ''] = good
  await openWizard(page)
  await fillReference(page, 'Corrected')
  await choose(page, { name: 'mine.csv', content: csvOf([[a, '15.00'], [b, 'abc'], [c, '=1+1'], [d, '15.00']]) }) // oxfmt-ignore
  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect(gridRow(page, 2)).toContainText('Checked by the server')
  await page.getByRole('button', { name: 'File', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Save my file with Verdict and Reason (csv)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('mine-checked.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('Card Number,Amount,Verdict,Reason\r\n')
  expect(text).toContain(`="${a}",15.00,Valid,\r\n`)
  expect(text).toContain(`="${b}",abc,To fix,`)
  // threats T25: what a spreadsheet would run is text.
  expect(text).toContain(`="${c}",'=1+1,To fix,`)

  const corrected = text.replace(`${b}",abc`, `${b}",16.00`).replace(/^.*=1\+1.*\r\n/m, '').replace(`${d}",15.00,Valid,\r\n`, `${d}",15.00,Valid,\r\n${good[13]},17.00,,\r\n`) // oxfmt-ignore
  await page.getByLabel('Corrected file').setInputFiles({ name: 'mine-checked.csv', mimeType: 'text/csv', buffer: Buffer.from(corrected) }) // oxfmt-ignore
  await expect(page.getByRole('dialog')).toContainText('Apply 1 row changed, 1 row added, 1 row removed')
  await expect(page.getByRole('dialog')).toContainText('2 rows are the same and keep their checks.')
  await page.getByRole('button', { name: 'Apply 3 rows' }).click()
  await expect(figure(page, 'To fix')).toHaveText('0')
  await expect(figure(page, 'Rows')).toHaveText('4')
  await expect(figure(page, 'Amount')).toContainText('63.00')
  await page.getByRole('button', { name: /^Undo corrections/ }).click()
  await expect(figure(page, 'To fix')).toHaveText('2')
})

test('a rejected batch shows its reason to its maker and opens again with the same rows', async ({ page, host }) => {
  const [a = '', b = ''] = await numbersWithFunds(host)
  await openKind(page, 'transfer')
  await fillLabel(page, 'transfer', 'To be rejected')
  await choose(page, { name: 'rejected.csv', content: `${a},${b},1.10\r\n` })
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Submit 1 transfer,/ }).click()
  await expect(page.getByRole('heading', { name: /awaiting approval/ })).toBeVisible()
  const [batch] = await batchesNamed(host, 'To be rejected')
  const batchLoadFileID = batch?.BATCHLOADFILEID ?? ''
  const checker = await clientFor(host, 'amir')
  expect(await checker.call('rejectBatchLoad', { batchLoadFileID, reason: 'Wrong month' })).toMatchObject({ resultCode: '0' }) // oxfmt-ignore

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

test('after the run the own file comes back with what became of each row, and touches only what failed', async ({
  page,
  host,
}) => {
  const { good } = await demoNumbers(host)
  const [, , , , , , , , , , , , , , fine = '', stopped = ''] = good
  const [olive, amir] = [await clientFor(host, 'olive'), await clientFor(host, 'amir')]
  const amount = nextAmount()
  const { batchLoadFileID } = await olive.call('batchLoadUpload', {
    batchElements: [fine, stopped].map((identifier) => ({ identifier, amount })),
    identifierType: 1,
    loadReference: 'Half of it',
    fileName: 'half.csv',
    batchLoadOptions: [],
  })
  const { trackingNumber } = demoCardOf(stopped)
  const { stopReasons } = await olive.call('getStopReasons', {})
  const stop = { trackingNumber, activationData: '', stopReasonID: stopReasons[0]?.STOPREASONID ?? 0 } // oxfmt-ignore
  expect(await olive.call('stopCard', stop)).toMatchObject({ resultCode: '0' })
  const { batchLoad } = await amir.call('batchLoadDetails', { batchLoadFileID })
  await amir.call('approveBatchLoad', { batchLoadFileID, fingerprint: batchLoad.FINGERPRINT })

  await signIn(page, 'olive', { to: 'batches/mine' })
  await expect(page.getByRole('row', { name: new RegExp(`^${batchLoadFileID} `) })).toContainText('1 loaded, 1 failed')
  await page.getByRole('button', { name: `Details of batch ${batchLoadFileID}` }).click()
  await page.getByRole('button', { name: 'Save my file' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'With Verdict and Reason (csv)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('half-results.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(`="${fine}",${amount},Done,\r\n`)
  expect(text).toContain(`="${stopped}",${amount},Failed,Not loaded: the card is stopped.\r\n`)

  expect(await olive.call('unstopCard', { cardNumber: stopped })).toMatchObject({ resultCode: '0' })
  await page.goto('batchload')
  await fillReference(page, 'The other half')
  await choose(page, { name: 'half-results.csv', content: text })
  await expect(figure(page, 'Rows')).toHaveText('1')
  await expect(page.getByText('1 row with the verdict Done left out')).toBeVisible()
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: `Submit 1 load, SGD ${amount}` }).click()
  await expect(page.getByRole('heading', { name: /awaiting approval/ })).toBeVisible()
})
