// The language of the portal's pages: the browser's, or the one chosen on this device, also without the server. Which
// file the server sends is tested in tests/server/platform/files.test.ts.
import type { Page } from '@playwright/test'
import { reloadWithServiceWorker, expect, test } from '#tests/support/fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const germanLogIn = (page: Page) => page.getByRole('button', { name: 'Anmelden', exact: true })
const englishLogIn = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true })

/** Stores the language and updates the service worker, as My Settings does. */
async function chooseLanguage(page: Page, language: string, base: string): Promise<void> {
  const path = new URL(base).pathname
  await page.evaluate(
    async ([chosen, basePath]) => {
      document.cookie = `language=${chosen}; Path=${basePath}`
      await navigator.serviceWorker.getRegistration().then((registration) => registration?.update())
    },
    [language, path] as const,
  )
}

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' })

  test('the sign-in page is German, and its requests ask for German responses', async ({ page, server }) => {
    await page.goto(`${server.url}login`)
    await expect(germanLogIn(page)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    const request = page.waitForRequest(`${server.url}api`)
    await page.getByLabel('Benutzername').fill('nobody')
    await page.getByLabel('Passwort', { exact: true }).fill('wrong')
    await germanLogIn(page).click()
    expect((await request).headers()['accept-language']).toBe('de')
  })

  test('the language chosen on this device takes precedence over the browser’s', async ({ page, server, context }) => {
    await context.addCookies([{ name: 'language', value: 'ar', url: server.url }])
    await page.goto(`${server.url}login`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  })
})

test('the chosen language works without the server, and the service worker is replaced when another language is chosen', async ({
  page,
  connection,
}) => {
  await page.context().addCookies([{ name: 'language', value: 'de', url: connection.url }])
  await page.goto(`${connection.url}login`)
  await expect(germanLogIn(page)).toBeVisible()
  await reloadWithServiceWorker(page)
  connection.cut()
  for (const path of ['login', 'forgotPassword', 'login']) await page.goto(connection.url + path)
  await expect(germanLogIn(page)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')

  connection.restore()
  await chooseLanguage(page, 'en', connection.url)
  await page.getByRole('button', { name: 'Jetzt neu laden' }).click()
  await expect(englishLogIn(page)).toBeVisible()
  connection.cut()
  await page.reload()
  await expect(englishLogIn(page)).toBeVisible()
})
