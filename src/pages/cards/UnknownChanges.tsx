// Changes whose answer was lost, from this visit or an earlier one: each can be asked again, which is safe.
import { useState } from 'react'
import { useConnection } from '#services/connection.ts'
import { notify } from '#services/notices.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { type CardIntent, carryOut, useUnansweredChanges } from './change.ts'
import { OFFLINE_REASON, sentence } from './words.ts'

interface UnknownChangesProps {
  readonly ownerUser: string
  /** The open dialog speaks for itself. */
  readonly hidden?: boolean
}

export function UnknownChanges({ ownerUser, hidden = false }: UnknownChangesProps) {
  const unanswered = useUnansweredChanges(ownerUser)
  if (hidden) return null
  return unanswered.map((intent) => <UnknownChange key={intent.requestId} ownerUser={ownerUser} intent={intent} />)
}

function UnknownChange({ ownerUser, intent }: { readonly ownerUser: string; readonly intent: CardIntent }) {
  const [sending, setSending] = useState(false)
  const { online } = useConnection()

  const askAgain = async () => {
    setSending(true)
    const ending = await carryOut(ownerUser, intent)
    setSending(false)
    if (ending.kind === 'refused') notify({ kind: 'error', text: `${sentence(intent.done)}: no. ${ending.text}` })
  }

  return (
    <Banner
      kind="warning"
      title={`It is not known whether ${intent.done}`}
      actions={
        <Button pending={sending} disabledReason={online ? undefined : OFFLINE_REASON} onClick={() => void askAgain()}>
          Ask again
        </Button>
      }
    >
      The answer was lost; asking again carries it out once at most.
    </Banner>
  )
}
