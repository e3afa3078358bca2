// Editing the rows of a batch: enough of them are visible, and a user can edit by keyboard alone, as in a spreadsheet.
import { expect, sharedDevice as test } from '#tests/support/fixtures.ts'
import { findViolations } from '#tests/support/axe.ts'
import {
  batchesNamed,
  choose,
  csvOf,
  demoCardNumbers,
  figure,
  fillReference,
  gridRow,
  openWizard,
  rowsInSight,
} from './batch-load-setup.ts'

test('at 1366 x 768, nine rows fit below the steps, a banner and the reasons, and twelve if rows are compact', async ({
  page,
  server,
}) => {
  const { loadableCards } = await demoCardNumbers(server)
  const faultyRows = [
    [loadableCards[0] ?? '', '0'],
    [loadableCards[1] ?? '', 'abc'],
    ['12345', '1.00'],
    ['4.12346E+15', '3.00'],
    ['', '4.00'],
    [loadableCards[2] ?? '', '-1'],
    [loadableCards[3] ?? '', '1.234'],
  ]
  await page.setViewportSize({ width: 1366, height: 768 })
  await openWizard(page)
  await fillReference(page, 'In sight')
  await choose(page, {
    name: 'errors.csv',
    content: csvOf([...faultyRows, ...loadableCards.slice(4, 34).map((card) => [card, '15.00'])]),
  })
  await expect(figure(page, 'To fix')).toHaveText('7')
  await expect(page.getByText('Your spreadsheet changed some card numbers')).toBeVisible()
  await expect(page.getByRole('button', { name: /^\d+ more problems$/ })).toBeVisible()
  await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(9)
  // The collapsed reasons are neither visible nor reachable by keyboard until they are expanded.
  const reasons = page.getByRole('list', { name: 'What was found' }).getByRole('listitem')
  const visibleCount = await reasons.count()
  expect(visibleCount).toBeLessThan(7)
  await page.getByRole('button', { name: 'Compact rows' }).click()
  await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(12)
  // The choice is saved on the device.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Normal rows' })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(12)
})

test('a block selected with the mouse is copied, not the text beside the grid', async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { loadableCards } = await demoCardNumbers(server)
  await openWizard(page)
  await fillReference(page, 'By mouse')
  await choose(page, {
    name: 'mouse.csv',
    content: csvOf(loadableCards.slice(0, 9).map((card, index) => [card, `1${index}.00`])),
  })
  const amountOf = (rowNumber: number) => gridRow(page, rowNumber).getByRole('gridcell').nth(2)
  // Makes a text selection that pressing on a cell must clear.
  await page.getByText('mouse.csv').dblclick()
  await amountOf(3).hover()
  await page.mouse.down()
  await amountOf(4).hover()
  await amountOf(5).hover()
  await page.mouse.up()
  await page.keyboard.press('Control+c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('11.00\r\n12.00\r\n13.00')
})

test('the keyboard alone can fix, fill and extend a batch, as in a spreadsheet', async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { loadableCards } = await demoCardNumbers(server)
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = loadableCards.slice(34)
  await openWizard(page)
  await fillReference(page, 'By keys')
  await choose(page, {
    name: 'keys.csv',
    content: csvOf([
      [a, 'abc'],
      [b, '15.00'],
      [c, '15.00'],
      ['1234', '1.00'],
      ['', '2.00'],
    ]),
  })
  await expect(figure(page, 'To fix')).toHaveText('3')
  const pressKeys = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const amountOf = (rowNumber: number) => gridRow(page, rowNumber).getByRole('gridcell').nth(2)

  await expect(gridRow(page, 2)).toBeVisible()
  // Goes to the next error. Typing replaces the value, Enter moves down.
  await pressKeys('F8')
  await expect(amountOf(2)).toBeFocused()
  await page.keyboard.type('20')
  await pressKeys('Enter')
  await expect(amountOf(2)).toHaveText('20.00')
  await pressKeys('Control+z')
  await expect(amountOf(2)).toHaveText('abc')
  await pressKeys('Control+y')
  await expect(amountOf(2)).toHaveText('20.00')

  // One button removes all rows without a card number.
  await page.getByRole('button', { name: /^1 row has no/ }).focus()
  await pressKeys('Tab', 'Enter')
  await expect(page.getByRole('dialog', { name: 'Remove this row' })).toBeVisible()
  await pressKeys('Control+Enter')
  await expect(figure(page, 'Rows')).toHaveText('4')

  // F2 edits the existing value. A block is filled with its first cell.
  await page.getByRole('radio', { name: /^All rows/ }).press('Space')
  await amountOf(2).focus()
  await pressKeys('F2')
  await page.keyboard.type('.5')
  await pressKeys('Enter')
  await expect(amountOf(2)).toHaveText('20.50')
  await pressKeys('ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d')
  await expect(amountOf(4)).toHaveText('20.50')
  await expect(figure(page, 'Amount')).toHaveText(/61\.50/)

  // Card numbers copied from the grid are masked for other programs, and complete when pasted into the grid.
  await pressKeys('Home', 'ArrowRight', 'Shift+ArrowRight', 'Control+c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^9000 01•• •••• \d{4}\t20\.50$/)
  await expect(gridRow(page, 5)).toContainText('this one has 4')
  await gridRow(page, 5).getByRole('gridcell').nth(1).focus()
  await pressKeys('Control+v')
  await expect(gridRow(page, 5)).toContainText('more than once')
  await page.keyboard.type(d)
  await pressKeys('Enter')
  await expect(gridRow(page, 5)).not.toContainText('more than once')

  // Adds rows at the end: Tab moves along the row, Enter to the start of the next one.
  await page.getByRole('button', { name: 'Add a row' }).press('Enter')
  await expect(page.getByRole('grid').getByRole('textbox', { name: 'Card Number' })).toBeFocused()
  for (const card of [e, f]) {
    await page.keyboard.type(card)
    await pressKeys('Tab')
    await page.keyboard.type('15.10')
    await pressKeys('Enter')
  }
  await expect(figure(page, 'Rows')).toHaveText('6')
  await expect(figure(page, 'To fix')).toHaveText('0')

  // Two lines from another program, pasted over the amounts of the first two rows.
  await page.evaluate(() => navigator.clipboard.writeText('"21.00"\r\n22.00\r\n'))
  await amountOf(2).focus()
  await pressKeys('Control+v')
  await expect(amountOf(3)).toHaveText('22.00')
  await page.getByRole('searchbox', { name: 'Search the rows' }).focus()
  await page.keyboard.type(e.slice(-6))
  await expect(page.getByText('1 found')).toBeVisible()
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2)
  await pressKeys('Escape')
  expect(await findViolations(page, 'main')).toEqual([])

  await expect(gridRow(page, 2)).toContainText('Checked by the server')
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await page.getByRole('button', { name: /^Submit 6 loads,/ }).press('Enter')
  await expect(page.getByRole('heading', { name: /awaiting approval/ })).toBeVisible()
  expect(await batchesNamed(server, 'By keys')).toMatchObject([{ LOADSCOUNT: 6 }])
})
