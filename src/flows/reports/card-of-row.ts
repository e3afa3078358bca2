// Finds the card of a report's row. The report contains the card's tracking number, but the address of the card's page
// needs the card's id.
import { m } from '#words/messages.js'
import { request } from '#services/server/api.ts'
import { notify } from '#services/notices.ts'

/** The number of the search by tracking number in the API. */
const TRACKING_NUMBER_SEARCH = '4'

/** The id of the card. If the card is not found, shows a notice and returns undefined. */
export async function findCardOfRow(trackingNumber: string): Promise<string | undefined> {
  const about = m.common_trackingNumber()
  const response = await request('cardSearch', {
    searchType: TRACKING_NUMBER_SEARCH,
    searchTerm: trackingNumber,
    showExpired: true,
  })
  if (!response.ok) {
    notify({ kind: 'error', text: response.text, about })
    return undefined
  }
  // The search also finds longer numbers that contain this one.
  const card = response.result.cards.find(({ TRACKINGNUMBER }) => TRACKINGNUMBER === trackingNumber)
  if (!card) notify({ kind: 'error', text: m.sandbox_noSuchCard(), about })
  return card?.VOUCHERID
}
