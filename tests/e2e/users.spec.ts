// A new colleague's first day, for the administrator and for the colleague, in a real browser with the real server:
// added, invited by e-mail, signed in. A removed permission stops working with the next call.
import { randomUUID } from 'node:crypto'
import { findViolations } from '#tests/support/axe.ts'
import { activateByLink, demoPassword } from '#tests/support/call.ts'
import { expect, sharedDevice as test, signIn } from '#tests/support/fixtures.ts'
import { button, enter, mailedLink } from './access-setup.ts'
import { downloadItem } from './downloads.ts'

/** A unique username, even for repeated attempts of the same test run. */
const newName = () => `dora${randomUUID().slice(0, 8)}`

test('a user is added and invited, signs in, loses a permission with the next call, and is deleted', async ({
  page,
  server,
  browser,
}) => {
  const name = newName()
  await signIn(page, 'ada', { to: 'user/adduser' })
  await page.getByLabel('First name').fill('Dora')
  await page.getByLabel('Last name').fill('Lee')
  await page.getByLabel('Email').fill(`${name}@voyager.example`)
  await page.getByRole('combobox', { name: 'Group' }).selectOption({ label: 'Batch makers' })
  await expect(page.getByText('Upload batches that load cards')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByLabel('Username').fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The user has been created!')).toBeVisible()

  // Dora uses another device.
  await activateByLink(server, (await mailedLink(server, name, 'activate')).uuid, demoPassword)
  const newUserPage = await (await browser.newContext()).newPage()
  await enter(newUserPage, server.url, name)
  await newUserPage.getByRole('link', { name: 'My batches' }).first().click()
  await expect(newUserPage.getByText('You uploaded no batches in these dates')).toBeVisible()

  // Her group is changed while she is signed in.
  await page.getByRole('link', { name: 'Find User' }).click()
  await page.getByPlaceholder('User name').fill(`lee ${name}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Users (1)' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  const file = await downloadItem(page, 'CSV')
  expect(file.name).toMatch(/^Users_[0-9]{14}\.csv$/)
  expect(file.text).toContain(`${name},Dora,Lee,${name}@voyager.example,Batch makers,`)
  await button(page, `Edit user ${name}`).click()
  await page.getByRole('combobox', { name: 'Group' }).selectOption({ label: 'Readers' })
  await button(page, 'Save').click()
  await expect(page.getByText('User saved successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/user\/search$/)

  await button(newUserPage, 'Refresh').click()
  await expect(newUserPage.getByText('You are not authorized')).toBeVisible()
  await newUserPage.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(newUserPage.getByRole('link', { name: 'My batches' })).toHaveCount(0)

  // The audit trail has all of these changes. It is opened from the user's page.
  await page.getByLabel('Search users').fill(name)
  await button(page, `More for user ${name}`).click()
  await page.getByRole('menuitem', { name: 'What was done to this user' }).click()
  await expect(page.getByRole('row', { name: `Ada Lim (ada) Added user ${name} Username: ${name}` })).toHaveCount(1)
  await expect(
    page.getByRole('row', { name: `Ada Lim (ada) Saved user ${name} Group: Batch makers → Readers Done` }),
  ).toHaveCount(1)
  await expect(page.getByRole('row', { name: `Dora Lee (${name}) Activated the account Done` })).toHaveCount(1)
  expect(await findViolations(page)).toEqual([])

  // She is deleted, which signs her out.
  await page.goBack()
  await button(page, `More for user ${name}`).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await button(page, `Delete user ${name}`).click()
  await expect(page.getByText('User successfully removed')).toBeVisible()
  await expect(page.getByRole('button', { name: `Edit user ${name}` })).toHaveCount(0)
  // The open tab notices at once, without a press.
  await expect(newUserPage.getByLabel('Username')).toBeVisible()
  await newUserPage.context().close()
})
