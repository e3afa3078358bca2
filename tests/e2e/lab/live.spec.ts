// The lab next to an open portal tab: it shows the tab's machines live, and sends them events.
import { expect, test } from '#tests/support/fixtures.ts'
import { serveLab } from './lab-setup.ts'

const base = serveLab()

test('the lab shows the machines of an open portal tab live, and sends them events', async ({ context }) => {
  const portal = await context.newPage()
  await portal.goto(base())
  await expect(portal.getByLabel('Username')).toBeVisible()
  const lab = await context.newPage()
  await lab.goto(`${base()}tools/lab/index.html`)
  await lab.getByRole('region', { name: 'Tab 1' }).getByRole('button', { name: 'Signing in: signedOut' }).click()
  await expect(lab.getByRole('img', { name: 'Chart of Signing in, in signedOut' })).toBeVisible()
  const signIn = async () => {
    await portal.bringToFront()
    await portal.getByLabel('Username').fill('olive')
    await portal.getByLabel('Password', { exact: true }).fill('x')
    await portal.getByRole('button', { name: 'Log in' }).click()
  }
  await portal.route('**/api', () => undefined)
  await signIn()
  await expect(lab.getByRole('img', { name: 'Chart of Signing in, in signingIn' })).toBeVisible()
  await expect(lab.getByText('credentials.submitted', { exact: true }).first()).toBeVisible()

  await lab.bringToFront()
  await lab.locator('summary', { hasText: 'cancelled' }).click()
  await lab.getByRole('button', { name: 'Send to the portal' }).first().click()
  await expect(lab.getByRole('img', { name: 'Chart of Signing in, in signedOut' })).toBeVisible()
  await expect(portal.getByRole('button', { name: 'Log in' })).toBeEnabled()
  const secondPage = await context.newPage()
  await secondPage.goto(`${base()}forgotPassword`)
  await expect(lab.getByRole('region', { name: 'Tab 2' })).toContainText('forgotPassword')
  await expect(lab.getByRole('region', { name: 'Tab 1' })).toContainText('Signing in: signedOut')
  await secondPage.close()
  await expect(lab.getByRole('region', { name: 'Tab 2' })).toHaveCount(0)
  await portal.close()
  await expect(lab.getByText('None. Run npm run dev')).toBeVisible()
})
