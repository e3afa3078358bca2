// Shows notices inside the open dialog, because keys and screen readers reach nothing outside it. On screen, the
// notices are where they are without a dialog: above the dialog, or over the title of a full-screen dialog. If several
// dialogs are open, the newest dialog shows the notices.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { cx } from '../cx.ts'

/** Top centre of the window. */
export const NOTICE_POSITION = 'no-print pointer-events-none fixed inset-x-2 top-1 flex justify-center'

export interface NoticeSlot {
  readonly element: HTMLElement
  /** When the dialog opened, epoch milliseconds. Earlier notices wait until it closes. */
  readonly since: number
}

let slots: readonly NoticeSlot[] = []
const watchers = new Set<() => void>()

/** The slot of the open dialog. Undefined if no dialog is open. */
export const useNoticeSlot = (): NoticeSlot | undefined => useSyncExternalStore(subscribe, () => slots.at(-1))

/** Rendered by a dialog while it is open. */
export function NoticeSlot() {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [since] = useState(() => Date.now())
  useEffect(() => {
    if (!element) return undefined
    const slot: NoticeSlot = { element, since }
    replaceSlots([...slots, slot])
    return () => replaceSlots(slots.filter((other) => other !== slot))
  }, [element, since])
  return <div ref={setElement} aria-live="polite" className={cx(NOTICE_POSITION, 'z-10 max-sm:inset-e-14')} />
}

function replaceSlots(newSlots: typeof slots): void {
  slots = newSlots
  for (const watcher of watchers) watcher()
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
