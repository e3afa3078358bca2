// System notifications with the real service worker: turned on in My Settings, and shown while the page is hidden,
// without names or amounts, even after the session has timed out. Headless Chromium does not display them, but a script
// can read them.
import type { Page } from '@playwright/test'
import { clientFor } from '#tests/support/call.ts'
import { expect, serviceWorkerReady, signIn, fullChromium as test } from '#tests/support/fixtures.ts'
import type { RunningServer } from '#tests/support/server.ts'
import { demoCardNumbers, nextAmount, uploadLoads } from '../batch-load-setup.ts'

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

const shownNotifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const notifications = await registration.getNotifications()
    return notifications.map(({ title, body, data }) => ({ title, body, path: (data as { path: string }).path }))
  })

const notificationButtons = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const notifications = (await registration.getNotifications()) as (Notification & {
      readonly actions: readonly { readonly title: string; readonly action: string }[]
    })[]
    return notifications.flatMap(({ actions }) => actions.map(({ title, action }) => [title, action]))
  })

/** Submits a batch as olive. */
async function submitBatch(server: RunningServer, loadReference: string): Promise<string> {
  const { loadableCards } = await demoCardNumbers(server)
  const olive = await clientFor(server, 'olive')
  return uploadLoads(olive, loadReference, [[loadableCards[0] ?? '', nextAmount()]])
}

/** Signs in as amir, turns notifications on, and makes the page look hidden to the portal. */
async function turnOnNotifications(page: Page): Promise<void> {
  await page.clock.install()
  await signIn(page, 'amir', { to: 'user/detail' })
  // With a key, because the page moves under the pointer until the panels above are loaded.
  await page.getByRole('checkbox', { name: /^Notify me on this device/ }).press('Space')
  await expect(page.getByText(/^They work until/)).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(page.getByText('Recent activity')).toBeVisible()
  await serviceWorkerReady(page)
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }))
}

test('an approver with the page in the background is notified of a new batch at once', async ({ page, server }) => {
  await turnOnNotifications(page)
  const batchLoadFileID = await submitBatch(server, 'Secret bonus')
  // Without a minute passing, after which the page would ask anyway.
  await expect
    .poll(() => shownNotifications(page))
    .toEqual([
      {
        title: 'A batch is waiting for your approval',
        body: 'Voyager Client Portal',
        path: `/batchloads?batch=${batchLoadFileID}`,
      },
    ])
  expect(await notificationButtons(page)).toEqual([
    ['Open the batch', `/batchloads?batch=${batchLoadFileID}`],
    ['Open the list', '/batchloads'],
  ])
  // Simulates the message that the service worker sends to the open page when the notification is clicked.
  await page.evaluate(
    (path) => navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type: 'OPEN', path } })),
    `/batchloads?batch=${batchLoadFileID}`,
  )
  await expect(page.getByRole('dialog').getByText('Secret bonus').first()).toBeVisible()
  await page.goto(`${server.url}logout`)
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect.poll(() => shownNotifications(page)).toEqual([])
})

test('an approver is still notified after the session has timed out, and the earlier notification stays', async ({
  page,
  server,
}) => {
  const titles = async () => (await shownNotifications(page)).map(({ title }) => title)
  await page.addInitScript(() => {
    Object.assign(navigator, {
      setAppBadge: (count: number) => Promise.resolve(Object.assign(window, { badge: count })),
    })
  })
  const badge = () => page.evaluate(() => Reflect.get(window, 'badge') as number)
  await turnOnNotifications(page)
  await submitBatch(server, 'Minute 10')
  await page.clock.fastForward(10 * 60_000)
  await expect.poll(titles).toEqual(['A batch is waiting for your approval'])
  const badgeBefore = await badge()
  await page.clock.fastForward(6 * 60_000)
  await expect(page.getByText('Your session has ended')).toBeVisible()
  expect(await titles()).toEqual(['A batch is waiting for your approval'])
  await expect(page.getByText(/^This device shows a notification when something is waiting/)).toBeVisible()

  await submitBatch(server, 'Minute 20')
  await page.clock.fastForward(4 * 60_000)
  await expect.poll(titles).toEqual(['A batch is waiting for your approval', 'Something is waiting for your approval'])
  await expect.poll(badge).toBe(badgeBefore + 1)

  await submitBatch(server, 'Minute 60')
  await page.clock.fastForward(40 * 60_000)
  await expect.poll(badge).toBe(badgeBefore + 2)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect.poll(titles).toEqual([])
})

test('a push message without content shows that something may be waiting', async ({ page, context }) => {
  await signIn(page, 'amir')
  await serviceWorkerReady(page)
  const devtools = await context.newCDPSession(page)
  const registrations: { registrationId: string; scopeURL: string }[] = []
  devtools.on('ServiceWorker.workerRegistrationUpdated', (event) => registrations.push(...event.registrations))
  await devtools.send('ServiceWorker.enable')
  await expect.poll(() => registrations.length).toBeGreaterThan(0)
  const { registrationId = '', scopeURL = '' } = registrations[0] ?? {}
  const push = () =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin: new URL(scopeURL).origin, registrationId, data: '' })
  await page.goto('about:blank')
  await push()
  await page.goto(scopeURL)
  await expect
    .poll(() => shownNotifications(page))
    .toMatchObject([{ title: 'Something may be waiting for you in the portal', path: '/' }])
})
