// The number of calls in progress, for the progress bar.
import { useSyncExternalStore } from 'react'
import { createObservable } from '../observable.ts'

const pending = createObservable(0)

/** Counts a call as pending until it ends. */
export async function whilePending<T>(call: Promise<T>): Promise<T> {
  pending.set(pending.get() + 1)
  try {
    return await call
  } finally {
    pending.set(pending.get() - 1)
  }
}

export const pendingCalls = (): number => pending.get()

export const usePendingCalls = (): number => useSyncExternalStore(pending.subscribe, pending.get)
