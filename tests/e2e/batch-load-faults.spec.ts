// Create Batch Load when things go wrong: a bad line, a session that ends, two tabs, two users. Nothing is lost,
// nothing is loaded twice, and the screen says what is known.
import type { Page } from '@playwright/test'
import { expect, installedDevice, sharedDevice, signInHere, test } from '#tests/support/fixtures.ts'
import { AWAITING, batchesNamed, choose, csvOf, demoNumbers, editCell, figure, fillReference, gridRow, hasArrived, nextAmount, openWizard, saved } from './batch-load-setup.ts' // oxfmt-ignore

// Without a single byte Chromium sends a request once more by itself, which comes last below.
const NOT_EVEN_A_HEADER = 12

test('an answer lost while checking keeps the rows; lost after the host has committed, it does not load twice; nor does what the browser repeats by itself', async ({
  page,
  host,
  line,
}) => {
  const reference = 'Lost on the way'
  const { good } = await demoNumbers(host)
  await openWizard(page, { at: line.url })
  await fillReference(page, reference)
  await choose(page, {
    name: 'lost.csv',
    content: csvOf([
      [good[1] ?? '', nextAmount()],
      [good[2] ?? '', nextAmount()],
    ]),
  })
  const check = line.truncateAnswerTo('verifyBatchFile', NOT_EVEN_A_HEADER)
  await page.getByRole('button', { name: 'Check rows' }).click()
  await check
  // It is asked again by itself.
  await expect(figure(page, 'Rows')).toHaveText('2')
  await expect(gridRow(page, 2)).toContainText('Checked by the server')
  await page.getByRole('button', { name: 'Continue' }).click()
  const lost = line.truncateAnswerTo('batchLoadUpload', NOT_EVEN_A_HEADER)
  await page.getByRole('button', { name: /^Submit 2 loads/ }).click()
  await lost
  await expect(page.getByText('We cannot tell whether the batch arrived')).toBeVisible()
  await saved(page)
  // The tab crashes on top of it.
  await page.reload()
  await expect(page.getByText('We cannot tell whether the batch arrived')).toBeVisible()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('heading', { name: AWAITING })).toBeVisible()
  const batches = await batchesNamed(host, reference)
  expect(batches).toHaveLength(1)
  await expect(page.getByText(`It is batch ${batches[0]?.BATCHLOADFILEID}.`)).toBeVisible()

  await page.getByRole('button', { name: 'Create another batch load' }).click()
  await fillReference(page, 'Repeated')
  await choose(page, { name: 'repeated.csv', content: csvOf([[good[3] ?? '', nextAmount()]]) })
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const dropped = line.truncateAnswerTo('batchLoadUpload', 0)
  await page.getByRole('button', { name: /^Submit 1 load,/ }).click()
  await dropped
  await hasArrived(page)
  expect(await batchesNamed(host, 'Repeated')).toHaveLength(1)
})

installedDevice(
  'offline the rows are mended all the same, and what needs the host says why it waits',
  async ({ page, host, context }) => {
    const { good } = await demoNumbers(host)
    const amount = nextAmount()
    await openWizard(page)
    // The second visit is the service worker's: from then on every part of the wizard is on the machine.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.reload()
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await fillReference(page, 'Offline')
    await context.setOffline(true)
    await choose(page, {
      name: 'offline.csv',
      content: csvOf([
        [good[0] ?? '', amount],
        [good[1] ?? '', '-5'],
      ]),
    })
    await expect(page.getByRole('button', { name: 'Check rows' })).toHaveAccessibleDescription(/^You are offline\./)
    await editCell(page, 3, 'amount', amount)
    await expect(figure(page, 'To fix')).toHaveText('0')
    await saved(page)
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Check rows' }).and(page.locator(':not([aria-disabled])')).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await context.setOffline(true)
    await expect(page.getByRole('button', { name: /^Submit 2 loads/ })).toHaveAccessibleDescription(
      /^You are offline\./,
    )
    await context.setOffline(false)
    await page
      .getByRole('button', { name: /^Submit 2 loads/ })
      .and(page.locator(':not([aria-disabled])'))
      .click()
    await expect(page.getByRole('heading', { name: AWAITING })).toBeVisible()
  },
)

