// The cards and batches that were opened last, for the search of the top bar: in memory alone, and gone at the sign-out.
import { useEffect, useSyncExternalStore } from 'react'
import { createCell } from './cell.ts'

export interface RecentThing {
  /** As a sentence would begin with it; a card number masked. */
  readonly label: string
  readonly kind: 'card' | 'batch'
  readonly to: string
}

const KEPT = 6
const none: readonly RecentThing[] = []
const recent = createCell(none)

/** Newest first. */
export const useRecentThings = (): readonly RecentThing[] => useSyncExternalStore(recent.subscribe, recent.get)

/** The part on screen shows this thing; nothing while it is not known. */
export function useNoteRecent(kind: RecentThing['kind'], label: string | undefined, to: string): void {
  useEffect(() => {
    if (label === undefined) return
    recent.set([{ kind, label, to }, ...recent.get().filter((other) => other.to !== to)].slice(0, KEPT))
  }, [kind, label, to])
}

/** Nothing that one user opened is there for the next (threats T18). */
export const forgetRecentThings = (): void => recent.set(none)
