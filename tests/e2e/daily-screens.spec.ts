// The screens of every day as a whole: nothing found by axe in either look, and nothing to be pressed on their paper.
import type { Page } from '@playwright/test'
import { violationsInBothLooks } from '#tests/support/axe.ts'
import { numbersFor } from '#tests/support/demo-cards.ts'
import { expect, signIn, test } from '#tests/support/fixtures.ts'
import { choose, csvOf, demoNumbers, nextAmount, openWizard, saved } from './batch-load-setup.ts'

test('home, my batches, search, settings and drafts: nothing found by axe, light and dark', async ({ page, host }) => {
  const { good } = await demoNumbers(host)
  await openWizard(page)
  await page.getByLabel('Load reference').fill('Looked at')
  await choose(page, { name: 'looked-at.csv', content: csvOf([[good[0] ?? '', nextAmount()]]) })
  await saved(page)
  const screens = [
    ['Home', () => page.getByText('Recent activity')],
    ['My batches', () => page.getByRole('rowheader').first()],
    ['Drafts', () => page.getByText('Looked at').first()],
    ['My Settings', () => page.getByText('This session')],
  ] as const
  for (const [title, shown] of screens) {
    await page.getByRole('link', { name: title, exact: true }).filter({ visible: true }).first().click()
    await expect(shown()).toBeVisible()
    // What is refreshed meanwhile may be on its way from one look to the other.
    await expect.poll(() => violationsInBothLooks(page, 'body'), { message: title }).toEqual([])
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('batch')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect.poll(() => violationsInBothLooks(page, '[role=dialog]')).toEqual([])
})

/** What somebody could press on paper, by its words. The headings by which a table is sorted are its headings. */
const pressable = (page: Page) =>
  page
    .locator('button:not(th button), nav select, [role=button], [role=menuitem], [role=tab], summary')
    .filter({ visible: true })
    .evaluateAll((controls) => controls.map((control) => control.getAttribute('aria-label') ?? control.textContent))

test('a card, a batch and a report are printed without anything to press', async ({ page, host }) => {
  const [card = ''] = await numbersFor(host, 'load', { amount: '20.00' })
  await signIn(page, 'ada', { to: 'card/search' })
  await page
    .getByRole('textbox', { name: /^Search/ })
    .first()
    .fill(card)
  await page.keyboard.press('Enter')
  await page.getByRole('rowheader').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/card\/details\//)
  await expect(page.getByText('Opening balance')).toBeVisible()
  await printed(page, 'card')

  await page.goto(`${host.url}batchloads?batch=1`)
  await expect(page.getByRole('dialog').getByRole('rowheader').first()).toBeVisible()
  await printed(page, 'batch')

  await page.goto(`${host.url}reports/cardBalanceReport`)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await printed(page, 'report')
})

async function printed(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  expect(await pressable(page), what).toEqual([])
  // Nothing is cut off on A4, which is as wide as this.
  await page.setViewportSize({ width: 720, height: 1018 })
  const [paper, widest] = await page.evaluate(() => [
    document.documentElement.clientWidth,
    Math.max(...[...document.querySelectorAll('table')].map((table) => table.getBoundingClientRect().right)),
  ])
  expect(widest, what).toBeLessThanOrEqual(paper)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ media: 'screen' })
}
