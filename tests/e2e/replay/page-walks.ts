// The machines whose scenarios can be performed in a browser: each with its acts and the set-up of its page.
import { voyager } from '#brand/voyager.ts'
import type { Page } from '@playwright/test'
import { clientFor } from '#tests/support/call.ts'
import { holdCalls } from '#tests/support/held-calls.ts'
import { walkPage } from '#tests/support/replay-page.ts'
import type { Replay } from '#tests/support/replay.ts'
import type { ExpectedAct } from '#tests/support/replay-scenario.ts'
import type { RunningServer } from '#tests/support/server.ts'
import { demoCardNumbers } from '../batch-load-setup.ts'
import { NEW_USER, sessionReplay } from './session-acts.ts'
import { batchReplay, orderReplay, type UploadSetup, virtualOrderReplay } from './upload-acts.ts'

interface PageWalk {
  readonly replay: Replay<never>
  /** Performs these acts on the page. */
  readonly walk: (page: Page, server: RunningServer, acts: readonly ExpectedAct[]) => Promise<void>
}

/** By the name of the machine. */
export const pageWalks: Readonly<Record<string, PageWalk>> = {
  session: {
    replay: sessionReplay,
    walk: async (page, server, acts) => {
      // Undoes the set-up of an earlier scenario on this server.
      const ada = await clientFor(server, 'ada')
      const { users } = await ada.call('searchUser', { keyword: NEW_USER })
      for (const { userID, isEnrolled } of users)
        if (isEnrolled)
          await ada.call('reset2FAEnrolment', { reset2FAUserID: userID, reset2FAOwnerID: voyager.ownerId })
      const calls = await holdCalls(page)
      const setup = {
        page,
        calls,
        server,
        usedCodes: new Set<string>(),
        checkedStates: new Set<string>(),
      }
      await walkPage(sessionReplay, setup, acts)
    },
  },
  batch: {
    replay: batchReplay,
    walk: async (page, server, acts) => walkPage(batchReplay, await uploadSetup(page, server), acts),
  },
  order: {
    replay: orderReplay,
    walk: async (page, server, acts) => walkPage(orderReplay, await uploadSetup(page, server), acts),
  },
  virtualOrder: {
    replay: virtualOrderReplay,
    walk: async (page, server, acts) => {
      // The page would select the only virtual campaign automatically. A second campaign leaves the choice to the act.
      const { campaigns } = await (await clientFor(server, 'olive')).call('getCampaigns', {})
      const secondCampaign = { ...campaigns.at(-1), CampaignID: '99', CampaignName: 'Another', VIRTUAL: true }
      const setup = await uploadSetup(page, server)
      await page.route('**/api', async (route) => {
        const { method } = route.request().postDataJSON() as { readonly method?: string }
        if (method !== 'getCampaigns') return route.fallback()
        return route.fulfill({ json: { resultCode: '0', campaigns: [...campaigns, secondCampaign] } })
      })
      await walkPage(virtualOrderReplay, setup, acts)
    },
  },
}

const uploadSetup = async (page: Page, server: RunningServer): Promise<UploadSetup> => ({
  page,
  calls: await holdCalls(page),
  cards: (await demoCardNumbers(server)).loadableCards,
})
