// A small choice that stays on this machine: how it looks, never what it is about. Nothing of a card or a user goes here.
import { useSyncExternalStore } from 'react'

const PREFIX = 'portal.'
const listeners = new Set<() => void>()

/** The stored choice where it is one of those allowed, else the first of them. */
export function readPreference<Value extends string>(name: string, allowed: readonly [Value, ...Value[]]): Value {
  let stored: string | null = null
  try {
    stored = localStorage.getItem(PREFIX + name)
  } catch {
    // Storage is switched off: the choice lives as long as the page.
  }
  return allowed.find((value) => value === stored) ?? allowed[0]
}

export function writePreference(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value)
  } catch {
    // As above.
  }
  for (const listener of listeners) listener()
}

export function usePreference<Value extends string>(name: string, allowed: readonly [Value, ...Value[]]) {
  const value = useSyncExternalStore(subscribe, () => readPreference(name, allowed))
  return [value, (next: Value) => writePreference(name, next)] as const
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
