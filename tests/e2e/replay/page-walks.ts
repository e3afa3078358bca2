// The machines that can be replayed in a browser: each with its acts and the set-up of its page.
import { voyager } from '#brand/voyager.ts'
import type { Page } from '@playwright/test'
import { findViolations } from '#tests/support/axe.ts'
import { clientFor, demoPassword, post } from '#tests/support/call.ts'
import { holdCalls } from '#tests/support/held-calls.ts'
import { walkPage } from '#tests/support/replay-page.ts'
import type { Replay } from '#tests/support/replay.ts'
import type { RunningServer } from '#tests/support/server.ts'
import { addPasskey, enter, expect, newReader, addAuthenticator, welcome } from '../access-setup.ts'
import { csvOf, demoCardNumbers, nextAmount, type Upload } from '../batch-load-setup.ts'
import { batchReplay } from './batch-acts.ts'
import { wizardSetup } from './device.ts'
import { orderFile, orderReplay, virtualOrderReplay } from './order-acts.ts'
import { NEW_USER, type SessionSetup, sessionReplay } from './session-acts.ts'

interface PageWalk {
  readonly replay: Replay<never>
  /** Performs these acts on the page, or by default the machine's complete replay. */
  readonly walk: (page: Page, server: RunningServer, acts?: readonly string[]) => Promise<void>
}

/** By the name of the machine. */
export const pageWalks: Readonly<Record<string, PageWalk>> = {
  session: {
    replay: sessionReplay,
    walk: async (page, server, acts) => walkPage(sessionReplay, await sessionSetup(page, server), acts),
  },
  batch: {
    replay: batchReplay,
    walk: async (page, server, acts) => {
      const setup = await wizardSetup(page, server)
      // The replay spans a day.
      await page.clock.install()
      const [first = '', second = ''] = (await demoCardNumbers(server)).loadableCards
      const newFile = (): Promise<Upload> => {
        const content = csvOf([first, second].map((card) => [card, nextAmount()]))
        return Promise.resolve({ name: 'loads.csv', content })
      }
      await walkPage(batchReplay, { ...setup, newFile }, acts)
    },
  },
  order: {
    replay: orderReplay,
    walk: async (page, server, acts) => {
      const newFile = () => Promise.resolve(orderFile('physical'))
      await walkPage(orderReplay, { ...(await wizardSetup(page, server)), newFile }, acts)
    },
  },
  virtualOrder: {
    replay: virtualOrderReplay,
    walk: async (page, server, acts) => {
      const setup = await wizardSetup(page, server)
      // The page would select the only virtual campaign automatically. A second campaign leaves the choice to the
      // replay.
      const { campaigns } = await (await clientFor(server, 'olive')).call('getCampaigns', {})
      const secondCampaign = { ...campaigns.at(-1), CampaignID: '99', CampaignName: 'Another', VIRTUAL: true }
      await page.route('**/api', async (route) => {
        const { method } = route.request().postDataJSON() as { readonly method?: string }
        if (method !== 'getCampaigns') return route.fallback()
        return route.fulfill({ json: { resultCode: '0', campaigns: [...campaigns, secondCampaign] } })
      })
      await walkPage(virtualOrderReplay, { ...setup, newFile: () => Promise.resolve(orderFile('virtual')) }, acts)
    },
  },
}

async function sessionSetup(page: Page, server: RunningServer): Promise<SessionSetup> {
  // A passkey belongs to a domain name, so an IP address does not work.
  const url = server.url.replace('127.0.0.1', 'localhost')
  const userWithCode = await newReader(server)
  // Undoes the set-up that an earlier replay has made on this server.
  const ada = await clientFor(server, 'ada')
  const { users } = await ada.call('searchUser', { keyword: NEW_USER })
  for (const { userID, isEnrolled } of users)
    if (isEnrolled) await ada.call('reset2FAEnrolment', { reset2FAUserID: userID, reset2FAOwnerID: voyager.ownerId })
  const authenticator = await addAuthenticator(page)
  await enter(page, url, userWithCode)
  await expect(welcome(page)).toBeVisible()
  await page.goto(`${url}user/detail`)
  await addPasskey(page, demoPassword, 'Laptop')
  await expect(page.getByRole('listitem').filter({ hasText: 'Laptop' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => authenticator.count()).toBe(1)
  expect(await findViolations(page)).toEqual([])
  const userWithoutCode = await newReader(server)
  await page.goto(`${url}logout`)
  await expect(page.getByLabel('Username')).toBeVisible()
  await enter(page, url, userWithoutCode)
  await expect(welcome(page)).toBeVisible()
  await page.goto(`${url}user/detail`)
  await addPasskey(page, demoPassword, 'Laptop')
  await expect(page.getByRole('listitem').filter({ hasText: 'Laptop' })).toBeVisible()
  await useUpCodes(server, userWithoutCode)
  const calls = await holdCalls(page)
  return {
    page,
    calls,
    server,
    url,
    userWithCode,
    userWithoutCode,
    usedCodes: new Set<string>(),
    checkedStates: new Set<string>(),
  }
}

/** Requests codes until no more are sent, and guesses the last one until it is invalid. */
async function useUpCodes(server: RunningServer, username: string): Promise<void> {
  const logIn = async (more: object) => {
    const credentials = { username, password: demoPassword, ownerID: voyager.ownerId }
    return (await post(server.url, 'logIn', { ...credentials, ...more })).response.resultCode
  }
  // -20155: no more codes are sent. -20151: the code is wrong.
  await expect.poll(() => logIn({ resend: true }), { intervals: [0] }).toBe('-20155')
  for (let guess = 1; guess <= 5; guess += 1) expect(await logIn({ challenge: 'guess' })).toBe('-20151')
}
