// Sends several decisions one after the other, each as a separate pending change with its own fingerprint.
import type { AnyOperationRequest } from './change-types.ts'
import { sendChange, type SendResult } from './send.ts'

/**
 * The result of one of several changes. After a missing response the remaining changes are not sent, so that at most
 * one outcome is unknown.
 */
export type SeriesResult = SendResult | { readonly kind: 'notSent' }

/** `onResult` is called for each change as soon as its result is known. The caller shows the notices of success. */
export async function sendChanges(
  ownerUser: string,
  requests: readonly AnyOperationRequest[],
  onResult: (result: SeriesResult, index: number) => void,
): Promise<void> {
  let isResponseMissing = false
  for (const [index, request] of requests.entries()) {
    const result: SeriesResult = isResponseMissing
      ? { kind: 'notSent' }
      : await sendChange(ownerUser, request, { isSilent: true })
    isResponseMissing ||= result.kind === 'unknown'
    onResult(result, index)
  }
}
