// A reload without a connection. The service worker still has the key of the drafts for a moment. Without the key the
// drafts stay locked until the server responds. The page says so, and saves new input as soon as it can.
import { expect, installedDevice as test, navigate, reloadWithServiceWorker } from '#tests/support/fixtures.ts'
import {
  choose,
  csvOf,
  demoCardNumbers,
  figure,
  fillReference,
  openWizard,
  waitUntilSaved,
} from '../batch-load-setup.ts'

test('drafts open after an offline reload; if their key is lost, they open when the server responds', async ({
  page,
  server,
  context,
}) => {
  const { loadableCards } = await demoCardNumbers(server)
  await openWizard(page)
  await reloadWithServiceWorker(page)
  await fillReference(page, 'Before')
  await choose(page, { name: 'before.csv', content: csvOf([[loadableCards[0] ?? '', '5.01']]) })
  await waitUntilSaved(page)
  const draftUrl = page.url()

  await context.setOffline(true)
  await page.reload()
  await expect(figure(page, 'Rows')).toHaveText('1')
  await expect(page.getByText('locked until the server answers')).toBeHidden()

  // The browser stops an idle worker, which loses the key.
  await page.goto('about:blank')
  const devtools = await context.newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await page.goto(new URL('drafts', server.url).href)
  await expect(page.getByText('Your drafts cannot be opened yet')).toBeVisible()
  await expect(page.getByText('locked until the server answers')).toBeVisible()
  await page.goto(new URL('.', server.url).href)
  await expect(page.getByRole('link', { name: /Drafts on this device/ })).toContainText('–')
  await expect(page.getByText('What was saved on this device is locked')).toBeVisible()
  await page.goto(new URL('batches/mine', server.url).href)
  await expect(page.getByText('It loads when you are back online.')).toBeVisible()
  await page.goto(draftUrl)
  await expect(page.getByText('This draft cannot be opened yet')).toBeVisible()
  await context.setOffline(false)
  await expect(page).toHaveURL(draftUrl)
  await expect(figure(page, 'Rows')).toHaveText('1')
  await waitUntilSaved(page)

  // A draft that was begun before the key arrived is not lost.
  await context.setOffline(true)
  // A worker that has not stopped yet still has the key.
  await expect(async () => {
    await page.goto('about:blank')
    await devtools.send('ServiceWorker.stopAllWorkers')
    await page.goto(new URL('batchload', server.url).href)
    await expect(page.getByText('locked until the server answers')).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(page.getByText('What you do here is not saved yet')).toBeVisible()
  await fillReference(page, 'Meanwhile')
  await choose(page, { name: 'meanwhile.csv', content: csvOf([[loadableCards[1] ?? '', '5.02']]) })
  await expect(figure(page, 'Rows')).toHaveText('1')
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
  await context.setOffline(false)
  await waitUntilSaved(page)
  await navigate(page, 'drafts')
  for (const name of ['Before', 'Meanwhile'])
    await expect(page.getByRole('table').getByText(name, { exact: true })).toBeVisible()
})
