// Signs up a merchant with a change that is sent once and stored until its response arrives. Never exceeds the limit of
// the list, even if several tabs sign up merchants.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { type MerchantEntry, merchantFields } from '#domain/merchants/entry.ts'
import { slotsUsed } from '#domain/merchants/list.ts'
import type { SentRequest, PendingChange, PendingChangeOf } from '../pending-changes/kinds.ts'
import { resendChange, sendChange, type SendResult, type SendOptions } from '../pending-changes/send.ts'
import { readAllPendingChanges } from '../pending-changes/store.ts'
import { readMerchants } from './list.ts'

/** `full`: the list has no free slot, and nothing was sent. */
export type SignUpOutcome = SendResult | { readonly kind: 'full' }

/** `entry` is trimmed and valid. `limit` is the maximum number of merchants in the list. */
export async function signUpMerchant(
  ownerUser: string,
  entry: MerchantEntry,
  limit: number,
  options?: SendOptions,
): Promise<SignUpOutcome> {
  let isFull = false
  const about = commas([entry.merchantName, entry.mastercardMerchantID])
  const result = await sendChange(
    ownerUser,
    {
      kind: 'merchantSignUp',
      params: entry,
      subject: entry.mastercardMerchantID,
      done: m.merchants_merchantWasSignedUp({ about }),
      success: m.merchants_qrCodeGenerated(),
      successSubject: about,
    },
    async (pendingChanges) => {
      isFull = slotsUsed(await readMerchants(ownerUser), pendingSignUpIds(pendingChanges)) >= limit
      return isFull ? 'listFull' : undefined
    },
    options,
  )
  return isFull ? { kind: 'full' } : result
}

/**
 * Signs up one of many merchants under a given requestId. The merchant is signed up only once, however often this is
 * repeated, in any tab and after a reload. Shows no notice of success.
 */
export async function signUpOnce(
  ownerUser: string,
  entry: MerchantEntry,
  limit: number,
  firstRequest: SentRequest,
): Promise<SignUpOutcome> {
  // Look for the pending change first, and then in the list: a merchant is added to the list before its pending change
  // is deleted, so one of the two contains it.
  const pendingChange = (await readAllPendingChanges(ownerUser)).find(
    ({ requestId }) => requestId === firstRequest.requestId,
  )
  if (pendingChange)
    return resendChange(ownerUser, pendingChange as PendingChangeOf<'merchantSignUp'>, { isSilent: true })
  const isListed = (await readMerchants(ownerUser)).some(({ id }) => id === firstRequest.requestId)
  return isListed ? { kind: 'done' } : signUpMerchant(ownerUser, entry, limit, { firstRequest, isSilent: true })
}

/** The reason why a merchant was refused: by field, if the server names the fields. */
export const refusalToText = ({
  text,
  errors,
}: Pick<Extract<SendResult, { kind: 'refused' }>, 'text' | 'errors'>): string =>
  errors.length === 0
    ? text
    : errors
        .map(({ path, message }) => `${merchantFields.find(({ name }) => name === path)?.label ?? path}: ${message}`)
        .join('. ')

/** The sign-ups that reserve a slot in the list until their responses arrive. */
export const pendingSignUpIds = (pendingChanges: readonly PendingChange[]): readonly string[] =>
  pendingChanges.filter(({ kind }) => kind === 'merchantSignUp').map(({ requestId }) => requestId)
