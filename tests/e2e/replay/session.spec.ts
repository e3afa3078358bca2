// Signing in, replayed: the walk of tests/e2e/replay/session-acts.ts over the real page and server, with codes of real
// mails, of an authenticator that is computed here, and a passkey of the browser's virtual authenticator.
import { voyager } from '#brand/voyager.ts'
import { violations } from '#tests/support/axe.ts'
import { clientFor, demoPassword, post } from '#tests/support/call.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { holdCalls } from '#tests/support/held-calls.ts'
import { walkOver } from '#tests/support/replay-walks.ts'
import type { RunningServer } from '#tests/support/server.ts'
import { addPasskey, enter, newReader, plugIn, welcome } from '../access-setup.ts'
import { NEW, sessionReplay } from './session-acts.ts'

test('a passkey is added with the password, and the sign-in page shows what its state machine predicts', async ({
  page,
  server,
}) => {
  // A passkey belongs to a domain name, so an IP address does not work.
  const url = server.url.replace('127.0.0.1', 'localhost')
  const coded = await newReader(server)
  // What an earlier walk has set up on this server.
  const ada = await clientFor(server, 'ada')
  const { users } = await ada.call('searchUser', { keyword: NEW })
  for (const { userID, isEnrolled } of users)
    if (isEnrolled) await ada.call('reset2FAEnrolment', { reset2FAUserID: userID, reset2FAOwnerID: voyager.ownerId })
  const authenticator = await plugIn(page)
  await enter(page, url, coded)
  await expect(welcome(page)).toBeVisible()
  await page.goto(`${url}user/detail`)
  await addPasskey(page, demoPassword, 'Laptop')
  await expect(page.getByRole('listitem').filter({ hasText: 'Laptop' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await authenticator.count()).toBe(1)
  expect(await violations(page)).toEqual([])
  const usedUp = await newReader(server)
  await page.goto(`${url}logout`)
  await expect(page.getByLabel('Username')).toBeVisible()
  await enter(page, url, usedUp)
  await expect(welcome(page)).toBeVisible()
  await page.goto(`${url}user/detail`)
  await addPasskey(page, demoPassword, 'Laptop')
  await expect(page.getByRole('listitem').filter({ hasText: 'Laptop' })).toBeVisible()
  await useUpCodes(server, usedUp)
  const calls = await holdCalls(page)
  const stage = { page, calls, server, url, coded, usedUp, spent: new Set<string>(), scanned: new Set<string>() }
  await walkOver(sessionReplay, stage)
})

/** Requests codes until no more are sent, and guesses at the last one until it is invalid. */
async function useUpCodes(server: RunningServer, username: string): Promise<void> {
  const logIn = async (more: object) => {
    const credentials = { username, password: demoPassword, ownerID: voyager.ownerId }
    return (await post(server.url, 'logIn', { ...credentials, ...more })).answer.resultCode
  }
  await expect.poll(() => logIn({ resend: true }), { intervals: [0] }).toBe('-20155')
  for (let guess = 1; guess <= 5; guess += 1) expect(await logIn({ challenge: 'guess' })).toBe('-20151')
}
