// A small choice that stays on this machine: how it looks, never what it is about. Nothing of a card or a user goes here.
import { useSyncExternalStore } from 'react'

const PREFIX = 'portal.'
const listeners = new Set<() => void>()

/** The stored choice where it is one of those allowed, else the first of them. */
export function readPreference<Value extends string>(name: string, allowed: readonly [Value, ...Value[]]): Value {
  const stored = readText(name)
  return allowed.find((value) => value === stored) ?? allowed[0]
}

export function writePreference(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value)
  } catch {
    // Storage is switched off: the choice lives as long as the page.
  }
  for (const listener of listeners) listener()
}

export function usePreference<Value extends string>(name: string, allowed: readonly [Value, ...Value[]]) {
  const value = useSyncExternalStore(subscribe, () => readPreference(name, allowed))
  return [value, (next: Value) => writePreference(name, next)] as const
}

const MAX_ROWS = 500

/** How many rows a page of that table shows; remembered for the table, not for what was in it. */
export function usePageSize(table: string, usual: number) {
  const stored = Number(useSyncExternalStore(subscribe, () => readText(`${table}.rows`)))
  const size = Number.isInteger(stored) && stored >= 1 && stored <= MAX_ROWS ? stored : usual
  return [size, (next: number) => writePreference(`${table}.rows`, String(next))] as const
}

/** The keys of the columns that are not shown in that table; `usual` until somebody chooses. */
export function useHiddenColumns(table: string, usual: readonly string[] = []) {
  const stored = useSyncExternalStore(subscribe, () => readText(`${table}.hidden`))
  const hidden = stored === null ? usual : stored === '' ? [] : stored.split(' ')
  return [hidden, (next: readonly string[]) => writePreference(`${table}.hidden`, next.join(' '))] as const
}

/** A choice as it is stored, for those that are more than one of a few words. */
export function readText(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name)
  } catch {
    return null
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
