// The installed portal opens without the server, and caches only build files. Updating to a new version and the kill
// switch are tested in tests/e2e/system, each screen without the server in tests/app/offline-pages.test.tsx, and the
// cached files in tests/tools/bytes-of-routes.test.ts.
import type { Page } from '@playwright/test'
import { reloadWithServiceWorker, expect, navigate, signIn, test } from '#tests/support/fixtures.ts'

test.use({ serviceWorkers: 'allow' })

interface Screen {
  readonly path: string
  readonly title: string
}

/** All routes that a signed-in user can open, read from the routes script of the built portal. */
const screensOf = (page: Page) =>
  page.evaluate(async () => {
    interface Route extends Screen {
      readonly signedOutOnly?: boolean
      readonly isPublic?: boolean
      readonly page: unknown
    }
    const isRoutes = (value: unknown): value is readonly Route[] =>
      Array.isArray(value) && value.length > 0 && value.every(({ path, page: load }: Partial<Route>) => path && load)
    const scripts = performance.getEntriesByType('resource').map(({ name }) => name)
    const script = scripts.find((name) => /\/routes-[\w-]+\.js$/.test(name)) ?? ''
    const routes = Object.values((await import(script)) as object).find(isRoutes) ?? []
    return routes
      .filter(({ signedOutOnly, isPublic, path }) => !signedOutOnly && !isPublic && path !== '/logout')
      .map(({ path, title }) => ({ path: path.replace(/:\w+/, '1'), title }))
  })

/** Checks the screen: its title, its heading, and no sign of waiting for a response that cannot arrive. */
async function expectScreen(page: Page, { path, title }: Screen): Promise<void> {
  await expect(page, path).toHaveTitle(`${title} – Voyager Client Portal`)
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  await expect(page.locator('.animate-breathe, .animate-spin'), path).toHaveCount(0)
  const text = await page.locator('main').innerText()
  expect(text, path).not.toMatch(
    /has stopped working|This page could not be loaded|is not on this device yet|There is nothing at/,
  )
}

test('the sign-in page runs no code of the pages behind it, even after the service worker has started', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}login`)
  const scripts = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => /[\w-]+\.js$/.exec(name)?.[0] ?? ''))
  // The last script that the page itself requests.
  await expect.poll(scripts).toContainEqual(expect.stringMatching(/^LaunchHandler-/))
  expect((await scripts()).filter((name) => /^(shared|routes|icons|open)-/.test(name))).toEqual([])
})

test('after one visit the caches contain only build files, and pages open without the server', async ({
  page,
  connection,
}) => {
  await signIn(page, 'ada', { base: connection.url, to: 'drafts' })
  await reloadWithServiceWorker(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const screens = await screensOf(page)
  expect(screens.length).toBeGreaterThan(40)
  const screenAt = (path: string) => {
    const screen = screens.find((each) => each.path === path)
    if (!screen) throw new Error(`there is no ${path}`)
    return screen
  }
  await page.evaluate(async (base) => {
    await fetch(`${base}health`)
    await fetch(`${base}reports/cardbalances_2026-01-01.csv`)
    await fetch(`${base}api`, { method: 'POST', body: '{}' })
  }, connection.url)
  const cachedUrls = await page.evaluate(async () => {
    const urls: string[] = []
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) urls.push(url)
    return urls
  })
  expect(cachedUrls.length).toBeGreaterThan(3)
  const paths = cachedUrls.map((url) => new URL(url).pathname.slice('/voyager/'.length))
  expect(
    paths.filter(
      (path) =>
        !/^(index\.en\.html|shown-language|(browser-check|first-form|theme)\.js|icons\/icon(\.svg|-192\.png)|assets\/.+\.(js|css|woff2)|templates\/.+\.(csv|xlsx))$/.test(
          path,
        ),
    ),
  ).toEqual([])

  // A static file is served unchanged. A missing page shows Not Found; a missing script has the status 404.
  expect((await page.goto(`${connection.url}icons/icon-512.png`))?.headers()['content-type']).toBe('image/png')
  await page.goto(`${connection.url}gone.png`)
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible()
  await expect.poll(() => page.evaluate(async () => (await fetch('assets/gone-12345678.js')).status)).toBe(404)

  connection.cut()
  for (const path of ['/', '/batchload', '/merchant/signup', '/reports', '/card/details/1']) {
    await navigate(page, path.slice(1))
    await expectScreen(page, screenAt(path))
  }
  for (const path of ['/batchload', '/card/details/1']) {
    await page.goto(connection.url + path.slice(1))
    await expectScreen(page, screenAt(path))
  }
  // The router shows that these addresses do not exist.
  for (const path of ['reports/nothing.here', 'nothing.html', 'user/x.csv', 'assets/gone.js']) {
    await page.goto(connection.url + path)
    await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible()
  }
  // Responses of the server are never replaced by the shell.
  for (const path of ['health', 'reports/QMR_1_2026Q1.xls', 'reports/cardbalances_2026-01-01.csv?campaign=1', 'api'])
    await expect(page.goto(connection.url + path)).rejects.toThrow(/ERR_/)
})
