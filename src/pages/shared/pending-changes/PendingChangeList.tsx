// Pending changes of this or an earlier visit, in this or another tab. Each can be retried, looked at, or dismissed by
// a user who has seen the result.
import { m } from '#words/messages.js'
import { useState } from 'react'
import {
  type Area,
  areaOf,
  changeKinds,
  type PendingChange,
  type PendingOperation,
} from '#flows/pending-changes/kinds.ts'
import { resend, dismiss, canResend } from '#flows/pending-changes/send.ts'
import { usePendingChanges } from '#flows/pending-changes/store.ts'
import { notify } from '#services/notices.ts'
import { focusHeadingIfLost } from '#ui/focus.ts'
import { ViewResult, type TypedCard } from './ViewResult.tsx'
import { PendingChangeBanner } from './PendingChangeBanner.tsx'
import { titleOf } from './words.ts'

interface PendingChangeListProps {
  readonly ownerUser: string
  /** All areas by default. A pending upload is shown with its draft instead. */
  readonly area?: Exclude<Area, 'upload'>
  /** The open dialog shows its own pending changes: all of them, or those of one object. */
  readonly hidden?: boolean
  readonly except?: string | undefined
  readonly onFind?: (card: TypedCard) => void
  readonly onDone?: (change: PendingChange) => void
}

export function PendingChangeList({ ownerUser, area, hidden = false, except, onFind, onDone }: PendingChangeListProps) {
  const pendingChanges = usePendingChanges(ownerUser)
  if (hidden) return null
  return pendingChanges
    .filter((change): change is PendingOperation => {
      const of = changeKinds[change.kind].area
      return area === undefined ? of !== 'upload' : of === area
    })
    .filter(({ subject }) => subject !== except)
    .map((change) => <OnePendingChange key={change.requestId} {...{ ownerUser, change, onFind, onDone }} />)
}

interface OnePendingChangeProps {
  readonly ownerUser: string
  readonly change: PendingOperation
  readonly onFind: ((card: TypedCard) => void) | undefined
  readonly onDone: ((change: PendingChange) => void) | undefined
}

function OnePendingChange({ ownerUser, change, onFind, onDone }: OnePendingChangeProps) {
  const [resending, setResending] = useState(false)
  const [lastResponse, setLastResponse] = useState<string>()

  const resendChange = async () => {
    setResending(true)
    const ending = await resend(ownerUser, change)
    setResending(false)
    setLastResponse(ending.kind === 'unknown' ? ending.text : undefined)
    if (ending.kind === 'done') onDone?.(change)
    if (ending.kind !== 'unknown') focusHeadingIfLost()
    if (ending.kind === 'refused') notifyRefused(change, ending.text)
  }
  const leave = async () => {
    await dismiss(ownerUser, change)
    focusHeadingIfLost()
  }

  return (
    <PendingChangeBanner
      title={titleOf(change)}
      detail={change.detail}
      sentAt={change.sentAt}
      canCall={canResend(change)}
      resending={resending}
      onResend={() => void resendChange()}
      seenIn={areaOf(change).seenIn}
      lookAt={<ViewResult change={change} onFind={onFind} />}
      lastResponse={lastResponse}
      onDismiss={() => void leave()}
    />
  )
}

/** Shows the response to a repeated request, if no dialog shows it. */
export function notifyRefused(change: PendingChange, text: string): void {
  notify({ kind: 'error', text: m.pending_itWasNotDone({ text }), about: m.pending_whetherDone({ done: change.done }) })
}
