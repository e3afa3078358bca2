// Where notices go while a dialog is open: into it, above what it asks, so that they never lie over its title or its amounts and
// can be read and closed there. The last one opened has them.
import { useEffect, useState, useSyncExternalStore } from 'react'

export interface NoticeSlot {
  readonly element: HTMLElement
  /** When the dialog opened, epoch milliseconds: what was said before waits until it closes. */
  readonly since: number
}

let slots: readonly NoticeSlot[] = []
const watchers = new Set<() => void>()

/** The place in the dialog that is open, or undefined where none is. */
export const useNoticeSlot = (): NoticeSlot | undefined => useSyncExternalStore(subscribe, () => slots.at(-1))

/** A dialog has one while it is open. */
export function NoticeSlot() {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [since] = useState(() => Date.now())
  useEffect(() => {
    if (!element) return undefined
    const slot: NoticeSlot = { element, since }
    change([...slots, slot])
    return () => change(slots.filter((other) => other !== slot))
  }, [element, since])
  return <div ref={setElement} aria-live="polite" className="grid gap-2 px-5 not-empty:pb-3" />
}

function change(next: typeof slots): void {
  slots = next
  for (const watcher of watchers) watcher()
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
