// Starts a batch with one card, from the card's page: fills in its tracking number as a typed row, and a reference.
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
export const fromToCardId = (from: string): string | undefined => /^card-([1-9][0-9]{0,14})$/.exec(from)?.[1]

/** The options to start with. Undefined if the card could not be read, which a notice reports. */
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
  // Input that was typed for this card before a reload, such as the amount, is not overwritten.
  if (typedRowState.get()[name]?.['identifier'] !== identifier) typedRowState.change({ [name]: { identifier } })
  return options
}
