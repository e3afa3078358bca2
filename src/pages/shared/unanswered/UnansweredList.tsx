// Pending changes, from this visit or an earlier one, this tab or another: each can be asked for again, looked at, or
// dismissed by a user who has seen its result.
import { useState } from 'react'
import { type Area, areaOf, changeKinds, type Unanswered, type UnansweredOperation } from '#flows/unanswered/kinds.ts'
import { resend, dismiss, canResend } from '#flows/unanswered/send.ts'
import { useUnanswered } from '#flows/unanswered/store.ts'
import { notify } from '#services/notices.ts'
import { focusHeadingIfLost } from '#ui/focus.ts'
import * as say from '#words/pages/shared/unanswered.ts'
import { LookAt, type TypedCard } from './LookAt.tsx'
import { UnansweredBanner } from './UnansweredBanner.tsx'
import { titleOf } from './words.ts'

interface UnansweredListProps {
  readonly ownerUser: string
  /** All areas by default. An upload is shown with its draft. */
  readonly area?: Exclude<Area, 'upload'>
  /** The open dialog shows its own: for all, or for what is done to one thing. */
  readonly hidden?: boolean
  readonly except?: string | undefined
  readonly onFind?: (card: TypedCard) => void
  readonly onDone?: (change: Unanswered) => void
}

export function UnansweredList({ ownerUser, area, hidden = false, except, onFind, onDone }: UnansweredListProps) {
  const unanswered = useUnanswered(ownerUser)
  if (hidden) return null
  return unanswered
    .filter((change): change is UnansweredOperation => {
      const of = changeKinds[change.kind].area
      return area === undefined ? of !== 'upload' : of === area
    })
    .filter(({ subject }) => subject !== except)
    .map((change) => <OneUnanswered key={change.requestId} {...{ ownerUser, change, onFind, onDone }} />)
}

interface OneUnansweredProps {
  readonly ownerUser: string
  readonly change: UnansweredOperation
  readonly onFind: ((card: TypedCard) => void) | undefined
  readonly onDone: ((change: Unanswered) => void) | undefined
}

function OneUnanswered({ ownerUser, change, onFind, onDone }: OneUnansweredProps) {
  const [resending, setResending] = useState(false)
  const [lastAnswer, setLastAnswer] = useState<string>()

  const resendChange = async () => {
    setResending(true)
    const ending = await resend(ownerUser, change)
    setResending(false)
    setLastAnswer(ending.kind === 'unknown' ? ending.text : undefined)
    if (ending.kind === 'done') onDone?.(change)
    if (ending.kind !== 'unknown') focusHeadingIfLost()
    if (ending.kind === 'refused') notifyRefused(change, ending.text)
  }
  const leave = async () => {
    await dismiss(ownerUser, change)
    focusHeadingIfLost()
  }

  return (
    <UnansweredBanner
      title={titleOf(change)}
      detail={change.detail}
      sentAt={change.sentAt}
      canCall={canResend(change)}
      resending={resending}
      onResend={() => void resendChange()}
      seenIn={areaOf(change).seenIn}
      lookAt={<LookAt change={change} onFind={onFind} />}
      lastAnswer={lastAnswer}
      onDismiss={() => void leave()}
    />
  )
}

/** The answer to a repeated request, if no dialog shows it. */
export function notifyRefused(change: Unanswered, text: string): void {
  notify({ kind: 'error', text: say.itWasNotDone(text), about: say.whetherDone(change.done) })
}
