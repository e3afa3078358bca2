// Rows of a real office file (own columns, several sheets, a title, many mistakes): enough rows are visible, no problem is
// cut, and every button is within reach, on a desktop screen, a tablet and a phone.
import type { Page } from '@playwright/test'
import { findViolations } from '#tests/support/axe.ts'
import { expect, sharedDevice as test } from '#tests/support/fixtures.ts'
import { officeLoads, officeOrders, officeTargets, officeTransfers } from '#tests/support/office-file.ts'
import { choose, demoCardNumbers, figure, fillReference, gridRow, openWizard, rowsInSight } from './batch-load-setup.ts'

const desktop = { width: 1366, height: 768 }
const tablet = { width: 768, height: 1024 }
const phone = { width: 390, height: 844 }

/** What is wrong with the rows in sight: a problem that is cut, or a button that is outside the window or covered. */
const flawsInSight = (page: Page): Promise<string[]> =>
  page.getByRole('grid').evaluate((grid) => {
    const header = grid.querySelector('[role=row]')?.getBoundingClientRect()
    const bottom = Math.min(grid.getBoundingClientRect().bottom, innerHeight)
    const rows = [...grid.querySelectorAll('[role=rowgroup] > [role=row]')].filter((row) => {
      const box = row.getBoundingClientRect()
      return box.top >= (header?.bottom ?? 0) && box.bottom <= bottom
    })
    const isReachable = (button: Element) => {
      const { left, top, width, height, right } = button.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      return left >= 0 && right <= innerWidth && hit !== null && button.contains(hit)
    }
    return rows.flatMap((row) => {
      const text = row.querySelector<HTMLElement>('[title] > span:last-child')
      const button = row.querySelector('button[aria-label^="Remove row"]')
      // The empty last row has neither.
      if (!button) return []
      const isCut = text !== null && (text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight)
      return [
        ...(isCut ? [`cut: ${text.textContent}`] : []),
        ...(isReachable(button) ? [] : [`out of reach: ${button.ariaLabel}`]),
      ]
    })
  })

/** True if the text of these cells of a row is completely visible: neither cut nor below a pinned column. */
const areCellsVisible = (page: Page, rowNumber: number, headings: readonly string[]): Promise<boolean> =>
  gridRow(page, rowNumber).evaluate((row, wanted) => {
    const columns = [...(row.closest('[role=grid]')?.querySelectorAll('[role=columnheader]') ?? [])]
    return wanted.every((heading) => {
      const index = columns.findIndex((column) => column.textContent?.startsWith(heading))
      const cell = row.querySelector(`[aria-colindex="${index + 1}"]`)
      if (!cell) return false
      const { left, right, top, height } = cell.getBoundingClientRect()
      const isUncovered = [left + 4, right - 4].every((x) =>
        cell.contains(document.elementFromPoint(x, top + height / 2)),
      )
      return (
        isUncovered &&
        [cell, ...cell.children].every(
          (part) => part.scrollHeight <= part.clientHeight + 1 && part.scrollWidth <= part.clientWidth + 1,
        )
      )
    })
  }, headings)

