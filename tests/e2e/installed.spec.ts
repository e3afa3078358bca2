// The installed portal: opens with the host gone, keeps build files only, and can be switched off. How it changes to a new version is
// in new-release.spec.
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '#tests/support/fixtures.ts'
import { serveFolder, type StaticSite } from '#tests/support/static.ts'

const portal = fileURLToPath(new URL('../../dist/portal', import.meta.url))

test.use({ serviceWorkers: 'allow' })

let site: StaticSite
test.beforeEach(async () => {
  site = await serveFolder(portal, { pages: true })
})
test.afterEach(() => site.close())

async function visit(page: Page): Promise<void> {
  await page.goto(`${site.url}login`)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  // The first visit is not controlled by the worker; the second one is.
  await page.reload()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

/** The portal is served with the switch from now on; waits until nothing of the worker is left. */
async function pullSwitch(page: Page): Promise<void> {
  site.replace('service-worker.js', readFileSync(join(portal, 'service-worker-off.js'), 'utf8'))
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration?.update()).catch(() => undefined)) // oxfmt-ignore
  const left = () =>
    page
      .evaluate(async () => ({
        workers: (await navigator.serviceWorker.getRegistrations()).length,
        caches: (await caches.keys()).length,
      }))
      .catch(() => undefined)
  await expect.poll(left).toEqual({ workers: 0, caches: 0 })
}

test('after one visit the caches hold build files only, and with the host gone the shell opens at any page', async ({
  page,
}) => {
  await visit(page)
  await page.evaluate(async (base) => {
    await fetch(`${base}health`)
    await fetch(`${base}reports/cardbalances_2026-01-01.csv`)
    await fetch(`${base}api`, { method: 'POST', body: '{}' })
  }, site.url)
  const cached = await page.evaluate(async () => {
    const urls: string[] = []
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) urls.push(url)
    return urls
  })
  expect(cached.length).toBeGreaterThan(3)
  const paths = cached.map((url) => new URL(url).pathname.slice('/voyager/'.length))
  expect(paths.filter((path) => !/^(index\.html|manifest\.webmanifest|icons\/voyager\/icon(\.svg|-192\.png)|assets\/.+\.(js|css|woff2)|templates\/.+\.(csv|xlsx))$/.test(path))).toEqual([]) // oxfmt-ignore

  await site.close()
  await page.goto(`${site.url}batchload`)
  await expect(page).toHaveURL(`${site.url}login`)
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
  // An address that is none of the host's: the router says that it is not there.
  await page.goto(`${site.url}reports/nothing.here`)
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible()
  // What the host answers itself is never replaced by the shell.
  for (const path of ['health', 'reports/QMR_1_2026Q1.xls', 'reports/cardbalances_2026-01-01.csv?campaign=1', 'api'])
    await expect(page.goto(site.url + path)).rejects.toThrow(/ERR_/)
})

test('the kill switch does not wait for a worker that has work without end', async ({ page }) => {
  const worker = readFileSync(join(portal, 'service-worker.js'), 'utf8')
  site.replace(
    'service-worker.js',
    `${worker}\nself.addEventListener('message', (event) => event.waitUntil(new Promise(() => {})))`,
  )
  await visit(page)
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage('work'))
  await pullSwitch(page)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
})
