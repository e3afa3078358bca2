// The number of calls in progress, for the progress bar.
import { useSyncExternalStore } from 'react'
import { createObservable } from '../observable.ts'

const pending = createObservable(0)
/** How often the calls in progress were forgotten. */
let resets = 0

/** Counts a call as pending until it ends. */
export async function whilePending<T>(call: Promise<T>): Promise<T> {
  const resetsBefore = resets
  pending.set(pending.get() + 1)
  try {
    return await call
  } finally {
    if (resets === resetsBefore) pending.set(pending.get() - 1)
  }
}

/** Stops counting the calls in progress: a test has replaced their server, so they may never end. */
export function forgetPendingCalls(): void {
  resets += 1
  pending.set(0)
}

export const pendingCalls = (): number => pending.get()

export const usePendingCalls = (): number => useSyncExternalStore(pending.subscribe, pending.get)
