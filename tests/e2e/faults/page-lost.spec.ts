// A page that is lost while its rows are checked, and a connection that is lost while they are edited. Rows with a
// result are not checked again.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import {
  csvOf,
  demoCardNumbers,
  drop,
  editCell,
  figure,
  fillReference,
  openWizard,
  waitUntilSaved,
} from '../batch-load-setup.ts'

/** Makes the browser report a slow connection, so that rows are sent in chunks. */
const slowConnection = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' }, configurable: true }),
  )

/** Collects the number of rows in each check that the page requests from now on. */
function collectCheckSizes(page: Page): number[] {
  const sizes: number[] = []
  page.on('request', (request) => {
    const body = request.postData() ?? ''
    if (body.includes('"verifyBatchFile"'))
      sizes.push((JSON.parse(body) as { params: { batchElements: unknown[] } }).params.batchElements.length)
  })
  return sizes
}
const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0)

test('an interrupted check continues with the remaining rows after a reload, and rows edited offline are checked later', async ({
  page,
  server,
  context,
}) => {
  const { loadableCards } = await demoCardNumbers(server, '50.00')
  const rows = Array.from({ length: 1200 }, (_, index) => [loadableCards[index % loadableCards.length] ?? '', '5.01'])
  await slowConnection(page)
  await openWizard(page)
  await fillReference(page, 'In parts')
  const checkSizes = collectCheckSizes(page)

  // The second chunk never gets a response, and the page is reloaded.
  await page.route('**/api', async (route) => {
    if (checkSizes.length < 2 || !route.request().postData()?.includes('"verifyBatchFile"')) await route.continue()
  })
  await drop(page, [{ name: 'parts.csv', content: csvOf(rows) }])
  await expect(figure(page, 'Rows')).toHaveText('1,200')
  await expect.poll(() => checkSizes.length).toBe(2)
  await expect(page.getByRole('progressbar', { name: 'Rows checked by the server' })).toBeVisible()
  await waitUntilSaved(page)
  const checkedRows = checkSizes[0] ?? 0
  await page.unroute('**/api')
  checkSizes.length = 0
  await page.reload()

  // The check continues automatically.
  await expect(page.getByRole('button', { name: 'Continue' }).and(page.locator(':not([aria-disabled])'))).toBeVisible()
  expect(checkedRows).toBeGreaterThan(0)
  await expect.poll(() => sum(checkSizes)).toBe(1200 - checkedRows)
  await expect(figure(page, 'To fix')).toHaveText('0')

  await context.setOffline(true)
  await editCell(page, 2, 'amount', '6.02')
  await expect(figure(page, 'Server check')).toContainText('1 changed since')
  await context.setOffline(false)
  await expect(figure(page, 'Server check')).not.toContainText('changed since')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Submit 1,200 loads/ }).click()
  await expect(page.getByRole('heading', { name: /awaiting approval/ })).toBeVisible()
})