test('a desk left alone until the session ends leads its user back to the draft that was open, edits and address included; another user sees nothing of it', async ({
  page,
  host,
}) => {
  const { good } = await demoNumbers(host)
  await page.clock.install()
  await openWizard(page)
  await fillReference(page, 'Left alone')
  await choose(page, {
    name: 'alone.csv',
    content: csvOf([
      [good[8] ?? '', nextAmount()],
      [good[9] ?? '', 'abc'],
    ]),
  })
  await editCell(page, 3, 'amount', '17.25')
  await expect(figure(page, 'To fix')).toHaveText('0')
  await saved(page)
  const address = page.url()
  expect(address).toMatch(/batchload\?draft=/)
  await page.clock.runFor(16 * 60_000)
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await expect(page.getByRole('grid')).toHaveCount(0)

  await signInHere(page, 'olive')
  await expect(page).toHaveURL(address)
  await expect(gridRow(page, 3)).toContainText('17.25')
  await logOut(page)

  await signInHere(page, 'ada')
  await page.getByRole('link', { name: 'Create Batch Load' }).first().click()
  await expect(page.getByLabel('Load reference')).toHaveValue('')
  await expect(page.getByText('Left alone')).toBeHidden()
  await page.goto(address)
  await expect(page.getByLabel('Load reference')).toHaveValue('')
  await expect(page.getByRole('grid')).toHaveCount(0)
  await logOut(page)

  await signInHere(page, 'olive')
  await page.getByRole('link', { name: 'Create Batch Load' }).first().click()
  await expect(gridRow(page, 3)).toContainText('17.25')
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Submit 2 loads,/ }).click()
  await expect(page.getByRole('heading', { name: AWAITING })).toBeVisible()
  expect(await batchesNamed(host, 'Left alone')).toHaveLength(1)
})

sharedDevice(
  'a draft open in one tab is to be looked at only in another, until that takes it or the first lets go',
  async ({ page, host, context }) => {
    const { good } = await demoNumbers(host)
    await openWizard(page)
    await fillReference(page, 'Two tabs')
    await choose(page, { name: 'tabs.csv', content: csvOf([[good[8] ?? '', nextAmount()]]) })
    await saved(page)
    const second = await context.newPage()
    await second.goto(page.url())
    const elsewhere = second.getByText('This batch is open in another tab')
    await expect(elsewhere.first()).toBeVisible()
    await expect(second.getByRole('button', { name: 'Check rows' })).toHaveAccessibleDescription('This batch is open in another tab') // oxfmt-ignore
    await expect(second.getByRole('button', { name: 'Remove row 2' })).toBeHidden()
    // Taken over with what was done a moment ago, and then the other way round.
    await page.bringToFront()
    await editCell(page, 2, 'amount', '3.21')
    await second.bringToFront()
    await second.getByRole('button', { name: 'Go on with it here' }).click()
    await expect(elsewhere).toHaveCount(0)
    await expect(gridRow(second, 2)).toContainText('3.21')
    await expect(page.getByText('This batch is open in another tab').first()).toBeVisible()
    await editCell(second, 2, 'amount', '4.32')
    await page.bringToFront()
    await page.getByRole('button', { name: 'Go on with it here' }).click()
    await expect(gridRow(page, 2)).toContainText('4.32')
    await editCell(page, 2, 'amount', '5.43')
    await expect(elsewhere.first()).toBeVisible()
    await saved(page)
    await page.close()
    await expect(elsewhere).toHaveCount(0)
    await expect(gridRow(second, 2)).toContainText('5.43')
    await second.getByRole('button', { name: 'Check rows' }).click()
    await expect(gridRow(second, 2)).toContainText('Checked by the server')
  },
)

/** Until the session is over: whoever loads a page before that is signed in still. */
async function logOut(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: 'Log out' })
    .or(page.getByRole('button', { name: 'Log out' }))
    .click()
  await expect(page.getByLabel('Username')).toBeVisible()
}
