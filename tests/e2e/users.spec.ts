// A new colleague's first day, for the administrator and for the colleague, in a real browser with the real server:
// added, invited by e-mail, signed in. A removed permission does not work from the next call on.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { violations } from '#tests/support/axe.ts'
import { activateByLink, demoPassword } from '#tests/support/call.ts'
import { expect, sharedDevice as test, signIn } from '#tests/support/fixtures.ts'
import { button, enter, mailedLink } from './access-setup.ts'

/** A unique username, even for repeated attempts of the same test run. */
const newName = () => `dora${randomUUID().slice(0, 8)}`

test('a user is added, invited, signs in, loses a permission from the next call, and is deleted', async ({
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
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Username').fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The user has been created!')).toBeVisible()

  // Dora uses another device.
  await activateByLink(server, (await mailedLink(server, name, 'activate')).uuid, demoPassword)
  const hers = await (await browser.newContext()).newPage()
  await enter(hers, server.url, name)
  await hers.getByRole('link', { name: 'My batches' }).first().click()
  await expect(hers.getByText('You uploaded no batches in these dates')).toBeVisible()

  // Her group is changed while she is signed in.
  await page.getByRole('link', { name: 'Find User' }).click()
  await page.getByPlaceholder('User name').fill(`lee ${name}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Users (1)' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  const downloading = page.waitForEvent('download')
  await button(page, 'Download').click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^Users_[0-9]{14}\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toContain(`${name},Dora,Lee,${name}@voyager.example,Batch makers,`)
  await button(page, `Edit user ${name}`).click()
  await page.getByRole('combobox', { name: 'Group' }).selectOption({ label: 'Readers' })
  await button(page, 'Save').click()
  await expect(page.getByText('User saved successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/user\/search$/)

  await button(hers, 'Refresh').click()
  await expect(hers.getByText('You are not authorized')).toBeVisible()
  await hers.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(hers.getByRole('link', { name: 'My batches' })).toHaveCount(0)

  // The audit trail has all of these changes. It is opened from the user's page.
  await page.getByLabel('Search users').fill(name)
  await button(page, `More for user ${name}`).click()
  await page.getByRole('menuitem', { name: 'What was done to this user' }).click()
  await expect(page.getByRole('row', { name: `Ada Lim (ada) Added user ${name} Username: ${name}` })).toHaveCount(1)
  await expect(
    page.getByRole('row', { name: `Ada Lim (ada) Saved user ${name} Group: Batch makers → Readers Done` }),
  ).toHaveCount(1)
  await expect(page.getByRole('row', { name: `Dora Lee (${name}) Activated the account Done` })).toHaveCount(1)
  expect(await violations(page)).toEqual([])

  // She is deleted, which signs her out.
  await page.goBack()
  await button(page, `More for user ${name}`).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await button(page, `Delete user ${name}`).click()
  await expect(page.getByText('User successfully removed')).toBeVisible()
  await expect(page.getByRole('button', { name: `Edit user ${name}` })).toHaveCount(0)
  await hers.getByRole('link', { name: 'Find Card' }).first().click()
  await expect(hers.getByLabel('Username')).toBeVisible()
  await hers.context().close()
})
