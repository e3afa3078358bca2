// Create Batch Load left unattended until the session ends: only its user can return to it.
import type { Page } from '@playwright/test'
import { expect, submitSignIn, test } from '#tests/support/fixtures.ts'
import {
  AWAITING,
  batchesNamed,
  choose,
  csvOf,
  demoCardNumbers,
  editCell,
  figure,
  fillReference,
  gridRow,
  nextAmount,
  openWizard,
  waitUntilSaved,
} from '../batch-load-setup.ts'

test('after an unattended session ends, only its user returns to the open draft with its edits and address', async ({
  page,
  server,
}) => {
  const { loadableCards } = await demoCardNumbers(server)
  await page.clock.install()
  await openWizard(page)
  await fillReference(page, 'Left alone')
  await choose(page, {
    name: 'alone.csv',
    content: csvOf([
      [loadableCards[8] ?? '', nextAmount()],
      [loadableCards[9] ?? '', 'abc'],
    ]),
  })
  await editCell(page, 3, 'amount', '17.25')
  await expect(figure(page, 'To fix')).toHaveText('0')
  await waitUntilSaved(page)
  const address = page.url()
  expect(address).toMatch(/batchload\?draft=/)
  await page.clock.runFor(16 * 60_000)
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await expect(page.getByRole('grid')).toHaveCount(0)

  await submitSignIn(page, 'olive')
  await expect(page).toHaveURL(address)
  await expect(gridRow(page, 3)).toContainText('17.25')
  await logOut(page)

  await submitSignIn(page, 'ada')
  await page.getByRole('link', { name: 'Create Batch Load' }).first().click()
  await expect(page.getByLabel('Load reference')).toHaveValue('')
  await expect(page.getByText('Left alone')).toBeHidden()
  await page.goto(address)
  await expect(page.getByLabel('Load reference')).toHaveValue('')
  await expect(page.getByRole('grid')).toHaveCount(0)
  await logOut(page)

  await submitSignIn(page, 'olive')
  await page.getByRole('link', { name: 'Create Batch Load' }).first().click()
  await expect(gridRow(page, 3)).toContainText('17.25')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Submit 2 loads,/ }).click()
  await expect(page.getByRole('heading', { name: AWAITING })).toBeVisible()
  expect(await batchesNamed(server, 'Left alone')).toHaveLength(1)
})

/** Logs out and waits until the session has ended, because a page loaded before that would still be signed in. */
async function logOut(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: 'Log out' })
    .or(page.getByRole('button', { name: 'Log out' }))
    .click()
  await expect(page.getByLabel('Username')).toBeVisible()
}
