// Asks for confirmation of an action, usually one that cannot be undone. Names the object, count, total and effect. The
// label of the confirm button is a verb with its object ("Approve 4,812 loads"). The first field gets the focus.
// Without a field, the safe button gets it (WCAG 3.3.4). Ctrl+Enter confirms. With `submitOnEnter`, Enter in a field
// also confirms.
import { m } from '#words/messages.js'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import { Button } from '../buttons/Button.tsx'
import { Dialog } from './Dialog.tsx'

export interface ConfirmDialogProps {
  readonly open: boolean
  readonly title: string
  /** What the action will do. */
  readonly effect: ReactNode
  /** A verb with its object, never 'OK' or 'Yes'. */
  readonly confirmLabel: string
  readonly cancelLabel?: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
  readonly danger?: boolean
  readonly pending?: boolean
  /** Why the action cannot be confirmed now, e.g. offline or an empty field. */
  readonly disabledReason?: string | undefined
  /** For example figures, a field for the reason, or the error of the last attempt. */
  readonly children?: ReactNode
  readonly size?: 'small' | 'normal' | 'wide'
  /** The element that gets the focus instead of the first field or the safe button. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** True if the typed text is restored when the dialog opens again. Esc then closes the dialog without a warning. */
  readonly keepsInput?: boolean
  /**
   * True if Enter in a text field confirms. Only for an action that can be undone, or if the text is the confirmation.
   */
  readonly submitOnEnter?: boolean
  /** Buttons between the safe button and the confirm button. */
  readonly otherActions?: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, effect, confirmLabel, cancelLabel = m.common_cancel(), onConfirm, onCancel, children } = props
  const { danger = false, pending = false, disabledReason, size = 'normal', submitOnEnter = false } = props
  const safeButton = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      description={effect}
      size={size}
      locked={pending}
      safeButton={safeButton}
      initialFocus={props.initialFocus}
      keepsInput={props.keepsInput ?? false}
      onKeyDown={(event) => {
        const isBlocked = pending || Boolean(disabledReason)
        if (isBlocked || !isConfirmKey(event, { submitOnEnter })) return
        event.preventDefault()
        onConfirm()
      }}
      footer={
        <>
          <Button
            ref={safeButton}
            onClick={onCancel}
            disabledReason={pending ? m.common_waitingForAnswer() : undefined}
          >
            {cancelLabel}
          </Button>
          {props.otherActions}
          <Button
            kind={danger ? 'danger' : 'primary'}
            pending={pending}
            disabledReason={disabledReason}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

function isConfirmKey(
  { key, ctrlKey, repeat, nativeEvent, target }: KeyboardEvent,
  { submitOnEnter }: { readonly submitOnEnter: boolean },
): boolean {
  const isNewEnter = key === 'Enter' && !repeat && !nativeEvent.isComposing
  if (!isNewEnter) return false
  if (ctrlKey) return true
  const isInSingleLine = target instanceof HTMLInputElement && singleLineTypes.has(target.type)
  return submitOnEnter && isInSingleLine
}

const singleLineTypes: ReadonlySet<string> = new Set(['text', 'password', 'tel'])
