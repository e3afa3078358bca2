// Short notices, in a `NoticeRegion` or in the open dialog. They disappear after 5 s, and results about money after 10
// s. Errors stay until closed. The timer pauses while the pointer or the focus is on the notices, while all are
// expanded, and while the window is hidden. The newest notice is in front. It has at most two lines, so that it covers
// nothing below the top bar. A button expands all notices. The caller has the list of notices and its history. Radix's
// toasts were not used. They have only one place on the page, which an open dialog hides from screen readers. They
// cannot be stacked, and would be 12 KB more.
import { m } from '#words/messages.js'
import { ChevronDown, CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../cx.ts'
import { useNoticeSlot } from './notice-slot.tsx'

export interface ToastNotice {
  readonly id: string
  readonly kind: 'normal' | 'error' | 'success'
  readonly text: string
  /** The subject of the notice, e.g. a batch. Shown after the text. */
  readonly about?: string | undefined
  readonly duration: 'short' | 'long' | 'untilClosed'
  /** How often the notice has occurred while it was on screen. 1 at first. */
  readonly times?: number
  /** When the notice was shown, epoch milliseconds. */
  readonly at: number
}

interface ToastsProps {
  /** The visible notices, oldest first. */
  readonly notices: readonly ToastNotice[]
  readonly onClose: (id: string) => void
  /** The time until a 'short' notice closes, in milliseconds. A 'long' notice closes after twice this time. */
  readonly closeAfterMs?: number
}

export function Toasts({ notices, onClose, closeAfterMs = 5000 }: ToastsProps) {
  const slot = useNoticeSlot()
  // Notices from before the dialog opened wait until it closes.
  const shownNotices = slot ? notices.filter(({ at }) => at >= slot.since) : notices
  if (shownNotices.length === 0) return null
  const stack = (
    <Stack notices={shownNotices} onClose={onClose} closeAfterMs={closeAfterMs} isInDialog={slot !== undefined} />
  )
  return slot ? createPortal(stack, slot.element) : stack
}

interface StackProps extends Required<ToastsProps> {
  readonly isInDialog: boolean
}

function Stack({ notices, onClose, closeAfterMs, isInDialog }: StackProps) {
  const closeAfterMsOf = { short: closeAfterMs, long: 2 * closeAfterMs, untilClosed: undefined }
  const list = useRef<HTMLUListElement>(null)
  const previousFocus = useRef<Element | null>(null)
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const isHidden = useSyncExternalStore(watchHidden, isWindowHidden)

  // Alt+T focuses the notices from anywhere on the page. A layout effect runs before the notice is visible, so no key
  // press is missed.
  useLayoutEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isAltT = event.altKey && !event.ctrlKey && event.code === 'KeyT'
      if (!isAltT) return
      event.preventDefault()
      closeButtons(list.current)[0]?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  const handleFocus = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget
    setHasFocus(true)
  }
  const close = (id: string) => {
    const buttons = closeButtons(list.current)
    const focusedIndex = buttons.findIndex((button) => button.closest('li')?.contains(document.activeElement))
    if (focusedIndex >= 0) {
      const neighbour = buttons[focusedIndex + 1] ?? buttons[focusedIndex - 1]
      focusOn(neighbour ?? previousFocus.current)
    }
    // When an element is removed, no event reports that the pointer or the focus has left it.
    setIsPointedAt(false)
    const remainingCount = buttons.length - 1
    if (remainingCount <= 0) setHasFocus(false)
    if (remainingCount <= 1) setShowsAll(false)
    onClose(id)
  }

  const newestFirst = notices.toReversed()
  const [front, ...others] = newestFirst
  return (
    <ul
      ref={list}
      onPointerMove={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={handleFocus}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setHasFocus(false)
      }}
      className={cx(
        'no-drag pointer-events-auto w-fit max-w-lg',
        showsAll && 'grid max-h-[60dvh] gap-1.5 overflow-y-auto overscroll-contain rounded-lg',
      )}
    >
      {newestFirst.map((notice) => {
        const isBehind = notice !== front && !showsAll
        return (
          <li key={notice.id} className={cx('animate-rise', isBehind && behindClasses)}>
            <Toast
              notice={notice}
              others={notice === front ? others : []}
              showsAll={showsAll}
              onToggle={() => setShowsAll((current) => !current)}
              isBehind={isBehind}
              closesOnEscape={!isInDialog}
              onClose={() => close(notice.id)}
              closeAfterMs={closeAfterMsOf[notice.duration]}
              isPaused={isPointedAt || hasFocus || showsAll || isHidden}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** Behind the front notice, only the lower edges of the next two notices are visible. */
const behindClasses =
  'pointer-events-none mx-2 flex h-1 flex-col justify-end overflow-hidden rounded-b-lg shadow-raised nth-[n+4]:h-0'

interface ToastProps {
  readonly notice: ToastNotice
  /** The notices behind this one. */
  readonly others: readonly ToastNotice[]
  readonly showsAll: boolean
  readonly onToggle: () => void
  readonly isBehind: boolean
  /** False in a dialog, where Esc closes the dialog instead of the notice. */
  readonly closesOnEscape: boolean
  readonly onClose: () => void
  /** Undefined if the notice stays until closed. */
  readonly closeAfterMs: number | undefined
  /** True to stop the timer. It starts from zero again afterwards. */
  readonly isPaused: boolean
}

function Toast(props: ToastProps) {
  const { notice, others, showsAll, onToggle, isBehind, closesOnEscape, onClose, closeAfterMs, isPaused } = props
  const { icon: Icon, classes } = kinds[notice.kind]
  const latestOnClose = useRef(onClose)
  useEffect(() => {
    latestOnClose.current = onClose
  }, [onClose])
  useEffect(() => {
    if (closeAfterMs === undefined || isPaused) return undefined
    const timer = setTimeout(() => latestOnClose.current(), closeAfterMs)
    return () => clearTimeout(timer)
  }, [closeAfterMs, isPaused])
  const { times = 1 } = notice
  const [wasReadOut] = useState(() => readOutIds.has(notice.id))
  useEffect(() => void readOutIds.add(notice.id), [notice.id])
  const hasOthers = others.length > 0
  const errorCount = others.filter(({ kind }) => kind === 'error').length
  const text = useRef<HTMLParagraphElement>(null)
  const [isClipped, setIsClipped] = useState(false)
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = text.current ?? {}
    if (!showsAll) setIsClipped(scrollHeight > clientHeight)
  }, [notice, others.length, showsAll])
  return (
    <div
      // When a dialog opens or closes, its notices move to another place. They must not be read out there again.
      aria-live={wasReadOut ? 'off' : undefined}
      onKeyDown={(event: KeyboardEvent) => {
        if (!closesOnEscape || event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      className="flex w-full items-start gap-2.5 rounded-lg border border-line bg-raised py-1.5 pe-1.5 ps-3.5 max-sm:gap-2 max-sm:ps-2.5 text-base text-text shadow-overlay"
    >
      <Icon aria-hidden className={cx('mt-1 size-4 shrink-0', classes)} />
      <p
        ref={text}
        role={notice.kind === 'error' ? 'alert' : 'status'}
        aria-live={wasReadOut ? 'off' : undefined}
        className={cx('my-0.5 min-w-0 flex-1 wrap-anywhere', !showsAll && 'line-clamp-2')}
      >
        <span className="pe-2">{notice.text}</span>
        {notice.about !== undefined && ' '}
        {/* A block moves to the second line as a whole, so that a currency stays beside its amount. */}
        {notice.about !== undefined && <span className="inline-block text-muted">{notice.about}</span>}
        {times > 1 && <span className="ps-2 text-muted">{m.ui_repeatCount({ times })}</span>}
      </p>
      {/* Not read out, because the buttons change whenever the number of notices changes. */}
      <div aria-live="off" className="flex shrink-0 items-end max-sm:flex-col-reverse">
        {(hasOthers || isClipped) && (
          <button
            type="button"
            aria-expanded={showsAll}
            data-count={hasOthers ? m.ui_moreShort({ count: others.length }) : ''}
            aria-label={hasOthers ? m.ui_moreNotices({ count: others.length, errors: errorCount }) : m.ui_wholeNotice()}
            onClick={onToggle}
            className={cx(
              'figures flex h-6 min-w-6 after:content-[attr(data-count)] shrink-0 items-center justify-center gap-1 rounded-sm px-1 text-sm font-medium hover:bg-sunken',
              errorCount > 0 ? 'text-critical' : 'text-muted',
            )}
          >
            {errorCount > 0 && <CircleAlert aria-hidden className="size-3.5" />}
            {!hasOthers && <ChevronDown aria-hidden className={cx('size-4', showsAll && 'rotate-180')} />}
          </button>
        )}
        <button
          type="button"
          data-close
          aria-label={m.ui_closeNotice()}
          tabIndex={isBehind ? -1 : undefined}
          onClick={onClose}
          className="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-text"
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
    </div>
  )
}

/** The ids of the notices that screen readers have read out. */
const readOutIds = new Set<string>()

const closeButtons = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-close]') ?? []),
]

function focusOn(element: Element | null): void {
  const next = element?.isConnected ? element : document.querySelector('main')
  if (next instanceof HTMLElement) next.focus({ preventScroll: true })
}

function watchHidden(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
const isWindowHidden = (): boolean => document.visibilityState === 'hidden'

const kinds = {
  normal: { icon: Info, classes: 'text-accent' },
  success: { icon: CircleCheck, classes: 'text-positive' },
  error: { icon: CircleAlert, classes: 'text-critical' },
} as const
