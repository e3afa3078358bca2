// Changes whose answer was lost, from this visit or an earlier one: each can be asked again, which is safe for a day; after that
// the card itself tells.
import { useState } from 'react'
import { useConnection } from '#services/connection.ts'
import { notify } from '#services/notices.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { askAgain, type CardIntent, dismiss, mayAskAgain, useUnansweredChanges } from './change.ts'
import { LookAtCard } from './LookAtCard.tsx'
import { OFFLINE_REASON, sentence } from './words.ts'

interface UnknownChangesProps {
  readonly ownerUser: string
  /** The open dialog speaks for itself. */
  readonly hidden?: boolean
  /** The card whose page this is. */
  readonly here?: string
  readonly onDone?: (intent: CardIntent) => void
}

export function UnknownChanges({ ownerUser, hidden = false, here, onDone }: UnknownChangesProps) {
  const unanswered = useUnansweredChanges(ownerUser)
  if (hidden) return null
  return unanswered.map((intent) => <UnknownChange key={intent.requestId} {...{ ownerUser, intent, here, onDone }} />)
}

interface UnknownChangeProps {
  readonly ownerUser: string
  readonly intent: CardIntent
  readonly here: string | undefined
  readonly onDone: ((intent: CardIntent) => void) | undefined
}

function UnknownChange({ ownerUser, intent, here, onDone }: UnknownChangeProps) {
  const [sending, setSending] = useState(false)
  const { online } = useConnection()
  const mayAsk = mayAskAgain(intent)

  const ask = async () => {
    setSending(true)
    const ending = await askAgain(ownerUser, intent)
    setSending(false)
    if (ending.kind === 'done') onDone?.(intent)
    if (ending.kind !== 'unknown') keepFocus()
    if (ending.kind === 'refused') notify({ kind: 'error', text: `${sentence(intent.done)}: no. ${ending.text}` })
  }

  const leave = async () => {
    await dismiss(ownerUser, intent)
    keepFocus()
  }

  return (
    <Banner
      kind="warning"
      title={`It is not known whether ${intent.done}`}
      actions={
        <>
          {mayAsk ? (
            <Button pending={sending} disabledReason={online ? undefined : OFFLINE_REASON} onClick={() => void ask()}>
              Ask again
            </Button>
          ) : (
            <LookAtCard place={intent.place} here={here} />
          )}
          <Button
            kind="quiet"
            disabledReason={sending ? 'Waiting for the answer' : undefined}
            onClick={() => void leave()}
          >
            Dismiss
          </Button>
        </>
      }
    >
      {mayAsk ? (
        <>
          Sent on <Instant value={intent.sentAt} />. The answer was lost; asking again carries it out once at most.
          Dismiss it when you have seen on the card how it ended.
        </>
      ) : (
        <>
          Sent on <Instant value={intent.sentAt} />. The answer was lost, and the server keeps answers for a day: sent
          again, it could be carried out twice. The card’s statement and history tell whether it was done; then dismiss
          this.
        </>
      )}
    </Banner>
  )
}

// The button that had the focus is gone with its banner.
function keepFocus(): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus()
}
