// A session left unattended, in a real browser with a clock that the test controls. All times are tested in
// tests/services/lifetime.test.ts.
import { demoPassword } from '#tests/support/call.ts'
import { findViolations } from '#tests/support/axe.ts'
import { expect, signIn, test } from '#tests/support/fixtures.ts'

const MINUTE = 60_000
const warning = { name: 'Are you still there?' }

test('the portal asks a minute before the session ends, and Stay extends it in every tab; without Stay, it ends in every tab', async ({
  page,
  context,
  connection,
}) => {
  // The session does not depend on the device's clock, which is wrong by a day here.
  await page.clock.install({ time: Date.now() + 24 * 60 * MINUTE })
  await signIn(page, 'olive', { base: connection.url, to: 'user/detail' })
  await expect(page.getByText('You have no passkey yet.')).toBeVisible()
  const otherPage = await context.newPage()
  await otherPage.goto(connection.url)
  await expect(otherPage.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
  await page.bringToFront()
  await page.clock.runFor(13 * MINUTE)
  await expect(page.getByRole('dialog', warning)).toHaveCount(0)
  await page.clock.runFor(1.5 * MINUTE)
  await expect(page.getByRole('dialog', warning)).toBeVisible()
  expect(await findViolations(page, '[role=dialog]')).toEqual([])
  await expect(page.getByRole('timer')).toHaveText(/^0:[0-3]\d$/)
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByRole('dialog', warning)).toHaveCount(0)
  await page.clock.runFor(2 * MINUTE)
  await expect(page.getByRole('heading', { name: 'My Settings' })).toBeVisible()
  await expect(otherPage.getByRole('heading', { name: /^Welcome, / })).toBeVisible()

  connection.cut()
  await page.clock.fastForward(16 * MINUTE)
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await expect(page.getByText('First Name')).toHaveCount(0)
  await expect(otherPage).toHaveURL(`${connection.url}login`)
  await expect(otherPage.getByText('Welcome, ')).toHaveCount(0)
  await otherPage.close()
  const storedResponseCount = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const openRequest = indexedDB.open('portal/voyager/')
          openRequest.onsuccess = () => {
            const countRequest = openRequest.result.transaction('responses').objectStore('responses').count()
            countRequest.onsuccess = () => {
              openRequest.result.close()
              resolve(countRequest.result)
            }
          }
        }),
    )
  await expect.poll(storedResponseCount).toBe(0)
  connection.restore()
  await page.getByLabel('Username').fill('olive')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${connection.url}user/detail`)
  await expect(page.getByText('You have no passkey yet.')).toBeVisible()

  // Makes the last activity 20 minutes older.
  await page.evaluate(() => {
    const key = 'portal:/voyager/:activity'
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as { at: number }
    localStorage.setItem(key, JSON.stringify({ ...stored, at: stored.at - 20 * 60_000 }))
  })
  await page.reload()
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('portal:/voyager/:session'))).toBeNull()
})
