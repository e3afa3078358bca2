// Helpers for the tests of access: separate users for each test, the sign-in form, e-mails.
import type { Page } from '@playwright/test'
import { join } from 'node:path'
import { voyager } from '#brand/voyager.ts'
import { activateByLink, clientFor, demoPassword } from '#tests/support/call.ts'
import { expect } from '#tests/support/fixtures.ts'
import type { RunningServer } from '#tests/support/server.ts'
import { mailsTo, type ReadMail } from '#tests/support/mail.ts'

export { expect }

/** Fills the sign-in form and submits it. */
export async function enter(page: Page, url: string, username: string, password = demoPassword): Promise<void> {
  await page.goto(`${url}login`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

export const code = (page: Page) => page.getByLabel('Verification Code')
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const welcome = (page: Page) => page.getByRole('heading', { name: /^Welcome, / })
/** The page's message about the last attempt. */
export const alert = (page: Page) => page.getByRole('main').getByRole('alert')

/** Waits until the address has received at least this many e-mails, and returns all of them. */
export async function mails(server: RunningServer, address: string, count: number): Promise<ReadMail[]> {
  const read = () => mailsTo(join(server.dataDir, 'outbox'), address)
  await expect.poll(async () => (await read()).length).toBeGreaterThanOrEqual(count)
  return read()
}

/** The last link of this type that was sent to the user, and its secret part. */
export async function mailedLink(server: RunningServer, username: string, kind: 'activate' | 'reset') {
  const findLastMail = async () =>
    (await mails(server, `${username}@`, 1)).findLast(({ link }) => link.endsWith(`/${kind}`))
  await expect.poll(async () => (await findLastMail()) !== undefined).toBe(true)
  const { link = '', uuid = '' } = (await findLastMail()) ?? {}
  return { link, uuid }
}

let readerCount = 0

/** A user that a test can change freely: invited, and if `isActive`, active with the password of the demo's users. */
export async function newReader(server: RunningServer, { isActive = true } = {}): Promise<string> {
  const ada = await clientFor(server, 'ada')
  const { userGroups } = await ada.call('AllUserGroups', { ownerId: voyager.ownerId })
  const groupId = userGroups.find(({ GROUPDESCRIPTION }) => GROUPDESCRIPTION === 'Readers')?.GROUPID ?? ''
  readerCount += 1
  const username = `reader${process.pid}n${readerCount}`
  const user = {
    username,
    firstname: 'Rea',
    lastname: 'Der',
    email: `${username}@voyager.example`,
    ownerId: voyager.ownerId,
    groupId,
    isNew: true,
  }
  expect(await ada.call('saveUser', { user })).toMatchObject({ resultCode: '0' })
  if (isActive) await activateByLink(server, (await mailedLink(server, username, 'activate')).uuid, demoPassword)
  return username
}

export const wrongCodeFor = (rightCode: string): string => (rightCode === '000000' ? '111111' : '000000')

/** Adds a passkey in My Settings. */
export async function addPasskey(page: Page, password: string, name: string): Promise<void> {
  // With a key, because the page moves under the pointer until the panels above are loaded.
  await button(page, 'Add a passkey').press('Enter')
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('dialog').getByRole('button', { name: 'Add passkey' }).click()
}

/** Adds a virtual authenticator that supports all features to the device. */
export async function addAuthenticator(page: Page) {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('WebAuthn.enable')
  const { authenticatorId } = await inspector.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    count: async () => (await inspector.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    async remove() {
      await inspector.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
      await inspector.detach()
    },
  }
}
