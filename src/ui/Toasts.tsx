// Short notices, in a `NoticePlace`. What may vanish does so by itself after 5 s (access §9), money outcomes after twice that, errors
// stay until closed. Nothing leaves while somebody points at the notices, has the focus in them or does not look at the window. They
// never lie over a dialog: those said while one is open stand in it until it closes, the others wait. Shows the list it is given:
// the list itself, and its history, belong to whoever owns the notices.
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './cx.ts'
import { useNoticeSlot } from './notice-slot.tsx'

export interface ToastNotice {
  readonly id: string
  readonly kind: 'normal' | 'error' | 'success'
  readonly text: string
  /** Which thing it speaks of; stands under the text. */
  readonly about?: string | undefined
  readonly lasts: 'short' | 'long' | 'untilClosed'
  /** How often it was said while it stood there; 1 at first. */
  readonly times?: number
  /** When it was said, epoch milliseconds. */
  readonly at: number
}

interface ToastsProps {
  /** Those now to be seen, oldest first; the newest stands on top, so that none moves that is there. */
  readonly notices: readonly ToastNotice[]
  readonly onClose: (id: string) => void
  /** access §9: auto-close after 5000 ms. */
  readonly closeAfterMs?: number
}

export function Toasts({ notices, onClose, closeAfterMs = 5000 }: ToastsProps) {
  const slot = useNoticeSlot()
  const list = useRef<HTMLUListElement>(null)
  const cameFrom = useRef<Element | null>(null)
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isHidden = useSyncExternalStore(watchHidden, isWindowHidden)
  const isAnyShown = !slot && notices.length > 0

  // Their own key, as they come last in the order of the page.
  useEffect(() => {
    if (!isAnyShown) return undefined
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.code !== 'KeyT') return
      event.preventDefault()
      list.current?.querySelector('button')?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isAnyShown])

  const enter = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
    setFocus(true)
  }
  // What is gone says no more that the pointer or the focus has left it.
  const leave = (id: string) => {
    const here = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = here.findIndex((button) => button === document.activeElement)
    if (at >= 0) focusOn(here[at + 1] ?? here[at - 1] ?? cameFrom.current)
    setPointedAt(false)
    if (here.length < 2) setFocus(false)
    onClose(id)
  }

  if (slot) {
    return createPortal(
      notices
        .filter(({ at }) => at >= slot.since)
        .map((notice) => <Toast key={notice.id} flat notice={notice} onClose={() => onClose(notice.id)} />),
      slot.element,
    )
  }
  if (!isAnyShown) return null
  return (
    <ul
      ref={list}
      onPointerMove={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={enter}
      onBlur={({ relatedTarget, currentTarget }) => !currentTarget.contains(relatedTarget) && setFocus(false)}
      className="reserves-foot mx-auto grid max-h-[50dvh] max-w-md gap-2 overflow-y-auto overscroll-contain rounded-lg *:pointer-events-auto"
    >
      {notices.toReversed().map((notice) => (
        <li key={notice.id} className="animate-rise">
          <Toast
            notice={notice}
            onClose={() => leave(notice.id)}
            closeAfterMs={notice.lasts === 'untilClosed' ? undefined : closeAfterMs * (notice.lasts === 'long' ? 2 : 1)}
            isHeld={isPointedAt || hasFocus || isHidden}
          />
        </li>
      ))}
    </ul>
  )
}

interface ToastProps {
  readonly notice: ToastNotice
  readonly onClose: () => void
  /** It lies over nothing. */
  readonly flat?: boolean
  /** Undefined: it stays until closed. */
  readonly closeAfterMs?: number | undefined
  /** Somebody is about to read it, or nobody can; its time begins anew afterwards. */
  readonly isHeld?: boolean
}

function Toast({ notice, onClose, flat = false, closeAfterMs, isHeld = false }: ToastProps) {
  const { icon: Icon, look } = kinds[notice.kind]
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  }, [onClose])
  useEffect(() => {
    if (closeAfterMs === undefined || isHeld) return undefined
    const timer = setTimeout(() => close.current(), closeAfterMs)
    return () => clearTimeout(timer)
  }, [closeAfterMs, isHeld])
  const { times = 1 } = notice
  return (
    <div
      role={notice.kind === 'error' ? 'alert' : 'status'}
      className={cx(
        'flex w-full items-start gap-2.5 rounded-lg border border-line bg-raised py-2.5 pr-2 pl-3.5 text-base text-text',
        !flat && 'shadow-overlay',
      )}
    >
      <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', look)} />
      <div className="min-w-0 flex-1 py-px wrap-anywhere">
        <p>{notice.text}</p>
        {notice.about !== undefined && <p className="text-sm text-muted">{notice.about}</p>}
        {times > 1 && <p className="text-sm text-muted">{times} times</p>}
      </div>
      <button
        type="button"
        aria-label="Close notice"
        onClick={onClose}
        onKeyDown={(event: KeyboardEvent) => {
          if (flat || event.key !== 'Escape') return
          event.stopPropagation()
          onClose()
        }}
        className="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:text-text"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}

function focusOn(element: Element | null): void {
  const next = element?.isConnected ? element : document.querySelector('main')
  if (next instanceof HTMLElement) next.focus({ preventScroll: true })
}

function watchHidden(told: () => void): () => void {
  document.addEventListener('visibilitychange', told)
  return () => document.removeEventListener('visibilitychange', told)
}
const isWindowHidden = (): boolean => document.visibilityState === 'hidden'

const kinds = {
  normal: { icon: Info, look: 'text-accent' },
  success: { icon: CircleCheck, look: 'text-positive' },
  error: { icon: CircleAlert, look: 'text-critical' },
} as const
