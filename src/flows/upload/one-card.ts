// Begins a batch with one card, from the card's page: its tracking number in the form of a typed row, and a reference.
import type { UploadType } from '#domain/uploads.ts'
import { TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import { rowKindOf } from '#domain/row-kinds.ts'
import { noOptions, type UploadOptions } from '#machines/upload-steps.ts'
import { request } from '#services/server/api.ts'
import { notify } from '#services/notices.ts'
import * as say from '#words/flows/upload.ts'
import { keptTypedRow } from '../typed-row.ts'
import { optionsToRules } from './row-rules.ts'

/** The id of the card in 'card-77', which the address has after `from`; a card number is never in an address. */
export const fromToCardId = (from: string): string | undefined => /^card-([1-9][0-9]{0,14})$/.exec(from)?.[1]

/** The options to begin with; undefined if the card could not be read, which a notice reports. */
export async function beginWithCard(type: UploadType, voucherID: string): Promise<UploadOptions | undefined> {
  const answer = await request('cardDetails', { voucherID })
  if (!answer.ok) {
    notify({ kind: 'error', text: answer.text, about: say.oneCard })
    return undefined
  }
  const { TRACKINGNUMBER: identifier, CARDNUMBER } = answer.result.card
  const reference = say.referenceOfCard(CARDNUMBER.slice(-4))
  const options: UploadOptions = { ...noOptions, identifierType: TRACKING_NUMBER, reference }
  const { name } = rowKindOf(optionsToRules(type, options))
  await keptTypedRow.recalled()
  // After a reload the amount that was typed for this card is still there.
  if (keptTypedRow.get()[name]?.['identifier'] !== identifier) keptTypedRow.change({ [name]: { identifier } })
  return options
}
