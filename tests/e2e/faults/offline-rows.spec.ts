// Create Batch Load without a connection: the installed portal has the complete wizard, and explains why actions that
// need the server are disabled.
import { expect, installedDevice as test, reloadWithServiceWorker } from '#tests/support/fixtures.ts'
import {
  AWAITING,
  choose,
  csvOf,
  demoCardNumbers,
  editCell,
  figure,
  fillReference,
  nextAmount,
  openWizard,
  waitUntilSaved,
} from '../batch-load-setup.ts'

test('rows can be fixed offline, and actions that need the server explain why they are disabled', async ({
  page,
  server,
  context,
}) => {
  const { loadableCards } = await demoCardNumbers(server)
  const amount = nextAmount()
  await openWizard(page)
  // From here on the device has all files of the wizard.
  await reloadWithServiceWorker(page)
  await fillReference(page, 'Offline')
  await context.setOffline(true)
  await choose(page, {
    name: 'offline.csv',
    content: csvOf([
      [loadableCards[0] ?? '', amount],
      [loadableCards[1] ?? '', '-5'],
    ]),
  })
  await expect(page.getByRole('button', { name: 'Check rows' })).toHaveAccessibleDescription(/^You are offline\./)
  await editCell(page, 3, 'amount', amount)
  await expect(figure(page, 'To fix')).toHaveText('0')
  await waitUntilSaved(page)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Check rows' }).and(page.locator(':not([aria-disabled])')).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await context.setOffline(true)
  // The emulation sometimes cuts the connection without the browser's event.
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await expect(page.getByRole('button', { name: /^Submit 2 loads/ })).toHaveAccessibleDescription(/^You are offline\./)
  await context.setOffline(false)
  await page
    .getByRole('button', { name: /^Submit 2 loads/ })
    .and(page.locator(':not([aria-disabled])'))
    .click()
  await expect(page.getByRole('heading', { name: AWAITING })).toBeVisible()
})
