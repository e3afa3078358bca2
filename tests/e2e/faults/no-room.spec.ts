// A device whose storage is full: the portal reports it, and the work continues.
import { expect, test } from '#tests/support/fixtures.ts'
import { choose, csvOf, demoCardNumbers, fillReference, openWizard } from '../batch-load-setup.ts'

test('a device without free storage says so, and the batch can still be submitted', async ({
  page,
  server,
  context,
}) => {
  const { loadableCards } = await demoCardNumbers(server)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(server.url).origin, quotaSize: 1 })
  await openWizard(page)
  await fillReference(page, 'No room')
  await choose(page, { name: 'room.csv', content: csvOf([[loadableCards[1] ?? '', '15.56']]) })
  await expect(page.getByText('This device has no room left for drafts')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Submit 1 load,/ }).click()
  await expect(page.getByRole('heading', { name: /awaiting approval/ })).toBeVisible()
})
