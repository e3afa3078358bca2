// Accessibility of the wizard and of a batch's details: axe finds no violation in any step, light or dark. My batches
// is covered by daily-screens.spec.
import type { Page } from '@playwright/test'
import { findViolationsInBothThemes } from '#tests/support/axe.ts'
import { clientFor } from '#tests/support/call.ts'
import { expect, sharedDevice as test } from '#tests/support/fixtures.ts'
import {
  choose,
  csvOf,
  demoCardNumbers,
  figure,
  fillReference,
  nextAmount,
  openWizard,
  uploadLoads,
} from './batch-load-setup.ts'

test('axe finds no violation in any step, a dialog or the details of a batch, light or dark', async ({
  page,
  server,
}) => {
  const { loadableCards, stoppedCards } = await demoCardNumbers(server)
  const [a = '', b = '', c = ''] = loadableCards.slice(30)
  const amount = nextAmount()
  // Another batch has the same row, so that the warning about duplicates is checked too.
  const olive = await clientFor(server, 'olive')
  await uploadLoads(olive, 'The other', [[a, amount]])
  await openWizard(page)
  await page.getByRole('button', { name: 'Add row' }).click()
  await expectAccessible(page)
  await fillReference(page, 'Accessible')
  const rows = [
    [a, amount],
    [b, 'abc'],
    ['9.00001E+15', '1.00'],
    [`${c.slice(0, 4)} ${c.slice(4)}`, '1.00'],
    [stoppedCards[0] ?? '', '1.00'],
    [a, '1.00'],
  ]
  await choose(page, { name: 'accessible.csv', content: csvOf(rows) })
  await expect(figure(page, 'Server check')).not.toHaveText('Not yet')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Rows with errors' }).click()
  await page.getByRole('menuitem', { name: /^Remove all/ }).click()
  await expectAccessible(page, '[role=dialog]')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove 4/ })
    .click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: /^Submit / })).toBeVisible()
  await expect(page.getByText('1 row is also in another batch')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Submit 2 loads,/ }).click()
  await expect(page.getByRole('heading', { name: /awaiting approval/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'See my batches' }).click()
  await page
    .getByRole('button', { name: /^Details of batch/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('table')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
})

const expectAccessible = async (page: Page, selector?: string) =>
  expect(await findViolationsInBothThemes(page, selector)).toEqual([])
