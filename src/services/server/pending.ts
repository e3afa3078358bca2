// The number of calls in progress, for the progress bar.
import { useSyncExternalStore } from 'react'
import { createObservable } from '../observable.ts'

const pending = createObservable(0)
/** How often `forgetPendingCalls` was called. */
let resetCount = 0

/** Counts a call as pending until it ends. */
export async function whilePending<T>(call: Promise<T>): Promise<T> {
  const resetCountAtStart = resetCount
  pending.set(pending.get() + 1)
  try {
    return await call
  } finally {
    const isForgotten = resetCount !== resetCountAtStart
    if (!isForgotten) pending.set(pending.get() - 1)
  }
}

/** Stops counting the calls in progress. For tests that replace the server. Their earlier calls may never end. */
export function forgetPendingCalls(): void {
  resetCount += 1
  pending.set(0)
}

export const pendingCalls = (): number => pending.get()

export const usePendingCalls = (): number => useSyncExternalStore(pending.subscribe, pending.get)
