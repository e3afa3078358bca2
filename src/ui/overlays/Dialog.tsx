// A modal dialog: the focus goes in and comes back, Esc closes, the page behind is inert. `full` fills the screen for
// details with a table. A click outside or a single Esc does not lose typed text.
import * as Radix from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import { cx } from '../cx.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { NoticeSlot } from './notice-slot.tsx'
import { useTyping } from './useTyping.ts'
import { giveFocus, isFocusLost } from '../focus.ts'
import * as say from '#words/ui.ts'

export interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly size?: 'small' | 'normal' | 'wide' | 'full'
  /** Buttons at the foot, the safe one first. */
  readonly footer?: ReactNode
  /** Gets the focus when it opens; by default the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** Gets the focus if there is nothing to enter; otherwise the first field does. */
  readonly safe?: RefObject<HTMLElement | null>
  /** While a call is under way the dialog cannot be closed. */
  readonly locked?: boolean
  /** Nothing in it is worth keeping, e.g. a search: Esc and a click outside close it even if something was typed. */
  readonly transient?: boolean
  /** What was typed is there again when it opens the next time: Esc closes it without a warning. */
  readonly keepsTyped?: boolean
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly children?: ReactNode
}

export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, size = 'normal', footer, initialFocus, locked = false, children } = props
  const { transient = false, keepsTyped = false, safe } = props
  const opener = useRef<Opener>(undefined)
  const content = useRef<HTMLDivElement>(null)
  const typing = useTyping()
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && !locked && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-appear bg-overlay" />
        <Radix.Content
          ref={content}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onKeyDown={props.onKeyDown}
          onOpenAutoFocus={(event) => {
            opener.current = whatHasFocus()
            typing.begin()
            const first = initialFocus?.current ?? (safe && (toEnter(content.current) ?? safe.current))
            if (!first) return
            event.preventDefault()
            first.focus()
          }}
          onCloseAutoFocus={(event) => {
            // Radix would focus its own trigger, which a dialog opened by state does not have.
            event.preventDefault()
            goBack(opener.current)
          }}
          onFocusCapture={typing.onFocus}
          onInputCapture={typing.onInput}
          onPointerDownOutside={(event) => {
            if (!transient && content.current?.querySelector(FIELDS)) event.preventDefault()
          }}
          onEscapeKeyDown={(event) => {
            if (!transient && !keepsTyped && size !== 'full' && !locked && typing.holdsBack()) event.preventDefault()
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
            <Radix.Title className="pr-8 text-lg font-semibold text-balance">{title}</Radix.Title>
            {description !== undefined && (
              <Radix.Description asChild>
                <div className="text-base text-muted">{description}</div>
              </Radix.Description>
            )}
          </header>
          <NoticeSlot />
          {children !== undefined && (
            <div
              className={cx(
                'min-h-0 flex-1 overflow-auto px-5 pb-5',
                // Print the whole dialog, and nothing of the page behind it.
                size === 'full' ? 'prints-alone border-t border-line pt-4 print:overflow-visible' : 'pt-1',
              )}
            >
              {children}
            </div>
          )}
          {typing.isWarned && (
            <p role="status" className="border-t border-line px-5 py-2 text-sm text-muted">
              {say.pressEscAgainToClose}
            </p>
          )}
          {footer && (
            <footer className="no-print flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5">
              {footer}
            </footer>
          )}
          {/* Last in order, so that the dialog's own first control gets the focus. */}
          {!locked && (
            <Radix.Close asChild>
              <IconButton
                label={say.close}
                icon={<X aria-hidden />}
                size="small"
                className="absolute! top-3.5 right-3.5"
              />
            </Radix.Close>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const FIELDS = 'input, textarea, select'

/** The first field to fill in, or the first of some choices while none of them is chosen. */
const toEnter = (content: HTMLElement | null): HTMLElement | undefined =>
  [
    ...(content?.querySelectorAll<HTMLElement>(
      'input:not([type=checkbox], [type=file], [type=hidden]):enabled, textarea:enabled:read-write, select:enabled',
    ) ?? []),
  ].find((field) => (isRadio(field) ? !isChosen(field) : !(field instanceof HTMLInputElement) || !field.readOnly))

const isRadio = (field: HTMLElement): boolean => field instanceof HTMLInputElement && field.type === 'radio'
const isChosen = (radio: HTMLElement): boolean => radio.closest('fieldset')?.querySelector(':checked') !== null

const widths = { small: 'max-w-md', normal: 'max-w-lg', wide: 'max-w-3xl', full: '' } as const

type Opener = { readonly element: HTMLElement; readonly group: Element | null } | undefined

// The element that the focus returns to; for a menu item, which no longer exists then, the button of the menu.
function whatHasFocus(): Opener {
  const active = document.activeElement
  const menuButton = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const element = menuButton ? document.getElementById(menuButton) : active
  return element instanceof HTMLElement ? { element, group: element.closest('[role=group]') } : undefined
}

// Radix reports the close a moment after it: a user who has moved on by then keeps the focus. If the opener is gone, its neighbours get
// the focus, and without neighbours the page's heading.
function goBack(opener: Opener): void {
  if (!isFocusLost()) return
  if (opener?.element === document.body)
    return giveFocus(document.querySelector<HTMLElement>('main h1'), { preventScroll: true })
  if (opener?.element.isConnected) return giveFocus(opener.element)
  const next = opener?.group?.isConnected ? opener.group.querySelector('button') : null
  giveFocus(next ?? document.querySelector<HTMLElement>('main h1'))
}