test('an office file of loads shows nine rows at 1366 x 768, and no problem is cut at 1366, 768 and 390', async ({
  page,
  server,
}) => {
  const { loadableCards } = await demoCardNumbers(server)
  await page.setViewportSize(desktop)
  await openWizard(page)
  await fillReference(page, 'Office file')
  await choose(page, { name: 'Payroll December.xlsx', content: officeLoads(loadableCards.slice(0, 40)) })
  await expect(figure(page, 'To fix')).toHaveText('13')
  await expect(gridRow(page, 4)).toBeVisible()

  await test.step('at 1366 x 768', async () => {
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(9)
    await expect.poll(() => flawsInSight(page)).toEqual([])
    expect(await areCellsVisible(page, 4, ['Card Number', 'Amount', 'Cardholder', 'Employee'])).toBe(true)
    // One line for what was assumed about the file.
    const assumptions = page.getByRole('status').filter({ hasText: 'Check how the file was read' })
    await expect.poll(async () => (await assumptions.boundingBox())?.height).toBeLessThan(44)
    await assumptions.getByRole('button', { name: 'Details' }).click()
    await expect(assumptions.getByLabel('Sheet to read')).toBeVisible()
    await assumptions.getByRole('button', { name: 'Less' }).click()

    // All problems, each with its fix, without moving the rows.
    await page.getByRole('button', { name: /^\d+ more problems$/ }).click()
    const problems = page.getByRole('list', { name: 'All problems' }).getByRole('listitem')
    await expect(problems).toHaveCount(13)
    await expect(problems.last()).toBeInViewport({ ratio: 1 })
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(9)
    expect(await findViolations(page, '[role=dialog]')).toEqual([])
    await problems.getByRole('button', { name: '1 amount is a percentage', exact: true }).click()
    await expect(problems).toHaveCount(0)
    await expect(page.getByRole('grid').getByText(/percentage, 10%/)).toHaveCount(1)
    await page.getByRole('radio', { name: 'Errors first' }).press('Space')

    // The chosen row has its problem with the solution, in sight and uncut.
    await expect(page.getByText('Select a row to read its problems in full.')).toBeInViewport({ ratio: 1 })
    await gridRow(page, 5).getByRole('gridcell').nth(1).click()
    await expect(page.getByText(/lost digits cannot be recovered/).filter({ hasText: /^Row 5: / })).toBeInViewport({
      ratio: 1,
    })
    expect(await findViolations(page, 'main')).toEqual([])
  })
  await test.step('at 768 x 1024', async () => {
    await page.setViewportSize(tablet)
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(9)
    await expect.poll(() => flawsInSight(page)).toEqual([])
    expect(await areCellsVisible(page, 4, ['Card Number', 'Amount'])).toBe(true)
  })
  await test.step('at 390 x 844', async () => {
    await page.setViewportSize(phone)
    // Extra columns and checks are in the second line of each row.
    await expect(page.getByRole('columnheader', { name: 'Employee' })).toHaveCount(0)
    await gridRow(page, 4).scrollIntoViewIfNeeded()
    await page.getByRole('grid').evaluate((grid) => grid.scrollIntoView({ block: 'end' }))
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(6)
    await expect.poll(() => flawsInSight(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})

test('office files of target balances, transfers and orders show nine rows and their amounts at 1366 x 768', async ({
  page,
  server,
}) => {
  const { loadableCards } = await demoCardNumbers(server)
  await page.setViewportSize(desktop)

  await test.step('target balances', async () => {
    await openWizard(page)
    await fillReference(page, 'Office targets')
    await page.getByRole('radio', { name: /^Target balances/ }).press('Space')
    await choose(page, { name: 'Targets.xlsx', content: officeTargets(loadableCards.slice(0, 30)) })
    await expect(gridRow(page, 4)).toContainText('already has')
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(9)
    await expect.poll(() => flawsInSight(page)).toEqual([])
    expect(await areCellsVisible(page, 4, ['Card Number', 'Target Balance', 'Balance', 'To load'])).toBe(true)
  })

  await test.step('transfers, with the name of both cards', async () => {
    await page.goto('batchtransfer')
    await fillReference(page, 'Office transfers')
    await choose(page, { name: 'Transfers.csv', content: officeTransfers(loadableCards.slice(0, 30)) })
    await expect(page.getByRole('columnheader', { name: 'Cardholder' })).toBeVisible()
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(9)
    expect(await flawsInSight(page)).toEqual([])
    expect(await areCellsVisible(page, 2, ['From Card Number', 'To Card Number', 'Amount', 'Cardholder'])).toBe(true)
  })

  await test.step('orders, which are checked as soon as the campaign is known', async () => {
    await page.goto('card/order')
    await choose(page, { name: 'New staff.xlsx', content: officeOrders() })
    await expect(page.getByRole('button', { name: 'Check rows' })).toBeVisible()
    await page.getByLabel('Campaign').selectOption({ label: 'Voyager Gift Card' })
    await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible()
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(9)
    expect(await flawsInSight(page)).toEqual([])
    expect(await areCellsVisible(page, 4, ['Name', 'Surname', 'Load Amount'])).toBe(true)
    // A long name takes two lines.
    await expect(gridRow(page, 10)).toContainText('Muhammad Firdaus bin Abdullah')
    expect(await areCellsVisible(page, 10, ['Name', 'Surname', 'Load Amount'])).toBe(true)
  })
})
