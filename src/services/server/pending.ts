// How many calls are under way, for the progress bar (access §2: "visible while any call is pending").
import { useSyncExternalStore } from 'react'
import { createCell } from '../cell.ts'

const pending = createCell(0)

/** Counts a call as pending until its answer, or the lack of one, is known. */
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
