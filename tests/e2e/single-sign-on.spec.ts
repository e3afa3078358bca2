// Signing in by the company's login in a browser, the whole way and back, with oidc-provider as the company: the first
// login, a logout in both directions, and a person without an account.
import { startCompanyLogin, CLIENT_ID, CLIENT_SECRET } from '#tools/company-login.mjs'
import { findViolations } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { freePort } from '#tests/support/ports.ts'
import { browserSeed, type RunningServer, startServer } from '#tests/support/server.ts'

// An own server, since other tests log in without a company.
let server: RunningServer
let closeCompany: (() => Promise<void>) | undefined
test.beforeAll(async () => {
  server = await startServer({ seed: browserSeed() })
})
test.afterAll(async () => {
  await server.remove()
  await closeCompany?.()
})

test('a person goes to the company’s login and back, on the page that they wanted, and is logged out everywhere', async ({
  page,
}) => {
  const company = await startCompanyLogin({ port: await freePort(), portalUrl: server.url })
  closeCompany = company.close
  await server.restart({
    PUBLIC_URL: server.url,
    OIDC_ISSUER: company.issuer,
    OIDC_NAME: 'Contoso',
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
  })
  const logInThere = async (email: string) => {
    await page.getByPlaceholder('Enter any login').fill(email)
    await page.getByPlaceholder('and password').fill('anything')
    await page.getByRole('button', { name: 'Sign-in' }).click()
  }
  const providerButton = page.getByRole('button', { name: 'Log in with Contoso' })

  await page.goto(`${server.url}user/detail`)
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  expect(await findViolations(page, 'body')).toEqual([])
  await providerButton.click()
  await logInThere('olive@voyager.example')
  await expect(page.getByRole('heading', { name: 'Your account is linked' })).toBeVisible()
  await expect(page).toHaveURL(`${server.url}login`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${server.url}user/detail`)
  await expect(page.getByText('Logged in as: olive')).toBeVisible()

  await test.step('logging out here logs out there: the next login asks again', async () => {
    await page.goto(`${server.url}logout`)
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await expect(page).toHaveURL(`${server.url}login`)
    await providerButton.click()
    await logInThere('nobody@voyager.example')
    await expect(page.getByRole('heading', { name: 'You cannot use this portal yet' })).toBeVisible()
    await expect(page.getByText('no user of this portal has this email')).toBeVisible()
  })

  await test.step('logging out there ends the session at once, in an open tab that the user does not touch', async () => {
    await page.context().clearCookies()
    await page.goto(`${server.url}login`)
    await providerButton.click()
    await logInThere('olive@voyager.example')
    await expect(page.getByText('Logged in as: olive')).toBeVisible()
    const there = await page.context().newPage()
    await there.goto(`${company.issuer}/session/end`)
    await there.getByRole('button', { name: 'Yes, sign me out' }).click()
    // Less than the time for which the server holds the tab's call, so it is not the next call that finds out.
    await expect(page).toHaveURL(`${server.url}login`, { timeout: 10_000 })
    await there.close()
  })
})
