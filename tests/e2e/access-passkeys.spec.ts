// A passkey in a real browser: its own authenticator (the browser's virtual one) against the real host. Under 'localhost', the
// address that the host prints, since a passkey belongs to one name and an IP address is none.
import type { Page } from '@playwright/test'
import { violations } from '#tests/support/axe.ts'
import { demoPassword } from '#tests/support/call.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { join } from 'node:path'
import { expect, test } from '#tests/support/fixtures.ts'
import { addPasskey as add, alert, button, enter, mails, newReader, plugIn, welcome } from './access-setup.ts'

test('a passkey is added with the password, signs in in place of a code, and is removed again', async ({
  page,
  host,
}) => {
  const name = await newReader(host)
  const url = host.url.replace('127.0.0.1', 'localhost')
  const authenticator = await plugIn(page)
  await enter(page, url, name)
  await expect(welcome(page)).toBeVisible()
  await page.goto(`${url}user/detail`)
  await add(page, 'Not the password', 'Rita laptop')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('The password is not right')
  expect(await authenticator.count()).toBe(0)
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(demoPassword)
  expect(await violations(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Enter')
  const kept = page.getByRole('listitem').filter({ hasText: 'Rita laptop' })
  await expect(kept).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await authenticator.count()).toBe(1)
  expect(await violations(page)).toEqual([])
  // The same device again: its own refusal, in words.
  await add(page, demoPassword, 'Rita laptop again')
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('This device has a passkey for your account already') // oxfmt-ignore
  await button(page, 'Cancel').click()

  await signOut(page, url)
  await enter(page, url, name)
  await expect(page.getByRole('heading', { name: 'Two-Factor Authentication', exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await button(page, 'Use a passkey').click()
  await expect(welcome(page)).toBeVisible()
  await page.goto(`${url}user/detail`)
  await expect(kept).toContainText('last used')

  // A passkey that is not to hand: the person is told, and the code that was mailed lets in.
  await signOut(page, url)
  const before = (await mailsTo(join(host.dataDir, 'outbox'), `${name}@`)).length
  await authenticator.unplug()
  await plugIn(page)
  await enter(page, url, name)
  await button(page, 'Use a passkey').click()
  await expect(alert(page)).toContainText('No passkey was used')
  await button(page, 'Resend Code').click()
  await expect(page.getByText('The code has been resent to your email!')).toBeVisible()
  const code = (await mails(host, `${name}@`, before + 1)).findLast((mail) => mail.code !== '')?.code ?? ''
  await page.getByLabel('Verification Code').fill(code)
  await page.keyboard.press('Enter')
  await expect(welcome(page)).toBeVisible()

  await page.goto(`${url}user/detail`)
  await button(page, 'Remove Rita laptop').click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByText('You have no passkey yet.')).toBeVisible()
  await signOut(page, url)
  await enter(page, url, name)
  await expect(welcome(page)).toBeVisible()
})

async function signOut(page: Page, url: string): Promise<void> {
  await page.goto(`${url}logout`)
  await expect(page.getByLabel('Username')).toBeVisible()
}
