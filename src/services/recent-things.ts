// The cards, batches and orders opened last, newest first, as the global search shows them (see
// src/flows/recent-things.ts for what is stored).
import { useSyncExternalStore } from 'react'
import { createCell } from './cell.ts'

export const recentKinds = ['card', 'batch', 'order'] as const

export interface RecentThing {
  /** As at the beginning of a sentence; a card number is masked. */
  readonly label: string
  readonly kind: (typeof recentKinds)[number]
  readonly to: string
  /** When it was opened, epoch milliseconds. */
  readonly at: number
}

const MAX_SHOWN = 6
const none: readonly RecentThing[] = []
const recent = createCell(none)

export const recentThings = recent.get
export const useKnownRecentThings = (): readonly RecentThing[] => useSyncExternalStore(recent.subscribe, recent.get)

/** A thing that was opened again counts once, as the newest. */
export function addRecentThings(opened: readonly RecentThing[]): void {
  const all = [...opened, ...recent.get()].toSorted((one, other) => other.at - one.at)
  recent.set(all.filter(({ to }, at) => all.findIndex((other) => other.to === to) === at).slice(0, MAX_SHOWN))
}

/** The next user sees nothing that this user opened. */
export const forgetRecentThings = (): void => recent.set(none)
