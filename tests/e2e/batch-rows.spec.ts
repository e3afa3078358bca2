// The rows of a batch as a person works in them: enough of them in sight, and the habits of spreadsheets by keys alone.
import { expect, test } from '#tests/support/fixtures.ts'
import { choose, csvOf, demoNumbers, figure, fillReference, openWizard } from './batch-load-setup.ts'
import type { Page } from '@playwright/test'

/** Rows of the grid that are seen whole, without scrolling the page. */
const rowsInSight = (page: Page): Promise<number> =>
  page.getByRole('grid').evaluate((grid) => {
    const head = grid.querySelector('[role=row]')?.getBoundingClientRect()
    const frame = grid.getBoundingClientRect()
    const last = Math.min(frame.bottom, innerHeight)
    return [...grid.querySelectorAll('[role=rowgroup] > [role=row]')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return top >= (head?.bottom ?? 0) && bottom <= last
    }).length
  })

test('nine rows are in sight on an office screen beneath steps, a banner and reasons; closer together, more', async ({
  page,
  host,
}) => {
  const { good } = await demoNumbers(host)
  const wrong = [[good[0] ?? '', '0'], [good[1] ?? '', 'abc'], ['12345', '1.00'], ['4.12346E+15', '3.00'], ['', '4.00'], [good[2] ?? '', '-1'], [good[3] ?? '', '1.234']] // prettier-ignore
  await page.setViewportSize({ width: 1366, height: 768 })
  await openWizard(page)
  await fillReference(page, 'In sight')
  await choose(page, { name: 'errors.csv', content: csvOf([...wrong, ...good.slice(4, 34).map((card) => [card, '15.00'])]) }) // prettier-ignore
  await expect(figure(page, 'To fix')).toHaveText('7')
  await expect(page.getByText('A spreadsheet has ruined numbers in this file')).toBeVisible()
  await expect(page.getByRole('button', { name: /^\d+ more reasons$/ })).toBeVisible()
  await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(9)
  // What waits behind the count is neither seen nor come to by keys, until it is asked for.
  const reasons = page.getByRole('list', { name: 'What was found' }).getByRole('listitem')
  const shown = await reasons.count()
  expect(shown).toBeLessThan(7)
  await page.getByRole('button', { name: /^\d+ more reasons$/ }).click()
  await expect(reasons).toHaveCount(7)
  await page.getByRole('button', { name: 'Fewer reasons' }).click()
  await page.getByRole('button', { name: 'Rows closer together' }).click()
  await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(12)
  // The choice stays on the device.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Rows further apart' })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(12)
})
