// The switch with which a server removes the service worker from all devices.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, reloadWithServiceWorker, serviceWorkerReady, test } from '#tests/support/fixtures.ts'
import { rawPortalFolder, servePortalWithoutApi } from '#tests/support/static-server.ts'

test.use({ serviceWorkers: 'allow' })

test('the kill switch removes worker and caches from an open page, and the portal works without them', async ({
  page,
}) => {
  const site = await servePortalWithoutApi()
  const worker = await (await fetch(`${site.url}service-worker.js`)).text()
  // A worker that never finishes its work once it has received a message. The switch must also remove such a worker.
  site.replaceWorker(`${worker}\nself.addEventListener('message', (event) => event.waitUntil(new Promise(() => {})))`)
  await page.goto(`${site.url}login`)
  await reloadWithServiceWorker(page)
  const otherCaches = await page.evaluate(async () => {
    const name = `another-portal-${location.origin}/harbour/`
    await caches.open(name)
    navigator.serviceWorker.controller?.postMessage('work')
    return [name]
  })
  site.replaceWorker(readFileSync(join(rawPortalFolder, 'service-worker-off.js'), 'utf8'))
  // The worker may end during this update, so ignore an error.
  await page
    .evaluate(() =>
      navigator.serviceWorker
        .getRegistration()
        .then((registration) => registration?.update())
        .catch(() => undefined),
    )
    .catch(() => undefined)
  const remaining = () =>
    page
      .evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, await caches.keys()])
      .catch(() => undefined)
  await expect.poll(remaining).toEqual([0, otherCaches])
  // Each visit requests the worker again, and no worker stays.
  for (const path of ['login', 'forgotPassword']) {
    await page.goto(site.url + path)
    await expect(page.getByRole('textbox').first()).toBeVisible()
  }
  await expect.poll(remaining).toEqual([0, otherCaches])
  site.replaceWorker(worker)
  await page.reload()
  await serviceWorkerReady(page)
  await site.close()
})
