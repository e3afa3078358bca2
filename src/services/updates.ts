// While something must not be interrupted (a submit whose answer is awaited), a new version of the portal waits.
import { useSyncExternalStore } from 'react'

let holds: readonly { readonly reason: string }[] = []
const listeners = new Set<() => void>()

/** Holds back the change to a new version; the answer lets go again. `reason` is told to the operator who asks for it. */
export function holdUpdates(reason: string): () => void {
  const hold = { reason }
  change([...holds, hold])
  return () => change(holds.filter((other) => other !== hold))
}

/** Why a new version has to wait, or undefined where it need not. */
export function useUpdateHold(): string | undefined {
  return useSyncExternalStore(subscribe, () => holds[0]?.reason)
}

function change(next: typeof holds): void {
  holds = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
