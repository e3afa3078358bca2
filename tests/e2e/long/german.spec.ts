// The widths of the main screens in German, whose words are the longest: pages fit a phone, lists a small laptop, and
// problems of rows their cells.
import { clientFor, demoPassword } from '#tests/support/call.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { officeLoads } from '#tests/support/office-file.ts'
import { choose, demoCardNumbers } from '../batch-load-setup.ts'

const screens = [
  '',
  'card/search',
  'batchload',
  'batches/mine',
  'batchloads',
  'card/virtual-card-orders',
  'card/my-orders',
  'user/search',
  'user/audit',
  'user/detail',
  'merchant/signup',
  'reports',
]

test('the main screens in German fit a phone, and their tables a small laptop', async ({ browser, server }) => {
  test.slow()
  const ada = await clientFor(server, 'ada')
  await ada.call('setLanguage', { language: 'de' })
  try {
    const page = await browser.newPage({ locale: 'de', baseURL: server.url })
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.goto('./')
    await page.getByLabel('Benutzername').fill('ada')
    await page.getByLabel('Passwort', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await expect(page.getByText('Angemeldet als').first()).toBeVisible()
    for (const path of screens) {
      await page.setViewportSize({ width: 1366, height: 768 })
      await page.goto(`./${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      const tooWideTables = await page
        .getByRole('table')
        .evaluateAll((tables) =>
          tables.flatMap(({ parentElement: box }) =>
            box !== null && box.scrollWidth > box.clientWidth ? [box.getAttribute('aria-label')] : [],
          ),
        )
      expect(tooWideTables, path).toEqual([])
      const currentLink = page.getByRole('navigation').locator('[aria-current=page]')
      if ((await currentLink.count()) > 0) await expect(currentLink.first(), path).toBeInViewport({ ratio: 1 })
      await page.setViewportSize({ width: 390, height: 844 })
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path }).toBe(390)
    }

    await page.setViewportSize({ width: 1366, height: 768 })
    await page.goto('./batchload')
    const { loadableCards } = await demoCardNumbers(server)
    await choose(page, { name: 'Gehälter.xlsx', content: officeLoads(loadableCards.slice(0, 40)) })
    const problems = page.getByRole('grid').locator('[title] > span:last-child')
    await expect(problems.filter({ hasText: '4.12346E+15' })).toBeVisible()
    const cutProblems = () =>
      problems.evaluateAll((texts) =>
        texts
          .filter((text) => text.scrollHeight > text.clientHeight || text.scrollWidth > text.clientWidth)
          .map(({ textContent }) => textContent),
      )
    await expect.poll(cutProblems).toEqual([])
    await page.close()
  } finally {
    await ada.call('setLanguage', { language: 'en' })
  }
})
