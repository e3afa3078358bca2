// What stands in place of a change's own question while an earlier change of its kind is unanswered: it can be asked for again,
// the very same request, or dismissed by who has seen how it ended. Nothing new is sent before that.
import { useState } from 'react'
import type { Ending } from '#flows/intents.ts'
import { useConnection } from '#services/connection.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import type { ConfirmDialogProps } from '#ui/ConfirmDialog.tsx'
import { Instant } from '#ui/Instant.tsx'
import { askAgain, type CardIntent, dismiss, mayAskAgain } from './change.ts'
import { LookAtCard } from './LookAtCard.tsx'
import { OFFLINE_REASON } from './words.ts'

/** An unanswered change of the same kind. */
export interface EarlierChange {
  readonly ownerUser: string
  readonly intent: CardIntent | undefined
  /** What asking again would do now if it was not done, where the card may have changed since. */
  readonly ifNotDone?: string | undefined
  /** The card whose page this is. */
  readonly here?: string | undefined
}

/** The dialog that asks about it, or undefined where nothing is unanswered. */
export function useUnknown(
  { ownerUser, intent: unanswered, ifNotDone, here }: EarlierChange,
  onEnding: (ending: Ending, intent: CardIntent) => void,
  onClose: () => void,
): ConfirmDialogProps | undefined {
  // Held until its ending is said: by then it is unanswered no more.
  const [asked, setAsked] = useState<CardIntent>()
  const [refusal, setRefusal] = useState<string>()
  const { online } = useConnection()
  const intent = asked ?? unanswered
  if (!intent) return undefined

  const ask = async () => {
    if (asked) return
    setAsked(intent)
    const ending = await askAgain(ownerUser, intent)
    setAsked(undefined)
    setRefusal(ending.kind === 'refused' ? ending.text : undefined)
    onEnding(ending, intent)
  }
  const leave = () => void dismiss(ownerUser, intent)
  const request = (
    <>
      The request of <Instant value={intent.sentAt} /> was sent, but no answer came back.
    </>
  )
  const common = {
    open: true,
    title: `It is not known whether ${intent.done}`,
    onCancel: onClose,
    cancelLabel: 'Close',
  }
  if (!mayAskAgain(intent))
    return {
      ...common,
      effect: (
        <p role="alert">
          {request} The server keeps answers for a day, and that day is nearly or wholly over: sent again, it could be
          carried out twice. Look at the card’s statement and history first. Then dismiss this, and do it anew if it was
          not done.
        </p>
      ),
      otherActions: <LookAtCard place={intent.place} here={here} />,
      confirmLabel: 'Dismiss',
      onConfirm: leave,
    }
  return {
    ...common,
    effect: (
      <p role="alert">
        {request} Asking again is safe: it is the same request, and the server carries it out once at most. {ifNotDone}
      </p>
    ),
    pending: asked !== undefined,
    disabledReason: online ? undefined : OFFLINE_REASON,
    otherActions: (
      <Button disabledReason={asked ? 'Waiting for the answer' : undefined} onClick={leave}>
        Dismiss
      </Button>
    ),
    confirmLabel: 'Ask again',
    onConfirm: () => void ask(),
    children:
      refusal === undefined ? (
        <p>If you know how it ended, for instance from the card’s statement, dismiss this and go on.</p>
      ) : (
        <Banner kind="critical" title={refusal} />
      ),
  }
}
