// Small settings of the display that are stored on this device. They never contain data of a card or a user.
import { useSyncExternalStore } from 'react'

const PREFIX = 'portal.'
const listeners = new Set<() => void>()

/** The stored setting if it is valid, otherwise the first allowed value. */
export function readPreference<Value extends string>(name: string, allowed: readonly [Value, ...Value[]]): Value {
  const stored = readText(name)
  return allowed.find((value) => value === stored) ?? allowed[0]
}

export function writePreference(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value)
  } catch {
    // Without storage, the setting is not kept.
  }
  for (const listener of listeners) listener()
}

export function usePreference<Value extends string>(name: string, allowed: readonly [Value, ...Value[]]) {
  const value = useSyncExternalStore(subscribePreferences, () => readPreference(name, allowed))
  return [value, (next: Value) => writePreference(name, next)] as const
}

const MAX_ROWS = 500

/** The number of rows per page of a table, stored by the table's name, and a function to change it. */
export function usePageSize(table: string, defaultSize: number) {
  const storedSize = Number(useSyncExternalStore(subscribePreferences, () => readText(`${table}.rows`)))
  const isValid = Number.isInteger(storedSize) && storedSize >= 1 && storedSize <= MAX_ROWS
  const size = isValid ? storedSize : defaultSize
  return [size, (next: number) => writePreference(`${table}.rows`, String(next))] as const
}

/**
 * The keys of the hidden columns of a table, and a function to change them. Until the user chooses, `defaults` are
 * hidden.
 */
export function useHiddenColumns(table: string, defaults: readonly string[] = []) {
  const stored = useSyncExternalStore(subscribePreferences, () => readText(`${table}.hidden`))
  // An empty text means that the user hides no column.
  const hidden = stored === null ? defaults : stored.split(' ').filter((key) => key !== '')
  return [hidden, (next: readonly string[]) => writePreference(`${table}.hidden`, next.join(' '))] as const
}

/** The stored text of a setting without fixed values. Null if nothing is stored. */
export function readText(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name)
  } catch {
    return null
  }
}

/** Calls the listener when any setting changes, in any tab. */
export function subscribePreferences(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
