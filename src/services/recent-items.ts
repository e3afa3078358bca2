// The cards, batches and orders that the user opened last, newest first, for the global search. This list is in memory.
// src/flows/recent-items.ts also stores it.
import { useSyncExternalStore } from 'react'
import { createObservable } from './observable.ts'

export const recentItemTypes = ['card', 'batch', 'order'] as const

export interface RecentItem {
  /** The name of the item, as at the beginning of a sentence. A card number in it is masked. */
  readonly label: string
  readonly kind: (typeof recentItemTypes)[number]
  readonly to: string
  /** The time of opening, epoch milliseconds. */
  readonly at: number
}

const MAX_SHOWN = 6
const NO_ITEMS: readonly RecentItem[] = []
const recent = createObservable(NO_ITEMS)

export const recentItems = recent.get
export const useRecentItemsInMemory = (): readonly RecentItem[] => useSyncExternalStore(recent.subscribe, recent.get)

/** Adds opened items. An item that was opened again is listed once, as the newest. */
export function addRecentItems(opened: readonly RecentItem[]): void {
  const newestFirst = [...opened, ...recent.get()].toSorted((a, b) => b.at - a.at)
  const withoutRepeats = newestFirst.filter(
    ({ to }, index) => newestFirst.findIndex((each) => each.to === to) === index,
  )
  recent.set(withoutRepeats.slice(0, MAX_SHOWN))
}

/** Clears the list, so that the next user sees nothing that this user opened. */
export const clearRecentItems = (): void => recent.set(NO_ITEMS)
