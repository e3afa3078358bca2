// Signing a merchant up: sent once, as a change that is kept until its answer has come, and never beyond what the list may hold,
// whichever tabs are at it.
import type { MerchantEntry } from '#domain/merchants/entry.ts'
import { LIST_FULL, placesTaken } from '#domain/merchants/list.ts'
import type { Unanswered } from '../unanswered/kinds.ts'
import { carryOut, type Ending } from '../unanswered/send.ts'
import { readMerchants } from './list.ts'

/** `full`: another tab has taken the last place; nothing was sent. */
export type SignUpEnding = Ending | { readonly kind: 'full' }

/** `entry` is tidied and sound; `limit` is how many merchants the list may hold. */
export async function signUpMerchant(ownerUser: string, entry: MerchantEntry, limit: number): Promise<SignUpEnding> {
  let isFull = false
  const about = `${entry.merchantName}, ${entry.mastercardMerchantID}`
  const ending = await carryOut(
    ownerUser,
    {
      kind: 'merchantSignUp',
      params: entry,
      thing: entry.mastercardMerchantID,
      done: `merchant ${about} was signed up`,
      success: 'QR code generated',
      successAbout: about,
    },
    async (unanswered) => {
      isFull = placesTaken(await readMerchants(ownerUser), idsOf(unanswered)) >= limit
      return isFull ? LIST_FULL : undefined
    },
  )
  return isFull ? { kind: 'full' } : ending
}

/** The sign-ups that hold a place of the list until their answer is there. */
export const idsOf = (unanswered: readonly Unanswered[]): readonly string[] =>
  unanswered.filter(({ kind }) => kind === 'merchantSignUp').map(({ requestId }) => requestId)
