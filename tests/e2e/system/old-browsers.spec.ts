// A browser without a required feature gets a separate page that says so, whichever feature is missing, and the portal
// does not start. The features are removed before the page loads. Optional features are not tested here.
import { expect, test } from '#tests/support/fixtures.ts'

const requiredFeatures = [
  'AbortSignal.any',
  'AbortSignal.timeout',
  'Array.prototype.toSorted',
  'Array.prototype.findLast',
  'Object.hasOwn',
  'Worker',
  'ResizeObserver',
  'crypto.getRandomValues',
]

test('each missing feature leads to a page with the supported browsers, and the portal does not start', async ({
  browser,
  server,
}) => {
  for (const feature of requiredFeatures) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.addInitScript((path) => {
      const names = path.split('.')
      const featureName = names.pop() ?? ''
      let owner: object = globalThis
      for (const name of names) owner = Reflect.get(owner, name) as object
      // Some features belong to the prototype of their object.
      while (!Object.hasOwn(owner, featureName)) owner = Object.getPrototypeOf(owner) as object
      Reflect.deleteProperty(owner, featureName)
    }, feature)
    await page.goto(server.url)
    await expect(page.getByRole('heading', { name: 'This browser is too old for the portal' }), feature).toBeVisible()
    await expect(page.getByText('Safari 17.4'), feature).toBeVisible()
    await expect(page.locator('#missing'), feature).toHaveText(feature.replace('.prototype', ''))
    await expect(page.getByLabel('Username'), feature).toHaveCount(0)
    await context.close()
  }
})

test('a browser with all features does not see that page', async ({ page, server }) => {
  await page.goto(server.url)
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(page.getByText('This browser is too old')).toHaveCount(0)
})
