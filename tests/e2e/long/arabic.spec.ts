// The most used screens in Arabic, from right to left: axe finds no violation, and they fit a phone.
import { findViolations } from '#tests/support/axe.ts'
import { clientFor, demoPassword } from '#tests/support/call.ts'
import { expect, test } from '#tests/support/fixtures.ts'

const screens = [
  '',
  'card/search',
  'batchload',
  'batches/mine',
  'batchloads',
  'card/virtual-card-orders',
  'card/my-orders',
  'user/search',
  'user/detail',
  'reports',
]

test('the main screens in Arabic have no axe violations, and fit a phone', async ({ browser, server }) => {
  test.slow()
  const ada = await clientFor(server, 'ada')
  await ada.call('setLanguage', { language: 'ar' })
  try {
    const page = await browser.newPage({ locale: 'ar', baseURL: server.url })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('./')
    await expect(page.locator('input[autocomplete~=username]')).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: 'sign-in' }).toBe(390)
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.locator('input[autocomplete~=username]').fill('ada')
    await page.locator('input[type=password]').fill(demoPassword)
    await page.locator('button[type=submit]').click()
    await expect(page.getByText('المستخدم الحالي').first()).toBeVisible()
    for (const path of screens) {
      await page.setViewportSize({ width: 1366, height: 768 })
      await page.goto(`./${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      expect(await findViolations(page), path).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path }).toBe(390)
    }
    await page.close()
  } finally {
    await ada.call('setLanguage', { language: 'en' })
  }
})
