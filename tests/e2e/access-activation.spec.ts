// A new user's first day, in a real browser against the real host: the mailed link, the first password, the first sign-in
// (access §2, §8).
import { violations } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { alert, button, enter, mailedLink, newReader, welcome } from './access-setup.ts'

const FIRST = 'Windy-Harbor-43'
const ACTIVE = 'Account already active. Please try login with your username and password'

test('the mailed link activates the account once, also when an answer is lost, and the user signs in', async ({
  page,
  host,
  line,
}) => {
  const name = await newReader(host, { isActive: false })
  const { link, uuid } = await mailedLink(host, name, 'activate')
  expect(link).toMatch(/^http:\/\/localhost:\d+\/voyager\/user\/[0-9a-f-]{36}\/activate$/)
  // Before that there is nothing to sign in with, and nobody is told why.
  await enter(page, host.url, name, FIRST)
  await expect(alert(page)).toHaveText('Wrong username or password')

  const address = `${line.url}user/${uuid}/activate`
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Activate your account' })).toBeVisible()
  await expect(page.getByText(`Choose a password for ${name}.`)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByLabel('New Password').fill(`Windy-${name}-43`)
  await page.getByLabel('Password Confirmation').fill(`Windy-${name}-43`)
  await expect(page.getByText(/^Invalid Password: ensure password includes lower/).first()).toBeVisible()
  await page.getByLabel('New Password').fill(FIRST)
  await page.getByLabel('Password Confirmation').fill(FIRST)

  // The password is saved, and the line drops before the account is active.
  const lost = line.loseAnswerTo('activateUser')
  await page.keyboard.press('Enter')
  await lost
  await expect(alert(page)).toContainText('Cannot connect to server')
  await expect(page.getByText('Your password is set, but your account is not active yet.')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Password set succesfully!')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(FIRST)
  await button(page, 'Log in').click()
  await expect(welcome(page)).toBeVisible()

  // The route is open to everybody, signed in or not (access §2): the used link says so in both cases.
  await page.goto(address)
  await expect(page.getByText(ACTIVE)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(line.url)
  await page.goto(`${line.url}logout`)
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.goto(address)
  await expect(page.getByText(ACTIVE)).toBeVisible()
  await expect(page.getByLabel('New Password')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  // An activation link is no reset link.
  await page.goto(`${line.url}password/${uuid}/reset`)
  await expect(page.getByText('The link is invalid')).toBeVisible()
})
