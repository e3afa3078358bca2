// The design system in a real browser with the portal's strict content security policy: no policy violation and no axe
// violation. Also tests behaviour that only a browser can show: keyboard, focus, the number of nodes of a long table.
import type { Locator, Page } from '@playwright/test'
import { colourRules, findViolations } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { type Gallery, startGallery } from '#tests/support/gallery.ts'

let gallery: Gallery
test.beforeAll(async () => {
  gallery = await startGallery()
})
test.afterAll(() => gallery.close())

/** Opens all components, and collects policy violations and errors from then on. */
async function open(page: Page): Promise<string[]> {
  const pageFaults: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) pageFaults.push(message.text())
  })
  page.on('pageerror', (error) => pageFaults.push(error.message))
  await page.goto(gallery.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return pageFaults
}

async function closeAll(notices: Locator): Promise<void> {
  const closeButtons = notices.getByRole('button', { name: 'Close notice' })
  // The last notice is an error, which stays until it is closed.
  while ((await closeButtons.count()) > 0) await closeButtons.first().click()
}

test('every component passes the policy and axe in both themes; overlays, the grid and a form work by keyboard', async ({
  page,
}) => {
  const pageFaults = await open(page)
  expect(await findViolations(page, 'html'), 'light').toEqual([])
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))
  expect(await findViolations(page, 'html', colourRules), 'dark').toEqual([])
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'))

  await test.step('the open list of a combobox passes axe, and the focus stays in its field', async () => {
    const field = page.getByRole('combobox', { name: 'Currency Code' })
    await field.focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { name: /Singapore/ })).toBeVisible()
    expect(await findViolations(page, 'form, [role=listbox]')).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue('978')
    await expect(field).toBeFocused()
    await expect(page.getByRole('listbox')).toHaveCount(0)
  })
  await test.step('the keyboard reaches a disabled button, which shows its reason and cannot be pressed by Enter or click', async () => {
    const approve = page.getByRole('button', { name: 'Approve', exact: true })
    await page.getByRole('button', { name: 'Sending' }).focus()
    await page.keyboard.press('Tab')
    await expect(approve).toBeFocused()
    await expect(page.getByRole('tooltip')).toHaveText('A user cannot approve their own load')
    await expect(approve).toHaveAccessibleDescription('A user cannot approve their own load')
    await page.keyboard.press('Enter')
    await approve.click({ force: true })
    await expect(page.getByText('Pressed 0')).toBeVisible()
    await page.getByRole('button', { name: 'Submit batch' }).click()
    await expect(page.getByText('Pressed 1')).toBeVisible()
  })

  await test.step('an open dialog and its scroll lock pass axe; the focus is in its field and comes back', async () => {
    const openButton = page.getByRole('button', { name: 'Open confirm' })
    await openButton.click()
    const dialog = page.getByRole('dialog', { name: 'Approve batch 1042?' })
    await expect(dialog.getByLabel(/^Comment/)).toBeFocused()
    expect(await findViolations(page, 'html')).toEqual([])
    await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(openButton).toBeFocused()
    await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden')
  })
  await test.step('a disabled action of a menu shows its reason and does nothing', async () => {
    await page.getByRole('button', { name: 'Actions of batch 1042' }).press('Enter')
    await page.keyboard.press('ArrowDown')
    const blockedItem = page.getByRole('menuitem', { name: 'A user cannot approve their own load' })
    await expect(blockedItem).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(blockedItem).toBeVisible()
    await expect(page.getByText('Done: nothing')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('Ctrl+Enter confirms from anywhere in the dialog', async () => {
    await page.getByRole('button', { name: 'Open confirm' }).click()
    await expect(page.getByLabel(/^Comment/)).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Done: approved')).toBeVisible()
  })
  await test.step('notices are at the top centre, at most two lines high, and move nothing; one click opens all of them', async () => {
    const notices = page.getByRole('region', { name: 'Notices' })
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1366, height: 768 },
    ]) {
      await page.setViewportSize(viewport)
      const noticeButton = page.getByRole('button', { name: 'Say things', exact: true })
      await noticeButton.scrollIntoViewIfNeeded()
      const before = await noticeButton.boundingBox()
      await noticeButton.click()
      const list = notices.getByRole('list')
      // Keeps the notices from disappearing meanwhile.
      await list.hover()
      await expect(notices.getByRole('alert').filter({ hasText: 'Cannot connect to server' })).toBeVisible()
      await expect(notices.getByText('Batch file uploaded successfully and awaiting approval')).toBeVisible()
      await expect.poll(() => noticeButton.boundingBox()).toEqual(before)
      const bottom = async () => list.evaluate((element) => element.getBoundingClientRect().bottom)
      // The heading of a page begins below this height.
      await expect.poll(bottom).toBeLessThanOrEqual(76)
      const box = await list.boundingBox()
      expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - viewport.width / 2)).toBeLessThanOrEqual(1)
      await notices.getByRole('button', { name: /more notice/ }).click()
      await expect.poll(bottom).toBeGreaterThan(80)
      await closeAll(notices)
    }
  })
  await test.step('in a full-screen dialog, notices neither cover nor move its buttons', async () => {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1366, height: 768 },
    ]) {
      await page.setViewportSize(viewport)
      await page.getByRole('button', { name: 'Open details' }).click()
      const dialog = page.getByRole('dialog', { name: 'Batch 1042' })
      const noticeButton = dialog.getByRole('button', { name: 'Say things here' })
      // The dialog grows while it opens.
      // 44 for fingers.
      const height = viewport.width < 600 ? 44 : 36
      await expect.poll(async () => (await noticeButton.boundingBox())?.height).toBe(height)
      const before = await noticeButton.boundingBox()
      await noticeButton.click()
      await expect(dialog.getByRole('alert')).toBeVisible()
      await expect.poll(() => noticeButton.boundingBox()).toEqual(before)
      // Closes one notice. The other two clicks are only tried (`trial`): they check that the close button of the next
      // notice is not covered.
      for (let left = 3; left > 0; left -= 1)
        await dialog
          .getByRole('button', { name: 'Close notice' })
          .first()
          .click({ trial: left < 3 })
      await dialog.getByRole('button', { name: 'Close', exact: true }).click()
      await expect(dialog).toBeHidden()
      await closeAll(page.getByRole('region', { name: 'Notices' }))
    }
  })

  const grid = page.getByRole('grid', { name: 'Rows of the file' })
  await test.step('5,000 rows: at most 400 nodes at every position, one tab stop, keys move as in a grid', async () => {
    const nodes = () => grid.evaluate((element) => element.querySelectorAll('*').length)
    const tabStops = () => grid.evaluate((element) => element.querySelectorAll('[tabindex="0"]').length)
    const focusedCell = () =>
      page.evaluate(
        () =>
          `${document.activeElement?.closest('[role=row]')?.getAttribute('aria-rowindex')}/${document.activeElement?.getAttribute('aria-colindex')}`,
      )
    await expect(grid).toHaveAttribute('aria-rowcount', '5001')
    await page.getByRole('button', { name: 'Go to row 3,002' }).focus()
    await page.keyboard.press('Tab')
    await expect.poll(focusedCell).toBe('2/1')
    for (const [keys, place] of [
      ['ArrowDown', '3/1'],
      ['End', '3/4'],
      ['Home', '3/1'],
      ['Control+End', '5001/4'],
      ['Control+Home', '2/1'],
      ['ArrowRight', '2/2'],
    ] as const) {
      await page.keyboard.press(keys)
      await expect.poll(focusedCell).toBe(place)
      expect(await nodes()).toBeLessThanOrEqual(400)
      expect(await tabStops()).toBe(1)
    }
    await page.keyboard.press('PageDown')
    await expect.poll(async () => Number((await focusedCell()).split('/')[0])).toBeGreaterThan(8)
    await grid.evaluate((element) => element.scrollTo(0, 90_000))
    await expect(grid.getByText('9000010000002500')).toBeVisible()
    expect(await nodes()).toBeLessThanOrEqual(400)
  })
  await test.step('a cell is edited in place: Enter saves and moves down, Esc discards and returns to the cell', async () => {
    await page.getByRole('button', { name: 'Go to row 3,002' }).click()
    const cell = grid.getByRole('row').filter({ hasText: '3002' }).getByRole('gridcell').nth(2)
    await expect(cell).toBeFocused()
    await page.keyboard.press('Enter')
    await grid.getByRole('textbox', { name: 'Amount' }).fill('77.50')
    await page.keyboard.press('Enter')
    await expect(cell).toHaveText('77.50')
    await expect(grid.getByRole('row').filter({ hasText: '3003' }).getByRole('gridcell').nth(2)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('F2')
    await grid.getByRole('textbox', { name: 'Amount' }).fill('1.00')
    await page.keyboard.press('Escape')
    await expect(cell).toHaveText('77.50')
    await expect(cell).toBeFocused()
  })
  await test.step('a removed row is gone and the grid keeps its tab stop', async () => {
    await grid.getByRole('gridcell').first().click()
    await page.keyboard.press('Delete')
    await expect(grid).toHaveAttribute('aria-rowcount', '5000')
    await expect(grid.getByText('9000010000000000')).toHaveCount(0)
    await expect(grid.locator('[tabindex="0"]')).toHaveCount(1)
  })

  await test.step('Enter adds, Shift+Enter adds and continues, Esc cancels and keeps what was typed', async () => {
    const openButton = page.getByRole('button', { name: 'Add a single card' })
    await openButton.click()
    const dialog = page.getByRole('dialog', { name: 'Add a single card' })
    const name = dialog.getByRole('textbox', { name: 'Name', exact: true })
    await expect(name).toBeFocused()
    expect(await findViolations(page, 'html')).toEqual([])
    await page.keyboard.type('Ann')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Add Card Order' })).toHaveAccessibleDescription(
      'Enter surname first',
    )
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(openButton).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(name).toHaveValue('Ann')
    await dialog.getByRole('textbox', { name: 'Surname' }).fill('Lee')
    await page.keyboard.press('Shift+Enter')
    await expect(dialog.getByText('Added: Ann Lee. Enter the next one.')).toBeVisible()
    await expect(name).toBeFocused()
    await expect(name).toHaveValue('')
    await page.keyboard.type('Bo')
    await dialog.getByRole('textbox', { name: 'Surname' }).fill('Ng')
    await dialog.getByRole('textbox', { name: 'Address 1' }).fill('Block 12, Level 3')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Said: Bo / Ng / Block 12 Level 3')).toBeVisible()
  })

  await test.step('a header cell is aligned like the cells below it', async () => {
    await page.goto(`${gallery.url}?part=tables`)
    const rows = page.getByRole('group', { name: 'Batches' }).getByRole('row')
    // Without the actions, whose heading only a screen reader reads.
    const alignments = (row: Locator) =>
      row.locator('th, td').evaluateAll((cells) => cells.slice(0, -1).map((cell) => getComputedStyle(cell).textAlign))
    expect(await alignments(rows.nth(0))).toEqual(await alignments(rows.nth(1)))
  })
  await test.step('on a phone a row of a table is a card and nothing scrolls sideways', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${gallery.url}?part=tables`)
    const row = page.getByRole('group', { name: 'Batches' }).locator('tbody tr').first()
    await expect(row).toHaveCSS('display', 'flex')
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await findViolations(page, 'html')).toEqual([])
  })
  expect(pageFaults).toEqual([])
})
