// One draft in two tabs: one tab edits it, the other is read-only until it takes over the draft.
import { expect, sharedDevice } from '#tests/support/fixtures.ts'
import {
  choose,
  csvOf,
  demoCardNumbers,
  editCell,
  fillReference,
  gridRow,
  nextAmount,
  openWizard,
  waitUntilSaved,
} from '../batch-load-setup.ts'

sharedDevice(
  'a draft open in one tab is read-only in another, until that tab takes it over or the first tab closes it',
  async ({ page, server, context }) => {
    const { loadableCards } = await demoCardNumbers(server)
    await openWizard(page)
    await fillReference(page, 'Two tabs')
    await choose(page, { name: 'tabs.csv', content: csvOf([[loadableCards[8] ?? '', nextAmount()]]) })
    await waitUntilSaved(page)
    const secondPage = await context.newPage()
    await secondPage.goto(page.url())
    const openElsewhereNotice = secondPage.getByText('This batch is open in another tab')
    await expect(openElsewhereNotice.first()).toBeVisible()
    await expect(secondPage.getByRole('button', { name: /^Check (rows|again)$/ })).toHaveAccessibleDescription(
      'This batch is open in another tab',
    )
    await expect(secondPage.getByRole('button', { name: 'Remove row 2' })).toBeHidden()
    // The second tab takes over the draft with the most recent changes, and later the first tab takes it back.
    await page.bringToFront()
    await editCell(page, 2, 'amount', '3.21')
    await secondPage.bringToFront()
    await secondPage.getByRole('button', { name: 'Continue here' }).click()
    await expect(openElsewhereNotice).toHaveCount(0)
    await expect(gridRow(secondPage, 2)).toContainText('3.21')
    await expect(page.getByText('This batch is open in another tab').first()).toBeVisible()
    await editCell(secondPage, 2, 'amount', '4.32')
    await page.bringToFront()
    await page.getByRole('button', { name: 'Continue here' }).click()
    await expect(gridRow(page, 2)).toContainText('4.32')
    await editCell(page, 2, 'amount', '5.43')
    await expect(openElsewhereNotice.first()).toBeVisible()
    await waitUntilSaved(page)
    await page.close()
    await expect(openElsewhereNotice).toHaveCount(0)
    await expect(gridRow(secondPage, 2)).toContainText('5.43')
    await secondPage.getByRole('button', { name: /^Check (rows|again)$/ }).click()
    await expect(gridRow(secondPage, 2)).toContainText('Checked by the server')
  },
)
