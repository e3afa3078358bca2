// Sends several decisions one after the other, each as a separate pending change with its own fingerprint.
import type { AnyChangeRequest } from './kinds.ts'
import { carryOut, type Ending } from './send.ts'

/** How one of them ended; after a missing answer the others are not sent, so that no more than one is in doubt. */
export type Fate = Ending | { readonly kind: 'notSent' }

/** `onFate` hears of each as soon as it is known; the notice of each success is left to the caller. */
export async function carryOutSeveral(
  ownerUser: string,
  requests: readonly Exclude<AnyChangeRequest, { kind: 'upload' }>[],
  onFate: (fate: Fate, at: number) => void,
): Promise<void> {
  let isLost = false
  for (const [at, request] of requests.entries()) {
    const fate: Fate = isLost ? { kind: 'notSent' } : await carryOut(ownerUser, request, undefined, { isQuiet: true })
    isLost ||= fate.kind === 'unknown'
    onFate(fate, at)
  }
}
