// Create Batch Load in a browser with the real server: from a dropped file to a batch that awaits approval, with the
// interruptions of daily work.
import { expect, sharedDevice as test } from '#tests/support/fixtures.ts'
import {
  AWAITING,
  batchesNamed,
  choose,
  csvOf,
  demoCardNumbers,
  drop,
  editCell,
  figure,
  fillReference,
  gridRow,
  nextAmount,
  openWizard,
} from './batch-load-setup.ts'
import { downloadItem } from './downloads.ts'

test('the maker fixes a faulty row, checks and submits the file, and the batch awaits approval', async ({
  page,
  server,
}) => {
  const { loadableCards, stoppedCards } = await demoCardNumbers(server)
  const [a = '', b = '', c = '', d = ''] = loadableCards
  const amount = nextAmount()
  const content = csvOf([
    [a, amount],
    [b, '12.345'],
    [c, amount],
    [stoppedCards[0] ?? '', amount],
    [`${d.slice(0, 4)} ${d.slice(4)}`, amount],
  ])
  await openWizard(page)
  await fillReference(page, 'Fixed')
  await drop(page, [{ name: 'fixed.csv', content }])

  await expect(figure(page, 'Rows')).toHaveText('5')
  await expect(gridRow(page, 3)).toContainText('“12.345” can mean 12,345.00 or 12.345.')
  await expect(page.getByText(/Header row skipped: Card Number, Amount/)).toBeVisible()
  // The server checks valid rows automatically.
  await expect(gridRow(page, 5)).toContainText('The card is stopped.')
  await expect(page.getByRole('grid')).not.toContainText(a)
  await editCell(page, 3, 'amount', amount)
  await expect(gridRow(page, 3)).toContainText(/Checked by the server \d\d:\d\d· edited/)
  await page.getByRole('button', { name: 'Remove spaces and dashes…' }).click()
  // The preview shows which spaces and dashes are removed, even with masked numbers.
  await expect(page.getByRole('dialog').getByRole('row').last()).toContainText(/9000 01••••••\d{4}900001••••••\d{4}/)
  await page.getByRole('button', { name: 'Rewrite 1 row' }).click()
  await expect(gridRow(page, 6)).toContainText('Checked by the server')
  await page.getByRole('button', { name: 'Remove row 5' }).click()
  await expect(figure(page, 'To fix')).toHaveText('0')
  await page.getByRole('button', { name: /^Undo: remove row 5/ }).click()
  await expect(figure(page, 'To fix')).toHaveText('1')
  await page.getByRole('button', { name: 'Remove row 5', exact: true }).click()

  await page.getByRole('button', { name: 'Continue' }).click()
  const total = `SGD ${(Number(amount) * 4).toFixed(2)}`
  await page.getByRole('button', { name: `Submit 4 loads, ${total}` }).click()
  await expect(page.getByRole('heading', { name: AWAITING })).toBeVisible()

  const [batch] = await batchesNamed(server, 'Fixed')
  expect(batch).toMatchObject({
    LOADSCOUNT: 4,
    LOADSAMOUNT: (Number(amount) * 4).toFixed(2),
    BATCHLOADFILEORIGINALNAME: 'fixed.csv',
    BATCHLOADFILEAPPROVED: false,
  })
  await expect(page.getByText(`This is batch ${batch?.BATCHLOADFILEID}.`)).toBeVisible()
  // The entry of the menu begins the next batch, as the button does.
  await page.getByRole('link', { name: 'Create Batch Load' }).click()
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused()
  await expect(page.getByText('Drafts on this device')).toBeHidden()
  // The draft is deleted, and a reload does not restore it.
  await page.reload()
  await expect(page.getByLabel('Load reference')).toHaveValue('')
})

test('a file dropped without a load reference is read once the reference is entered', async ({ page }) => {
  await openWizard(page)
  for (const [choice, name] of [
    ['Comma separated (csv)', 'batch-load-template.csv'],
    ['Excel workbook (xlsx)', 'batch-load-template.xlsx'],
  ] as const) {
    const file = await downloadItem(page, choice, 'Template')
    expect(file.name).toBe(name)
    expect(file.bytes.byteLength).toBeGreaterThan(10)
  }
  // A file name that contains no reference.
  await drop(page, [{ name: "'.csv", content: csvOf([['9000010000000017', '1.00']]) }])
  await expect(page.getByRole('alert')).toHaveText("the load reference can't be blank or the file format is incorrect")
  await expect(page.getByLabel('Load reference')).toBeFocused()
  await expect(page.getByText("'.csv is ready. Enter the load reference to continue.")).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Late')
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(figure(page, 'Rows')).toHaveText('1')
})

test('a batch of 5,000 rows needs few elements on the page, and the keyboard reaches every row', async ({ page }) => {
  await openWizard(page)
  await fillReference(page, 'Large')
  // Offline, because the server does not know any of these cards.
  await page.context().setOffline(true)
  const rows = Array.from({ length: 5000 }, (_, index) => [String(900_001_000_000_000 + index), '1.00'])
  await page.getByText('Tracking Number').click()
  await choose(page, {
    name: 'large.csv',
    // After the headings, the row at index 4321 has the row number 4323.
    content: csvOf(rows.map(([id = '', amount = ''], index) => [id, index === 4321 ? '0' : amount])),
  })
  await expect(figure(page, 'Rows')).toHaveText('5,000')
  await expect.poll(() => page.locator('[role=grid], [role=grid] *').count()).toBeLessThanOrEqual(400)
  await expect.poll(() => page.locator('body *').count()).toBeLessThanOrEqual(520)
  await page.getByText('All rows').click()
  await page.keyboard.press('F8')
  await expect(gridRow(page, 4323)).toBeVisible()
  await expect(gridRow(page, 4323)).toContainText('The amount must be more than zero.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect(figure(page, 'To fix')).toHaveText('0')
  // The next test on this device needs the connection.
  await page.context().setOffline(false)
})
