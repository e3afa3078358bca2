// Finds the card of a report's row. The report contains the card's tracking number, but the address of the card's page
// needs the card's id.
import { m } from '#words/messages.js'
import { searchTypeIds } from '#domain/cards/search.ts'
import { request } from '#services/server/api.ts'
import { notify } from '#services/notices.ts'

/** The id of the card. If the card is not found, shows a notice and returns undefined. */
export async function findCardOfRow(trackingNumber: string): Promise<string | undefined> {
  const about = m.common_trackingNumber()
  const response = await request('cardSearch', {
    searchType: searchTypeIds.trackingNumber,
    searchTerm: trackingNumber,
    showExpired: true,
  })
  if (!response.ok) {
    notify({ kind: 'error', text: response.text, about })
    return undefined
  }
  // The search also finds cards whose longer number contains this number.
  const card = response.result.cards.find(({ TRACKINGNUMBER }) => TRACKINGNUMBER === trackingNumber)
  if (!card) notify({ kind: 'error', text: m.common_noCardWithTrackingNumber(), about })
  return card?.VOUCHERID
}
