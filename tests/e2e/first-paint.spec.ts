// The page that a slow connection shows before the portal's script has arrived.
import type { Page } from '@playwright/test'
import { voyager } from '#brand/voyager.ts'
import { expect, test } from '#tests/support/fixtures.ts'

/** Holds the portal's code back until the returned function is called. */
async function holdPortal(page: Page): Promise<() => void> {
  let deliver = (): void => undefined
  const delivery = new Promise<void>((resolve) => (deliver = resolve))
  await page.route(/assets\/index-[\w-]+\.js$/, async (route) => {
    await delivery
    await route.continue()
  })
  return deliver
}

/** The positions of everything that the user sees of the form. */
const positions = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('h1, p, label, input, form button, main a, img[src$="icon.svg"]'))
      .filter((element) => element.checkVisibility())
      .map((element) => ({
        // Only the portal knows since when the device is offline.
        text: element.textContent.trim().replace(/^Offline since .*/, 'Offline since'),
        ...(element.getBoundingClientRect().toJSON() as object),
      })),
  )

for (const scheme of ['light', 'dark'] as const)
  test(`the form is shown in the ${scheme} theme before the portal has arrived, nothing moves, and what is typed is kept`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: scheme })
    // Once on a phone without a connection, when the form is below a message.
    if (scheme === 'dark') {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false }))
      await page.route(/\/(health|api)$/, (route) => route.abort())
    }
    const deliver = await holdPortal(page)
    const load = page.goto('login')
    const username = page.getByLabel('Username')
    await expect(username).toBeFocused()
    await expect(page.locator('html')).toHaveAttribute('data-theme', scheme)
    await page.keyboard.type('olive')
    await page.keyboard.press('ArrowLeft')
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const before = await positions(page)
    deliver()
    await load
    // The portal adds the controls at the end of the bar.
    await expect(page.getByLabel('Language')).toBeVisible()
    await expect(page.locator('#first')).toHaveCount(0)
    expect(before.length).toBeGreaterThan(7)
    expect(before.some(({ text }) => text === 'Offline since')).toBe(scheme === 'dark')
    await expect.poll(() => positions(page)).toEqual(before)
    await expect(username).toBeFocused()
    await page.keyboard.type('!')
    await expect(username).toHaveValue('oliv!e')
  })

test('the chunk of the sign-in page is preloaded, and requested only once', async ({ page }) => {
  await page.goto('login')
  const preloadedPath = await page.locator('link[rel=modulepreload]').getAttribute('href')
  const loadedPaths = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  expect(preloadedPath).toMatch(/sign-in-[\w-]+\.js$/)
  expect(loadedPaths.filter((path) => path === preloadedPath)).toHaveLength(1)
})

test('a first visit that loses the connection says in its language that the portal could not be loaded, and tries again', async ({
  page,
  context,
  server,
}) => {
  await context.addCookies([{ name: 'language', value: 'de', url: server.url }])
  const scripts = /assets\/index-[\w-]+\.js$/
  await page.route(scripts, (route) => route.abort('connectionfailed'))
  await page.goto('login')
  await expect(page.getByText(/Das Portal konnte nicht geladen werden/)).toBeVisible()
  await expect(page.locator('#root').getByText(voyager.name, { exact: true })).toBeVisible()
  await page.unroute(scripts)
  await page.getByRole('link', { name: 'Erneut versuchen' }).click()
  await expect(page.locator('input[autocomplete~=username]')).toBeVisible()
  await expect(page.getByText(/Das Portal konnte nicht geladen werden/)).toHaveCount(0)
})
