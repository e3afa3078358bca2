// Every screen without the host, in a real browser under its real service worker: each opens by a move within the portal, some by a
// reload as well. What each then says is held by tests/app/offline-pages.test.tsx.
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '#tests/support/fixtures.ts'

test.use({ serviceWorkers: 'allow' })

interface Screen {
  readonly path: string
  readonly title: string
}

/** All that whoever is signed in may open, as the built page itself has them: from the script with the routes. */
const screensOf = (page: Page) =>
  page.evaluate(async () => {
    interface Route extends Screen {
      readonly open?: boolean
      readonly anybody?: boolean
      readonly page: unknown
    }
    const isRoutes = (value: unknown): value is readonly Route[] =>
      Array.isArray(value) && value.length > 0 && value.every(({ path, page: load }: Partial<Route>) => path && load)
    const scripts = performance.getEntriesByType('resource').map(({ name }) => name)
    const script = scripts.find((name) => /\/routes-[\w-]+\.js$/.test(name)) ?? ''
    const found = Object.values((await import(script)) as object).find(isRoutes) ?? []
    return found
      .filter(({ open, anybody, path }) => !open && !anybody && path !== '/logout')
      .map(({ path, title }) => ({ path: path.replace(/:\w+/, '1'), title }))
  })

/** A move within the portal, as a press of Back or Forward is. */
const move = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/voyager${path}`)

/** The screen is there: its own title, its heading, and nothing that waits for an answer that cannot come. */
async function isThere(page: Page, { path, title }: Screen): Promise<void> {
  await expect(page, path).toHaveTitle(`${title} – Voyager Client Portal`)
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  await expect(page.locator('.animate-breathe, .animate-spin'), path).toHaveCount(0)
  const text = await page.locator('main').innerText()
  expect(text, path).not.toMatch(
    /has stopped working|This page could not be loaded|is not on this device yet|There is nothing at/,
  )
}

test('every screen opens with the host gone, and a reload changes nothing', async ({ page, line }) => {
  await signIn(page, 'ada', { at: line.url, to: 'drafts' })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const screens = await screensOf(page)
  expect(screens.length).toBeGreaterThan(40)

  line.cut()
  for (const screen of screens) {
    await move(page, screen.path)
    await isThere(page, screen)
  }
  for (const path of ['/', '/batchload', '/merchant/signup', '/reports', '/card/details/1']) {
    const screen = screens.find((each) => each.path === path)
    if (!screen) throw new Error(`there is no ${path}`)
    await page.goto(`${line.url}${path.slice(1)}`)
    await isThere(page, screen)
  }
})
