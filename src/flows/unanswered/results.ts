// What the answer to a change brings that stays on this device: kept before the change counts as answered, so that a page that is
// gone, or a lost answer that is asked for again, loses nothing and keeps it once.
import type { Result } from '#contract/operations.ts'
import { addMerchant } from '#flows/merchants/list.ts'
import type { KeptOperation, UnansweredOf, UnansweredOperation } from './kinds.ts'

type Keep<K extends KeptOperation> = (ownerUser: string, change: UnansweredOf<K>, result: Result<K>) => Promise<void>

const kept: { readonly [K in KeptOperation]?: Keep<K> } = {
  merchantSignUp: (ownerUser, { requestId, sentAt, params }, { qrCode }) =>
    addMerchant(ownerUser, { id: requestId, entry: params, qr: qrCode, at: sentAt }),
}

export async function keepResult(ownerUser: string, change: UnansweredOperation, result: unknown): Promise<void> {
  // The table's key and the change's kind are the same, which the compiler does not follow.
  const keep = kept[change.kind] as Keep<KeptOperation> | undefined
  await keep?.(ownerUser, change, result as never)
}
