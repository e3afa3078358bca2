// Ordering virtual cards, replayed: the walk of order-acts.ts over the real page and server.
import { clientFor } from '#tests/support/call.ts'
import { test } from '#tests/support/fixtures.ts'
import { walkOver } from '#tests/support/replay-walks.ts'
import { stageOf } from './device.ts'
import { orderFile, virtualOrderReplay } from './order-acts.ts'

test('the page of virtual cards shows what the state machine of an order predicts', async ({ page, server }) => {
  const stage = await stageOf(page, server)
  // The only virtual campaign would be chosen by the page: a second one leaves the choice to the walk.
  const { campaigns } = await (await clientFor(server, 'olive')).call('getCampaigns', {})
  const other = { ...campaigns.at(-1), CampaignID: '99', CampaignName: 'Another', VIRTUAL: true }
  await page.route('**/api', async (route) => {
    const { method } = route.request().postDataJSON() as { readonly method?: string }
    if (method !== 'getCampaigns') return route.fallback()
    return route.fulfill({ json: { resultCode: '0', campaigns: [...campaigns, other] } })
  })
  await walkOver(virtualOrderReplay, { ...stage, newFile: () => Promise.resolve(orderFile('virtual')) })
})
