// Replaces the question of a change while an earlier one about the same thing is pending: the same request can be
// repeated, its object looked at, or it can be dismissed by a user who has seen the result. Nothing new is sent before
// that.
import { type ReactNode, useState } from 'react'
import { areaOf, type PendingChange } from '#flows/pending-changes/kinds.ts'
import { resend, dismiss, type Ending, canResend } from '#flows/pending-changes/send.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import type { ConfirmDialogProps } from '#ui/overlays/ConfirmDialog.tsx'
import { Instant } from '#ui/Instant.tsx'
import * as say from '#words/pages/shared/pending-changes.ts'
import { LookAt, type TypedCard } from './LookAt.tsx'
import { AGAIN, titleOf, WAITING } from './words.ts'

/** The pending change. */
export interface EarlierChange {
  readonly ownerUser: string
  readonly change: PendingChange | undefined
  /** What a repeated request would do now if the first one was not carried out, if the thing can have changed since. */
  readonly ifNotDone?: string | undefined
  /** The result of sending it just now. */
  readonly lastAnswer?: string | undefined
  readonly onFind?: (card: TypedCard) => void
}

/** The dialog that asks about it, or undefined if nothing is pending. */
export function useUnknown(
  { ownerUser, change: pendingChange, ifNotDone, lastAnswer: firstAnswer, onFind }: EarlierChange,
  onEnding: (ending: Ending, change: PendingChange) => void,
  onClose: () => void,
): ConfirmDialogProps | undefined {
  // Kept until its result is shown: by then it is no longer pending.
  const [resent, setResent] = useState<PendingChange>()
  const [lastAnswer, setLastAnswer] = useState<string>()
  const shownAnswer = lastAnswer ?? firstAnswer
  const change = resent ?? pendingChange
  if (!change || change.kind === 'upload') return undefined

  const resendChange = async () => {
    if (resent) return
    setResent(change)
    const ending = await resend(ownerUser, change)
    setResent(undefined)
    setLastAnswer(ending.kind === 'unknown' ? ending.text : undefined)
    onEnding(ending, change)
  }
  const leave = () => void dismiss(ownerUser, change)
  const common = { open: true, title: titleOf(change), onCancel: onClose, cancelLabel: say.close }
  const { seenIn } = areaOf(change)
  const lookAt = <LookAt change={change} onFind={onFind} onLeave={onClose} />
  if (!canResend(change))
    return {
      ...common,
      effect: <Sent change={change}>{say.serverKeepsAnswers(seenIn)}</Sent>,
      otherActions: lookAt,
      confirmLabel: say.dismiss,
      onConfirm: leave,
    }
  return {
    ...common,
    effect: <Sent change={change}>{say.checkingAgainIsSafeIt(ifNotDone)}</Sent>,
    pending: resent !== undefined,
    otherActions: (
      <>
        <Button disabledReason={resent ? WAITING : undefined} onClick={leave}>
          {say.dismiss}
        </Button>
        {!resent && lookAt}
      </>
    ),
    confirmLabel: AGAIN,
    onConfirm: () => void resendChange(),
    children:
      shownAnswer === undefined ? (
        <p>{say.canTellTooIfYouKnow(seenIn)}</p>
      ) : (
        <Banner kind="critical" title={shownAnswer} />
      ),
  }
}

function Sent({ change, children }: { readonly change: PendingChange; readonly children: ReactNode }) {
  return (
    <p role="alert">
      {say.sentOn(change.detail)} <Instant value={change.sentAt} />
      {say.butNoAnswerCameBack} {children}
    </p>
  )
}
