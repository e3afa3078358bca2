// The card of a report's row. A report names it by its tracking number, the address of its page by its id.
import { m } from '#words/messages.js'
import { request } from '#services/server/api.ts'
import { notify } from '#services/notices.ts'

/** The id of the card; undefined, with a notice, if it was not found. */
export async function findCardOfRow(trackingNumber: string): Promise<string | undefined> {
  const about = m.common_trackingNumber()
  // Search type '4' is the tracking number. A search also finds longer numbers.
  const response = await request('cardSearch', { searchType: '4', searchTerm: trackingNumber, showExpired: true })
  if (!response.ok) return void notify({ kind: 'error', text: response.text, about })
  const card = response.result.cards.find(({ TRACKINGNUMBER }) => TRACKINGNUMBER === trackingNumber)
  if (!card) return void notify({ kind: 'error', text: m.common_noCardWithTrackingNumber(), about })
  return card.VOUCHERID
}
