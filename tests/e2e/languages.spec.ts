// The language of the portal's pages: the browser's, or the one chosen on this device, also without the server. Which
// file the server sends is tested in tests/server/platform/files.test.ts.
import type { Page } from '@playwright/test'
import { reloadWithServiceWorker, expect, test } from '#tests/support/fixtures.ts'
import { afterMilliseconds } from '#tests/support/pauses.ts'

test.use({ serviceWorkers: 'allow' })

const germanLogIn = (page: Page) => page.getByRole('button', { name: 'Anmelden', exact: true })
const englishLogIn = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true })

const choose = (page: Page, language: string) => page.getByRole('combobox').selectOption(language)
const updateNotice = (page: Page) => page.getByText(/New version ready|Neue Version|sedia/)
const hasWaitingWorker = (page: Page) =>
  page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))

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

// A new device: the service worker is requested, installs or is ready when the user chooses.
for (const milliseconds of [0, 500, 1500, 4000])
  test(`a language chosen ${milliseconds} ms after the sign-in form appeared is shown, also offline`, async ({
    page,
    connection,
  }) => {
    await page.goto(`${connection.url}login`)
    await expect(englishLogIn(page)).toBeVisible()
    await afterMilliseconds(milliseconds)
    await choose(page, 'Deutsch')
    await expect(germanLogIn(page)).toBeVisible()
    await reloadWithServiceWorker(page)
    await expect(germanLogIn(page)).toBeVisible()
    await expect(updateNotice(page)).toHaveCount(0)
    expect(await hasWaitingWorker(page)).toBe(false)
    connection.cut()
    await page.goto(`${connection.url}forgotPassword`)
    await page.goto(`${connection.url}login`)
    await expect(germanLogIn(page)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  })

test('changing the language loads only texts; without the server, languages used before can be chosen and others not', async ({
  page,
  connection,
}) => {
  await page.goto(`${connection.url}login`)
  await reloadWithServiceWorker(page)
  const requests: string[] = []
  page.context().on('request', (request) => requests.push(new URL(request.url()).pathname.slice('/voyager/'.length)))
  await choose(page, 'Deutsch')
  await expect(germanLogIn(page)).toBeVisible()
  // The language's page and texts, which the worker stores. All code comes from its cache.
  const sent = requests.filter((path) => !/^(api|health|login)$/.test(path))
  const fromWorker = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => (entry as PerformanceResourceTiming).transferSize > 0)
      .map(({ name }) => new URL(name).pathname),
  )
  expect(sent.filter((path) => path.startsWith('assets/texts.de.')).length).toBeGreaterThan(5)
  expect(fromWorker.filter((path) => path.includes('/assets/') && !path.includes('/assets/texts.de.'))).toEqual([])
  expect(await hasWaitingWorker(page)).toBe(false)

  connection.cut()
  await page.reload()
  await choose(page, 'English')
  await expect(englishLogIn(page)).toBeVisible()
  await choose(page, 'Bahasa Melayu')
  await expect(page.getByText(/could not be loaded/)).toBeVisible()
  await expect(page.getByRole('combobox')).toHaveValue('en')
  await expect(englishLogIn(page)).toBeVisible()
  connection.restore()
  await choose(page, 'Bahasa Melayu')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ms')
})
