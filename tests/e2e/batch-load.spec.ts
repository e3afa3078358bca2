// Create Batch Load in a browser against the real host: from a dropped file to a batch that awaits approval, with what
// happens in between to people who sit in it all day.
import { readFile } from 'node:fs/promises'
import { demoCardOf } from '#tests/support/demo-cards.ts'
import { expect, sharedDevice as test } from '#tests/support/fixtures.ts'
import { workbook } from '#tests/support/files.ts'
import { batchesNamed, choose, csvOf, demoNumbers, drop, editCell, figure, fillReference, gridRow, keptReference, nextAmount, openWizard, saved } from './batch-load-setup.ts' // oxfmt-ignore

const AWAITING = 'Batch file uploaded successfully and awaiting approval'

test('a file with a faulty row is mended, checked, submitted and awaits approval', async ({ page, host }) => {
  const { good, stopped } = await demoNumbers(host)
  const [a = '', b = '', c = '', d = ''] = good
  const amount = nextAmount()
  const content = csvOf([[a, amount], [b, '12.345'], [c, amount], [stopped[0] ?? '', amount], [`${d.slice(0, 4)} ${d.slice(4)}`, amount]]) // oxfmt-ignore
  await openWizard(page)
  await fillReference(page, 'Mended')
  await drop(page, [{ name: 'mended.csv', content }])

  await expect(figure(page, 'Rows')).toHaveText('5')
  await expect(figure(page, 'To fix')).toHaveText('2')
  await expect(gridRow(page, 3)).toContainText('An amount has at most two decimals.')
  await expect(page.getByText(/Header row skipped: Card Number, Amount/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveAccessibleDescription('Check the rows first.') // oxfmt-ignore

  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect(gridRow(page, 5)).toContainText('The card is stopped.')
  await expect(page.getByRole('grid')).not.toContainText(a)
  await editCell(page, 3, 'amount', amount)
  await expect(gridRow(page, 3)).toContainText(/Checked by the server \d\d:\d\d· edited/)
  await page.getByRole('button', { name: 'Remove spaces and dashes…' }).click()
  // Masked, the preview still shows what goes.
  await expect(page.getByRole('dialog').getByRole('row').last()).toContainText(/9000 01••••••\d{4}900001••••••\d{4}/)
  await page.getByRole('button', { name: 'Change 1 row' }).click()
  await expect(gridRow(page, 6)).toContainText('Checked by the server')
  await page.getByRole('button', { name: 'Remove row 5' }).click()
  await expect(figure(page, 'To fix')).toHaveText('0')
  await page.getByRole('button', { name: /^Undo removal of row 5/ }).click()
  await expect(figure(page, 'To fix')).toHaveText('1')
  await page.getByRole('button', { name: 'Remove row 5' }).click()

  await page.getByRole('button', { name: 'Continue' }).click()
  const total = `SGD ${(Number(amount) * 4).toFixed(2)}`
  await page.getByRole('button', { name: `Submit 4 loads, ${total}` }).click()
  await expect(page.getByRole('heading', { name: AWAITING })).toBeVisible()

  const [batch] = await batchesNamed(host, 'Mended')
  expect(batch).toMatchObject({ LOADSCOUNT: 4, LOADSAMOUNT: (Number(amount) * 4).toFixed(2), BATCHLOADFILEORIGINALNAME: 'mended.csv', BATCHLOADFILEAPPROVED: false }) // oxfmt-ignore
  await expect(page.getByText(`It is batch ${batch?.BATCHLOADFILEID}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Create another batch load' }).click()
  await expect(page.getByLabel('Load reference')).toBeVisible()
  await expect(page.getByText('Drafts on this device')).toBeHidden()
})

test('a template comes down as a file; a file that comes before its load reference is kept, and goes on when that is there', async ({
  page,
}) => {
  await openWizard(page)
  for (const [choice, name] of [
    ['Comma separated (csv)', 'batch-load-template.csv'],
    ['Excel workbook (xlsx)', 'batch-load-template.xlsx'],
  ] as const) {
    await page.getByRole('button', { name: 'Template' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: choice }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(name)
    expect((await readFile(await file.path())).byteLength).toBeGreaterThan(10)
  }
  await drop(page, [{ name: 'loads.csv', content: csvOf([['9000010000000017', '1.00']]) }])
  await expect(page.getByRole('alert')).toHaveText("the load reference can't be blank or the file format is incorrect")
  await expect(page.getByLabel('Load reference')).toBeFocused()
  await expect(page.getByText('loads.csv is kept and goes on when the load reference is there.')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Late')
  await expect(page.getByRole('button', { name: 'Go on with it' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(figure(page, 'Rows')).toHaveText('1')
})

test('a reload comes back to the same step with the same rows', async ({ page, host }) => {
  const { good } = await demoNumbers(host)
  const amount = nextAmount()
  await openWizard(page)
  await fillReference(page, 'Reloaded')
  await keptReference(page)
  await page.reload()
  await expect(page.getByLabel('Load reference')).toHaveValue('Reloaded')
  await choose(page, { name: 'reload.csv', content: csvOf([[good[0] ?? '', amount], [good[1] ?? '', 'x'], [good[2] ?? '', amount]]) }) // oxfmt-ignore
  await editCell(page, 3, 'amount', amount)
  await page.getByRole('button', { name: 'Remove row 4' }).click()
  await saved(page)
  await page.reload()
  await expect(figure(page, 'Rows')).toHaveText('2')
  await expect(figure(page, 'To fix')).toHaveText('0')
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: /^Submit 2 loads/ })).toBeVisible()
  await saved(page)
  await page.reload()
  await page.getByRole('button', { name: /^Submit 2 loads/ }).click()
  await expect(page.getByRole('heading', { name: AWAITING })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Load reference')).toHaveValue('')
  expect(await batchesNamed(host, 'Reloaded')).toHaveLength(1)
})

test('the first step can be gone back to, and another batch leaves this one as a draft', async ({ page, host }) => {
  const { good } = await demoNumbers(host)
  await openWizard(page)
  await fillReference(page, 'Put aside')
  await choose(page, { name: 'aside.csv', content: csvOf([[good[0] ?? '', nextAmount()]]) })
  await page.getByRole('button', { name: 'Batch file upload' }).click()
  await expect(page.getByLabel('Load reference')).toHaveValue('Put aside')
  await fillReference(page, 'Put aside, renamed')
  await page.getByRole('button', { name: 'Continue with it' }).click()
  await expect(figure(page, 'Rows')).toHaveText('1')
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Save for later' }).click()
  await page.getByRole('button', { name: 'Open Put aside, renamed' }).click()
  await expect(figure(page, 'Rows')).toHaveText('1')
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Save for later' }).click()
  await page.getByRole('button', { name: 'Discard Put aside, renamed' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Open Put aside, renamed' })).toBeVisible()
})

test('a workbook by tracking number goes the same way; again, it needs a reason, which the host keeps', async ({
  page,
  host,
}) => {
  const { good } = await demoNumbers(host)
  const tracking = good.slice(0, 2).map((pan) => demoCardOf(pan).trackingNumber)
  const book = workbook([['Tracking Number', 'Amount'], ...tracking.map((number) => [number, Number(nextAmount())])])
  await openWizard(page)
  for (const reference of ['First time', 'Second time']) {
    await fillReference(page, reference)
    await page.getByText('Tracking Number').click()
    await choose(page, { name: `${reference}.xlsx`, content: Buffer.from(book) })
    await expect(page.getByText('Sheet “Loads”')).toBeVisible()
    await page.getByRole('button', { name: 'Check rows' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: /^Submit 2 loads,/ }).click()
    if (reference === 'First time') {
      await expect(page.getByRole('heading', { name: AWAITING })).toBeVisible()
      await page.getByRole('button', { name: 'Create another batch load' }).click()
      continue
    }
    const [first] = await batchesNamed(host, 'First time')
    await expect(page.getByText(`Batch ${first?.BATCHLOADFILEID} by olive`)).toBeVisible()
    await expect(page.getByText('Say in at least 3 characters')).toBeVisible()
    await page.getByLabel('Why these rows are submitted again').fill('Second half of the bonus')
    await page.getByRole('button', { name: /^Submit 2 loads,/ }).click()
    await expect(page.getByRole('heading', { name: AWAITING })).toBeVisible()
  }
  expect(await batchesNamed(host, 'Second time')).toMatchObject([{ DUPLICATEREASON: 'Second half of the bonus' }])
})

test('5,000 rows are few elements on the page, and the keyboard reaches every row', async ({ page }) => {
  await openWizard(page)
  await fillReference(page, 'Large')
  const rows = Array.from({ length: 5000 }, (_, n) => [String(900_001_000_000_000 + n), '1.00'])
  await page.getByText('Tracking Number').click()
  await choose(page, { name: 'large.csv', content: csvOf(rows.map(([id = '', amount = ''], n) => [id, n === 4321 ? '0' : amount])) }) // oxfmt-ignore
  await expect(figure(page, 'Rows')).toHaveText('5,000')
  expect(await page.locator('[role=grid], [role=grid] *').count()).toBeLessThanOrEqual(400)
  expect(await page.locator('body *').count()).toBeLessThanOrEqual(500)
  await page.getByText('All rows').click()
  await page.keyboard.press('F8')
  await expect(gridRow(page, 4323)).toBeVisible()
  await expect(gridRow(page, 4323)).toContainText('An amount is above zero.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect(figure(page, 'To fix')).toHaveText('0')
})
