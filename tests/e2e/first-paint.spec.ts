// The page that a slow connection shows before the portal's script has arrived.
import { voyager } from '#brand/voyager.ts'
import { expect, test } from '#tests/support/fixtures.ts'

for (const scheme of ['light', 'dark'] as const)
  test(`the client's header is shown in the ${scheme} theme before the script has arrived, and does not move`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: scheme })
    let deliverScript = (): void => undefined
    const delivery = new Promise<void>((resolve) => (deliverScript = resolve))
    await page.route(/assets\/index-[\w-]+\.js$/, async (route) => {
      await delivery
      await route.continue()
    })
    const load = page.goto('login')
    const clientName = page.getByText(voyager.name, { exact: true }).first()
    await expect(clientName).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', scheme)
    // Measures the icon, because the box of the name becomes wider when the typeface arrives.
    const icon = page.locator('img[src$="icon.svg"]').first()
    // Until the style sheet has arrived, the browser paints nothing, but a measurement returns a box.
    await expect(icon).toHaveCSS('width', '28px')
    const before = await icon.boundingBox()
    deliverScript()
    await load
    await expect(page.getByLabel('Username')).toBeVisible()
    await expect.poll(() => icon.boundingBox()).toEqual(before)
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
  await expect(page.getByText(voyager.name, { exact: true }).first()).toBeVisible()
  await page.unroute(scripts)
  await page.getByRole('link', { name: 'Erneut versuchen' }).click()
  await expect(page.locator('input[autocomplete~=username]')).toBeVisible()
  await expect(page.getByText(/Das Portal konnte nicht geladen werden/)).toHaveCount(0)
})
