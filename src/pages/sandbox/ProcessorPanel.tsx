// Takes the simulated card processor down and up again.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { changeSandbox } from '#flows/sandbox/simulate.ts'
import { notify } from '#services/notices.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Panel } from '#ui/Panel.tsx'

interface ProcessorPanelProps {
  readonly isDown: boolean
  readonly waitingEvents: number
}

export function ProcessorPanel({ isDown, waitingEvents }: ProcessorPanelProps) {
  const [isSending, setIsSending] = useState(false)
  const toggle = async () => {
    setIsSending(true)
    const result = await changeSandbox('setProcessor', { isDown: !isDown })
    setIsSending(false)
    if (!result.ok) notify({ kind: 'error', text: result.text })
    // A processor that is up again sends the events that have waited.
    else if (isDown) notify({ kind: 'success', text: m.sandbox_sentEvents({ count: result.result.sent }) })
  }
  return (
    <Panel title={m.common_cardProcessor()}>
      <div className="grid gap-3">
        <p role="status">{isDown ? m.sandbox_processorIsDown({ count: waitingEvents }) : m.sandbox_processorIsUp()}</p>
        <div>
          <Button pending={isSending} onClick={() => void toggle()}>
            {isDown ? m.sandbox_bringUp() : m.sandbox_takeDown()}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
