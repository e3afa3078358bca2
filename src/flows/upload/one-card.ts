// Starts a batch for one card from the card's page. Fills in a reference, and a row with the card's tracking number.
import { m } from '#words/messages.js'
import type { UploadType } from '#domain/uploads.ts'
import { TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import { toRowType } from '#domain/row-types.ts'
import { defaultOptions, type UploadOptions } from '#machines/upload-steps.ts'
import { request } from '#services/server/api.ts'
import { notify } from '#services/notices.ts'
import { typedRowState } from '../typed-row.ts'
import { optionsToRules } from './row-rules.ts'

/** The card id in an address with `from=card-77`. An address never contains a card number. */
export const cardIdInAddress = (from: string): string | undefined => /^card-([1-9][0-9]{0,14})$/.exec(from)?.[1]

/** The options to start with. If the card cannot be read, shows a notice and returns undefined. */
export async function startWithCard(type: UploadType, voucherID: string): Promise<UploadOptions | undefined> {
  const response = await request('cardDetails', { voucherID })
  if (!response.ok) {
    notify({ kind: 'error', text: response.text, about: m.common_loadThisCard() })
    return undefined
  }
  const { TRACKINGNUMBER: identifier, CARDNUMBER } = response.result.card
  const reference = m.upload_cardEnding({ lastFour: CARDNUMBER.slice(-4) })
  const options: UploadOptions = { ...defaultOptions, identifierType: TRACKING_NUMBER, reference }
  const { name } = toRowType(optionsToRules(type, options))
  await typedRowState.whenReady()
  // Before a reload, the user may have typed more for this card, such as the amount. That input is kept.
  const hasInputForCard = typedRowState.get()[name]?.['identifier'] === identifier
  if (!hasInputForCard) typedRowState.change({ [name]: { identifier } })
  return options
}
