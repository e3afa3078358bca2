// Pending changes of this or an earlier visit, in this or another tab. The user can retry each of them, view its
// result, or dismiss it after seeing the result.
import { m } from '#words/messages.js'
import { useState } from 'react'
import {
  type Area,
  areaInfoOf,
  changeTypes,
  type PendingChange,
  type PendingOperation,
} from '#flows/pending-changes/change-types.ts'
import { resendChange, dismissChange, canResend } from '#flows/pending-changes/send.ts'
import { usePendingChanges } from '#flows/pending-changes/store.ts'
import { notify } from '#services/notices.ts'
import { useOwnerUser } from '#services/session/session.ts'
import { focusHeadingIfLost } from '#ui/focus.ts'
import { ViewResult, type EnteredCard } from './ViewResult.tsx'
import { PendingChangeBanner } from './PendingChangeBanner.tsx'
import { pendingChangeTitle } from './words.ts'

interface PendingChangeListProps {
  /** All areas by default. A pending upload is shown with its draft instead. */
  readonly area?: Exclude<Area, 'upload'>
  /** True while an open dialog shows the pending changes. */
  readonly hidden?: boolean
  /** The id of an object whose pending change is not listed, because an open dialog shows it. */
  readonly exceptSubject?: string | undefined
  readonly onOpenCard?: (card: EnteredCard) => void
  readonly onDone?: (change: PendingChange) => void
}

export function PendingChangeList({ area, hidden = false, exceptSubject, onOpenCard, onDone }: PendingChangeListProps) {
  const ownerUser = useOwnerUser()
  const pendingChanges = usePendingChanges(ownerUser)
  if (hidden) return null
  const operations = pendingChanges.filter((change): change is PendingOperation => change.kind !== 'upload')
  const shownChanges = operations.filter(({ kind, subject }) => {
    const isInArea = area === undefined || changeTypes[kind].area === area
    return isInArea && subject !== exceptSubject
  })
  return shownChanges.map((change) => (
    <PendingChangeItem
      key={change.requestId}
      ownerUser={ownerUser}
      change={change}
      onOpenCard={onOpenCard}
      onDone={onDone}
    />
  ))
}

interface PendingChangeItemProps {
  readonly ownerUser: string
  readonly change: PendingOperation
  readonly onOpenCard: ((card: EnteredCard) => void) | undefined
  readonly onDone: ((change: PendingChange) => void) | undefined
}

function PendingChangeItem({ ownerUser, change, onOpenCard, onDone }: PendingChangeItemProps) {
  const [isResending, setIsResending] = useState(false)
  const [lastResponse, setLastResponse] = useState<string>()

  const handleResend = async () => {
    setIsResending(true)
    const result = await resendChange(ownerUser, change)
    setIsResending(false)
    if (result.kind === 'unknown') {
      setLastResponse(result.text)
      return
    }
    // The change is no longer pending, so this banner disappears, perhaps with the focus.
    setLastResponse(undefined)
    if (result.kind === 'done') onDone?.(change)
    focusHeadingIfLost()
    if (result.kind === 'refused') notifyRefusal(change, result.text)
  }
  const handleDismiss = async () => {
    await dismissChange(ownerUser, change)
    focusHeadingIfLost()
  }

  return (
    <PendingChangeBanner
      title={pendingChangeTitle(change)}
      detail={change.detail}
      sentAt={change.sentAt}
      isResendable={canResend(change)}
      isResending={isResending}
      onResend={() => void handleResend()}
      resultLocation={areaInfoOf(change).whereToCheck}
      resultLink={<ViewResult change={change} onOpenCard={onOpenCard} />}
      lastResponse={lastResponse}
      onDismiss={() => void handleDismiss()}
    />
  )
}

/** Shows the server's refusal of a repeated request, if no dialog shows it. */
export function notifyRefusal(change: PendingChange, text: string): void {
  notify({ kind: 'error', text: m.pending_itWasNotDone({ text }), about: m.pending_whetherDone({ done: change.done }) })
}
