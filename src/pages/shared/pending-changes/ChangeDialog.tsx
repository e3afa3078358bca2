// The confirmation of a change: names its object and effect, sends it once, and reports an unknown outcome. While an
// earlier change to the same object is pending, the user can only repeat or dismiss that change.
import { m } from '#words/messages.js'
import { type ReactNode, useState } from 'react'
import type { PendingChange } from '#flows/pending-changes/change-types.ts'
import type { SendResult } from '#flows/pending-changes/send.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { type EarlierChange, usePendingChangeDialog } from './usePendingChangeDialog.tsx'
import { CHECK_AGAIN, pendingChangeTitle } from './words.ts'

interface ChangeDialogProps {
  readonly title: string
  readonly effect: ReactNode
  /** A verb with its object. */
  readonly confirmLabel: string
  /** Label of the safe button, if 'Cancel' could be mistaken for the confirm button. */
  readonly cancelLabel?: string
  readonly danger?: boolean
  /** Why the change cannot be sent yet, e.g. because no reason is chosen. */
  readonly disabledReason?: string | undefined
  /** Clause that follows 'We cannot tell whether', e.g. 'card … was devalued'; needed only if `earlier` is not set. */
  readonly done?: string
  /** The pending change to settle first; undefined if changes of this type are not stored. */
  readonly earlier?: EarlierChange | undefined
  readonly submitOnEnter?: boolean
  /** True if the typed text is restored when the dialog opens again. */
  readonly keepsInput?: boolean
  /** Returns undefined, or a promise of undefined, if nothing was sent because the user has to fix the input first. */
  readonly send: () => Promise<SendResult | undefined> | undefined
  /** Called when sending starts and when it ends. */
  readonly onSending?: (isSending: boolean) => void
  /** `earlierChange` is set if the response belongs to an earlier request. */
  readonly onDone: (earlierChange?: PendingChange) => void
  /**
   * Receives the server's message for the page to show. Without this handler the dialog stays open and shows the
   * message.
   */
  readonly onRefused?: (text: string, earlierChange?: PendingChange) => void
  /** Shown instead of the question after a refusal, if the user cannot fix the error here. */
  readonly refusalTexts?: { readonly title: string; readonly text: string }
  readonly onClose: () => void
  readonly children?: ReactNode
}

export function ChangeDialog(props: ChangeDialogProps) {
  const {
    title,
    effect,
    confirmLabel,
    cancelLabel = m.common_cancel(),
    danger = false,
    disabledReason,
    done = '',
    earlier,
    children,
  } = props
  const { send, submitOnEnter = false, keepsInput = false, onSending, onDone, onRefused, refusalTexts, onClose } = props
  const [isSending, setIsSending] = useState(false)
  const [result, setResult] = useState<SendResult>()
  const { online } = useConnection()
  const offlineReason = online ? undefined : OFFLINE_REASON

  const confirm = async () => {
    if (isSending) return
    const resultPromise = send()
    if (!resultPromise) return
    setIsSending(true)
    onSending?.(true)
    const sendResult = await resultPromise
    setIsSending(false)
    onSending?.(false)
    if (sendResult) handleResult(sendResult)
  }
  const handleResult = (sendResult: SendResult, earlierChange?: PendingChange) => {
    if (sendResult.kind === 'done') onDone(earlierChange)
    else if (sendResult.kind === 'refused' && onRefused) onRefused(sendResult.text, earlierChange)
    else setResult(sendResult)
  }
  const firstAttemptText = result?.kind === 'unknown' ? result.text : undefined
  const pendingDialog = usePendingChangeDialog(
    { ...(earlier ?? NO_PENDING_CHANGE), firstAttemptText },
    handleResult,
    onClose,
  )
  const commonProps = { open: true, onCancel: onClose, onConfirm: () => void confirm(), pending: isSending } as const
  const isStored = earlier !== undefined

  if (refusalTexts && result?.kind === 'refused')
    return (
      <Dialog
        open
        onClose={onClose}
        title={refusalTexts.title}
        description={<p role="alert">{result.text}</p>}
        footer={<Button onClick={onClose}>{m.common_close()}</Button>}
      >
        <p>{refusalTexts.text}</p>
      </Dialog>
    )

  // The change is stored before it is sent, so it is already pending while this dialog is sending it.
  if (pendingDialog && !isSending) return <ConfirmDialog {...pendingDialog} />
  // A change that is not stored has no pending dialog: the user repeats it here.
  if (!isStored && result?.kind === 'unknown')
    return (
      <ConfirmDialog
        {...commonProps}
        title={pendingChangeTitle({ done })}
        effect={<p role="alert">{m.pending_sentWithoutAnswer()}</p>}
        confirmLabel={CHECK_AGAIN}
        cancelLabel={m.common_close()}
      >
        {firstAttemptText !== undefined && <Banner kind="critical" title={firstAttemptText} />}
      </ConfirmDialog>
    )

  return (
    <ConfirmDialog
      {...commonProps}
      title={title}
      effect={effect}
      confirmLabel={confirmLabel}
      cancelLabel={cancelLabel}
      danger={danger}
      submitOnEnter={submitOnEnter}
      keepsInput={keepsInput}
      disabledReason={disabledReason ?? offlineReason}
    >
      {(children !== undefined || result) && (
        <div className="grid gap-4">
          {result?.kind === 'refused' && <Banner kind="critical" title={result.text} />}
          {children}
        </div>
      )}
    </ConfirmDialog>
  )
}

// For changes that are never stored, such as a new PIN, which must exist only in memory.
const NO_PENDING_CHANGE: EarlierChange = { ownerUser: '', change: undefined }
