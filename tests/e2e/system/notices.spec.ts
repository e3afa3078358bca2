// System notifications, with the real service worker: switched on in My Settings, shown while the page is hidden,
// without a name or an amount in them. Headless Chromium shows none, but keeps them for a script to read.
import type { Page } from '@playwright/test'
import { clientFor } from '#tests/support/call.ts'
import { expect, signIn, fullChromium as test } from '#tests/support/fixtures.ts'
import { demoNumbers, nextAmount } from '../batch-load-setup.ts'

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const notices = await registration.getNotifications()
    return notices.map(({ title, body, data }) => ({ title, body, path: (data as { path: string }).path }))
  })

test('a checker who is busy elsewhere is notified of a batch that starts to wait', async ({ page, server }) => {
  await page.clock.install()
  await signIn(page, 'amir', { to: 'user/detail' })
  await page.getByRole('checkbox', { name: /^Notify me on this device/ }).check()
  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(page.getByText('Recent activity')).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  // As if another window covered it.
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }))
  const { good } = await demoNumbers(server)
  const olive = await clientFor(server, 'olive')
  const { batchLoadFileID } = await olive.call('batchLoadUpload', {
    batchElements: [{ identifier: good[0] ?? '', amount: nextAmount() }],
    identifierType: 1,
    loadReference: 'Secret bonus',
    fileName: 'bonus.csv',
    batchLoadOptions: [],
  })
  // It polls automatically every minute.
  await page.clock.fastForward(61_000)
  await expect
    .poll(() => shown(page))
    .toEqual([
      {
        title: 'A batch waits for your approval',
        body: 'Voyager Client Portal',
        path: `/batchloads?batch=${batchLoadFileID}`,
      },
    ])
  // When clicked, it notifies the open page.
  await page.evaluate(
    (path) => navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type: 'OPEN', path } })),
    `/batchloads?batch=${batchLoadFileID}`,
  )
  await expect(page.getByRole('dialog').getByText('Secret bonus').first()).toBeVisible()
  await page.goto(`${server.url}logout`)
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect.poll(() => shown(page)).toEqual([])
})
