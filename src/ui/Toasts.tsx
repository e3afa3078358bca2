// Short notices, top-centre (access §2). What may vanish closes by itself after 5 s; errors and money outcomes stay until
// closed. They never lie over a dialog: those said while one is open stand in it, the others wait. Shows the list it is given:
// the list itself, and its history, belong to whoever owns the notices.
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { toast, Toaster } from 'sonner'
import 'sonner/dist/styles.css'
import { cx } from './cx.ts'
import { useNoticeSlot } from './notice-slot.tsx'
import * as say from '#words/ui.ts'

export interface ToastNotice {
  readonly id: string
  readonly kind: 'normal' | 'error' | 'success'
  readonly text: string
  /** Which thing it speaks of; stands under the text. */
  readonly about?: string | undefined
  /** A money outcome: stays until closed, as every error does. */
  readonly stays?: boolean
  /** When it was said, epoch milliseconds. */
  readonly at: number
}

interface ToastsProps {
  /** Those now to be seen; a new id pops up, an id that is gone disappears. */
  readonly notices: readonly ToastNotice[]
  readonly onClose: (id: string) => void
  /** access §9: auto-close after 5000 ms. */
  readonly closeAfterMs?: number
}

export function Toasts({ notices, onClose, closeAfterMs = 5000 }: ToastsProps) {
  // By notice the toast that shows it: after a dialog it is another one.
  const shown = useRef(new Map<string, string>())
  const slot = useNoticeSlot()
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  }, [onClose])

  useEffect(() => {
    const over = slot ? [] : notices
    for (const notice of over) {
      if (shown.current.has(notice.id)) continue
      const id = `${notice.id} ${++lastToast}`
      shown.current.set(notice.id, id)
      const ended = () => {
        if (shown.current.get(notice.id) !== id) return
        shown.current.delete(notice.id)
        close.current(notice.id)
      }
      toast.custom(() => <Toast notice={notice} onClose={() => toast.dismiss(id)} />, {
        id,
        duration: notice.kind === 'error' || notice.stays ? Number.POSITIVE_INFINITY : closeAfterMs,
        onDismiss: ended,
        onAutoClose: ended,
      })
    }
    for (const [noticeId, id] of shown.current) {
      if (over.some((notice) => notice.id === noticeId)) continue
      shown.current.delete(noticeId)
      toast.dismiss(id)
    }
  }, [notices, closeAfterMs, slot])

  return (
    <>
      <Toaster
        position="top-center"
        gap={8}
        offset={BELOW_TOP_BAR}
        mobileOffset={BELOW_TOP_BAR}
        visibleToasts={4}
        containerAriaLabel={say.notices}
        // Its own stylesheet brings a font of its own. Those on their way out would still be over a dialog.
        className={cx('font-sans!', slot && 'hidden')}
      />
      {slot &&
        createPortal(
          notices
            .filter(({ at }) => at >= slot.since)
            .map((notice) => <Toast key={notice.id} flat notice={notice} onClose={() => onClose(notice.id)} />),
          slot.element,
        )}
    </>
  )
}

let lastToast = 0

// The search and the way out stay free.
const BELOW_TOP_BAR = { top: 64 }

interface ToastProps {
  readonly notice: ToastNotice
  readonly onClose: () => void
  /** It lies over nothing. */
  readonly flat?: boolean
}

function Toast({ notice, onClose, flat = false }: ToastProps) {
  const { icon: Icon, look } = kinds[notice.kind]
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
      </div>
      <button
        type="button"
        aria-label={say.closeNotice}
        onClick={onClose}
        className="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:text-text"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}

const kinds = {
  normal: { icon: Info, look: 'text-accent' },
  success: { icon: CircleCheck, look: 'text-positive' },
  error: { icon: CircleAlert, look: 'text-critical' },
} as const
