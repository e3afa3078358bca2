// Sends several decisions one after the other, each as a separate pending change with its own fingerprint.
import type { AnyChangeRequest } from './kinds.ts'
import { carryOut, type Ending } from './send.ts'

/**
 * The result of one of several changes. After a missing response the remaining changes are not sent, so that at most
 * one outcome is unknown.
 */
export type Fate = Ending | { readonly kind: 'notSent' }

/** `onFate` is called for each change as soon as its result is known. The caller shows the notices of success. */
export async function carryOutSeveral(
  ownerUser: string,
  requests: readonly Exclude<AnyChangeRequest, { kind: 'upload' }>[],
  onFate: (fate: Fate, at: number) => void,
): Promise<void> {
  let isLost = false
  for (const [at, request] of requests.entries()) {
    const fate: Fate = isLost ? { kind: 'notSent' } : await carryOut(ownerUser, request, undefined, { isSilent: true })
    isLost ||= fate.kind === 'unknown'
    onFate(fate, at)
  }
}
