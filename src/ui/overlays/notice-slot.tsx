// Where notices go while a dialog is open: the same position on screen, but part of the dialog, since everything outside of it is out
// of reach for keys and screen readers. That is above a dialog, and over the title of one that fills the screen, beside the
// button that closes it. The last dialog opened has them.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { cx } from '../cx.ts'

/** Top centre of the window. */
export const NOTICE_POSITION = 'no-print pointer-events-none fixed inset-x-2 top-1 flex justify-center'

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
  return <div ref={setElement} aria-live="polite" className={cx(NOTICE_POSITION, 'z-10 max-sm:right-14')} />
}

function change(next: typeof slots): void {
  slots = next
  for (const watcher of watchers) watcher()
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
