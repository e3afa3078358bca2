// The progress of a task that sends rows one after the other, with a message while the server cannot be reached.
import { m } from '#words/messages.js'
import type { WaitReason } from '#flows/open-rows/wait-to-resend.ts'

interface WorkStatusProps {
  readonly waitsFor: WaitReason | undefined
  readonly text: string
}

export function WorkStatus({ waitsFor, text }: WorkStatusProps) {
  const isUnreachable = waitsFor === 'connection' || waitsFor === 'retry'
  return (
    <div role="status" className="grid gap-0.5 text-sm text-muted">
      {isUnreachable && <p className="font-medium text-warning">{m.common_cannotConnectToServer()}</p>}
      <p>{text}</p>
    </div>
  )
}
