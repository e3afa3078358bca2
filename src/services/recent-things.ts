// The cards and batches opened last, for the global search: in memory only, cleared at sign-out.
import { useEffect, useSyncExternalStore } from 'react'
import { createCell } from './cell.ts'

export interface RecentThing {
  /** As at the beginning of a sentence; a card number is masked. */
  readonly label: string
  readonly kind: 'card' | 'batch'
  readonly to: string
}

const KEPT = 6
const none: readonly RecentThing[] = []
const recent = createCell(none)

/** Newest first. */
export const useRecentThings = (): readonly RecentThing[] => useSyncExternalStore(recent.subscribe, recent.get)

/** Records that the component shows this thing; nothing while it is unknown. */
export function useNoteRecent(kind: RecentThing['kind'], label: string | undefined, to: string): void {
  useEffect(() => {
    if (label === undefined) return
    recent.set([{ kind, label, to }, ...recent.get().filter((other) => other.to !== to)].slice(0, KEPT))
  }, [kind, label, to])
}

/** The next user sees nothing that this user opened. */
export const forgetRecentThings = (): void => recent.set(none)
