// A modal dialog. It takes the focus and gives it back when it closes. Esc closes it. The page behind is inert. A click
// outside or a single Esc does not lose typed text. The size 'full' fills the screen, for details with a table.
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
  /** The buttons in the footer, the safe button first. */
  readonly footer?: ReactNode
  /** The element that gets the focus when the dialog opens. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined
  /**
   * Given to focus the first field when the dialog opens, or this button if there is no field. `initialFocus` comes
   * first. Without both, the first control gets the focus.
   */
  readonly safeButton?: RefObject<HTMLElement | null>
  /** True if the dialog cannot be closed, because a call is pending. */
  readonly locked?: boolean
  /** True if typed text can be lost, e.g. a search. Esc and a click outside then close the dialog without a warning. */
  readonly transient?: boolean
  /** True if the typed text is restored when the dialog opens again. Esc then closes the dialog without a warning. */
  readonly keepsInput?: boolean
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly children?: ReactNode
}

export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, size = 'normal', footer, initialFocus, locked = false, children } = props
  const { transient = false, keepsInput = false, safeButton } = props
  const opener = useRef<Opener | undefined>(undefined)
  const content = useRef<HTMLDivElement>(null)
  const unsavedText = useUnsavedText()
  const isFull = size === 'full'
  const findInitialFocus = () => {
    if (initialFocus?.current) return initialFocus.current
    if (!safeButton) return undefined
    return firstFieldToFill(content.current) ?? safeButton.current
  }
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
          // An explicit undefined tells Radix that the description is not missing by mistake.
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onKeyDown={props.onKeyDown}
          onOpenAutoFocus={(event) => {
            opener.current = currentOpener()
            unsavedText.reset()
            const target = findInitialFocus()
            if (!target) return
            event.preventDefault()
            target.focus()
          }}
          onCloseAutoFocus={(event) => {
            // Radix would focus its own trigger, which these dialogs do not have.
            event.preventDefault()
            restoreFocus(opener.current)
          }}
          onFocusCapture={unsavedText.onFocus}
          onInputCapture={unsavedText.onInput}
          onPointerDownOutside={(event) => {
            if (!transient && content.current?.querySelector(FIELDS)) event.preventDefault()
          }}
          onEscapeKeyDown={(event) => {
            const canWarn = !locked && !transient && !keepsInput && !isFull
            const hasWarned = canWarn && unsavedText.warnOnce()
            if (hasWarned) event.preventDefault()
          }}
          className={cx(
            'fixed z-50 flex animate-rise flex-col bg-raised text-text shadow-overlay focus:outline-none',
            isFull
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
          {children !== undefined && <Body isFull={isFull}>{children}</Body>}
          {unsavedText.isWarned && (
            <p role="status" className="border-t border-line px-5 py-2 text-sm text-muted">
              {m.ui_pressEscAgainToClose()}
            </p>
          )}
          {footer && (
            <footer
              className={cx(
                'no-print flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5',
                // On a phone the buttons share the width, and a long one takes the whole line.
                !isFull && 'max-sm:*:grow',
              )}
            >
              {footer}
            </footer>
          )}
          {/* The last element, so that this button is not the first control, which gets the focus. */}
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
  const [isFocusable, setIsFocusable] = useState(false)
  // The keyboard scrolls the focused element. If there is no control inside that can be focused, the body itself must
  // be focusable.
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = body.current ?? {}
    const canScroll = scrollHeight > clientHeight
    const hasControl = Boolean(body.current?.querySelector(CONTROLS))
    setIsFocusable(canScroll && !hasControl)
  }, [children])
  return (
    <div
      ref={body}
      tabIndex={isFocusable ? 0 : undefined}
      className={cx(
        'min-h-0 flex-1 overflow-auto px-5 pb-5',
        // Printing shows the complete dialog, and nothing of the page behind it.
        isFull ? 'prints-alone border-t border-line pt-4 print:overflow-visible' : 'pt-1',
      )}
    >
      {children}
    </div>
  )
}

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex="0"]'
const FIELDS = 'input, textarea, select'
const ENABLED_FIELDS = [
  'input:not([type=checkbox], [type=file], [type=hidden]):enabled',
  'textarea:enabled:read-write',
  'select:enabled',
].join(', ')

/** The first field that can be filled in. A radio button counts only if no button of its group is chosen. */
function firstFieldToFill(content: HTMLElement | null): HTMLElement | undefined {
  const fields = [...(content?.querySelectorAll<HTMLElement>(ENABLED_FIELDS) ?? [])]
  return fields.find((field) => {
    if (!(field instanceof HTMLInputElement)) return true
    if (field.type === 'radio') return !isGroupChosen(field)
    return !field.readOnly
  })
}

/** True if one of the radio buttons of this group is chosen. */
const isGroupChosen = (radio: HTMLElement): boolean => Boolean(radio.closest('fieldset')?.querySelector(':checked'))

const widths = { small: 'max-w-md', normal: 'max-w-lg', wide: 'max-w-3xl', full: '' } as const

interface Opener {
  readonly element: HTMLElement
  /** The group of buttons that contains the element, e.g. the actions of a row. */
  readonly group: Element | null
}

/** The element that gets the focus back. For an item of a menu, this is the menu's button, because the menu closes. */
function currentOpener(): Opener | undefined {
  const active = document.activeElement
  const menuButtonId = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const element = menuButtonId ? document.getElementById(menuButtonId) : active
  return element instanceof HTMLElement ? { element, group: element.closest('[role=group]') } : undefined
}

/**
 * Gives the focus back to the opener. If the opener is gone, the first button of its group gets the focus. If the group
 * is gone, too, the page's heading gets the focus.
 */
function restoreFocus(opener: Opener | undefined): void {
  // Radix reports the close a moment later. A user who has already moved on keeps the focus.
  if (!isFocusLost()) return
  const heading = document.querySelector<HTMLElement>('main h1')
  // Nothing had the focus when the dialog opened.
  if (opener?.element === document.body) return giveFocus(heading, { preventScroll: true })
  if (opener?.element.isConnected) return giveFocus(opener.element)
  const group = opener?.group
  const neighbour = group?.isConnected ? group.querySelector('button') : null
  giveFocus(neighbour ?? heading)
}
