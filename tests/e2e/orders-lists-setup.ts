// Helpers for the tests of card orders: submits orders as olive through the API.
import { clientFor } from '#tests/support/call.ts'
import { expect } from '#tests/support/fixtures.ts'

// Each order has different references, so that none is a duplicate.
let orderCount = 0

async function campaignIdOf(server: { readonly url: string }, name: string): Promise<string> {
  const { campaigns } = await (await clientFor(server, 'olive')).call('getCampaigns', {})
  const campaign = campaigns.find(({ CampaignName }) => CampaignName === name)
  expect(campaign).toBeDefined()
  return campaign?.CampaignID ?? ''
}

/** Orders virtual cards of 20 dollars each. Returns the customer references of the rows. */
export async function orderVirtualCards(server: { readonly url: string }, cardCount = 12) {
  orderCount += 1
  // References end with two digits, so that all have the same beginning.
  const references = Array.from(
    { length: cardCount },
    (_, index) => `Guest of the fair ${process.pid}-${orderCount}-${index + 11}`,
  )
  const olive = await clientFor(server, 'olive')
  const response = await olive.call('submitVirtualCardOrder', {
    campaignId: await campaignIdOf(server, 'Voyager Virtual Card'),
    fileName: `fair-${orderCount}.csv`,
    virtualCardOrders: references.map((customerReference, index) => ({
      customerReference,
      cardLabel: 'Fair booth',
      notificationNumber: `+65812345${String(index).padStart(2, '0')}`,
      expiryDate: '',
      loadAmount: 2_000,
      tagName: 'department|trip',
      tagValue: 'Sales|Perth',
    })),
  })
  expect(response).toMatchObject({ resultCode: '0' })
  return { id: response.virtualCardOrdersBatchLoadId, references }
}
