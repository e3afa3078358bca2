// Signing in and out in a real browser with the real server: returning to the requested page, all tabs, offline, a
// session ended by the server.
import { type Page } from '@playwright/test'
import { findViolations } from '#tests/support/axe.ts'
import { demoPassword, post } from '#tests/support/call.ts'
import { tokenOf } from '#tests/support/device.ts'
import { test } from '#tests/support/fixtures.ts'
import { addAuthenticator, addPasskey, button, enter, expect, newReader, welcome } from './access-setup.ts'

const username = (page: Page) => page.getByLabel('Username')

/** The number of stored responses in the browser's database, and the session in the local storage. */
const remainingData = (page: Page) =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const openRequest = indexedDB.open('portal/voyager/')
      openRequest.onsuccess = () => resolve(openRequest.result)
      openRequest.onerror = () => reject(new Error('no database'))
    })
    const count = (table: string) =>
      new Promise<number>((resolve) => {
        const countRequest = db.transaction(table).objectStore(table).count()
        countRequest.onsuccess = () => resolve(countRequest.result)
      })
    const rows = { responses: await count('responses') }
    db.close()
    return { ...rows, session: localStorage.getItem('portal:/voyager/:session') }
  })

test('signing in opens the requested page; offline, Home shows the last known figures; signing out clears every tab', async ({
  page,
  context,
  connection,
  server,
}) => {
  const address = `${connection.url}user/detail?asked=1`
  await test.step('signs in, and signs in again after the server has ended the session', async () => {
    await page.goto(address)
    await expect(page).toHaveURL(`${connection.url}login`)
    await expect(username(page)).toBeFocused()
    expect(await findViolations(page)).toEqual([])
    await username(page).fill('ada')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByRole('alert')).not.toContainText('Cannot connect to server')
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findViolations(page, 'body')).toEqual([])
    await page.keyboard.type(demoPassword)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'My Settings' })).toBeVisible()

    expect((await post(server.url, 'logOut', { token: await tokenOf(page) })).response.resultCode).toBe('0')
    await page.reload()
    await expect(page.getByText('Your session has ended')).toBeVisible()
    await username(page).fill('ada')
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
  })

  await test.step('shows Home offline', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await expect(page.getByText(/^As of /)).toBeVisible()
    expect(await findViolations(page, 'body')).toEqual([])
    await expect.poll(async () => (await remainingData(page)).responses).toBeGreaterThan(1)
    // The portal's files also come from the server here, so only the page on screen can be used.
    connection.cut()
    await page.evaluate(() => window.dispatchEvent(new Event('offline')))
    await expect(page.getByText(/^Last updated /)).toBeVisible()
    expect(await findViolations(page, 'body')).toEqual([])
    connection.restore()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByText(/^As of /)).toBeVisible()
  })

  await test.step('signs out offline; Back shows only the sign-in page', async () => {
    const otherPage = await context.newPage()
    await otherPage.goto(connection.url)
    await expect(otherPage.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
    connection.cut()
    await page.bringToFront()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(username(page)).toBeVisible()
    await expect(otherPage).toHaveURL(`${connection.url}login`)
    await expect(otherPage.getByText('Welcome, ')).toHaveCount(0)
    await expect.poll(() => remainingData(page)).toEqual({ responses: 0, session: null })
    await page.goBack()
    await expect(username(page)).toBeVisible()
  })
})

test('a user adds a passkey, and signs in with it instead of a code', async ({ page, server }) => {
  // A passkey belongs to a domain name, so an IP address does not work.
  const url = server.url.replace('127.0.0.1', 'localhost')
  const reader = await newReader(server)
  const authenticator = await addAuthenticator(page)
  await enter(page, url, reader)
  await expect(welcome(page)).toBeVisible()
  await page.goto(`${url}user/detail`)
  await addPasskey(page, demoPassword, 'Laptop')
  await expect(page.getByRole('listitem').filter({ hasText: 'Laptop' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => authenticator.count()).toBe(1)
  expect(await findViolations(page)).toEqual([])
  await page.goto(`${url}logout`)
  // Opening the portal again at once would interrupt the logout.
  await expect(page.getByLabel('Username')).toBeVisible()
  await enter(page, url, reader)
  await button(page, 'Use a passkey').click()
  await expect(welcome(page)).toBeVisible()
})
