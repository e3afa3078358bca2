// The passwords of a user in a real browser, with the real server and links from real e-mails: the first password, a
// change, a reset. How the pages show every response is tested in tests/pages/access and tests/pages/account.
import { findViolations } from '#tests/support/axe.ts'
import { clientFor } from '#tests/support/call.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { alert, button, enter, mailedLink, newReader, welcome } from './access-setup.ts'

/** The same message for known and unknown users. */
const RESET_REQUESTED =
  'Thank you, if your user account is registered with us, you will receive an email on how to reset your password.'
const FIRST_PASSWORD = 'Windy-Harbor-43'
const SECOND_PASSWORD = 'Rainy-Harbor-44'
const THIRD_PASSWORD = 'Misty-Harbor-45'

test('a user sets the first password, changes it and resets it, even if a response is lost', async ({
  page,
  server,
  connection,
}) => {
  const name = await newReader(server, { isActive: false })
  const password = page.getByLabel('New Password', { exact: true })
  const confirmation = page.getByLabel('Password Confirmation')

  await test.step('sets the first password, although the response to the activation is lost', async () => {
    const { link, uuid } = await mailedLink(server, name, 'activate')
    expect(link).toMatch(/^http:\/\/localhost:\d+\/voyager\/user\/[0-9a-f-]{36}\/activate$/)
    const address = `${connection.url}user/${uuid}/activate`
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Activate your account' })).toBeVisible()
    await expect(page.getByText(`Choose a password for ${name}.`)).toBeVisible()
    await password.fill(`Windy-${name}-43`)
    await confirmation.fill(`Windy-${name}-43`)
    await expect(page.getByText(/^Invalid Password: ensure password includes lower/).first()).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await password.fill(FIRST_PASSWORD)
    await confirmation.fill(FIRST_PASSWORD)
    const responseLost = connection.dropResponseTo('activateUser')
    await page.keyboard.press('Enter')
    await responseLost
    await expect(page.getByText('Your password is set, but your account is not active yet.')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Password set succesfully!')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByLabel('Username').fill(name)
    await page.getByLabel('Password', { exact: true }).fill(FIRST_PASSWORD)
    await button(page, 'Log in').click()
    await expect(welcome(page)).toBeVisible()

    await page.goto(address)
    await expect(page.getByText(/^Account already active/)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    // For a signed-in user the link opens the portal.
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await expect(page).toHaveURL(connection.url)
  })

  await test.step('changes the password in My Settings', async () => {
    const otherSession = await clientFor(server, name, FIRST_PASSWORD)
    await page.getByRole('link', { name: 'My Settings' }).click()
    await expect(page).toHaveURL(`${connection.url}user/detail`)
    for (const label of ['First Name', 'Last Name', 'Email', 'Username'])
      await expect(page.getByText(label, { exact: true })).toBeVisible()
    await expect(page.getByText('You have no passkey yet.')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await button(page, 'Change Password').click()
    await expect(page).toHaveURL(`${connection.url}user/changepassword`)
    await page.getByLabel('Old Password').fill(FIRST_PASSWORD)
    await password.fill(SECOND_PASSWORD)
    await confirmation.fill('Rain')
    await expect(page.getByText(/^The new password and confirmation password do not match/)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await confirmation.fill(SECOND_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Your password has changed!' })).toBeVisible()
    expect(await findViolations(page, '[role=dialog]')).toEqual([])
    await button(page, 'OK').click()
    await expect(page).toHaveURL(connection.url)
    await expect(welcome(page)).toBeVisible()
    expect((await otherSession.call('mySessions', {})).resultCode).toBe('-20012')
  })

  await test.step('resets a forgotten password', async () => {
    await button(page, 'Log out').click()
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByText('Please enter your username or e-mail address to reset your password .')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await page.getByLabel('Username or email').fill(name)
    await page.keyboard.press('Enter')
    await expect(page.getByText(RESET_REQUESTED)).toBeVisible()
    await button(page, 'Accept').click()
    await expect(page).toHaveURL(`${connection.url}login`)

    const { uuid } = await mailedLink(server, name, 'reset')
    const address = `${connection.url}password/${uuid}/reset`
    await page.goto(address)
    await button(page, 'Set Password').hover()
    await expect(page.getByText('Please fill in the required fields').first()).toBeVisible()
    await password.fill(THIRD_PASSWORD)
    await confirmation.fill(THIRD_PASSWORD)
    // The user sends the request again, although the server has already saved the password.
    const responseLost = connection.dropResponseTo('savePassword')
    await page.keyboard.press('Enter')
    await responseLost
    await expect(alert(page)).toContainText('Cannot connect to server')
    await button(page, 'Set Password').click()
    await expect(page.getByText('Password set succesfully!')).toBeVisible()
    await page.goto(address)
    await expect(page.getByText('The link is invalid')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await enter(page, connection.url, name, THIRD_PASSWORD)
    await expect(welcome(page)).toBeVisible()
  })
})
