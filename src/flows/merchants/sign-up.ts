// Signing a merchant up: sent once, as a change that is kept until its answer has come, and never beyond what the list may hold,
// whichever tabs are at it.
import { type MerchantEntry, merchantFields } from '#domain/merchants/entry.ts'
import { LIST_FULL, placesTaken } from '#domain/merchants/list.ts'
import * as say from '#words/flows/merchants.ts'
import type { Sent, Unanswered, UnansweredOf } from '../unanswered/kinds.ts'
import { askAgain, carryOut, type Ending, type Manner } from '../unanswered/send.ts'
import { readAllUnanswered } from '../unanswered/store.ts'
import { readMerchants } from './list.ts'

/** `full`: another tab has taken the last place; nothing was sent. */
export type SignUpEnding = Ending | { readonly kind: 'full' }

/** `entry` is tidied and sound; `limit` is how many merchants the list may hold. */
export async function signUpMerchant(
  ownerUser: string,
  entry: MerchantEntry,
  limit: number,
  manner?: Manner,
): Promise<SignUpEnding> {
  let isFull = false
  const about = `${entry.merchantName}, ${entry.mastercardMerchantID}`
  const ending = await carryOut(
    ownerUser,
    {
      kind: 'merchantSignUp',
      params: entry,
      thing: entry.mastercardMerchantID,
      done: say.merchantWasSignedUp(about),
      success: say.qrCodeGenerated,
      successAbout: about,
    },
    async (unanswered) => {
      isFull = placesTaken(await readMerchants(ownerUser), idsOf(unanswered)) >= limit
      return isFull ? LIST_FULL : undefined
    },
    manner,
  )
  return isFull ? { kind: 'full' } : ending
}

/**
 * The same for one of many, by an id of its own: however often it is said, in whatever tab and after a reload, the merchant is signed
 * up once. Says nothing of a success.
 */
export async function signUpOnce(
  ownerUser: string,
  entry: MerchantEntry,
  limit: number,
  sent: Sent,
): Promise<SignUpEnding> {
  // In this order: what is answered is in the list before it is unanswered no more.
  const unanswered = (await readAllUnanswered(ownerUser)).find(({ requestId }) => requestId === sent.requestId)
  if (unanswered) return askAgain(ownerUser, unanswered as UnansweredOf<'merchantSignUp'>, { isQuiet: true })
  const isListed = (await readMerchants(ownerUser)).some(({ id }) => id === sent.requestId)
  return isListed ? { kind: 'done' } : signUpMerchant(ownerUser, entry, limit, { sent, isQuiet: true })
}

/** Why a merchant was refused: each field by its name, where the host says which. */
export const refusalToText = ({
  text,
  errors,
}: Pick<Extract<Ending, { kind: 'refused' }>, 'text' | 'errors'>): string =>
  errors.length === 0
    ? text
    : errors
        .map(({ path, message }) => `${merchantFields.find(({ name }) => name === path)?.label ?? path}: ${message}`)
        .join('. ')

/** The sign-ups that hold a place of the list until their answer is there. */
export const idsOf = (unanswered: readonly Unanswered[]): readonly string[] =>
  unanswered.filter(({ kind }) => kind === 'merchantSignUp').map(({ requestId }) => requestId)
