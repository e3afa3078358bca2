// The screens of daily work: axe finds no violation in either theme, and their printouts have no controls.
import type { Page } from '@playwright/test'
import { findViolationsInBothThemes } from '#tests/support/axe.ts'
import { demoCardOf } from '#tests/support/demo-cards.ts'
import { expect, navigate, sharedDevice as test } from '#tests/support/fixtures.ts'
import { uploadBatch } from './approve-batch-setup.ts'
import { choose, csvOf, nextAmount, openWizard, waitUntilSaved } from './batch-load-setup.ts'

/** Pages that no other test checks with axe. */
const remainingScreens = [
  'batchtransfer',
  'batchdevalue',
  'activateCards',
  'card/order',
  'card/my-orders',
  'card/virtual-card-orders',
  'card/physical-orders',
  'card/producer-files',
  'card/insertfee',
  'user/adduser',
  'user/groups',
  'user/audit',
  'reports',
]

test('the screens of daily work have no axe violations, and a card, a batch and a report print without controls', async ({
  page,
  server,
}) => {
  const { id: batchId, cards } = await uploadBatch(server, 'ada')
  const [card = ''] = cards

  await test.step('has no axe violations', async () => {
    await openWizard(page, { username: 'ada' })
    await page.getByLabel('Load reference').fill('Looked at')
    await choose(page, { name: 'looked-at.csv', content: csvOf([[card, nextAmount()]]) })
    await waitUntilSaved(page)
    const screens = [
      // 'body' includes the menu and the top bar.
      ['Home', () => page.getByText('Recent activity'), 'body'],
      ['My batches', () => page.getByRole('rowheader').first(), 'main'],
      ['Drafts', () => page.getByText('Looked at').first(), 'main'],
      ['My Settings', () => page.getByText('This session'), 'main'],
    ] as const
    for (const [title, contentOf, selector] of screens) {
      await page.getByRole('link', { name: title, exact: true }).filter({ visible: true }).first().click()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(contentOf()).toBeVisible()
      // Refreshed parts may still be in transition between the themes.
      await expect.poll(() => findViolationsInBothThemes(page, selector), { message: title }).toEqual([])
    }
    for (const path of remainingScreens) {
      await navigate(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect.poll(() => findViolationsInBothThemes(page), { message: path }).toEqual([])
    }
    await navigate(page, 'batchloads')
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await expect.poll(() => findViolationsInBothThemes(page), { message: 'selected batches' }).toEqual([])
    await page.getByRole('button', { name: /^Approve \d+ batch/ }).click()
    // One of the selected batches is the user's own.
    await expect(page.getByRole('region', { name: 'Left out' })).toBeVisible()
    await expect
      .poll(() => findViolationsInBothThemes(page, '[role=dialog]'), { message: 'several batches' })
      .toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('batch')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expect.poll(() => findViolationsInBothThemes(page, '[role=dialog]')).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('F1')
    await expect(page.getByRole('dialog', { name: /^Help: / })).toBeVisible()
    await expect.poll(() => findViolationsInBothThemes(page, '[role=dialog]')).toEqual([])
    await page.keyboard.press('Escape')
    await page.emulateMedia({ colorScheme: 'light' })
  })

  await test.step('fits a phone and a tablet', async () => {
    for (const path of [...remainingScreens, '', 'batchloads', 'card/search', 'user/search']) {
      await navigate(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const viewport of [
        { width: 768, height: 1024 },
        { width: 390, height: 844 },
      ]) {
        await page.setViewportSize(viewport)
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), { message: path })
          .toBe(true)
      }
      await expect.poll(() => smallTargets(page), { message: path }).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('prints no controls', async () => {
    await navigate(page, `card/details/${demoCardOf(card).id}`)
    await expect(page.getByText('Opening balance')).toBeVisible()
    await expectPrintable(page, 'card')

    await navigate(page, `batchloads?batch=${batchId}`)
    await expect(page.getByRole('dialog').getByRole('rowheader').first()).toBeVisible()
    await expectPrintable(page, 'batch')

    await navigate(page, 'reports/cardBalanceReport')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    await expectPrintable(page, 'report')
  })
})

/** The controls in sight that a finger misses 20 pixels above or below their centre, or beside it. */
const smallTargets = (page: Page) =>
  page
    .locator('button, select, textarea, input:not([type=date], [type=file]), main a.border')
    .filter({ visible: true })
    .evaluateAll((controls) =>
      controls.flatMap((control) => {
        // A click on its label also reaches a box.
        const target = control.closest('label') ?? control
        const box = target.getBoundingClientRect()
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
        const isInSight = y > 20 && y < innerHeight - 20 && target.contains(document.elementFromPoint(x, y))
        const reaches = ([dx, dy]: readonly [number, number]) =>
          target.contains(document.elementFromPoint(Math.min(Math.max(x + dx, 0), innerWidth - 1), y + dy))
        const directions = [
          [0, -20],
          [0, 20],
          [-20, 0],
          [20, 0],
        ] as const
        if (!isInSight || directions.every(reaches)) return []
        return [`${control.ariaLabel ?? control.textContent} ${box.width} x ${box.height}`]
      }),
    )

/** The texts of controls that would be printed. Sort buttons count as headings of their table, and links as its texts. */
const visibleControls = (page: Page) =>
  page
    .locator('button:not(th button, .link), nav select, [role=button], [role=menuitem], [role=tab], summary')
    .filter({ visible: true })
    .evaluateAll((controls) => controls.map((control) => control.getAttribute('aria-label') ?? control.textContent))

async function expectPrintable(page: Page, screenName: string): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  expect(await visibleControls(page), screenName).toEqual([])
  // The width of A4 paper. No table may be cut off.
  await page.setViewportSize({ width: 720, height: 1018 })
  const [paperWidth, tablesRight] = await page.evaluate(() => [
    document.documentElement.clientWidth,
    Math.max(...[...document.querySelectorAll('table')].map((table) => table.getBoundingClientRect().right)),
  ])
  expect(tablesRight, screenName).toBeLessThanOrEqual(paperWidth)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ media: 'screen' })
}
