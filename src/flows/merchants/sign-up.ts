// Signs up a merchant with a change that is sent once and stored until its response arrives. Never exceeds the limit of
// the list, even if several tabs sign up merchants.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { type MerchantEntry, merchantFields } from '#domain/merchants/entry.ts'
import { slotsUsed } from '#domain/merchants/list.ts'
import type { PendingChange } from '../pending-changes/change-types.ts'
import { sendChange, type SendResult } from '../pending-changes/send.ts'
import { readMerchants } from './list.ts'

/** `full`: the list has no free slot, and nothing was sent. */
export type SignUpOutcome = SendResult | { readonly kind: 'full' }

/** `entry` is trimmed and valid. `limit` is the maximum number of merchants in the list. */
export async function signUpMerchant(ownerUser: string, entry: MerchantEntry, limit: number): Promise<SignUpOutcome> {
  const about = commas([entry.merchantName, entry.mastercardMerchantID])
  const change = {
    kind: 'merchantSignUp',
    params: entry,
    subject: entry.mastercardMerchantID,
    done: m.merchants_merchantWasSignedUp({ about }),
    success: m.merchants_qrCodeGenerated(),
    successSubject: about,
  } as const
  const refuse = async (pendingChanges: readonly PendingChange[]) => {
    const usedCount = slotsUsed(await readMerchants(ownerUser), pendingSignUpIds(pendingChanges))
    return usedCount >= limit ? 'listFull' : undefined
  }
  const result = await sendChange(ownerUser, change, { refuse })
  const isFull = result.kind === 'refused' && result.message.code === 'listFull'
  return isFull ? { kind: 'full' } : result
}

type Refused = Extract<SendResult, { kind: 'refused' }>

/** The reason why a merchant was refused. If the server names fields, one sentence for each: 'City: …. Country: …'. */
export function refusalToText({ text, errors }: Pick<Refused, 'text' | 'errors'>): string {
  if (errors.length === 0) return text
  return errors
    .map(({ path, message }) => {
      const label = merchantFields.find(({ name }) => name === path)?.label ?? path
      return `${label}: ${message}`
    })
    .join('. ')
}

/** The sign-ups that reserve a slot in the list until their responses arrive. */
export const pendingSignUpIds = (pendingChanges: readonly PendingChange[]): readonly string[] =>
  pendingChanges.filter(({ kind }) => kind === 'merchantSignUp').map(({ requestId }) => requestId)
