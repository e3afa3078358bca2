// Forgotten, reset and changed passwords in a real browser against the real host, with the links of real mails (access §2, §8).
import { violations } from '#tests/support/axe.ts'
import { demoPassword } from '#tests/support/call.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { alert, button, enter, mailedLink, newReader, welcome } from './access-setup.ts'

const NEUTRAL =
  'Thank you, if your user account is registered with us, you will receive an email on how to reset your password.'
const NEW = 'Windy-Harbor-43'

test('a forgotten password: the same words for everybody, the link of the mail once, then the new password, though the line drops', async ({
  page,
  host,
  line,
}) => {
  const [name, other] = [await newReader(host), await newReader(host)]
  await page.goto(`${host.url}login`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByText('Please enter your username or e-mail address to reset your password .')).toBeVisible()
  await expect(button(page, 'Next')).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByLabel('Username or email')).toHaveAttribute('maxlength', '100')
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Username or email').fill('nobody-of-that-name')
  await button(page, 'Next').click()
  await expect(page.getByText(NEUTRAL)).toBeVisible()
  await button(page, 'Accept').click()
  await expect(page).toHaveURL(`${host.url}login`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Username or email').fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText(NEUTRAL)).toBeVisible()

  const { uuid } = await mailedLink(host, name, 'reset')
  await page.goto(`${host.url}password/${uuid}/reset`)
  const next = page.getByLabel('New Password')
  const again = page.getByLabel('Password Confirmation')
  await expect(button(page, 'Set Password')).toHaveAttribute('aria-disabled', 'true')
  await button(page, 'Set Password').hover()
  await expect(page.getByText('Please fill in the required fields').first()).toBeVisible()
  await next.fill(NEW)
  await again.fill('Windy')
  await expect(page.getByText('Passwords do not match!').first()).toBeVisible()
  for (const bad of [
    'Short-1',
    'windy-harbor-43',
    'Windy-Harbor',
    'Windy43Harbor',
    `Windy-${name.toUpperCase()}-4321`,
  ]) {
    await next.fill(bad)
    await again.fill(bad)
    await expect(page.getByText(/^Invalid Password: ensure password includes lower and upper case letter/).first()).toBeVisible() // oxfmt-ignore
  }
  expect(await violations(page)).toEqual([])
  await next.fill(NEW)
  await again.fill(NEW)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password set succesfully!')).toBeVisible()

  await page.goto(`${host.url}password/${uuid}/reset`)
  await expect(page.getByText('The link is invalid')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await enter(page, host.url, name)
  await expect(alert(page)).toBeVisible()
  await enter(page, host.url, name, NEW)
  await expect(welcome(page)).toBeVisible()
  // A signed-in user has no business on an open route.
  await page.goto(`${host.url}forgotPassword`)
  await expect(page).toHaveURL(host.url)

  // A host that is gone is asked again; a reset whose answer is lost is sent again as the same one.
  await page.goto(`${line.url}forgotPassword`)
  await page.getByLabel('Username or email').fill(other)
  line.cut()
  await button(page, 'Next').click()
  await expect(alert(page)).toContainText('Cannot connect to server')
  line.restore()
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(NEUTRAL)).toBeVisible()
  const another = await mailedLink(host, other, 'reset')

  const unseen = line.loseAnswerTo('getResetPasswordInfo')
  await page.goto(`${line.url}password/${another.uuid}/reset`)
  await unseen
  await expect(alert(page)).toContainText('Cannot connect to server')
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('New Password').fill(NEW)
  await page.getByLabel('Password Confirmation').fill(NEW)
  const lost = line.loseAnswerTo('savePassword')
  await button(page, 'Set Password').click()
  await lost
  await expect(alert(page)).toContainText('Cannot connect to server')
  await button(page, 'Set Password').click()
  await expect(page.getByText('Password set succesfully!')).toBeVisible()
})

test('My Settings and Change Password: rules ticked off, the modal, and other devices have to log in again', async ({
  page,
  browser,
  host,
}) => {
  const name = await newReader(host)
  const elsewhere = await (await browser.newContext()).newPage()
  await enter(elsewhere, host.url, name)
  await expect(welcome(elsewhere)).toBeVisible()
  await enter(page, host.url, name)
  await expect(welcome(page)).toBeVisible()
  await page.getByRole('link', { name: 'My Settings' }).click()
  await expect(page).toHaveURL(`${host.url}user/detail`)
  for (const label of ['First Name', 'Last Name', 'Email', 'Username'])
    await expect(page.getByText(label, { exact: true })).toBeVisible()
  await expect(page.getByText('You have no passkey yet.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await button(page, 'Change Password').click()
  await expect(page).toHaveURL(`${host.url}user/changepassword`)

  const rules = page.getByRole('list', { name: 'Rules' }).getByRole('listitem')
  const done = rules.filter({ hasText: ': done' })
  const error = page.getByText('The new password and confirmation password do not match, or the password does not meet the requirements listed below:') // oxfmt-ignore
  await expect(rules).toHaveCount(6)
  await page.getByLabel('Old Password').fill(demoPassword)
  const next = page.getByLabel('New Password', { exact: true })
  for (const [text, ticks] of [
    ['windy', 2],
    ['Windy', 3],
    ['Windy-', 4],
    ['Windy-Harbor-', 5],
    ['Windy-Harbor-43', 6],
    [demoPassword, 5],
  ] as const) {
    // oxfmt-ignore
    await next.fill(text)
    await expect(done).toHaveCount(ticks)
  }
  await next.fill(NEW)
  await page.getByLabel('Password Confirmation').fill('Win')
  await expect(error).toHaveCount(0)
  await page.getByLabel('Password Confirmation').fill('Wind')
  await expect(error).toBeVisible()
  expect(await violations(page)).toEqual([])
  await expect(page.locator('button[type=submit]')).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Password Confirmation').fill(NEW)
  await page.getByLabel('Old Password').fill('Not-The-One-1')
  await page.keyboard.press('Enter')
  await expect(alert(page)).toBeVisible()
  await page.getByLabel('Old Password').fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Your password has changed!' })).toBeVisible()
  expect(await violations(page, '[role=dialog]')).toEqual([])
  await button(page, 'OK').click()
  await expect(page).toHaveURL(host.url)
  await expect(welcome(page)).toBeVisible()
  await elsewhere.reload()
  await expect(elsewhere.getByText('Your session has ended')).toBeVisible()
  await elsewhere.context().close()
})
