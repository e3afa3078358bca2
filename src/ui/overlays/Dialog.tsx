// A modal dialog: the focus moves in and returns, Esc closes, the page behind is inert. `full` fills the screen, for
// details with a table. A click outside or a single Esc does not lose typed text.
import { m } from '#words/messages.js'
import * as Radix from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { NoticeSlot } from './notice-slot.tsx'
import { useUnsavedText } from './useUnsavedText.ts'
import { giveFocus, isFocusLost } from '../focus.ts'

export interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly size?: 'small' | 'normal' | 'wide' | 'full'
  /** Footer buttons, the safe one first. */
  readonly footer?: ReactNode
  /** Gets the focus when the dialog opens; by default the first control does. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** Gets the focus if the dialog has no field; otherwise the first field does. */
  readonly safeButton?: RefObject<HTMLElement | null>
  /** True if the dialog cannot be closed, because a call is pending. */
  readonly locked?: boolean
  /**
   * True if typed text is not worth saving, e.g. a search: Esc and a click outside close the dialog without a warning.
   */
  readonly transient?: boolean
  /** True if the typed text is restored when the dialog opens again, so that Esc closes it without a warning. */
  readonly keepsInput?: boolean
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly children?: ReactNode
}

export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, size = 'normal', footer, initialFocus, locked = false, children } = props
  const { transient = false, keepsInput = false, safeButton } = props
  const opener = useRef<Opener>(undefined)
  const content = useRef<HTMLDivElement>(null)
  const unsavedText = useUnsavedText()
  return (
    <Radix.Root
      open={open}
      onOpenChange={(willBeOpen) => {
        if (!willBeOpen && !locked) onClose()
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-appear bg-overlay" />
        <Radix.Content
          ref={content}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onKeyDown={props.onKeyDown}
          onOpenAutoFocus={(event) => {
            opener.current = currentOpener()
            unsavedText.reset()
            const target =
              initialFocus?.current ?? (safeButton && (firstFieldToFill(content.current) ?? safeButton.current))
            if (!target) return
            event.preventDefault()
            target.focus()
          }}
          onCloseAutoFocus={(event) => {
            // Radix would focus its own trigger, but dialogs that open by state have none.
            event.preventDefault()
            restoreFocus(opener.current)
          }}
          onFocusCapture={unsavedText.onFocus}
          onInputCapture={unsavedText.onInput}
          onPointerDownOutside={(event) => {
            if (!transient && content.current?.querySelector(FIELDS)) event.preventDefault()
          }}
          onEscapeKeyDown={(event) => {
            const canLoseInput = !transient && !keepsInput && !locked && size !== 'full'
            if (canLoseInput && unsavedText.shouldWarn()) event.preventDefault()
          }}
          className={cx(
            'fixed z-50 flex animate-rise flex-col bg-raised text-text shadow-overlay focus:outline-none',
            size === 'full'
              ? 'inset-0 sm:inset-4 sm:rounded-xl sm:border sm:border-line print:static print:animate-none print:border-0 print:shadow-none'
              : 'inset-x-3 top-[8vh] mx-auto max-h-[84vh] rounded-xl border border-line',
            widths[size],
          )}
        >
          <header className="grid gap-1 px-5 pt-4 pb-3">
            <Radix.Title className="pe-8 text-lg font-semibold text-balance">{title}</Radix.Title>
            {description !== undefined && (
              <Radix.Description asChild>
                <div className="text-base text-muted">{description}</div>
              </Radix.Description>
            )}
          </header>
          <NoticeSlot />
          {children !== undefined && <Body isFull={size === 'full'}>{children}</Body>}
          {unsavedText.isWarned && (
            <p role="status" className="border-t border-line px-5 py-2 text-sm text-muted">
              {m.ui_pressEscAgainToClose()}
            </p>
          )}
          {footer && (
            <footer
              className={cx(
                'no-print flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5',
                // On a phone the buttons share the width, and a long one has a line of its own.
                size !== 'full' && 'max-sm:*:grow',
              )}
            >
              {footer}
            </footer>
          )}
          {/* Last in the DOM, so that the dialog's first control gets the initial focus. */}
          {!locked && (
            <Radix.Close asChild>
              <IconButton
                label={m.common_close()}
                icon={<X aria-hidden />}
                size="small"
                className="absolute! top-3.5 inset-e-3.5"
              />
            </Radix.Close>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Body({ isFull, children }: { readonly isFull: boolean; readonly children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  const [needsFocus, setNeedsFocus] = useState(false)
  // The keyboard scrolls the focused element. Without a control inside, the body itself must be focusable.
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = body.current ?? {}
    setNeedsFocus(scrollHeight > clientHeight && !body.current?.querySelector(CONTROLS))
  }, [children])
  return (
    <div
      ref={body}
      tabIndex={needsFocus ? 0 : undefined}
      className={cx(
        'min-h-0 flex-1 overflow-auto px-5 pb-5',
        // Prints the complete dialog, and nothing of the page behind it.
        isFull ? 'prints-alone border-t border-line pt-4 print:overflow-visible' : 'pt-1',
      )}
    >
      {children}
    </div>
  )
}

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex="0"]'
const FIELDS = 'input, textarea, select'

/** The first field that can be edited. Skips radio buttons of which one is chosen. */
const firstFieldToFill = (content: HTMLElement | null): HTMLElement | undefined =>
  [
    ...(content?.querySelectorAll<HTMLElement>(
      'input:not([type=checkbox], [type=file], [type=hidden]):enabled, textarea:enabled:read-write, select:enabled',
    ) ?? []),
  ].find((field) => (isRadio(field) ? !isChosen(field) : !(field instanceof HTMLInputElement) || !field.readOnly))

const isRadio = (field: HTMLElement): boolean => field instanceof HTMLInputElement && field.type === 'radio'
const isChosen = (radio: HTMLElement): boolean => radio.closest('fieldset')?.querySelector(':checked') !== null

const widths = { small: 'max-w-md', normal: 'max-w-lg', wide: 'max-w-3xl', full: '' } as const

type Opener = { readonly element: HTMLElement; readonly group: Element | null } | undefined

// The element that gets the focus back. For a menu item, which will no longer exist, the button of its menu.
function currentOpener(): Opener {
  const active = document.activeElement
  const menuButton = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const element = menuButton ? document.getElementById(menuButton) : active
  return element instanceof HTMLElement ? { element, group: element.closest('[role=group]') } : undefined
}

// Radix reports the close a moment later, so a user who has already moved on keeps the focus. If the opener is gone,
// its neighbours get the focus, otherwise the page's heading.
function restoreFocus(opener: Opener): void {
  if (!isFocusLost()) return
  if (opener?.element === document.body)
    return giveFocus(document.querySelector<HTMLElement>('main h1'), { preventScroll: true })
  if (opener?.element.isConnected) return giveFocus(opener.element)
  const next = opener?.group?.isConnected ? opener.group.querySelector('button') : null
  giveFocus(next ?? document.querySelector<HTMLElement>('main h1'))
}
