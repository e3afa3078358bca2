// Replaces the confirmation of a change while an earlier change to the same object is pending. The user can repeat the
// same request, open the object to see whether the change was made, or dismiss the change. No new request is sent
// before the change is settled or dismissed.
import { m } from '#words/messages.js'
import { type ReactNode, useState } from 'react'
import { areaInfoOf, type PendingChange } from '#flows/pending-changes/change-types.ts'
import { resendChange, dismissChange, type SendResult, canResend } from '#flows/pending-changes/send.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import type { ConfirmDialogProps } from '#ui/overlays/ConfirmDialog.tsx'
import { Instant } from '#ui/Instant.tsx'
import { ViewResult, type EnteredCard } from './ViewResult.tsx'
import { CHECK_AGAIN, pendingChangeTitle, WAITING_FOR_RESPONSE } from './words.ts'

export interface EarlierChange {
  readonly ownerUser: string
  readonly change: PendingChange | undefined
  /**
   * The effect of repeating the request, if the first request was not carried out. Needed if the object may have
   * changed since then.
   */
  readonly effectOfResending?: string | undefined
  /** The message about the first attempt, if it was made in the confirmation dialog that this dialog replaces. */
  readonly firstAttemptText?: string | undefined
  /** Opens the card of the change, if its link is a card number. */
  readonly onOpenCard?: (card: EnteredCard) => void
}

/** The dialog for the pending change. Undefined if no change is pending. */
export function usePendingChangeDialog(
  { ownerUser, change: pendingChange, effectOfResending, firstAttemptText, onOpenCard }: EarlierChange,
  onResult: (result: SendResult, change: PendingChange) => void,
  onClose: () => void,
): ConfirmDialogProps | undefined {
  // The change that is being sent again. The dialog keeps this change until its result is shown, because the change can
  // stop being pending earlier.
  const [resentChange, setResentChange] = useState<PendingChange>()
  const [lastResponse, setLastResponse] = useState<string>()
  const shownResponse = lastResponse ?? firstAttemptText
  const change = resentChange ?? pendingChange
  // A pending upload is shown with its draft instead.
  if (!change || change.kind === 'upload') return undefined

  const handleResend = async () => {
    if (resentChange) return
    setResentChange(change)
    const result = await resendChange(ownerUser, change)
    setResentChange(undefined)
    setLastResponse(result.kind === 'unknown' ? result.text : undefined)
    onResult(result, change)
  }
  const handleDismiss = () => void dismissChange(ownerUser, change)
  const commonProps = {
    open: true,
    title: pendingChangeTitle(change),
    onCancel: onClose,
    cancelLabel: m.common_close(),
  }
  const { whereToCheck } = areaInfoOf(change)
  const isResending = resentChange !== undefined
  const viewResultButton = <ViewResult change={change} onOpenCard={onOpenCard} onLeave={onClose} />
  if (!canResend(change))
    return {
      ...commonProps,
      effect: <SentNotice change={change}>{m.pending_resendingIsUnsafeDialog({ seenIn: whereToCheck })}</SentNotice>,
      otherActions: viewResultButton,
      confirmLabel: m.common_dismiss(),
      onConfirm: handleDismiss,
    }
  return {
    ...commonProps,
    effect: (
      <SentNotice change={change}>
        {m.pending_checkingAgainIsSafeDialog({
          hasIfNotDone: effectOfResending === undefined ? 'no' : 'yes',
          ifNotDone: effectOfResending ?? '',
        })}
      </SentNotice>
    ),
    pending: isResending,
    otherActions: (
      <>
        <Button disabledReason={isResending ? WAITING_FOR_RESPONSE : undefined} onClick={handleDismiss}>
          {m.common_dismiss()}
        </Button>
        {!isResending && viewResultButton}
      </>
    ),
    confirmLabel: CHECK_AGAIN,
    onConfirm: () => void handleResend(),
    children:
      shownResponse === undefined ? (
        <p>{m.pending_dismissIfKnown({ seenIn: whereToCheck })}</p>
      ) : (
        <Banner kind="critical" title={shownResponse} />
      ),
  }
}

function SentNotice({ change, children }: { readonly change: PendingChange; readonly children: ReactNode }) {
  return (
    <p role="alert">
      {m.pending_sentOn({ hasDetail: change.detail === undefined ? 'no' : 'yes', detail: change.detail ?? '' })}{' '}
      <Instant value={change.sentAt} />
      {m.pending_noAnswerCameBack()} {children}
    </p>
  )
}
