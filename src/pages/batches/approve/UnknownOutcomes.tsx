// Decisions whose answer was lost, from this visit or an earlier one: each can be asked again, which is safe.
import { useState } from 'react'
import { useConnection } from '#services/connection.ts'
import { notify } from '#services/notices.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { OFFLINE_REASON } from './actions.ts'
import { decide } from './decide.ts'
import { decisions } from './decisions.ts'
import type { Intent } from './intents.ts'

interface UnknownOutcomesProps {
  readonly ownerUser: string
  readonly intents: readonly Intent[]
  readonly onDone: (intent: Intent) => void
}

export function UnknownOutcomes({ ownerUser, intents, onDone }: UnknownOutcomesProps) {
  return intents.map((intent) => (
    <UnknownOutcome key={intent.requestId} ownerUser={ownerUser} intent={intent} onDone={onDone} />
  ))
}

interface UnknownOutcomeProps {
  readonly ownerUser: string
  readonly intent: Intent
  readonly onDone: (intent: Intent) => void
}

function UnknownOutcome({ ownerUser, intent, onDone }: UnknownOutcomeProps) {
  const [sending, setSending] = useState(false)
  const { online } = useConnection()
  const { was } = decisions[intent.decision]

  const askAgain = async () => {
    setSending(true)
    const ending = await decide(ownerUser, intent)
    setSending(false)
    if (ending.kind === 'done') onDone(intent)
    if (ending.kind === 'refused') notify({ kind: 'error', text: `Batch ${intent.batchId}: ${ending.text}` })
  }

  return (
    <Banner
      kind="warning"
      title={`It is not known whether batch ${intent.batchId} ${was}`}
      actions={
        <Button pending={sending} disabledReason={online ? undefined : OFFLINE_REASON} onClick={() => void askAgain()}>
          Ask again
        </Button>
      }
    >
      {intent.size}. The answer was lost; asking again carries it out once at most.
    </Banner>
  )
}
