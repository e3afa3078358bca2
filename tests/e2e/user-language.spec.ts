// Users choose their language in My Settings or before signing in. Once they are signed in, the latest choice applies on
// all their devices.
import type { Page } from '@playwright/test'
import { demoPassword } from '#tests/support/call.ts'
import { expect, signIn, test } from '#tests/support/fixtures.ts'

const germanHeading = (page: Page) => page.getByRole('heading', { name: 'Meine Einstellungen' })
const englishHeading = (page: Page) => page.getByRole('heading', { name: 'My Settings' })

test('a language chosen in My Settings applies on other devices too, and one chosen before signing in replaces it', async ({
  page,
  browser,
  server,
}) => {
  test.slow()
  await signIn(page, 'amir', { base: server.url, to: 'user/detail' })
  await page.getByRole('radio', { name: 'Deutsch' }).check()
  await expect(germanHeading(page)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')

  const otherPage = await browser.newPage({ locale: 'en-GB' })
  await signInAnyLanguage(otherPage, server.url)
  await expect(germanHeading(otherPage)).toBeVisible()
  await otherPage.getByRole('button', { name: 'Abmelden' }).click()
  await expect(otherPage.getByRole('combobox', { name: 'Sprache' })).toBeVisible()

  await otherPage.goto(`${server.url}login`)
  await otherPage.getByRole('combobox', { name: 'Sprache' }).selectOption('English')
  await expect(otherPage.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  const choiceStored = otherPage.waitForResponse(
    (response) => response.request().postData()?.includes('"setLanguage"') === true,
  )
  await signInAnyLanguage(otherPage, server.url)
  await expect(englishHeading(otherPage)).toBeVisible()
  await choiceStored
  await otherPage.close()

  const thirdPage = await browser.newPage({ locale: 'de-DE' })
  await signInAnyLanguage(thirdPage, server.url)
  await expect(englishHeading(thirdPage)).toBeVisible()
  await thirdPage.close()
})

async function signInAnyLanguage(page: Page, base: string): Promise<void> {
  await page.goto(`${base}user/detail`)
  await page.locator('input[autocomplete~=username]').fill('amir')
  await page.locator('input[type=password]').fill(demoPassword)
  await page.locator('button[type=submit]').click()
}
